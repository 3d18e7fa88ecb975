import { useState } from 'react'
import { Button, ButtonLink } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './ShareLinks.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/**
 * Mail and LinkedIn are plain links. The button needs the script and is not shown without it: it opens the system's own
 * share sheet where there is one, else it copies the address.
 * @param url canonical address of the page
 * @param what it is, in words: `job`, `insight`
 */
export function ShareLinks({ url, title, what }: { url: string; title: string; what: string }) {
  const [copied, setCopied] = useState(false)
  const share = () => {
    if (typeof navigator.share === 'function') return void navigator.share({ title, url }).catch(dismissed)
    const ask = () => void window.prompt('Copy this address', url)
    // Without https there is no clipboard to write to.
    if (!navigator.clipboard) return ask()
    navigator.clipboard.writeText(url).then(() => setCopied(true), ask)
  }
  return (
    <section className={styles.share} aria-label={`Share this ${what}`}>
      <p className={styles.label}>Share this {what}</p>
      <ButtonLink size="s" href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}>
        <Icon name="mail" size={16} />
        E-mail
      </ButtonLink>
      <ButtonLink
        size="s"
        href={`https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`}
        target="_blank"
        rel="noopener"
      >
        <Icon name="external" size={16} />
        LinkedIn
        <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
      </ButtonLink>
      <Button size="s" className={styles.scripted} onClick={share}>
        <Icon name={copied ? 'check' : 'link'} size={16} />
        {copied ? 'Link copied' : 'Share link'}
      </Button>
      <VisuallyHidden live>{copied ? 'Link copied' : ''}</VisuallyHidden>
    </section>
  )
}

/** The visitor closed the share sheet: nothing to say. */
function dismissed(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
}
