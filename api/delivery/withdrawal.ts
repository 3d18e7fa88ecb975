import type { DeliveryName, SubmissionStore, Withdrawal } from '../submissions/submission.ts'
import { postToAts, WebhookRefused } from './ats.ts'
import { type Mail, reasonOf } from './mail.ts'
import { toOffice } from './office.ts'

interface Parts {
  store: SubmissionStore
  mail: Mail
  officeEmail: string
  ats: { url: string; secret: string } | null
  now: () => Date
}

/** A tracking system that does not answer for so long is not asked any more. */
const atsToldWithinMs = 5 * 86_400_000

/**
 * Brings a withdrawal to its end: what is left of the application here is erased (the site has done so already, unless
 * it died), and the office and the tracking system are told, each once. They are told in every case: whether an
 * application that was on its way at that moment has reached them is not known for sure, and who was sent none finds
 * none to erase.
 * @param stillOurs as for `deliver`
 * @returns who has not been told, with why; empty when the withdrawal is done with
 */
export async function tellWithdrawal(
  withdrawal: Withdrawal,
  parts: Parts,
  stillOurs: () => Promise<void>,
): Promise<{ delivery: DeliveryName; reason: string; final: boolean }[]> {
  const { store, mail, ats, now } = parts
  const { id, at } = withdrawal
  await store.erase(id)
  // Also those of the inbox.
  for (const delivery of ['office', 'person', 'mail_']) await mail.erase(`${id}-${delivery}`)
  const told = new Set((await store.told(id)).map(({ delivery }) => delivery))
  const make: [DeliveryName, () => Promise<string>][] = [
    ['office', () => tellOffice(withdrawal, parts, stillOurs)],
    ['ats', async () => (ats ? postToAts(ats, atsId(id), payloadOf(withdrawal), stillOurs) : 'no webhook is set up')],
  ]
  const open: { delivery: DeliveryName; reason: string; final: boolean }[] = []
  for (const [delivery, tell] of make) {
    if (told.has(delivery)) continue
    try {
      const note = await tell().catch(error => {
        const late = now().getTime() - Date.parse(at) > atsToldWithinMs
        // It does not want to know, or is not there: nothing of the person waits for that.
        if (delivery === 'ats' && (error instanceof WebhookRefused || late)) return `given up: ${reasonOf(error)}`
        throw error
      })
      await store.tell(withdrawal, { delivery, at: now().toISOString(), note })
    } catch (error) {
      open.push({ delivery, reason: reasonOf(error), final: false })
    }
  }
  if (open.length > 0) return open
  await store.settleWithdrawal(id)
  await mail.settled(mailId(id))
  return []
}

const mailId = (id: string) => `${id}-withdrawal`
const atsId = (id: string) => `${id}-withdrawal`

function tellOffice(
  withdrawal: Withdrawal,
  parts: Pick<Parts, 'mail' | 'officeEmail'>,
  stillOurs: () => Promise<void>,
): Promise<string> {
  const { id, job, name, receivedAt, at } = withdrawal
  const about = job ? `${job.title} (${job.reference})` : withdrawal.formId
  const text = [
    `${name || 'The applicant'} has withdrawn this application. Please take it no further, erase the mail that brought it with its files, and have them erased wherever you have passed them on.`,
    '',
    `Job: ${about}`,
    `Received ${receivedAt}, number ${id}`,
    `Withdrawn ${at}`,
    '',
    'On the website all of it has been erased. If the application never came to you, there is nothing for you to do.',
  ].join('\n')
  return toOffice(withdrawal, parts, (to, remark) =>
    parts.mail.send(
      {
        id: mailId(id),
        to,
        subject: name ? `Withdrawn: ${about}, from ${name}` : `Withdrawn: ${about}`,
        text: remark ? `${remark}\n\n${text}` : text,
        inReplyTo: `${id}-office`,
        attachments: [],
        auto: 'auto-generated',
      },
      stillOurs,
    ),
  )
}

/** Ids and the job: what a tracking system finds the application by. */
function payloadOf({ id, formId, receivedAt, at, job }: Withdrawal): object {
  return { type: 'application.withdrawn', timestamp: at, data: { id, formId, receivedAt, withdrawnAt: at, job } }
}
