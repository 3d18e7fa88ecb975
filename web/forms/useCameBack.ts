import { getRouteApi, useLocation } from '@tanstack/react-router'

const root = getRouteApi('__root__')

/** A form that was sent from the page shown without JavaScript and refused: of a page before, nothing is told. */
export function useCameBack() {
  const found = root.useLoaderData()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return found?.formState?.path === path ? found.formState : null
}
