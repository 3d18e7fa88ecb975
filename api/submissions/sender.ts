/** Who sent it, by the fields that carry such names; empty where none does. */
export function senderName(values: Readonly<Record<string, string>>): string {
  return values.name || values.fullName || [values.firstName, values.lastName].filter(Boolean).join(' ')
}
