const german: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', Ä: 'ae', Ö: 'oe', Ü: 'ue' }

/**
 * Text as a URL slug: lower case, ASCII, words joined by one hyphen; `C++` -> `c-plus-plus`, `C#` -> `c-sharp`, `.NET`
 * -> `dot-net`. Empty when the text holds no letter or digit of the Latin script.
 */
export function slugify(text: string): string {
  if (plain.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
  return text
    .replace(/[äöüßÄÖÜ]/g, letter => german[letter] ?? letter)
    .replace(/\b([a-z])\+\+/gi, '$1 plus plus')
    .replace(/\b([a-z])#/gi, '$1 sharp')
    .replace(/(^|\s)\.net\b/gi, '$1dot net')
    .replace(/&/g, ' and ')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/['’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Most titles: nothing that is written out or left out. */
const plain = /^[A-Za-z0-9 ,()/_:|-]*$/

/** A job's slug: its title plus its reference. */
export function jobSlug(title: string, reference: string): string {
  const head = slugify(title).slice(0, 80).replace(/-$/, '') || 'job'
  return [head, slugify(reference)].filter(Boolean).join('-').slice(0, 200)
}

/**
 * The slug of a job where another owns the plain one.
 * @param discriminator a short stable hash of the job's id
 */
export function slugBeside(slug: string, discriminator: string): string {
  return `${slug}-${discriminator}`
}

/**
 * One slug a job has or had. Kept after the job is gone, so that its page can answer 410 rather than 404, and an old
 * slug can lead to the new one.
 */
export interface SlugDocument {
  /** The slug: primary key. */
  slug: string
  jobId: string
  /**
   * The job whose page it was, where it leads to another source's job that stands for that one; its own again when it
   * comes back.
   */
  ledFrom?: string
  title: string
  specialisms: string[]
  location: string
}
