/** What the rules that categorise an advert read, and how they tell what they found. */
import type { Finding, Seniority, WorkingEnvironment } from '#indexer/job'
import type { WordRule } from './categoryRules.ts'
import type { RawJob } from './rawJob.ts'

/** What a reader found, and how. Null: the feed says so itself. */
export interface Found<Value> {
  value: Value
  finding: Finding | null
}
export const finding = (flag: string, confidence: number, raw = ''): Finding => ({ raw, confidence, flags: [flag] })

/** Characters of a field that are searched: the rules are many, and some look for two words with anything between. */
export const mostOfField = 1_000

/** What a title says by itself. Titles repeat over a feed, and the rules are many. */
export interface SaidOfTitle {
  rules: WordRule[]
  environment: WorkingEnvironment | null
  level: Seniority | null
  codes: string[]
}
export interface CategoryContext {
  title: string
  said: SaidOfTitle
  categories: string
  description: string
  /** What a long description says behind that; empty where there is no more. */
  rest: string
  /** The end of a long description; empty where all of it is in `description`. */
  ending: string
  company: string
  raw: RawJob
}

/** In lower case, with single spaces. */
export function fold(text: string): string {
  return text.toLowerCase().replace(/[\s\u00a0]+/g, ' ')
}

/** Characters of a description in which it says what the job is. */
export const firstLines = 1_200
