import type { Submission } from '../submissions/submission.ts'
import { isSameAddress, oneAddress } from './address.ts'
import { isRefused, reasonOf } from './mail.ts'

type Addressed = Pick<Submission, 'to' | 'office'>

/**
 * The office of the site that a submission was sent to.
 * @param parts.officeEmail of what names none
 */
export function officeOf({ office }: Pick<Addressed, 'office'>, parts: { officeEmail: string }): string {
  return oneAddress(office?.email ?? '') ?? parts.officeEmail
}

/**
 * Sends a mail to whom a submission is for, or to the office where that is not one address, or one that takes no mail.
 * @param send with what the office is told of why it has the mail
 * @returns the receipt's note
 */
export async function toOffice(
  submission: Addressed,
  parts: { officeEmail: string },
  send: (to: string, remark: string | null) => Promise<string>,
): Promise<string> {
  const officeEmail = officeOf(submission, parts)
  const to = submission.to === '' ? officeEmail : oneAddress(submission.to)
  if (to === null)
    return send(
      officeEmail,
      'This came to you because the address that it is for is not one e-mail address. Please mend it in the advert.',
    )
  try {
    return await send(to, null)
  } catch (error) {
    // A consultant who has left is no reason to leave an application unread.
    if (!isRefused(error) || isSameAddress(to, officeEmail)) throw error
    const note = await send(
      officeEmail,
      `This came to you because the mail server takes no mail for ${to} (${error.responseCode}).`,
    )
    return `${note}; sent to the office: the addressee was ${reasonOf(error)}`
  }
}
