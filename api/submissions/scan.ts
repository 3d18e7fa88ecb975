import type { ScannerAddress } from '../config.ts'
import type { ScanState } from './submission.ts'

/** A malware scanner that speaks ClamAV's protocol. */
export interface Scanner {
  /**
   * @param path of a file on this machine
   * @returns null for a clean file, else the name of what was found
   * @throws ScannerUnavailable when it does not answer
   */
  scan(path: string): Promise<string | null>
  /** The same of bytes that come from elsewhere (a bucket). */
  scanStream(stream: NodeJS.ReadableStream): Promise<string | null>
  /** Whether it answers. */
  ping(): Promise<boolean>
}

export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}

/** Null where none is set up: files are then marked so, and mails say so. */
export function openScanner(address: ScannerAddress | null): Scanner | null {
  if (address === null) return null
  throw new Error('not yet')
}

/** What is known of a file that has just come in. A scanner that is away does not keep anybody from applying: the file is looked at again before it is delivered. */
export async function scanFile(scanner: Scanner | null, path: string): Promise<{ scan: ScanState } | { found: string }> {
  if (!scanner) return { scan: 'none' }
  try {
    const found = await scanner.scan(path)
    return found === null ? { scan: 'clean' } : { found }
  } catch (error) {
    if (error instanceof ScannerUnavailable) return { scan: 'pending' }
    throw error
  }
}
