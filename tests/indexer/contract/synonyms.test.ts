import { describe, expect, it } from 'vitest'
import { isAbbreviation, namesFor, otherSpacing, synonymsOf, vocabulary } from '#indexer/synonyms'
import { wordsOf } from '#indexer/words'
import { parseVocabulary } from '../../../indexer/contract/wordGroups.ts'

const groups = parseVocabulary(`
# care
carer, care giver = pflegekraft > support worker,
  home carer
nurse = krankenschwester
`)

describe('a vocabulary', () => {
  it('has English and German words of one meaning, and what they find beside', () => {
    expect(groups).toEqual([
      { english: ['carer', 'care giver'], german: ['pflegekraft'], finds: ['support worker', 'home carer'] },
      { english: ['nurse'], german: ['krankenschwester'], finds: [] },
    ])
  })

  it('names the line that is no group', () => {
    expect(() => parseVocabulary('a = b = c')).toThrow('No group of words: a = b = c')
    expect(() => parseVocabulary('> a')).toThrow('No group of words: > a')
  })
})

describe('synonyms', () => {
  it('are found both ways within a meaning, and one way what is narrower', () => {
    expect(synonymsOf(groups)).toEqual({
      carer: ['care giver', 'support worker', 'home carer'],
      'care giver': ['carer', 'support worker', 'home carer'],
    })
  })

  it('are what a title is searched by, in its own language and in the other', () => {
    const called = (title: string) => namesFor(wordsOf(title))
    expect(called('Senior Project Managers (IT)').other).toContain('projektleiter')
    expect(called('Projektleiter Bau').other).toContain('project manager')
    expect(called('Aktuar').other).toEqual(expect.arrayContaining(['actuary', 'actuarial']))
    expect(called('HGV Driver').own).toContain('lorry driver')
    expect(called('Support Worker').own).toContain('carer')
    // One way: who looks for a support worker does not look for each carer.
    expect(called('Carer').own).not.toContain('support worker')
    expect(called('Software Developer').other).toContain('softwareentwickler')
    expect(called('Software Developer').other).not.toContain('software-entwickler')
    expect(called('Zeppelin Pilot')).toEqual({ own: [], other: [] })
  })

  it('of two spacings are words of a title too', () => {
    expect(otherSpacing(wordsOf('Health Care Assistant'))).toEqual(['healthcare'])
    expect(otherSpacing(wordsOf('Healthcare Assistant'))).toEqual(['health', 'care'])
    expect(otherSpacing(wordsOf('Front-End Developer'))).toEqual(['frontend'])
    expect(otherSpacing(wordsOf('Care Home Manager'))).toEqual([])
  })

  it('of a word in several groups are those of each, and the groups are not joined', () => {
    expect(synonymsOf(parseVocabulary('md, managing director\nmd, doctor of medicine'))).toEqual({
      md: ['managing director', 'doctor of medicine'],
      'managing director': ['md'],
      'doctor of medicine': ['md'],
    })
  })

  it('of more than three words are found, and not asked for: the engine never looks them up', () => {
    const asked = synonymsOf(
      parseVocabulary('ciso, chief information security officer\nsite engineer, setting-out engineer of works'),
    )
    expect(Object.keys(asked)).toEqual(['ciso', 'site engineer'])
  })
})

describe("the project's vocabulary", () => {
  const synonyms = synonymsOf(vocabulary)

  it('is written small, without a word that stands twice in one group', () => {
    for (const { english, german, finds } of vocabulary) {
      const words = [...english, ...german, ...finds]
      expect(words.map(word => word.toLowerCase())).toEqual(words)
      expect([...new Set(words)]).toEqual(words)
    }
  })

  it('finds no word that any advert may hold', () => {
    const found = new Set(Object.values(synonyms).flat())
    for (const word of ['it', 'am', 'go', 'send', 'or', 'and', 'accounts', 'online', 'handel', 'recht'])
      expect(found).not.toContain(word)
  })

  it('knows the words of the field in both directions', () => {
    const finds = (word: string, other: string) => expect(synonyms[word], `${word} finds`).toContain(other)
    finds('hgv driver', 'lorry driver')
    finds('lorry driver', 'hgv driver')
    finds('actuary', 'actuarial')
    finds('buchhalter', 'bilanzbuchhalter')
    finds('computer programmer', 'software engineer')
    finds('carer', 'support worker')
    finds('cook', 'chef')
    expect(synonyms['support worker'] ?? []).not.toContain('carer')
    expect(synonyms.chef ?? []).not.toContain('cook')
  })
})

describe('an abbreviation', () => {
  it('is a word of its own, whatever its case', () => {
    for (const word of ['ba', 'BA', 'pm', 'pa', 'qs', 'c#', 'fx']) expect(isAbbreviation(word), word).toBe(true)
    for (const word of ['', 'b', 'bau', 'jav', 'nurse', 'bank']) expect(isAbbreviation(word), word).toBe(false)
  })
})
