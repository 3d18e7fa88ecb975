import { z } from 'zod'
import { statuses } from '../submissions/events.ts'

/** As many as a mail's subject is sent with. */
export const mostOfSubject = 200
export const mostOfText = 20_000

/** Marks that turn the direction of writing: no mail is sent with them. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** As it is sent: what is shown before is the same. */
export const subjectLine = (text: string) =>
  text
    .toWellFormed()
    .replace(turning, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

/** As it is sent: what is shown before is the same. */
export const mailText = (text: string) =>
  text
    .toWellFormed()
    .replace(turning, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .replace(/^\n+/, '')
    .trimEnd()

const required = (clean: (text: string) => string, most: number, name: string) =>
  z
    .string()
    .transform(clean)
    .superRefine((text, context) => {
      if (text === '') context.addIssue({ code: 'custom', message: `The ${name} is empty.` })
      if ([...text].length > most)
        context.addIssue({
          code: 'custom',
          message: `The ${name} has at most ${most.toLocaleString('en')} characters.`,
        })
    })

/** What a consultant sends from the form of a mail; an empty status leaves it as it is. */
const typedMail = z.object({
  subject: required(subjectLine, mostOfSubject, 'subject'),
  text: required(mailText, mostOfText, 'text'),
  status: z.enum(['', ...statuses], { error: 'There is no such status.' }),
  template: z.string().regex(/^[\w-]{1,40}$/, 'The form came without its template. Choose one again.'),
})
export type TypedMail = z.infer<typeof typedMail>
export type MailFaults = Partial<Record<keyof TypedMail, string>>

/** @returns the mail, or a sentence for each field that has a fault */
export function parseTypedMail(typed: Record<keyof TypedMail, string>): { mail: TypedMail } | { faults: MailFaults } {
  const parsed = typedMail.safeParse(typed)
  if (parsed.success) return { mail: parsed.data }
  return { faults: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path[0], message])) }
}
