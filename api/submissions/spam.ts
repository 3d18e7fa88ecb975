import { type FormDefinition, submissionFields } from '#api/forms'

/** A person needs longer than this to fill a form. */
const quickestMs = 2_000

/**
 * Why a submission is held back until somebody has looked; null for one to deliver. Held is not lost: an operator sees it and can release it.
 * @param values as sent, with the fields that every form sends beside its own
 * @param now epoch milliseconds
 */
export function heldReason(_definition: FormDefinition, values: Readonly<Record<string, string>>, now: number): string | null {
  if (values[submissionFields.trap]) return 'A field that people do not see was filled.'
  const shownAt = Number(values[submissionFields.shownAt])
  if (Number.isFinite(shownAt) && shownAt > 0 && now - shownAt < quickestMs && now >= shownAt) return 'The form was filled faster than people type.'
  return null
}
