import { getRouteApi } from '@tanstack/react-router'
import { ButtonLink } from '../ui/Button.tsx'
import { mailHref } from '../ui/contact.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './SignUp.module.css'

const root = getRouteApi('__root__')

/**
 * How to sign up for an event that is to come: the form `eventSignup` of the site settings.
 * @param event the form tells it with the answer
 */
export function SignUp({ event }: { event: { id: string; slug: string; title: string } }) {
  const layout = root.useLoaderData({ select: ({ layout }) => layout })
  const email = layout?.email ?? ''
  return (
    <section id="sign-up" className={styles.signUp} aria-labelledby="sign-up-title" tabIndex={-1}>
      <h2 id="sign-up-title">Sign up</h2>
      <p>Places are free. Write to us with your name and where you work, and we reply with a confirmation and the joining details.</p>
      {email && (
        <>
          <ButtonLink href={`${mailHref(email)}?subject=${encodeURIComponent(`Sign up: ${event.title}`)}`} variant="primary" size="l">
            <Icon name="mail" size={18} />
            Sign up by e-mail
          </ButtonLink>
          <p className={styles.note}>
            Opens your mail program with the subject filled in. Or write to <a href={mailHref(email)}>{email}</a> yourself.
          </p>
        </>
      )}
      {layout?.promise && <p className={styles.note}>{layout.promise}</p>}
    </section>
  )
}
