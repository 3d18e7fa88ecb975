import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { formUses } from '#api/forms'
import type { Layout } from '../content/content.ts'
import { useCameBack } from '../forms/useCameBack.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { mailHref, telHref } from '../ui/contact.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './Footer.module.css'
import { useText } from './useText.ts'

const root = getRouteApi('__root__')

let open = () => {}
const opened = new Promise<void>(resolve => {
  open = resolve
})
/**
 * The form's own code, as much as a page's, is fetched when the form is opened, which few visitors do. Until then the
 * server's form stands there, which works without a script; on the next page its place is empty.
 */
const Form = import.meta.env.SSR
  ? (await import('../forms/PageForm.tsx')).PageForm
  : lazy(async () => {
      await opened
      return { default: (await fetchForm()).PageForm }
    })

/**
 * A failure would take the whole page with it: what stands there stays. Asked for once there is a connection, since a
 * browser does not ask again for a module that it has not got.
 */
async function fetchForm(): Promise<typeof import('../forms/PageForm.tsx')> {
  if (!navigator.onLine) await new Promise(resolve => addEventListener('online', resolve, { once: true }))
  return import('../forms/PageForm.tsx').catch(() => new Promise<never>(() => {}))
}

/**
 * The footer's way to us: what to expect, phone, mail, and the contact form, which opens where it stands.
 * @param here whether the page is the contact page: its own form is enough
 */
export function FooterContact({ layout, here }: { layout: Layout; here: boolean }) {
  const found = root.useLoaderData()
  const intro = useText('footer.contact.intro', layout.promise)
  const definition = found?.contactForm ?? null
  // Sent from here without JavaScript and not accepted, it comes back open.
  const wasSent = useCameBack()?.formId === formUses.contact
  const sheet = useRef<HTMLDetailsElement>(null)
  // Opened before the page was alive.
  useEffect(() => {
    if (sheet.current?.open) open()
  })
  return (
    <section className={styles.contact} aria-labelledby="footer-contact">
      <div className={styles.contactSay}>
        <h2 id="footer-contact" className={styles.contactTitle}>
          Talk to us
        </h2>
        <p>{intro}</p>
        <p className={styles.quiet}>{layout.hours}</p>
      </div>
      <div className={styles.contactWays}>
        <a href={telHref(layout.phone)}>{layout.phone}</a>
        <a href={mailHref(layout.email)}>{layout.email}</a>
        {(here || !definition) && (
          <ButtonLink href="/contact-us" className={styles.bandButton}>
            Write to us
          </ButtonLink>
        )}
      </div>
      {!here && definition && (
        <details ref={sheet} className={styles.contactForm} open={wasSent || undefined} onToggle={open}>
          <summary className={styles.contactOpen}>
            Write to us
            <Icon name="down" size={18} />
          </summary>
          <div className={styles.contactSheet}>
            <Suspense>
              <Form definition={definition} formId={formUses.contact} idPrefix="footer" />
            </Suspense>
          </div>
        </details>
      )}
    </section>
  )
}
