import { getRouteApi } from '@tanstack/react-router'
import { formUses } from '#api/forms'
import type { Layout } from '../content/content.ts'
import { PageForm } from '../forms/PageForm.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { mailHref, telHref } from '../ui/contact.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './Footer.module.css'
import { useText } from './useText.ts'

const root = getRouteApi('__root__')

/**
 * The footer's way to us: what to expect, phone, mail, and the contact form, which opens where it stands.
 * @param here whether the page is the contact page: its own form is enough
 */
export function FooterContact({ layout, here }: { layout: Layout; here: boolean }) {
  const found = root.useLoaderData()
  const intro = useText('footer.contact.intro', layout.promise)
  const definition = found?.contactForm ?? null
  // Sent from here without JavaScript and not accepted, it comes back open.
  const wasSent = found?.formState?.formId === formUses.contact
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
        <details className={styles.contactForm} open={wasSent || undefined}>
          <summary className={styles.contactOpen}>
            Write to us
            <Icon name="down" size={18} />
          </summary>
          <div className={styles.contactSheet}>
            <PageForm definition={definition} formId={formUses.contact} />
          </div>
        </details>
      )}
    </section>
  )
}
