import { describe, expect, it } from 'vitest'
import { type Advert, countGrades, differenceOf, gradeOf, judgedSet, measure, type Search } from './score.ts'

const blank: Advert = {
  id: 'a',
  title: '',
  company: '',
  category: '',
  location: '',
  salary: '',
  type: '',
  description: '',
  reference: '',
  country: '',
  pay: [],
  age: 0,
}
const actuary: Pick<Search, 'grades'> = {
  grades: [
    {
      grade: 3,
      all: [
        { field: 'title', re: '\\bactuary\\b' },
        { field: 'title', not: 'trainee' },
        { field: 'pay', currency: 'GBP', period: 'year', from: 60_000 },
      ],
    },
    { grade: 2, all: [{ field: 'title', re: 'actuar' }] },
    { grade: 1, all: [{ field: 'age', to: 7 }] },
  ],
}
const paid = (min: number, max: number) => [{ currency: 'GBP', period: 'year', min, max }]

describe('a grade', () => {
  it.each([
    ['the first rule met whole', { title: 'Pricing ACTUARY', pay: paid(50_000, 60_000) }, 3],
    ['the next where one condition fails', { title: 'Trainee Actuary', pay: paid(70_000, 80_000) }, 2],
    ['the next where the pay is less', { title: 'Actuary', pay: paid(40_000, 59_000) }, 2],
    ['the next where no pay is stated', { title: 'Actuary' }, 2],
    ['the last', { title: 'Broker', age: 6.9 }, 1],
    ['0 of none', { title: 'Broker', age: 7.1 }, 0],
  ])('is of %s', (_, fields, grade) => {
    expect(gradeOf(actuary, { ...blank, ...fields })).toBe(grade)
  })

  it('is counted over the corpus', () => {
    const adverts = [
      { title: 'Actuary' },
      { title: 'Actuarial Analyst' },
      { title: 'Broker' },
      { title: 'Broker', age: 30 },
    ]
    expect(
      countGrades(
        actuary,
        adverts.map(fields => ({ ...blank, ...fields })),
      ),
    ).toEqual({ 1: 1, 2: 2, 3: 0 })
  })
})

describe('a measure', () => {
  it('is whole when the ideal is reached, however few adverts there are', () => {
    expect(measure([3, 2, 0, 0], { 3: 1, 2: 1, 1: 0 })).toEqual({ success: 1, ndcg: 1, zero: 0 })
  })

  it('discounts a late hit', () => {
    // 7 / log2(5) against 7 / log2(2).
    const { success, ndcg } = measure([0, 0, 0, 3], { 3: 1, 2: 0, 1: 0 })
    expect(success).toBe(0)
    expect(ndcg).toBeCloseTo(0.4307, 4)
  })

  it('asks for grade 2 where the corpus has none of 3, and never for less', () => {
    expect(measure([0, 2], { 3: 0, 2: 4, 1: 0 }).success).toBe(1)
    expect(measure([0, 2], { 3: 1, 2: 4, 1: 0 }).success).toBe(0)
    expect(measure([1], { 3: 0, 2: 0, 1: 1 }).success).toBe(0)
  })

  it('says when nothing was found', () => {
    expect(measure([], { 3: 1, 2: 0, 1: 0 })).toEqual({ success: 0, ndcg: 0, zero: 1 })
  })
})

describe('a difference', () => {
  it('is the mean with an interval around it, the same at each run', () => {
    const now = Array.from({ length: 40 }, (_, at) => (at % 4 === 0 ? 1 : 0))
    const before = now.map(() => 0)
    const one = differenceOf(now, before)
    expect(one.mean).toBe(0.25)
    expect(one.low).toBeGreaterThan(0.05)
    expect(one.low).toBeLessThan(0.25)
    expect(one.high).toBeGreaterThan(0.25)
    expect(differenceOf(now, before)).toEqual(one)
  })

  it('is none of a list from itself', () => {
    expect(differenceOf([1, 0, 1], [1, 0, 1])).toEqual({ mean: 0, low: 0, high: 0 })
  })
})

describe('a judged set', () => {
  const one = { id: 'a', category: 'c', query: 'q', grades: [{ grade: 3, all: [{ field: 'title', re: 'x' }] }] }
  it.each([
    ['a pattern that is none', [{ ...one, grades: [{ grade: 3, all: [{ field: 'title', re: '(' }] }] }]],
    ['a field that no advert has', [{ ...one, grades: [{ grade: 3, all: [{ field: 'titel', re: 'x' }] }] }]],
    ['an id twice', [one, one]],
    ['a rule that asks for nothing', [{ ...one, grades: [{ grade: 3, all: [] }] }]],
  ])('may not hold %s', (_, searches) => {
    expect(judgedSet.safeParse({ about: '', searches }).success).toBe(false)
    expect(judgedSet.safeParse({ about: '', searches: [one] }).success).toBe(true)
  })
})
