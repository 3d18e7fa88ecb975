import { rejected, SourceError } from './format.ts'
import { payInLimits } from './pay.ts'
import { firstText, lastDay, listed, type PostCommand, type PostContext, postFormat, upsert, worded } from './posts.ts'
import { all, child, textAt, type XmlNode, xmlRows } from './xmlRows.ts'

/**
 * The posting XML of idibu: `<idibu>` with a `<method>` (add, update, repost, delete) and a `<job>`. The job is known
 * by its `<reference>`; what is deleted is named by `ref`, or by the `id` that the answer to the posting gave it, which
 * is the reference. No address in the catalogue: `"from": null` and a `postSecret`.
 */
export const idibu = postFormat({
  id: 'idibu',
  looksLike: ({ xml }) => xml !== null && xml.root === 'idibu' && xml.elements.has('job'),
  commands,
})

/** Values of idibu's own lists. */
const jobTypes = new Map(Object.entries({ 1: 'Contract', 2: 'Permanent', 4: 'Temporary' }))
const jobTimes = new Map(Object.entries({ 1: 'Part-time', 2: 'Full-time' }))
/** Between several references in one attribute. */
const separator = ';!;'

const expected = 'Expected <idibu> with a <method> and a <job>, as idibu posts it'

async function* commands(feed: AsyncIterable<string>, context: PostContext): AsyncGenerator<PostCommand> {
  let place = 0
  let method = 'add'
  for await (const node of xmlRows(feed, { row: ['job', 'method'], markup: ['description'], expected })) {
    if (node.name === 'method') {
      method = node.text.toLowerCase()
      continue
    }
    const known = [textAt(node, 'reference'), node.attributes.ref, textAt(node, 'client_reference'), node.attributes.id]
      .map(one => one?.trim())
      .find(Boolean)
    const refuse = (reason: string): PostCommand => ({
      command: 'upsert',
      reference: known ?? null,
      row: rejected(++place, reason, known, textAt(node, 'title')),
    })
    if (method === 'delete' || method === 'cancel') {
      const references = (known ?? '')
        .split(separator)
        .map(one => one.trim())
        .filter(Boolean)
      for (const reference of references) yield { command: 'withdraw', reference, place: ++place }
      if (references.length === 0) yield refuse('the job to delete is not named: send its reference as <job ref="…">')
    } else if (!['add', 'update', 'repost', 'edit'].includes(method)) {
      yield refuse(
        `the method "${method.slice(0, 40)}" is not known here: send add, update, repost or delete, with the whole advert`,
      )
    } else if (child(node, 'postcompletionurl') || node.attributes.status) {
      yield refuse('it is an answer of idibu and no advert: send the job that was posted')
    } else yield readJob(node, known, ++place, context)
  }
  if (place === 0) throw new SourceError(`There is no job in it. ${expected}`)
}

function readJob(node: XmlNode, reference: string | undefined, place: number, context: PostContext): PostCommand {
  const sender = child(node, 'sender')
  const name = [textAt(sender, 'name'), textAt(sender, 'lastname')].filter(Boolean).join(' ') || undefined
  const contact = { name, email: textAt(sender, 'email'), phone: textAt(sender, 'phone') }
  // A place of idibu's lists is a number; a country is its code, and what has a name says it.
  const [country, sublocation] = ['location', 'sublocation'].map(field => worded(named(child(node, field))))
  const days = all(child(node, 'posts'), 'board')
    .map(board => Number(child(board, 'duration')?.attributes.days))
    .filter(count => count > 0)
  return upsert(
    place,
    node,
    reference,
    {
      title: textAt(node, 'title'),
      description: textAt(node, 'description'),
      locations:
        country || sublocation
          ? [
              country !== undefined && country.length <= 3
                ? { text: sublocation, country }
                : { text: [sublocation, country].filter(Boolean).join(', ') },
            ]
          : [],
      ...payInLimits(
        textAt(node, 'salarymin'),
        textAt(node, 'salarymax'),
        { currency: textAt(node, 'currency')?.toUpperCase(), period: named(child(node, 'salaryper')) },
        textAt(node, 'salaryoverride'),
      ),
      types: [listValue(child(node, 'jobtype'), jobTypes), listValue(child(node, 'job_time'), jobTimes)].filter(
        one => one !== undefined,
      ),
      environments: listed(node, ['working_environment', 'remote']),
      categories: [worded(named(child(node, 'category')))].filter(one => one !== undefined),
      company: textAt(sender, 'company') ?? firstText(node, ['company']),
      consultant: Object.values(contact).some(Boolean) ? contact : undefined,
      applicationEmail: firstText(node, ['app_email', 'application_email']),
      applicationUrl: firstText(node, ['app_url', 'application_url']),
      publishedAt: textAt(node, 'publish'),
      expiresAt:
        firstText(node, ['expiry', 'expirydate', 'expiry_date']) ??
        (days.length > 0 ? lastDay(String(Math.max(...days)), context) : undefined),
    },
    '<title>',
    '<reference>',
  )
}

/** What an element of a list says: its text, or one of the attributes that idibu uses for it. */
function named(node: XmlNode | undefined): string | undefined {
  return [node?.text, node?.attributes.name, node?.attributes.value, node?.attributes.id].find(Boolean)
}

function listValue(node: XmlNode | undefined, values: ReadonlyMap<string, string>): string | undefined {
  const said = named(node)
  return said === undefined ? undefined : (values.get(said) ?? worded(said))
}
