/**
 * A fault that the person at the terminal can mend. The message is one line and says how; `tail` is what a child last
 * wrote.
 */
export class Fault extends Error {
  override name = 'Fault'
  readonly tail: string[]

  constructor(message: string, tail: string[] = []) {
    super(message)
    this.tail = tail
  }
}

/** What the system says of files that a person can mend. */
const systemMends: Record<string, string> = {
  ENOSPC: 'the disk is full: make room there, or name another folder in DATA_DIR',
  EDQUOT: 'the disk quota is used up: make room there, or name another folder in DATA_DIR',
  EROFS: 'the disk is read-only: name another folder in DATA_DIR',
  EACCES: 'this user may not: mend the permissions, or name another folder in DATA_DIR',
  EPERM: 'this user may not: mend the permissions, or name another folder in DATA_DIR',
  EMFILE: 'too many files are open: raise the limit (ulimit -n)',
}

/** What a person can do about an error that comes from a file; null for any other. */
function systemMessage(error: unknown): string | null {
  const { code, path, syscall, message } = error as NodeJS.ErrnoException
  const mend = systemMends[code ?? '']
  return mend && error instanceof Error && syscall !== 'listen'
    ? `${path ?? message.replace(/^\w+: /, '')}: ${mend} (${code})`
    : null
}

export interface Screen {
  /** One line: who says it, and what. */
  say(who: string, what: string): void
  /** A line as it stands. */
  line(text: string): void
  fail(fault: unknown): void
  /** A bar that is redrawn on a terminal, and a line at every quarter elsewhere. */
  progress(who: string, percent: number): void
}

/** Writes to a terminal, or line by line to anything else. */
export function createScreen(
  out: NodeJS.WriteStream = process.stdout,
  errors: NodeJS.WriteStream = process.stderr,
): Screen {
  let barShown = false
  let lastQuarter = ''
  const clear = () => {
    if (!barShown) return
    out.write('\r\x1b[2K')
    barShown = false
  }
  const label = (who: string) => who.padEnd(12)
  return {
    say(who, what) {
      clear()
      out.write(`${label(who)} ${what}\n`)
    },
    line(text) {
      clear()
      out.write(`${text}\n`)
    },
    fail(fault) {
      clear()
      const stack = () => (fault instanceof Error ? (fault.stack ?? fault.message) : String(fault))
      const message = fault instanceof Fault ? fault.message : (systemMessage(fault) ?? stack())
      const lines = fault instanceof Fault ? fault.tail.map(text => `             | ${text}\n`) : []
      errors.write(
        `${message
          .split('\n')
          .map(text => `${label('error')} ${text}\n`)
          .join('')}${lines.join('')}`,
      )
    },
    progress(who, percent) {
      if (out.isTTY) {
        const filled = Math.round(percent * 0.3)
        out.write(`\r\x1b[2K${label(who)} ${'█'.repeat(filled)}${'░'.repeat(30 - filled)} ${percent} %`)
        barShown = true
        if (percent === 100) {
          out.write('\n')
          barShown = false
        }
        return
      }
      const quarter = `${who} ${Math.floor(percent / 25)}`
      if (quarter === lastQuarter) return
      lastQuarter = quarter
      out.write(`${label(who)} ${percent} %\n`)
    },
  }
}
