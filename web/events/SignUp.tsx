import { getRouteApi } from '@tanstack/react-router'
import { maxLengthOf } from '#api/formErrors'
import { type FormDefinition, formUses } from '#api/forms'
import { PageForm } from '../forms/PageForm.tsx'
import { useText } from '../layout/useText.ts'
import { mailHref } from '../ui/contact.ts'
import styles from './SignUp.module.css'

const root = getRouteApi('__root__')

/**
 * How to sign up for an event that is to come: the form `eventSignup` of the site settings, which tells the event with
 * the answer.
 */
export function SignUp({
  event,
  definition,
}: {
  event: { id: string; slug: string; title: string }
  definition: FormDefinition | null
}) {
  const layout = root.useLoaderData({ select: ({ layout }) => layout })
  const intro = useText('events.signUp.intro', '')
  const field = definition?.fields.find(({ name }) => name === 'event')
  return (
    <section id="sign-up" className={styles.signUp} aria-labelledby="sign-up-title" tabIndex={-1}>
      <h2 id="sign-up-title">Sign up</h2>
      {(definition?.intro || intro) && <p>{definition?.intro || intro}</p>}
      <PageForm
        definition={definition}
        formId={formUses.eventSignup}
        // A visitor can't mend a field that is hidden: what it may not hold is cut.
        initial={field ? { event: [...event.title].slice(0, maxLengthOf(field)).join('') } : {}}
        className={styles.form}
      />
      {layout && (
        <p className={styles.note}>
          Or write to{' '}
          <a href={`${mailHref(layout.email)}?subject=${encodeURIComponent(`Sign up: ${event.title}`)}`}>
            {layout.email}
          </a>
          . {layout.promise}
        </p>
      )}
    </section>
  )
}
