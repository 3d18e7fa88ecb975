import { type CvFacts, cvPath, type FormField } from '#api/forms'

/**
 * What the server reads in a CV, as values for the form's own fields, by their names: for the candidate to check, and
 * only for what is still empty. Empty when it says nothing, or when anything goes wrong: the form works without.
 * @param signal for a file that was exchanged for another meanwhile
 */
export async function readCvFacts(
  file: File,
  fields: readonly FormField[],
  signal?: AbortSignal,
): Promise<Record<string, string>> {
  try {
    const body = new FormData()
    body.append('cv', file)
    const answer = await fetch(cvPath, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body,
      signal: signal ?? null,
    })
    return answer.ok ? factsFor(fields, (await answer.json()) as CvFacts) : {}
  } catch {
    // No visitor has asked for this: a failure is not worth a word.
    return {}
  }
}

/**
 * Pure: value by field name, for each field that a fact belongs in, told by its autocomplete token or else by its name.
 */
export function factsFor(
  fields: readonly FormField[],
  { givenName, familyName, email, phone }: CvFacts,
): Record<string, string> {
  const facts: Record<string, string | null> = {
    name: [givenName, familyName].filter(Boolean).join(' ') || null,
    // A name that could not be told into its parts is whole, and no given name.
    given: familyName === null ? null : givenName,
    family: familyName,
    email,
    phone,
  }
  const values: Record<string, string> = {}
  for (const field of fields) {
    const fact = factOf(field)
    const value = fact === null ? null : facts[fact]
    if (value) values[field.name] = value
  }
  return values
}

const byToken: Record<string, string> = {
  name: 'name',
  'given-name': 'given',
  'family-name': 'family',
  email: 'email',
  tel: 'phone',
}
const byName: Record<string, string> = {
  name: 'name',
  fullname: 'name',
  yourname: 'name',
  firstname: 'given',
  givenname: 'given',
  forename: 'given',
  lastname: 'family',
  familyname: 'family',
  surname: 'family',
  email: 'email',
  emailaddress: 'email',
  phone: 'phone',
  telephone: 'phone',
  mobile: 'phone',
  tel: 'phone',
}

function factOf({ name, type, autocomplete }: FormField): string | null {
  if (type !== 'text' && type !== 'email' && type !== 'tel') return null
  // `section-x home tel`: the last word says what it is.
  if (autocomplete) return byToken[autocomplete.trim().split(/\s+/).at(-1)!] ?? null
  return byName[name.toLowerCase().replace(/_/g, '')] ?? null
}
