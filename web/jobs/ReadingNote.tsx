import { type JobSearchParams, jobsPath } from '#api/jobSearchParams'
import type { Reading, Understood } from '#api/search'
import { jobCount } from '../search/labels.ts'
import { Chip } from '../ui/Chip.tsx'
import { onPlainClick } from '../ui/plainClick.ts'
import { SiteLink } from '../ui/SiteLink.tsx'
import styles from './ReadingNote.module.css'

interface Change {
  params: JobSearchParams
  onChange: (patch: Partial<JobSearchParams>) => void
}

/**
 * What of the typed words is a filter, each to be taken back: then its words are plain text again. Links, so that they
 * work without script. What the form says just so has its chip already.
 */
export function UnderstoodChips({ understood, params, onChange }: Change & { understood: readonly Understood[] }) {
  const isChosen = (part: Understood) => jobsPath({ ...params, ...part.params }) === jobsPath(params)
  return understood.map(part => {
    if (isChosen(part)) return null
    const patch = { plain: [...params.plain, part.text] }
    return (
      <li key={part.kind} data-understood={part.kind}>
        <Chip remove href={jobsPath({ ...params, ...patch, page: 1 })} onClick={onPlainClick(() => onChange(patch))}>
          {part.label}
        </Chip>
      </li>
    )
  })
}

/** What of the typed words was left out, and what could be a filter. */
export function ReadingNote({ reading, total, params, onChange }: Change & { reading: Reading; total: number }) {
  const { leftOut, whole, offered, respelt } = reading
  if (respelt.length === 0 && (total === 0 || (leftOut.length === 0 && offered.length === 0))) return null
  const asTyped = { plain: [...params.plain, ...respelt.map(({ typed }) => typed)] }
  return (
    <div className={styles.note}>
      {respelt.length > 0 && (
        <p data-respelt>
          Searched for <strong>{listed(respelt.map(({ meant }) => meant))}</strong>.{' '}
          <SiteLink href={jobsPath({ ...params, ...asTyped, page: 1 })} onClick={onPlainClick(() => onChange(asTyped))}>
            Search for {listed(respelt.map(({ typed }) => typed))} instead
          </SiteLink>
        </p>
      )}
      {leftOut.length > 0 && total > 0 && (
        <p data-left-out>
          {whole > 0
            ? `${jobCount(whole)} ${whole === 1 ? 'has' : 'have'} everything you typed. The others leave out `
            : 'No job has everything you typed. These leave out '}
          <strong>{listed(leftOut)}</strong>.
        </p>
      )}
      {total > 0 &&
        offered.map(part => {
          const patch: Partial<JobSearchParams> = { ...part.params, query: without(params.query, part.text) }
          return (
            <p key={part.kind}>
              <SiteLink href={jobsPath({ ...params, ...patch, page: 1 })} onClick={onPlainClick(() => onChange(patch))}>
                Search instead: {part.label}
              </SiteLink>
            </p>
          )
        })}
    </div>
  )
}

/** `“a”, “b” and “c”` */
function listed(texts: readonly string[]): string {
  const quoted = texts.map(text => `“${text}”`)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}

function without(query: string, text: string): string {
  return query.replace(text, ' ').replace(/\s+/g, ' ').trim()
}
