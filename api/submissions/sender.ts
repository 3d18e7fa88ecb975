/** Who sent it, by the fields that carry such names; empty where none does. */
export function senderName(values: Readonly<Record<string, string>>): string {
  return values.name || values.fullName || [values.firstName, values.lastName].filter(Boolean).join(' ')
}

/** For a greeting. It may have been typed for another person's eyes: a name and no message. */
export function calledName(values: Readonly<Record<string, string>>): string {
  const name = senderName(values)
  return /^[\p{L}\p{M}' ’.,-]{1,60}$/u.test(name) && !/\.\p{L}{2,}/u.test(name) ? name : 'reader'
}
