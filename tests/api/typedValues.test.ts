import { describe, expect, it } from 'vitest'
import { fieldError } from '#api/formErrors'
import type { FormField } from '#api/forms'
import { normalised } from '#api/typedValues'
import type { FieldType } from '#indexer/formEntries'
import { internationalPhone } from '../../api/submissions/phone.ts'
import { typeOf, valuesOf } from '../../infra/seed/checkExport.ts'
import { contentExport } from '../../infra/seed/contentExport.ts'

const field = (type: FieldType, overrides: Partial<FormField> = {}): FormField => ({
  name: 'x',
  type,
  label: 'It',
  ...overrides,
})
const forms = contentExport().entries.filter(entry => typeOf(entry) === 'formDefinition')
const fieldsOf = (type: FieldType) =>
  forms.flatMap(form => (valuesOf(form).fields as FormField[]).filter(each => each.type === type))

/** As typed, as it is tidied in the browser too, as a UK site stores it. */
const phones: [typed: string, tidy: string, stored: string][] = [
  ['020 7946 0958', '020 7946 0958', '+44 20 7946 0958'],
  ['(020) 7946 0958', '020 7946 0958', '+44 20 7946 0958'],
  ['02079460958', '02079460958', '+44 20 7946 0958'],
  ['020 7946 0958 ext 12', '020 7946 0958 ext. 12', '+44 20 7946 0958 ext. 12'],
  ['020 7946 0958 ext. 12', '020 7946 0958 ext. 12', '+44 20 7946 0958 ext. 12'],
  ['020 7946 0958, extension 12', '020 7946 0958 ext. 12', '+44 20 7946 0958 ext. 12'],
  ['020 7946 0958x12', '020 7946 0958 ext. 12', '+44 20 7946 0958 ext. 12'],
  ['020 7946 0958 (ext. 12)', '020 7946 0958 ext. 12', '+44 20 7946 0958 ext. 12'],
  ['020 7946 0958 #12', '020 7946 0958 ext. 12', '+44 20 7946 0958 ext. 12'],
  ['+44 20 7946 0958;ext=12', '+44 20 7946 0958 ext. 12', '+44 20 7946 0958 ext. 12'],
  ['020\u00a07946\u202f0958', '020 7946 0958', '+44 20 7946 0958'],
  ['\u202a+44 20 7946 0958\u202c', '+44 20 7946 0958', '+44 20 7946 0958'],
  ['\u2066020 7946 0958\u2069\u200e', '020 7946 0958', '+44 20 7946 0958'],
  ['\ufeff020 7946\u200b 0958', '020 7946 0958', '+44 20 7946 0958'],
  ...[...'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d'].map((dash): [string, string, string] => [
    `020${dash}7946${dash}0958`,
    '020-7946-0958',
    '+44 20 7946 0958',
  ]),
  ['020.7946.0958', '020.7946.0958', '+44 20 7946 0958'],
  ['020·7946·0958', '020 7946 0958', '+44 20 7946 0958'],
  ['０２０ ７９４６ ０９５８', '020 7946 0958', '+44 20 7946 0958'],
  ['＋４４（２０）７９４６－０９５８', '+44 20 7946-0958', '+44 20 7946 0958'],
  ['٠٢٠ ٧٩٤٦ ٠٩٥٨', '020 7946 0958', '+44 20 7946 0958'],
  ['+44 (0)20 7946 0958', '+44 20 7946 0958', '+44 20 7946 0958'],
  ['+44(0)2079460958', '+44 2079460958', '+44 20 7946 0958'],
  ['(+44) 20 7946 0958', '+44 20 7946 0958', '+44 20 7946 0958'],
  ['0044 (0) 20 7946 0958', '0044 20 7946 0958', '+44 20 7946 0958'],
  ['+ 44 20 7946 0958', '+44 20 7946 0958', '+44 20 7946 0958'],
  ['Tel.: 020 7946 0958', '020 7946 0958', '+44 20 7946 0958'],
  ['tel:+442079460958', '+442079460958', '+44 20 7946 0958'],
  ['  020 7946 0958. ', '020 7946 0958', '+44 20 7946 0958'],
  ['07700 900123', '07700 900123', '+44 7700 900123'],
  ['+49 30 23125 100', '+49 30 23125 100', '+49 30 23125100'],
  ['+65 6123 4567', '+65 6123 4567', '+65 6123 4567'],
  // No whole number, or none that is known: kept as it was tidied.
  ['7946 0958', '7946 0958', '7946 0958'],
  ['+999 123 456 789', '+999 123 456 789', '+999 123 456 789'],
]

describe('a telephone number', () => {
  it.each(phones)('%j is taken by every form, tidied to %j and stored as %j', (typed, tidy, stored) => {
    expect(normalised(field('tel'), typed)).toBe(tidy)
    expect(normalised(field('tel'), tidy)).toBe(tidy)
    expect(internationalPhone(tidy, 'GB')).toBe(stored)
    // What is stored is itself taken, and stored the same way.
    expect(internationalPhone(normalised(field('tel'), stored), 'GB')).toBe(stored)
    const asked = fieldsOf('tel')
    expect(asked.length).toBeGreaterThan(2)
    // Also where a space still has the pattern and the length that the seed once asked for.
    const before = field('tel', { pattern: '[+0-9][0-9 ()./\\-]{5,24}', maxLength: 25 })
    for (const one of [...asked, before]) expect(fieldError(one, typed)).toBeNull()
  })

  it.each([
    '12',
    '12345',
    'call me',
    '020 7946 0958 evenings',
    'x12',
    '+',
    '(',
    '020 7946 0958 / 07700 900123',
    '020\n7946 0958 1',
    'a@b.example',
    '1'.repeat(3_000),
  ])('%j is none', typed => {
    expect(fieldError(field('tel'), typed)).not.toBeNull()
  })

  it('without its country code belongs to the site’s country, and only where it is whole', () => {
    expect(internationalPhone('030 23125100', 'DE')).toBe('+49 30 23125100')
    expect(internationalPhone('23125100', 'DE')).toBe('23125100')
    expect(internationalPhone('6123 4567', 'SG')).toBe('+65 6123 4567')
  })
})

describe('an e-mail address', () => {
  it.each([
    ['  o@b.example ', 'o@b.example'],
    ['\u00a0o@b.example\u200b', 'o@b.example'],
    ['mailto:o@b.example', 'o@b.example'],
    ['MAILTO:o@b.example?subject=Hello', 'o@b.example'],
    ['Ottilie Brandt <o@b.example>', 'o@b.example'],
    ['<o@b.example>', 'o@b.example'],
    ['Ottilie.Brandt@Longlist.Example', 'Ottilie.Brandt@longlist.example'],
    ['o @ b.example', 'o@b.example'],
    ['o@b.example.', 'o@b.example'],
    ['o@b.example;', 'o@b.example'],
    ['ｏ＠ｂ．example', 'o@b.example'],
    ['\u202ao@b.example\u202c', 'o@b.example'],
    ['o@münchen.example', 'o@münchen.example'],
    ['o@xn--mnchen-3ya.example', 'o@xn--mnchen-3ya.example'],
    ['o@b.xn--p1ai', 'o@b.xn--p1ai'],
    ["o'neil+jobs?@b.example", "o'neil+jobs?@b.example"],
  ])('%j is %j', (typed, stored) => {
    expect(normalised(field('email'), typed)).toBe(stored)
    expect(normalised(field('email'), stored)).toBe(stored)
    for (const one of [field('email'), ...fieldsOf('email')]) expect(fieldError(one, typed)).toBeNull()
  })

  it.each([
    'o@b',
    'nobody',
    'a@b.example, c@d.example',
    'a@b.example\nbcc: x@y.example',
    'mailto:',
    'o o@b.example',
    '@b.example',
    'a@b@c.example',
  ])('%j is none', typed => {
    expect(fieldError(field('email'), typed)).not.toBeNull()
  })
})

describe('a web address', () => {
  it.each([
    ['linkedin.com/in/ottilie', 'https://linkedin.com/in/ottilie'],
    ['www.linkedin.com/in/ottilie/', 'https://www.linkedin.com/in/ottilie/'],
    ['uk.linkedin.com/in/ottilie', 'https://uk.linkedin.com/in/ottilie'],
    ['LinkedIn.com/in/ottilie', 'https://LinkedIn.com/in/ottilie'],
    ['//linkedin.com/in/ottilie', 'https://linkedin.com/in/ottilie'],
    ['HTTPS://linkedin.com/in/ottilie', 'https://linkedin.com/in/ottilie'],
    ['http://linkedin.com/in/ottilie', 'http://linkedin.com/in/ottilie'],
    [' <https://linkedin.com/in/ottilie>, ', 'https://linkedin.com/in/ottilie'],
    ['linkedin.com/in/ottilie?trk=a&b=c#top', 'https://linkedin.com/in/ottilie?trk=a&b=c#top'],
    ['linkedin.com/in/jürgen-grün', 'https://linkedin.com/in/jürgen-grün'],
    ['\u2068linkedin.com/in/ottilie\u2069', 'https://linkedin.com/in/ottilie'],
    ['ottilie.example', 'https://ottilie.example'],
    ['ottilie.example:8443/cv', 'https://ottilie.example:8443/cv'],
  ])('%j is %j', (typed, stored) => {
    expect(normalised(field('url'), typed)).toBe(stored)
    expect(normalised(field('url'), stored)).toBe(stored)
    const asked = fieldsOf('url')
    expect(asked.length).toBeGreaterThan(0)
    for (const one of [field('url'), ...asked]) expect(fieldError(one, typed)).toBeNull()
  })

  it('of LinkedIn may be its own part where one is asked for', () => {
    expect(normalised(field('url', { name: 'linkedin' }), 'in/ottilie-brandt')).toBe(
      'https://www.linkedin.com/in/ottilie-brandt',
    )
    expect(fieldError(field('url'), 'in/ottilie-brandt')).not.toBeNull()
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'javascript://linkedin.com/%0aalert(1)',
    'ottilie',
    'o@b.example',
    'linkedin.com/in/ottilie brandt',
    'https://',
    'a.example\nb.example',
    '12.5',
  ])('%j is none', typed => {
    expect(fieldError(field('url'), typed)).not.toBeNull()
  })
})

describe('a name', () => {
  it('of one character is one, and keeps what some languages spell with', () => {
    const names = fieldsOf('text').filter(({ autocomplete }) => autocomplete === 'name')
    expect(names.length).toBeGreaterThan(3)
    for (const one of names)
      for (const typed of ['O', 'Wei O', '王', 'می\u200cرا']) expect(fieldError(one, typed)).toBeNull()
    expect(normalised(field('text'), '\u202eOttilie\u202c ')).toBe('Ottilie')
    expect(normalised(field('text'), 'می\u200cرا')).toBe('می\u200cرا')
    expect(fieldError(field('text'), 'two\nlines')).not.toBeNull()
  })
})
