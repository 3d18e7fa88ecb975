import { formPath } from '#api/forms'
import type { JobDocument } from '#indexer/job'
import type { Site } from '#indexer/site'
import type { Layout } from '../content/content.ts'
import { answerTimes } from '../layout/answerTimes.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { mailHref, telHref } from '../ui/contact.ts'
import { Icon } from '../ui/Icon.tsx'
import { SiteLink } from '../ui/SiteLink.tsx'
import { clockOf, formatClosing, isoTime } from '../ui/time.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './ApplyPanel.module.css'

type Contact = Pick<
  JobDocument,
  | 'id'
  | 'title'
  | 'external_reference'
  | 'external_application_url'
  | 'external_application_email'
  | 'consultant_name'
  | 'consultant_email'
  | 'consultant_phone'
  | 'expires_at'
  | 'places'
  | 'remoteCountries'
>

type Apply = { href: string; by: 'site' | 'mail' } | { href: string; by: 'form'; target: URL }

/**
 * Where applying leads: the employer's form (by way of an address of ours that counts), ours further down the page, a
 * mail with the subject filled in, or null where the feed gives neither.
 */
export function applyHref(job: Contact, hasForm = false): Apply | null {
  const elsewhere = job.external_application_url
  if (elsewhere && /^https?:\/\//i.test(elsewhere) && URL.canParse(elsewhere))
    return { href: formPath('', job.id), by: 'form', target: new URL(elsewhere) }
  if (hasForm) return { href: '#apply-form', by: 'site' }
  const address = job.external_application_email ?? job.consultant_email
  if (!address) return null
  const subject = job.external_reference ? `${job.title} (${job.external_reference})` : job.title
  return { href: `${mailHref(address)}?subject=${encodeURIComponent(subject)}`, by: 'mail' }
}

/** The one primary action of a job, shown in the panel and again at the foot of a phone's screen. */
export function ApplyButton({ job, hasForm = false, block }: { job: Contact; hasForm?: boolean; block?: boolean }) {
  const apply = applyHref(job, hasForm)
  if (!apply) return null
  if (apply.by === 'site')
    return (
      <ButtonLink href={apply.href} variant="primary" size="l" block={block}>
        Apply now
      </ButtonLink>
    )
  return apply.by === 'form' ? (
    <ButtonLink href={apply.href} variant="primary" size="l" block={block} target="_blank" rel="noopener nofollow">
      <span>
        Apply now <span className={styles.host}>at {apply.target.host}</span>
      </span>
      <Icon name="external" size={18} />
      <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
    </ButtonLink>
  ) : (
    <ButtonLink href={apply.href} variant="primary" size="l" block={block}>
      <Icon name="mail" size={18} />
      Apply by e-mail
    </ButtonLink>
  )
}

/**
 * How to apply, until when, and whom to ask.
 * @param layout null while no content has ever come
 * @param profile path of the consultant's page, where they have one
 */
export function ApplyPanel({
  job,
  site,
  layout,
  profile = null,
  hasForm = false,
}: {
  job: Contact
  site: Site
  layout: Layout | null
  profile?: string | null
  hasForm?: boolean
}) {
  const apply = applyHref(job, hasForm)
  const address = job.external_application_email ?? job.consultant_email
  return (
    <section id="apply" className={styles.panel} aria-labelledby="apply-title">
      <h2 id="apply-title" className={styles.title}>
        Apply for this job
      </h2>
      {/* Where cards lead, for a job whose form cannot be had now. */}
      {!hasForm && apply?.by !== 'form' && <span id="apply-form" />}
      <p className={styles.closing}>
        Closes <time dateTime={isoTime(job.expires_at)}>{formatClosing(job.expires_at, clockOf(job, site))}</time>
      </p>
      <div className={hasForm ? styles.action : undefined}>
        <ApplyButton job={job} hasForm={hasForm} block />
      </div>
      {apply?.by === 'form' && (
        <>
          <p className={styles.note}>
            You apply at <strong>{apply.target.host}</strong>, which opens in a new tab.
          </p>
          <p className={styles.printed}>
            Apply at <span>{apply.target.href}</span>
          </p>
        </>
      )}
      {apply?.by === 'mail' && address && (
        <p className={styles.note}>
          Opens your mail program with the subject filled in. Or write to <a href={apply.href}>{address}</a> yourself
          and attach your CV.
        </p>
      )}
      {!apply && (
        <p className={styles.note}>
          To apply, {job.consultant_phone ? 'call us' : 'get in touch'} and quote the reference{' '}
          <strong>{job.external_reference || job.title}</strong>.
        </p>
      )}
      <Questions job={job} office={apply?.by === 'form' ? null : layout} layout={layout} profile={profile} />
    </section>
  )
}

/**
 * Whom to ask: the job's consultant, or else the office.
 * @param office null for a job that another host takes applications for: we could say nothing about it
 */
function Questions({
  job,
  office,
  layout,
  profile,
}: {
  job: Contact
  office: Layout | null
  layout: Layout | null
  profile: string | null
}) {
  const hasOwn = job.consultant_name || job.consultant_email || job.consultant_phone
  const email = hasOwn ? job.consultant_email : office?.email
  const phone = hasOwn ? job.consultant_phone : office?.phone
  if (!hasOwn && !email && !phone) return null
  const { promise, hours } = answerTimes(layout)
  return (
    <div className={styles.contact}>
      {job.consultant_name ? (
        <>
          <p className={styles.label}>Your consultant</p>
          <p className={styles.name}>
            {profile ? <SiteLink href={profile}>{job.consultant_name}</SiteLink> : job.consultant_name}
          </p>
        </>
      ) : (
        <p className={styles.label}>Questions about this job</p>
      )}
      <ul className={styles.ways}>
        {email && (
          <li>
            <Icon name="mail" size={18} />
            <a href={mailHref(email)}>{email}</a>
          </li>
        )}
        {phone && (
          <li>
            <Icon name="phone" size={18} />
            <a href={telHref(phone)}>{phone}</a>
          </li>
        )}
      </ul>
      <p className={styles.note}>
        {promise} Our hours are {hours}.
      </p>
    </div>
  )
}
