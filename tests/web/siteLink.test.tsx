// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'preact/test-utils'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { SiteLink } from '../../web/ui/SiteLink.tsx'

const pages = [
  '/',
  '/about-us',
  '/jobs?query=c.net&location=St. Ives',
  '/jobs#/data',
  '/blog/tag/dei#h-1.2',
  '/mediators',
]
const others = [
  ...['/jobs.rss', '/blog.rss?tag=dei', '/events/x.ics', '/sitemap.xml', '/downloads/ir35-checklist.txt'],
  ...['/media/a/k2j/guide', '//elsewhere.example/jobs', 'https://elsewhere.example/jobs', '#main', 'tel:+442079460100'],
]

it('moves to the site’s pages by the router, and leaves files, feeds and other sites to the browser', async () => {
  window.scrollTo = () => {}
  const root = document.body.appendChild(document.createElement('div'))
  const routeTree = createRootRoute({
    component: () => [...pages, ...others].map(href => <SiteLink key={href} href={href} children={href} />),
  })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  await router.load()
  await act(async () => createRoot(root).render(<RouterProvider router={router} />))
  const taken: string[] = []
  // jsdom cannot leave the page.
  addEventListener('click', press => {
    if (press.defaultPrevented) taken.push((press.target as Element).getAttribute('href')!)
    press.preventDefault()
  })
  for (const link of root.querySelectorAll('a')) link.click()
  expect(taken).toEqual(pages)
})
