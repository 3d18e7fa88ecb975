import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { synonymsOf, vocabulary } from '#indexer/synonyms'
import { mostGroups, parseGroups, readVocabulary } from '../../../indexer/indexes/readVocabulary.ts'

let folder: string
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longlist-vocabulary-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe("an operator's words", () => {
  it('find each other in a group, and one way beside it, whatever their case and spaces', () => {
    const groups = parseGroups(
      '{"groups": [["Sparks ", "Spark  Plug"]], "oneWay": {"Fitter": ["Kitchen Fitter"]}}',
      'x.json',
    )
    expect(synonymsOf(groups)).toEqual({ sparks: ['spark plug'], 'spark plug': ['sparks'], fitter: ['kitchen fitter'] })
  })

  it('are refused with every fault and what to write instead', () => {
    const refused = (text: string) => {
      try {
        parseGroups(text, 'x.json')
      } catch (error) {
        return (error as Error).message
      }
      throw new Error('was taken')
    }
    expect(refused('{"groups": [')).toContain('x.json is not JSON')
    expect(refused('[]')).toContain('"groups": [["carer", "caregiver"]]')
    expect(refused('{"words": []}')).toContain('words')
    const faults = refused('{"groups": [["alone"], ["a", "--"], "text"], "oneWay": {"b": [], "c": "d", "e": [5]}}')
    expect(faults).toContain('6 faults')
    for (const place of [
      'groups[0] must hold at least 2 words',
      'groups[1][1] has no letters or digits',
      'groups[2] must be a list of words',
    ])
      expect(faults).toContain(place)
    for (const place of [
      'oneWay["b"] must hold at least 1 word',
      'oneWay["c"] must be a list of words',
      'oneWay["e"][0]',
    ])
      expect(faults).toContain(place)
    expect(refused(JSON.stringify({ groups: [Array.from({ length: 51 }, (_, i) => `word${i}`)] }))).toContain(
      '50 words at most',
    )
    expect(refused(JSON.stringify({ groups: [['a', 'x'.repeat(81)]] }))).toContain('longer than 80')
  })
})

describe('the vocabulary', () => {
  it("adds nothing to the project's own where no file does", () => {
    const { groups, synonyms } = readVocabulary({ operator: null, taxonomy: at('none.json'), added: at('none.json') })
    expect(groups).toEqual({ own: vocabulary.length, operator: 0, taxonomy: 0, added: 0 })
    expect(synonyms).toEqual({})
  })

  it("adds the operator's and the taxonomy's, and has another digest then", async () => {
    await writeFile(at('own.json'), '\ufeff{"groups": [["carer", "zz carer"]]}')
    await writeFile(at('taxonomy.json'), '{"groups": [["zz one", "zz two"]]}')
    const before = readVocabulary({ operator: null, taxonomy: at('none.json'), added: at('none.json') })
    const after = readVocabulary({ operator: at('own.json'), taxonomy: at('taxonomy.json'), added: at('none.json') })
    expect(after.groups).toEqual({ own: vocabulary.length, operator: 1, taxonomy: 1, added: 0 })
    expect(after.synonyms).toEqual({
      carer: ['zz carer'],
      'zz carer': ['carer'],
      'zz one': ['zz two'],
      'zz two': ['zz one'],
    })
    expect(after.digest).not.toBe(before.digest)
  })

  it('says which file is missing, and that there may be too many words', async () => {
    expect(() =>
      readVocabulary({ operator: at('missing.json'), taxonomy: at('none.json'), added: at('none.json') }),
    ).toThrow(/^SEARCH_VOCABULARY: .*missing\.json cannot be read/)
    await writeFile(at('broken.json'), '{')
    expect(() => readVocabulary({ operator: null, taxonomy: at('broken.json'), added: at('none.json') })).toThrow(
      'npm run taxonomy',
    )
    const groups = Array.from({ length: mostGroups + 1 }, (_, i) => [`one${i}`, `two${i}`])
    await writeFile(at('large.json'), JSON.stringify({ groups }))
    expect(() =>
      readVocabulary({ operator: at('large.json'), taxonomy: at('none.json'), added: at('none.json') }),
    ).toThrow(`more than ${mostGroups}`)
  })
})
