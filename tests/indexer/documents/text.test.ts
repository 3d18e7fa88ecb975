import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeEntities, readTitle, remembered, repairText, tidyTitle } from '../../../indexer/documents/text.ts'

/** UTF-8 read as Windows-1252, as a careless export does it. */
const misread = (text: string) => {
  const table = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
  return [...new TextEncoder().encode(text)].map(byte => (byte >= 0x80 && byte <= 0x9f ? table[byte - 0x80] : String.fromCharCode(byte))).join('')
}

describe('repairText', () => {
  test.each([
    ['Â£31,000 in the Childrenâ€™s team', '£31,000 in the Children’s team'],
    ['Versicherungskaufmann fÃ¼r KÃ¶ln', 'Versicherungskaufmann für Köln'],
    ['Ã¢â‚¬Å“quotedÃ¢â‚¬Â\u009d', '“quoted”'],
    ['clean ü beside misread Ã¤', 'clean ü beside misread ä'],
    ['â\u0080\u0093 a dash through Latin-1', '– a dash through Latin-1'],
    ['‚¬35,000', '€35,000'],
    ['R&amp;amp;amp;amp;D&amp;amp;nbsp;team', 'R&D team'],
    ['it&#146;s &#8364;5 &eacute;lan &unknownthing;', 'it’s €5 élan &unknownthing;'],
    ['no\u00a0break,\u2003wide, \u200bzero\u00adwidth', 'no break, wide, zerowidth'],
    ['tab\there\u0001and\nthere', 'tab here and there'],
    ['the team\ufffds office \ufffd London', 'the team’s office London'],
    ['lone \ud800 surrogate', 'lone surrogate'],
    ['emoji 🚀 stays', 'emoji 🚀 stays'],
    ['', ''],
  ])('%j -> %j', (raw, expected) => expect(repairText(raw)).toBe(expected))

  test.each(['São Paulo à la carte', 'CAFÉ® Zürich', 'Ärzte – „Groß“', 'ÅÄÖ åäö', '§ 5 Abs. 2', 'Łódź', 'İstanbul', '日本語', 'a < b & c > d'])(
    'leaves %s alone',
    text => expect(repairText(text)).toBe(text),
  )

  test('undoes any misreading of text an advert uses, once or twice', () => {
    const letters = fc.constantFrom('ä', 'ö', 'ü', 'ß', 'é', 'è', 'ñ', '£', '€', '–', '—', '’', '“', '”', '•', '…', '™', '½', 'ø', ' a ', ' Team ', '9')
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 12 }), parts => {
        const text = parts.join('').replace(/\s+/g, ' ').trim()
        expect(repairText(misread(text))).toBe(text)
        expect(repairText(misread(misread(text)))).toBe(text)
      }),
    )
  })
  test('never throws, is idempotent, and leaves no control character', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fc.constantFrom('&amp;', 'amp;', '&', 'Â', 'Ã', 'â', '€', '™', '\ufffd', '\u0080', ' ', 'x')).map(parts => parts.join('')),
        ),
        raw => {
          const text = repairText(raw)
          expect(repairText(text)).toBe(text)
          expect(text).toBe(text.trim())
          expect([...text].every(character => character >= ' ' && character !== '\ufffd')).toBe(true)
        },
      ),
    )
  })
})

test('decodeEntities reads to the bottom, and leaves what is no entity', () => {
  expect(decodeEntities('&amp;amp;lt;b&amp;gt; &#x41;&#66; &nosuch; & &#0; &#xD800;')).toBe('<b> AB &nosuch; & &#0; &#xD800;')
})

describe('tidyTitle', () => {
  test.each([
    ['SENIOR PRICING ACTUARY', 'Senior Pricing Actuary'],
    ['HEAD OF IT AND HR', 'Head of IT and HR'],
    ['C++ DEVELOPER / .NET ENGINEER', 'C++ Developer / .NET Engineer'],
    ['IFRS17 PROJECT MANAGER (VAT, SQL)', 'IFRS17 Project Manager (VAT, SQL)'],
    ['2ND LINE SUPPORT - M&A', '2nd Line Support - M&A'],
    ["CHILDREN'S SERVICES DEVOPS LEAD", "Children's Services DevOps Lead"],
    ['SACHBEARBEITER FÜR SCHÄDEN', 'Sachbearbeiter für Schäden'],
    ['CONSTRUCTOR OF PROTOTYPES', 'Constructor of Prototypes'],
    ['IT', 'IT'],
    ['SQL DBA', 'SQL DBA'],
    ['SAP FICO Consultant', 'SAP FICO Consultant'],
    ['iOS Developer', 'iOS Developer'],
    ['Aktuar (m/w/d)', 'Aktuar'],
    ['Aktuar (m/f/x) in Köln', 'Aktuar in Köln'],
    ['Aktuar [w|m|div.]', 'Aktuar'],
    ['Aktuar (all genders)', 'Aktuar'],
    ['Aktuar m/w/d', 'Aktuar'],
    ['Trader F/X', 'Trader F/X'],
    ['Java Developer!!', 'Java Developer'],
    ['*** Java Developer *** - APPLY NOW!', 'Java Developer'],
    ['Claims Handler - Immediate Start', 'Claims Handler'],
    ['Underwriter - London -', 'Underwriter - London'],
    ['Underwriter &amp;amp; Broker', 'Underwriter & Broker'],
    ['<b>Underwriter</b>', 'Underwriter'],
    ['Head: "Data" \\ R&D', 'Head: "Data" \\ R&D'],
    ['C#', 'C#'],
    ['.NET Developer', '.NET Developer'],
    ['!!!', ''],
    ['   ', ''],
  ])('%s', (raw, expected) => expect(tidyTitle(raw)).toBe(expected))

  test.each([
    ['Underwriter - Leeds - £41k - £52k + bonus', 'Underwriter - Leeds', '£41k - £52k + bonus'],
    ['Underwriter, Â£41,000', 'Underwriter', '£41,000'],
    ['Underwriter up to £52,000 DOE!', 'Underwriter', 'up to £52,000 DOE'],
    ['Broker (Hull, £21-24k)', 'Broker (Hull)', '£21-24k'],
    ['Broker - 31k ote to 46k', 'Broker', '31k ote to 46k'],
    ['Entwickler ab 61.000 €', 'Entwickler', 'ab 61.000 €'],
    // Money in the middle is part of the sentence.
    ['Broker - £31k - Hull', 'Broker - £31k - Hull', null],
    ['Analyst for a £2.1b fund', 'Analyst for a £2.1b fund', null],
    ['Windows 11 Engineer', 'Windows 11 Engineer', null],
    ['£30,000', '£30,000', null],
  ])('money at the end of %s', (raw, title, money) => expect(readTitle(raw)).toEqual({ title, money }))

  test('stays fast and whole on hostile titles', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('£1', '1k', '-', ' ', '.', 'pa', 'to ', '(', ')', '€', ',', 'x', 'm/w/', '!', '*'), { maxLength: 300 }), parts => {
        const started = performance.now()
        const { title } = readTitle(parts.join(''))
        expect(performance.now() - started).toBeLessThan(1_000)
        if (parts.includes('x')) expect(title).not.toBe('')
      }),
    )
  })
})

test('remembered asks once for each text and starts anew when full', () => {
  const asked: string[] = []
  const length = remembered(2, text => {
    asked.push(text)
    return text === 'none' ? null : text.length
  })
  expect(['aa', 'aa', 'none', 'none', 'b', 'aa'].map(length)).toEqual([2, 2, null, null, 1, 2])
  expect(asked).toEqual(['aa', 'none', 'b', 'aa'])
})
