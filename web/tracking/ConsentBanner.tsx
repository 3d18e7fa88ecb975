import { LinkedText } from '../layout/LinkedText.tsx'
import { Button } from '../ui/Button.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './ConsentBanner.module.css'

/**
 * Asks once whether a visit may be remembered. In the server's HTML but hidden: the entry script (consent.ts) shows it
 * and listens to its buttons, so there is no state of Preact's in it. Not a dialog: the page goes on behind it.
 * @param cookieDays how long the journey's cookies are kept
 */
export function ConsentBanner({ cookieDays }: { cookieDays: number }) {
  return (
    <section className={styles.banner} aria-label="Cookies" tabIndex={-1} data-cookie-days={cookieDays} hidden>
      <div className={styles.body}>
        <p className={styles.text}>
          <LinkedText name="consent.banner.text">
            May we remember which of our pages you read, and how you found us? It helps us see what is useful. Nothing
            is kept unless you accept. <SiteLink href="/cookie-policy">Cookie policy</SiteLink>
          </LinkedText>
        </p>
        <p className={styles.answers}>
          <Button data-consent="granted">Accept</Button>
          <Button data-consent="denied">Decline</Button>
        </p>
      </div>
    </section>
  )
}

/** Brings the question back: to change one's mind must be as easy as to agree. */
export function CookieSettings({ className }: { className?: string | undefined }) {
  return (
    <button type="button" data-consent="ask" className={[styles.settings, className].filter(Boolean).join(' ')}>
      Cookie settings
    </button>
  )
}
