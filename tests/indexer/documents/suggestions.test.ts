import { describe, expect, it } from 'vitest'
import { suggestionKey } from '#indexer/suggestions'
import { SuggestionTerms } from '../../../indexer/documents/suggestions.ts'
import { aJob, london } from '../../builders/jobDocument.ts'

function mine(jobs: Parameters<typeof aJob>[0][], skills: Record<string, number> = {}) {
  const terms = new SuggestionTerms()
  for (const job of jobs) terms.add(aJob({ specialisms: [], sectors: [], places: [], areas: [], ...job }))
  return terms.documents(new Map(Object.entries(skills)))
}
const ofKind = (kind: string, documents: ReturnType<typeof mine>) =>
  Object.fromEntries(documents.filter(term => term.kind === kind).map(({ text, jobs }) => [text, jobs]))

describe('terms of titles', () => {
  it('ends a title where its remarks begin, and knows it without its level too', () => {
    const cases: [title: string, terms: string[]][] = [
      ['Senior Data Analyst - Leeds', ['Data Analyst', 'Senior Data Analyst']],
      ['Data Analyst – Power BI', ['Data Analyst']],
      ['PA / Office Manager', ['PA']],
      ['Actuary (Life)', ['Actuary']],
      ['Tutor for Maths', ['Tutor']],
      ['Underwriting Assistant -Property', ['Underwriting Assistant']],
      ['Part time Receptionist', ['Part time Receptionist', 'Receptionist']],
      ['Chef £30k', ['Chef']],
      ['Front-End Developer', ['Front-End Developer']],
      ['C++ Developer', ['C++ Developer']],
      ['Kaufmann für Versicherungen', ['Kaufmann']],
      ['R&D Engineer', ['R&D Engineer']],
      ['Lecturer/Assessor', ['Lecturer']],
    ]
    for (const [title, terms] of cases)
      expect(Object.keys(ofKind('title', mine([{ title }]))).sort(), title).toEqual(terms.sort())
  })

  it('takes the job’s own place off its end', () => {
    expect(Object.keys(ofKind('title', mine([{ title: 'Centre Manager London', places: [london] }])))).toEqual([
      'Centre Manager',
    ])
    expect(Object.keys(ofKind('title', mine([{ title: 'London Market Broker', places: [london] }])))).toEqual([
      'London Market Broker',
    ])
  })

  it('counts a title in every title that holds it, whatever its case, and shows the commonest spelling', () => {
    const found = ofKind(
      'title',
      mine([
        { title: 'Data Analyst' },
        { title: 'Data Analyst' },
        { title: 'DATA ANALYST' },
        { title: 'Senior Data Analyst - Leeds' },
        { title: 'Data Analyst Power BI' },
        { title: 'Data Analysts' },
      ]),
    )
    expect(found['Data Analyst']).toBe(5)
    expect(found).not.toHaveProperty('DATA ANALYST')
  })

  it('is the same in whatever order the jobs come', () => {
    const titles = ['Data Analyst', 'data analyst', 'Actuary', 'Java Developer', 'JAVA developer', 'Senior Actuary']
    expect(mine(titles.map(title => ({ title })))).toEqual(mine([...titles].reverse().map(title => ({ title }))))
  })

  it('takes a text of no words for none', () => {
    expect(mine([{ title: '-' }, { title: '???' }, { title: '12345' }, { title: 'A' }])).toEqual([])
  })
})

describe('other terms', () => {
  it('knows frequent words, skills, names and places', () => {
    const jobs = ['Developer', 'Engineer', 'Architect', 'Tester', 'Trainer'].map(end => ({
      title: `Java ${end} in London`,
      company: 'Acme Ltd',
      specialisms: ['Software Development'],
      sectors: ['Technology'],
      places: [london],
    }))
    const found = mine(jobs, { SQL: 3, COBOL: 0 })
    expect(ofKind('skill', found)).toEqual({ Java: 5, SQL: 3 })
    expect(ofKind('company', found)).toEqual({ 'Acme Ltd': 5 })
    expect(ofKind('specialism', found)).toEqual({ 'Software Development': 5 })
    expect(ofKind('sector', found)).toEqual({ Technology: 5 })
    expect(found.filter(term => term.kind === 'place')).toMatchObject([{ text: 'London', placeId: '2643743', jobs: 5 }])
  })

  it('leaves out a place that cannot be asked for', () => {
    expect(ofKind('place', mine([{ title: 'Actuary', places: [{ ...london, placeId: 'cell-1' }] }]))).toEqual({})
  })
})

it('compares texts as the engine splits them', () => {
  expect(['FP&A', 'C++', 'Bürokaufmann', 'Straße', ' Front-End ', '（Ｊａｖａ）'].map(suggestionKey)).toEqual([
    'fp a',
    'c++',
    'burokaufmann',
    'strasse',
    'front end',
    'java',
  ])
})
