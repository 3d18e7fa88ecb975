import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Callout } from '../ui/Callout.tsx'
import {
  addCarried,
  type Carried,
  collect,
  fromFragment,
  isCarrying,
  mostBytes,
  parseCarried,
  sizeOf,
  toFragment,
} from './carry.ts'
import styles from './SavedPage.module.css'

/** A phone's camera reads no more from a screen. */
const mostInCode = 1_400

/** To another browser and back: as a file, as a link, as a code for a phone. No server is in between. */
export function CarryOver() {
  const [offered, setOffered] = useState<Carried | null>(null)
  const [said, setSaid] = useState('')
  const [link, setLink] = useState<{ href: string; code: string | null } | null>(null)
  useOfferedByLink(setOffered, setSaid)
  const title = useRef<HTMLHeadingElement>(null)
  /** The buttons go with what was offered. */
  const close = () => {
    title.current?.focus({ preventScroll: true })
    setOffered(null)
  }
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (!file) return
    const carried = file.size <= mostBytes ? parseCarried(await file.text()) : null
    target.value = ''
    setOffered(carried)
    setSaid(carried ? '' : 'That file holds no saved jobs of this site.')
  }
  return (
    <section aria-labelledby="carry-over-title">
      <h2 id="carry-over-title" ref={title} className={styles.title} tabIndex={-1}>
        On your other devices
      </h2>
      <p>
        The link and the code hold your saved jobs, notes, applications and searches themselves: share them with care.
      </p>
      <p role="status" className={styles.said}>
        {said}
      </p>
      {offered && (
        <Callout title={`${contentsOf(offered)}: add them to this browser?`}>
          <p className={styles.ways}>
            <Button
              variant="primary"
              onClick={() => {
                const isKept = addCarried(offered)
                close()
                setSaid(isKept ? 'Added.' : 'Added for now: this browser keeps nothing once the page is closed.')
              }}
            >
              Add them
            </Button>
            <Button onClick={close}>No, thank you</Button>
          </p>
        </Callout>
      )}
      <div className={styles.ways}>
        <Button onClick={() => saveFile(JSON.stringify(collect(), null, 2))}>Save as a file</Button>
        <label className={styles.file} htmlFor="carry-over-file">
          <span>Add from a file</span>
          <input
            id="carry-over-file"
            type="file"
            accept="application/json,.json"
            onChange={event => void readFile(event)}
          />
        </label>
        <Button aria-expanded={link !== null} onClick={() => void (link ? setLink(null) : makeLink().then(setLink))}>
          Link and code for a phone
        </Button>
      </div>
      {link && (
        <div className={styles.link}>
          <PhoneCode code={link.code} />
          <label className={styles.label} htmlFor="carry-over-link">
            Link
          </label>
          <input
            id="carry-over-link"
            className={styles.address}
            readOnly
            value={link.href}
            onFocus={({ target }) => target.select()}
          />
        </div>
      )}
    </section>
  )
}

function PhoneCode({ code }: { code: string | null }) {
  if (code === null) return <p>That is too much for a code: send yourself the link, or take the file.</p>
  if (code === '') return <p>The code needs a connection. The link and the file work without one.</p>
  return (
    <svg className={styles.code} viewBox={viewBoxOf(code)} role="img" aria-label="Code with the link">
      <path d={code.split('|')[1]} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

/** What came by a link is offered and never taken unasked; the address is made plain at once. */
function useOfferedByLink(offer: (carried: Carried | null) => void, say: (text: string) => void): void {
  useEffect(() => {
    const look = () => {
      const { hash } = location
      if (!isCarrying(hash)) return
      history.replaceState(history.state, '', location.pathname + location.search)
      void fromFragment(hash).then(carried => {
        offer(carried)
        say(carried ? '' : 'The link is not whole: please copy all of it.')
      })
    }
    look()
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [offer, say])
}

/**
 * `code`: side, a bar, and the path of its dark modules, side by side along each row; null where the link is too long
 * for one, empty where its maker has not come.
 */
async function makeLink(): Promise<{ href: string; code: string | null }> {
  const href = `${location.origin}/saved${await toFragment(collect())}`
  if (href.length > mostInCode) return { href, code: null }
  const { encode } = (await import('uqr').catch(() => null)) ?? {}
  if (!encode) return { href, code: '' }
  const { data, size } = encode(href, { ecc: 'L', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return { href, code: `${size}|${path}` }
}

function viewBoxOf(code: string): string {
  const side = code.split('|')[0]
  return `0 0 ${side} ${side}`
}

function contentsOf(carried: Carried): string {
  const { saved, searches } = carried
  const count = (amount: number, one: string, more: string) =>
    amount === 0 ? [] : [`${amount} ${amount === 1 ? one : more}`]
  const rest = sizeOf(carried) - saved.length - searches.length
  return [
    ...count(saved.length, 'job', 'jobs'),
    ...count(searches.length, 'search', 'searches'),
    ...count(rest, 'other mark', 'other marks'),
  ].join(', ')
}

function saveFile(text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = href
  link.download = 'saved-jobs.json'
  document.body.append(link)
  link.click()
  link.remove()
  URL.revokeObjectURL(href)
}
