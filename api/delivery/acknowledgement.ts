import type { Site } from '#indexer/site'
import { html } from '../html.ts'
import { calledName } from '../submissions/sender.ts'
import type { Submission } from '../submissions/submission.ts'
import { mailSheet, mailStyles as styles } from './mailSheet.ts'

/** Where an application can be seen and withdrawn, and until when (epoch seconds). */
export interface ApplicationLinkShown {
  url: string
  until: number
}

interface Parts {
  site: Pick<Site, 'timeZone'>
  siteName: string
  publicUrl: string | null
  officeEmail: string
  /** Null: there is none. */
  link: ApplicationLinkShown | null
}

/** Where the site's settings in the CMS say none. */
const usualHours = '8.30am to 6pm, Monday to Friday'

/**
 * What the person who sent it is answered. Nothing in it was typed but a name, and that may have been typed for another
 * person's eyes.
 */
export function acknowledgement(
  { job, office, origin, values }: Submission,
  { site, siteName, publicUrl, officeEmail, link }: Parts,
): { subject: string; text: string; html: string } {
  const at = publicUrl ?? origin
  const jobUrl = job && at ? `${at}/jobs/${encodeURI(job.slug)}` : null
  const dear = `Dear ${calledName(values)},`
  const what = job ? `your application for “${job.title}” (reference ${job.reference})` : 'your message'
  const thanks = `thank you: we have received ${what}.`
  const next = `We answer within 1-2 working days. Our hours are ${office?.hours ?? usualHours}.`
  const mistake = `If you did not send this, another person has used your address by mistake. Please tell us (${officeEmail}), and we erase what we were sent.`
  const withdraw = link && `You can see what you sent, or withdraw it, by this link until ${dayOf(link.until, site)}:`
  const text = [
    dear,
    '',
    thanks,
    next,
    ...(jobUrl ? ['', `The job: ${jobUrl}`] : []),
    ...(link ? ['', withdraw!, link.url] : []),
    '',
    mistake,
    '',
    siteName,
  ]
  const body = `<p>${html(dear)}</p>
<p>${html(thanks)} ${html(next)}</p>
${jobUrl ? `<p style="${styles.card}"><a href="${html(jobUrl)}" style="${styles.title}">${html(job!.title)}</a></p>` : ''}
${link ? `<p>You can see what you sent, or withdraw it, until ${html(dayOf(link.until, site))}.</p>\n<p><a href="${html(link.url)}" style="${styles.button}">See or withdraw my application</a></p>` : ''}
<p style="${styles.small}">${html(mistake)}</p>`
  const heading = `We have received ${job ? 'your application' : 'your message'}`
  return {
    subject: `${siteName}: we have received ${job ? 'your application' : 'your message'}`,
    text: text.join('\n'),
    html: mailSheet(siteName, heading, body),
  }
}

/** `12 May 2027`, on the site's calendar. */
function dayOf(epoch: number, { timeZone }: Pick<Site, 'timeZone'>): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(epoch * 1_000)
}
