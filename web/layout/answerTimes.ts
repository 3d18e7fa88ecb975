import type { Layout } from '../content/content.ts'

/** When an enquiry is answered, and when we are there: the site settings' words, or the usual ones before any. */
export function answerTimes(layout: Layout | null): { promise: string; hours: string } {
  return {
    promise: layout?.promise || 'We answer within 1-2 working days.',
    hours: layout?.hours || '8.30am to 6pm, Monday to Friday',
  }
}
