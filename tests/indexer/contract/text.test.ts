import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutText, decodeEntities, remembered, repairEncoding, repairText } from '#indexer/text'
import { tries } from '../../builders/properties.ts'

/** UTF-8 read as Windows-1252, as a careless export does it. */
const misread = (text: string) => {
  const table = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
  return [...new TextEncoder().encode(text)]
    .map(byte => (byte >= 0x80 && byte <= 0x9f ? table[byte - 0x80] : String.fromCharCode(byte)))
    .join('')
}

describe('repairText', () => {
  test.each([
    ['Â£31,000 in the Childrenâ€™s team', '£31,000 in the Children’s team'],
    ['Versicherungskaufmann fÃ¼r KÃ¶ln', 'Versicherungskaufmann für Köln'],
    ['Ã¢â‚¬Å“quotedÃ¢â‚¬Â\u009d', '“quoted”'],
    ['â€œquotedâ€ and â€œagainâ€.', '“quoted” and “again”.'],
    ['ÐŸÑ€Ð¸Ð²ÐµÑ‚ and æ—¥æœ¬èªž', 'Привет and 日本語'],
    ['role.Â Then', 'role. Then'],
    ['GRÃ–SSE und KÃ¶ln', 'GRÖSSE und Köln'],
    ['dÃ©jÃ\u00a0 vu, dÃ©jÃ  vu', 'déjà vu, déjà vu'],
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

  test.each([
    'São Paulo à la carte',
    'CAFÉ® Zürich',
    'Ärzte – „Groß“',
    'ÅÄÖ åäö',
    '§ 5 Abs. 2',
    'Łódź',
    'İstanbul',
    '日本語',
    'a < b & c > d',
  ])('leaves %s alone', text => expect(repairText(text)).toBe(text))

  // Sentences of our own, each with the letters that its language adds to the alphabet.
  const sentences = [
    'Zürich prüft größere Schäden für Ärzte – Übersee, „Öl“ und Straße',
    'Tanto faz: amanhã, à tarde, São João e Âncora, coração, você e avô',
    'L’été à Noël, où la hâte d’un maître goûte « l’œuvre » d’Évreux',
    'Mañana el niño pidió ¿qué? y ¡más! en la Ñora, según él',
    'Zażółć gęślą jaźń, Łódź i Ślęża – „dobra” płaca',
    'Å gå på båten på Ås, æ, Ø og øst; en ö i Åre, Ängelholm',
    'Příliš žluťoučký kůň úpěl ďábelské ódy, Ústí a Ďáblice',
    'Așadar, în România și Âdâncata, încă o țară, ÎNALT',
    'İstanbul’da çalışma, ığdır, şeker, ÂLİM ve kâğıt',
    'Árvíztűrő tükörfúrógép, Ő és Űr',
    'Þetta er Íslenska, Ðavíð, æði',
    'R&D, 50% of £40k–£45k, 20 °C, ±2 µm, § 5, 1½ days, x² © ® ™',
  ]
  const others = [
    'Ơn huệ, ĐÃ NỘP HỒ SƠ, CÂN, NHÂN VIÊN, thường xuyên Âm',
    'Τα νέα της Αθήνας είναι καλά',
    'Привет, Москва — новая работа',
    'العربية وظائف جديدة في دبي',
    'می\u200cخواهم کار کنم',
    '求人情報 東京 — 新しい仕事',
  ]
  /** Marks that stand between words without a space. */
  const joiningMarks = ['–', '—', '…', '’', '·', '•', '/', '-']
  const marksOfType = [
    '',
    ' ',
    '.',
    ',',
    '…',
    '’',
    '”',
    '“',
    '‘',
    '»',
    '«',
    '–',
    ' – ',
    '—',
    '™',
    '®',
    '\u00a0',
    '\u00a0»',
    '€',
    '•',
    '›',
    '·',
    '°',
    '²',
    '?',
    '!',
  ]
  test('clean text of any language stays as it is, in capitals and beside any mark too', () => {
    const word = fc.constantFrom(...[...sentences, ...others].flatMap(sentence => sentence.split(' ')))
    const cased = fc.tuple(word, fc.constantFrom('', 'upper', 'lower')).map(([text, how]) => {
      if (how === 'upper') return text.toUpperCase()
      return how === 'lower' ? text.toLowerCase() : text
    })
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            cased,
            fc.oneof(
              fc.tuple(fc.constantFrom(...marksOfType), fc.constantFrom(' ', '\n')),
              fc.tuple(fc.constantFrom(...joiningMarks), fc.constant('')),
            ),
          ),
          { minLength: 1, maxLength: 12 },
        ),
        parts => {
          const text = parts.map(([first, rest]) => first + rest.join('')).join('')
          expect(repairEncoding(text)).toBe(text)
        },
      ),
      tries(3_000),
    )
    for (const sentence of [...sentences, ...others])
      for (const text of [sentence, sentence.toUpperCase()]) expect(repairText(text)).toBe(text)
  })
  test('every one of those sentences comes back from a misreading, once or twice', () => {
    for (const sentence of sentences) {
      expect(repairText(misread(sentence)), sentence).toBe(sentence)
      expect(repairText(misread(misread(sentence))), sentence).toBe(sentence)
    }
  })

  test('undoes any misreading of text an advert uses, once or twice', () => {
    const letters = fc.constantFrom(
      'ä',
      'ö',
      'ü',
      'ß',
      'é',
      'è',
      'ñ',
      '£',
      '€',
      '–',
      '—',
      '’',
      '“',
      '”',
      '•',
      '…',
      '™',
      '½',
      'ø',
      ' a ',
      ' Team ',
      '9',
    )
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 12 }), parts => {
        const text = parts.join('').replace(/\s+/g, ' ').trim()
        // Three letters in a row with marks behind each may be a misreading themselves (`ä“—ß™ß“`): no word has them.
        fc.pre(repairText(text) === text)
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
          fc
            .array(fc.constantFrom('&amp;', 'amp;', '&', 'Â', 'Ã', 'â', '€', '™', '\ufffd', '\u0080', ' ', 'x'))
            .map(parts => parts.join('')),
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
  expect(decodeEntities('&amp;amp;lt;b&amp;gt; &#x41;&#66; &nosuch; & &#0; &#xD800;')).toBe(
    '<b> AB &nosuch; & &#0; &#xD800;',
  )
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

test('a text is cut anywhere but in the middle of a character', () => {
  expect([0, 1, 2, 3, 4, 5].map(length => cutText('a🚀b', length))).toEqual(['', 'a', 'a', 'a🚀', 'a🚀b', 'a🚀b'])
})
