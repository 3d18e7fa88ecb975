import type { SubmissionAnswer, SubmissionRefusal } from '#api/forms'

export type Sent = { ok: true; answer: SubmissionAnswer } | { ok: false; status: number; refusal: SubmissionRefusal }

const kept = 'Everything you typed is still here'

/**
 * Sends a filled form. `XMLHttpRequest`, because it alone tells how much of an upload has gone. Never rejects: a lost
 * connection is a refusal with status 0, and so is an answer that does not come from the site (a proxy's own page) with
 * its status.
 * @param onProgress share of the upload that has gone, 0 to 1
 */
export function sendForm(
  url: string,
  body: FormData,
  onProgress: (share: number) => void,
): { sent: Promise<Sent>; abort: () => void } {
  const request = new XMLHttpRequest()
  const sent = new Promise<Sent>(resolve => {
    const refuse = (status: number, refusal: SubmissionRefusal) => resolve({ ok: false, status, refusal })
    request.upload.addEventListener(
      'progress',
      event => event.lengthComputable && onProgress(event.loaded / event.total),
    )
    request.addEventListener('load', () => {
      const answer = parse(request.responseText)
      if (request.status === 200 && isAnswer(answer)) resolve({ ok: true, answer })
      else refuse(request.status, refusalOf(request, answer))
    })
    request.addEventListener('error', () =>
      refuse(0, { error: `The connection was lost. ${kept}: please send it again.` }),
    )
    request.addEventListener('abort', () =>
      refuse(0, { error: `Sending was stopped. ${kept}: send it when you are ready.` }),
    )
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/json')
    request.send(body)
  })
  return { sent, abort: () => request.abort() }
}

function isAnswer(answer: object | null): answer is SubmissionAnswer {
  return answer !== null && 'submissionId' in answer && 'actions' in answer && Array.isArray(answer.actions)
}

function refusalOf(request: XMLHttpRequest, answer: object | null): SubmissionRefusal {
  if (request.status === 429)
    return { error: `Too many forms were sent from your network. ${kept}: please send it again ${soon(request)}.` }
  // What a server says of its own faults is not for visitors.
  if (request.status < 500 && answer && 'error' in answer && typeof answer.error === 'string' && answer.error !== '')
    return answer as SubmissionRefusal
  if (request.status === 413) return { error: 'What you chose to send is too large. Please choose a smaller file.' }
  return {
    error: `We could not take this just now. ${kept}: please try again ${request.status === 503 ? soon(request) : 'in a moment'}.`,
  }
}

/** When to try again, by `Retry-After` (seconds; a date is left to the person). */
function soon(request: XMLHttpRequest): string {
  const seconds = Number(request.getResponseHeader('retry-after') ?? Number.NaN)
  if (!Number.isFinite(seconds) || seconds <= 5) return 'in a moment'
  return seconds < 90 ? `in ${Math.ceil(seconds)} seconds` : `in ${Math.ceil(seconds / 60)} minutes`
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    // A page of something between us and the visitor.
    return null
  }
}
