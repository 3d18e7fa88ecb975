import { useRouter } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'

/**
 * A script that runs while the server's HTML is read. In what the browser draws itself there is none: Preact's would
 * run, which the policy refuses.
 */
export function InlineScript({ text }: { text: string }) {
  const nonce = useRouter({ warn: false })?.options.ssr?.nonce
  const ofServer = useSyncExternalStore(
    unchanging,
    () => false,
    () => true,
  )
  const [isThere] = useState(ofServer)
  return isThere ? <script nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} /> : null
}

const unchanging = () => () => {}
