import type { CvFacts } from '#api/forms'

/**
 * What a CV says of its owner, for filling a form that they then correct. Never stored, never logged.
 * @param path of a file that `examineFile` has let pass
 * @param contentType as `examineFile` said
 */
export async function readCv(_path: string, _contentType: string): Promise<CvFacts> {
  return { givenName: null, familyName: null, email: null, phone: null }
}
