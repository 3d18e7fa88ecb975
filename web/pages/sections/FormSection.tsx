import { PageForm } from '../../forms/PageForm.tsx'
import { mailHref, telHref } from '../../ui/contact.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SectionFrame } from './SectionFrame.tsx'
import styles from './Sections.module.css'
import { type SectionProps } from './section.ts'

/** A form, and beside it the ways to reach us that need none. */
export function FormSection({ section, around: { layout, forms } }: SectionProps) {
  const { formId } = section
  const definition = formId ? (forms[formId] ?? null) : null
  const reach = layout && (
    <ul className={styles.reach}>
      <li className={styles.way}>
        <Icon name="mail" size={18} />
        <a href={mailHref(layout.email)}>{layout.email}</a>
      </li>
      <li className={styles.way}>
        <Icon name="phone" size={18} />
        <a href={telHref(layout.phone)}>{layout.phone}</a>
      </li>
      <li className={styles.way}>
        <Icon name="clock" size={18} />
        <span>
          {layout.hours}. {layout.promise}
        </span>
      </li>
    </ul>
  )
  return (
    <SectionFrame section={section} aside={reach}>
      {definition?.intro && !section.body && <p>{definition.intro}</p>}
      {formId && <PageForm definition={definition} formId={formId} className={styles.form} />}
    </SectionFrame>
  )
}
