import { z } from 'zod'
import { statuses } from '../submissions/events.ts'
import { calledName } from '../submissions/sender.ts'
import type { Submission } from '../submissions/submission.ts'
import { mailText, subjectLine } from './typedMail.ts'

const placeholders = ['name', 'job', 'reference', 'consultant', 'site'] as const
type Placeholder = (typeof placeholders)[number]

const placed = /\{\{([^{}]*)\}\}/g
const words = (most: number) =>
  z
    .string()
    .max(most)
    .refine(
      text => [...text.matchAll(placed)].every(([, name]) => placeholders.includes(name!.trim() as Placeholder)),
      {
        error: `may hold ${placeholders.map(name => `{{${name}}}`).join(', ')} and no other placeholder`,
      },
    )

const mailTemplate = z.strictObject({
  id: z.string().regex(/^[\w-]{1,40}$/, 'must be letters, digits, _ and -'),
  /** In the list that a consultant chooses from. */
  title: z.string().min(1).max(80),
  /** What the submission becomes when the mail is sent. */
  status: z.enum(statuses).optional(),
  subject: words(150).min(1),
  /** Line by line. */
  text: z.array(words(2_000)).min(1).max(200),
})
export type MailTemplate = z.infer<typeof mailTemplate>

/** @throws Error that names every fault of the file */
export function parseMailTemplates(json: string): MailTemplate[] {
  let written: unknown
  try {
    written = JSON.parse(json)
  } catch (error) {
    throw new Error(`it is no JSON: ${(error as Error).message}`)
  }
  const parsed = z
    .array(mailTemplate)
    .refine(all => new Set(all.map(({ id }) => id)).size === all.length, { error: 'each id must be there once' })
    .safeParse(written)
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '))
}

/**
 * A mail to the person of a submission. What was typed stands in it as one line of text, and is not read for
 * placeholders again; a name that is none is left out.
 */
export function fillTemplate(
  { subject, text }: MailTemplate,
  submission: Submission,
  siteName: string,
): { subject: string; text: string } {
  const { job } = submission
  const values: Record<Placeholder, string> = {
    name: calledName(submission.values),
    job: job?.title ?? 'your message',
    reference: job?.reference || '-',
    consultant: job?.consultant || siteName,
    site: siteName,
  }
  const fill = (line: string) =>
    line.replace(placed, (_, name: string) =>
      values[name.trim() as Placeholder].replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '),
    )
  return { subject: subjectLine(fill(subject)), text: mailText(text.map(fill).join('\n')) }
}
