import { mailHref, telHref } from '../../ui/contact.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SectionFrame } from './SectionFrame.tsx'
import styles from './Sections.module.css'
import type { SectionProps } from './Sections.tsx'

/** Where a form stands: what it is for, and the ways to reach us that need none. */
export function FormSection({ section, around: { layout } }: SectionProps) {
  return (
    <SectionFrame section={section}>
      {layout && (
        <ul className={styles.reach}>
          <li className={styles.way}>
            <Icon name="mail" size={18} />
            <a className={styles.wayLink} href={mailHref(layout.email)}>
              {layout.email}
            </a>
          </li>
          <li className={styles.way}>
            <Icon name="phone" size={18} />
            <a className={styles.wayLink} href={telHref(layout.phone)}>
              {layout.phone}
            </a>
          </li>
          <li className={styles.way}>
            <Icon name="clock" size={18} />
            <span>
              {layout.hours}. {layout.promise}
            </span>
          </li>
        </ul>
      )}
    </SectionFrame>
  )
}
