import type { PostDialect, ReadPost } from '#indexer/tasks'
import { faultOf } from '../documents/toDocument.ts'
import { broadbean } from '../sources/broadbean.ts'
import { dwp } from '../sources/dwp.ts'
import { SourceError } from '../sources/format.ts'
import { idibu } from '../sources/idibu.ts'
import type { PostCommand, PostContext, PostFormat } from '../sources/posts.ts'

const formats: Record<PostDialect, PostFormat> = { broadbean, idibu, dwp }

/** All that a posted document asks for, or why it cannot be read: what is cut off in the middle is not done by half. */
export async function commandsOf(
  dialect: PostDialect,
  xml: string,
  context: PostContext,
): Promise<PostCommand[] | { refused: string }> {
  const commands: PostCommand[] = []
  try {
    for await (const command of formats[dialect].commands(once(xml), context)) commands.push(command)
  } catch (error) {
    if (error instanceof SourceError) return { refused: error.message }
    throw error
  }
  return commands
}

/** For the site: a sender is told what is missing in the answer to its request, whether or not a worker is there. */
export const readPost: ReadPost = async ({ dialect, xml, receivedAt, timeZone = 'UTC', country = null }) => {
  const commands = await commandsOf(dialect, xml, { timeZone, now: receivedAt })
  if ('refused' in commands) return commands
  const now = Math.floor(receivedAt / 1000)
  const context = { source: { timeZone, country, listedIsLive: false }, now, firstSeen: now }
  return {
    adverts: commands.map(command => {
      const { reference } = command
      if (command.command === 'withdraw') return { reference, command }
      const refused = 'job' in command.row ? faultOf(command.row.job, context) : command.row.reason
      return { reference, command, ...(refused === null ? {} : { refused }) }
    }),
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
