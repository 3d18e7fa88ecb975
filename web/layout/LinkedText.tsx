import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { linkedTexts } from '../content/shownTexts.ts'
import { SiteLink } from '../ui/SiteLink.tsx'

const root = getRouteApi('__root__')

/** A line of the interface as the CMS has it, with the links in it; `children` while the CMS has none. */
export function LinkedText({ name, children }: { name: (typeof linkedTexts)[number]; children?: ReactNode }) {
  const phrases = root.useLoaderData({ select: data => data?.layout?.phrases?.[name] })
  if (!phrases) return children
  return phrases.map(({ text, href }, i) =>
    href ? (
      <SiteLink key={i} href={href}>
        {text}
      </SiteLink>
    ) : (
      text
    ),
  )
}
