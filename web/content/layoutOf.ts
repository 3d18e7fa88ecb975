import { defaultLocale } from '#indexer/content'
import type { Fields } from '#indexer/contentTypes'
import type { Layout, MenuItem, RichText } from './content.ts'
import { phrasesOf, plainText } from './enhance.ts'
import { byOrder, countryNameOf } from './entryWords.ts'
import { richText } from './sections.ts'
import { linkedTexts, shownTexts } from './shownTexts.ts'
import type { SiteEntries } from './siteEntries.ts'

export function layoutOf(entries: SiteEntries): Layout {
  const fields = entries.settings()?.fields
  return {
    name: fields?.name ?? entries.site.name,
    tagline: fields?.tagline ?? '',
    copyrightYear: fields?.copyrightYear ?? null,
    phone: fields?.phone ?? '',
    email: fields?.email ?? '',
    hours: fields?.hours ?? '',
    promise: fields?.promise ?? '',
    register: { heading: fields?.registerHeading ?? '', text: fields?.registerText ?? '' },
    social: entries.hrefs(fields?.socialLinks ?? []),
    countrySites: (fields?.countrySites ?? []).map(({ label, url, site: id }) => ({
      label,
      url: entries.href(url),
      current: id === entries.site.id,
    })),
    mainMenu: menu(entries, 'main'),
    footerMenu: menu(entries, 'footer'),
    legalMenu: menu(entries, 'legal'),
    offices: entries.offices().map(entry => {
      const { city, country, phone = '' } = entry.fields
      return { id: entry.id, city, countryName: countryNameOf(country.toUpperCase()), phone }
    }),
    forms: { ...fields?.forms },
    cookieExpiryDays: fields?.cookieExpiry ?? 3000,
    texts: interfaceTexts(entries),
    phrases: Object.fromEntries(
      linkedTexts.flatMap(name => {
        const phrases = phrasesOf(textNamed(entries, name))
        return phrases.length > 0 ? [[name, phrases]] : []
      }),
    ),
  }
}

function menu(entries: SiteEntries, which: Fields<'menuEntry'>['menu']): MenuItem[] {
  const all = [...entries.content.all('menuEntry')].filter(({ fields }) => fields.menu === which).sort(byOrder)
  const ids = new Set(all.map(({ id }) => id))
  const items = (parent: string | null, level: number, seen: readonly string[]): MenuItem[] =>
    all
      // One whose parent is not there stands at the top.
      .filter(({ fields }) => (fields.parent && ids.has(fields.parent.sys.id) ? fields.parent.sys.id : null) === parent)
      .filter(({ id }) => !seen.includes(id))
      .map(({ id, fields }) => ({
        id,
        label: fields.label,
        url: entries.href(fields.url),
        slug: fields.urlSlug,
        description: fields.description ?? '',
        children: level < 3 ? items(id, level + 1, [...seen, id]) : [],
      }))
  return items(null, 1, [])
}

/** A text by its name, with the language behind it (`events.past.text.en`) or without. */
export function textNamed(entries: SiteEntries, name: string): RichText | null {
  const texts = entries.content.all('textEntry')
  const named = (wanted: string) => texts.find(({ fields }) => fields.name === wanted)
  const entry = named(`${name}.${defaultLocale}`) ?? named(name)
  return entry ? richText(entries, entry.fields.text, entry.id) : null
}

function interfaceTexts(entries: SiteEntries): Record<string, string> {
  return Object.fromEntries(
    shownTexts.flatMap(name => {
      const words = plainText(textNamed(entries, name))
      return words ? [[name, words]] : []
    }),
  )
}
