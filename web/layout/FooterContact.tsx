import type { Layout } from '../content/content.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { mailHref, telHref } from '../ui/contact.ts'
import styles from './Footer.module.css'

/** The footer's way to us: what to expect, phone, mail and the contact form. */
export function FooterContact({ layout }: { layout: Layout }) {
  return (
    <section className={styles.contact} aria-labelledby="footer-contact">
      <div className={styles.contactSay}>
        <h2 id="footer-contact" className={styles.contactTitle}>
          Talk to us
        </h2>
        <p>{layout.promise}</p>
        <p className={styles.quiet}>{layout.hours}</p>
      </div>
      <div className={styles.contactWays}>
        <a href={telHref(layout.phone)}>{layout.phone}</a>
        <a href={mailHref(layout.email)}>{layout.email}</a>
        <ButtonLink href="/contact-us" className={styles.bandButton}>
          Write to us
        </ButtonLink>
      </div>
    </section>
  )
}
