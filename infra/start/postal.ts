// npm run postal -- <GB|DE|SG> <file, folder or URL>

import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type PostalCountry, postalCountries } from '#indexer/postal'
import { writePostal } from '../../indexer/documents/postal.ts'
import { readPlace, root } from './config.ts'
import { expectedFile, readOfficial } from './postalFiles.ts'
import { createScreen, Fault } from './screen.ts'

const usage = 'npm run postal -- <GB|DE|SG> <file, folder or URL>'
/** The largest official file is some 250 MB. */
const maxDownload = 2_000_000_000
const downloadMs = 1_800_000

const screen = createScreen()
try {
  const { dataDir, typedIn } = readPlace(process.env, root)
  const [wanted = '', from, ...rest] = process.argv.slice(2)
  const country = postalCountries.find(code => code === wanted.toUpperCase())
  if (!country)
    throw new Fault(
      `${wanted === '' ? 'name a country' : `"${wanted}" is not one of ${postalCountries.join(', ')}`}. Use: ${usage}`,
    )
  if (from === undefined || rest.length > 0)
    throw new Fault(`name one file, folder or URL. Use: ${usage}. ${expectedFile(country)}`)
  const postal = /^https?:\/\//i.test(from)
    ? await download(country, from)
    : await readOfficial(country, resolve(typedIn, from), new Date().getFullYear())
  const path = writePostal(join(dataDir, 'postal'), postal)
  const count = (number: number) => number.toLocaleString('en-GB')
  screen.say(
    'postal',
    `${count(postal.codes.length)} postcodes and ${count(postal.places.length)} places in ${path}. The worker takes them up by itself; start the site again so that its footer credits them.`,
  )
  screen.say('credit', `${postal.credit} (the site's footer says so)`)
} catch (fault) {
  screen.fail(fault)
  process.exitCode = 1
}

async function download(country: PostalCountry, url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'longlist-postal-'))
  try {
    const file = join(folder, 'download')
    let response: Response
    try {
      response = await fetch(url, { signal: AbortSignal.timeout(downloadMs) })
      if (!response.ok || !response.body)
        throw new Fault(`${url} answered ${response.status}. ${expectedFile(country)}`)
      let size = 0
      const bounded = new Transform({
        transform(chunk: Buffer, _, done) {
          size += chunk.length
          done(
            size > maxDownload
              ? new Fault(`${url} is larger than 2 GB, which no official file is. ${expectedFile(country)}`)
              : null,
            chunk,
          )
        },
      })
      await pipeline(Readable.fromWeb(response.body as never), bounded, createWriteStream(file))
    } catch (error) {
      if (error instanceof Fault) throw error
      throw new Fault(
        `${url} could not be fetched (${(error as Error).message}): download it with a browser and name the file. ${expectedFile(country)}`,
      )
    }
    return await readOfficial(country, file, new Date().getFullYear()).catch((error: Error) => {
      throw error instanceof Fault ? new Fault(error.message.replaceAll(file, url)) : error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
