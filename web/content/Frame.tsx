import { useState } from 'react'
import { Icon } from '../ui/Icon.tsx'
import styles from './Frame.module.css'
import { frameOf } from './frames.ts'

/**
 * A video or map of another host. Nothing is asked of that host before the visitor wants it: until then stands its
 * name, a button, and the way to it for those who would rather go there, or have no script.
 */
export function Frame({ src, title }: { src: string; title: string }) {
  const [shown, setShown] = useState(false)
  const frame = frameOf(src)
  if (!frame) return null
  const { host, open } = frame
  const isMap = host === 'OpenStreetMap'
  return (
    <figure className={styles.figure}>
      <div className={styles.stage}>
        {shown ? (
          <iframe
            // The button that had the focus has just become this.
            ref={frame => frame?.focus()}
            className={styles.frame}
            src={frame.src}
            title={title}
            loading="lazy"
            allow="fullscreen; picture-in-picture; encrypted-media"
            referrerPolicy="strict-origin-when-cross-origin"
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
          />
        ) : (
          <button type="button" className={styles.show} onClick={() => setShown(true)}>
            <span className={styles.mark} aria-hidden="true">
              {isMap ? (
                <Icon name="place" size={28} />
              ) : (
                <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
                  <path d="M8 5.5v13l11-6.5z" fill="currentColor" />
                </svg>
              )}
            </span>
            <span>
              {isMap ? 'Show the map' : 'Play the video'}: {title}
            </span>
            <span className={styles.note}>It comes from {host}, which then learns of your visit.</span>
          </button>
        )}
      </div>
      <figcaption className={styles.caption}>
        <a href={open} rel="noopener noreferrer">
          {title} on {host}
          <Icon name="external" size={14} />
        </a>
      </figcaption>
    </figure>
  )
}
