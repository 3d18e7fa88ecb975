// npm run erase -- --email <address> [--dry-run]

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Job, Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { deliveryQueue } from '#api/deliveries'
import { connectBy } from '#indexer/redisAddress'
import { AlertStore } from '../../api/alerts/alertStore.ts'
import { openAlertShelf } from '../../api/alerts/shelf.ts'
import { oneAddress } from '../../api/delivery/address.ts'
import { type EraseParts, type EraseReport, eraseByEmail } from '../../api/delivery/erase.ts'
import { InboxIndex } from '../../api/inbox/inboxIndex.ts'
import { openStore } from '../../api/submissions/openStore.ts'
import { createScreen, Fault } from './screen.ts'
import { readStores } from './stores.ts'

const usage = 'npm run erase -- --email someone@longlist.example [--dry-run]'

try {
  const { email, dryRun } = readCall(process.argv.slice(2))
  const settings = readStores(process.env)
  if (!settings.submissions.bucket && !existsSync(settings.submissions.folder))
    throw new Fault(
      `there are no submissions in ${settings.submissions.folder}: name the folder of the system in DATA_DIR`,
    )
  const queue = settings.redisUrl === null ? null : await openQueue(settings.redisUrl, settings.queuePrefix)
  try {
    const parts: EraseParts = {
      store: await openStore(settings.submissions),
      alerts: new AlertStore(await openAlertShelf(settings.submissions)),
      mailboxFolder: settings.mailboxFolder,
      removeTask: queue?.removeTask ?? null,
    }
    const report = await eraseByEmail(email, { dryRun }, parts)
    for (const line of summary(report, settings.submissions.bucket?.name ?? settings.submissions.folder))
      console.error(line)
    // Whatever reads both streams together finds the report on the last line.
    console.log(JSON.stringify(report))
    if (report.failed.length > 0) process.exitCode = 1
  } finally {
    await queue?.close()
  }
} catch (fault) {
  createScreen().fail(fault)
  process.exitCode = 1
}

function readCall(args: string[]): { email: string; dryRun: boolean } {
  let values: { email?: string; 'dry-run'?: boolean }
  try {
    ;({ values } = parseArgs({ args, options: { email: { type: 'string' }, 'dry-run': { type: 'boolean' } } }))
  } catch (error) {
    throw new Fault(`${(error as Error).message.split('\n')[0]}. Use: ${usage}`)
  }
  if (values.email === undefined) throw new Fault(`say whose submissions: ${usage}`)
  const email = oneAddress(values.email)
  if (email === null) throw new Fault(`--email: "${values.email}" is not one e-mail address. Use: ${usage}`)
  return { email, dryRun: values['dry-run'] ?? false }
}

/** The deliveries' queue; null when Redis does not answer: then it is done without. */
async function openQueue(
  redisUrl: string,
  prefix: string,
): Promise<{ removeTask: NonNullable<EraseParts['removeTask']>; close(): Promise<void> } | null> {
  // One that is away refuses at once; one that is only slow has the tasks all the same.
  const connection = new Redis({
    ...connectBy(redisUrl),
    lazyConnect: true,
    connectTimeout: 30_000,
    maxRetriesPerRequest: 1,
    retryStrategy: () => null,
  })
  connection.on('error', () => {}) // thrown by the command
  try {
    await connection.connect()
  } catch {
    connection.disconnect()
    return null
  }
  const queue = new Queue(deliveryQueue, { connection, prefix })
  queue.on('error', () => {})
  const inbox = new InboxIndex(connection, prefix)
  return {
    async removeTask(id, { dryRun } = { dryRun: false }) {
      if (!dryRun) await inbox.remove(id)
      const task = await Job.fromId(queue, id)
      if (!task) return false
      if ((await task.getState()) === 'active') return 'busy'
      if (dryRun) return true
      return (await queue.remove(id)) === 1
    },
    async close() {
      await queue.close()
      connection.disconnect()
    },
  }
}

/** @param place where was looked: for an operator who has named another one */
function summary(
  { email, dryRun, submissions, alerts, mails, tasks, outOfReach, failed }: EraseReport,
  place: string,
): string[] {
  const verb = dryRun ? 'would be erased' : 'erased'
  return [
    submissions.length === 0
      ? `No submission in ${place} holds ${email}.`
      : `${count(submissions.length, 'submission')} in ${place} ${verb}:`,
    ...submissions.map(
      ({ id, formId, receivedAt, files }) => `  ${id}  ${formId}  ${receivedAt}  ${count(files, 'file')}`,
    ),
    `${count(alerts, 'job alert')} ${verb}.`,
    `${count(mails, 'mail')} of the mailbox ${verb}.`,
    tasks === null
      ? 'Redis does not answer: tasks on the queue are left, and find nothing when they run.'
      : `${count(tasks, 'task')} ${dryRun ? 'would be ' : ''}taken off the queue.`,
    ...outOfReach.mails.map(
      ({ to, count: mailed, first, last }) =>
        `Out of reach: ${count(mailed, 'mail')} to ${to}, sent ${first === last ? first : `${first} to ${last}`}.`,
    ),
    ...outOfReach.ats.map(({ id, at }) => `Out of reach: ${id} went to the applicant tracking system, ${at}.`),
    ...(outOfReach.mails.length + outOfReach.ats.length > 0 ? ['Please ask those who have them to erase them.'] : []),
    'Not looked at: what files say inside, logs of mail servers, backups.',
    ...failed.map(({ id, reason }) => `Not erased: ${id}: ${reason}`),
  ]
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}
