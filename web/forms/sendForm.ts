import type { SubmissionAnswer, SubmissionRefusal } from '#api/forms'

export type Sent = { ok: true; answer: SubmissionAnswer } | { ok: false; status: number; refusal: SubmissionRefusal }

const refusals: Record<number, string> = {
  413: 'What you chose to send is too large. Please choose a smaller file.',
  429: 'Too many forms were sent from here. Please wait a minute and send it again: everything you typed is still here.',
}
const resting = 'We could not take this just now. Everything you typed is still here: please try again in a moment.'

/**
 * Sends a filled form. `XMLHttpRequest`, because it alone tells how much of an upload has gone. Never rejects: a lost connection is a refusal with status 0.
 * @param onProgress share of the upload that has gone, 0 to 1
 */
export function sendForm(url: string, body: FormData, onProgress: (share: number) => void): { sent: Promise<Sent>; abort: () => void } {
  const request = new XMLHttpRequest()
  const sent = new Promise<Sent>(resolve => {
    const refuse = (status: number, refusal: SubmissionRefusal) => resolve({ ok: false, status, refusal })
    request.upload.addEventListener('progress', event => event.lengthComputable && onProgress(event.loaded / event.total))
    request.addEventListener('load', () => {
      const answer = parse(request.responseText)
      if (request.status === 200 && answer && 'submissionId' in answer) resolve({ ok: true, answer: answer as SubmissionAnswer })
      else {
        const said = answer && 'error' in answer ? (answer as SubmissionRefusal) : null
        refuse(request.status, request.status < 500 && said?.error ? said : { error: refusals[request.status] ?? resting })
      }
    })
    request.addEventListener('error', () => refuse(0, { error: 'The connection was lost. Everything you typed is still here: please send it again.' }))
    request.addEventListener('abort', () => refuse(0, { error: 'Sending was stopped. Nothing has been sent.' }))
    request.open('POST', url)
    request.setRequestHeader('accept', 'application/json')
    request.send(body)
  })
  return { sent, abort: () => request.abort() }
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
