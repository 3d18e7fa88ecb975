import {
  longestSample,
  type MappedField,
  mappedFieldNames,
  mappedFields,
  type TrialRequest,
  type TrialResult,
  type TriedRow,
} from '#indexer/trials'
import { html } from '../html.ts'
import { number, table } from './adminPage.ts'

/** How a sample is to be read, beside the mapping. */
export const settingNames = ['format', 'header', 'rows', 'country', 'currency'] as const

const formats = { auto: 'Tell it from its looks', json: 'JSON, by a mapping', csv: 'A table, by a mapping' } as const
const headers = {
  tell: 'Tell it from its looks',
  first: 'The first line names the columns',
  none: 'The first line is a row',
} as const

/** `/admin/mapping`: where a sample is given. */
export function sampleForm(): string {
  return `<section aria-labelledby="give"><h2 id="give">A sample of the feed</h2>
<p class="facts">The first ${longestSample / 1024 / 1024} MB of an address are read, or what is pasted. Nothing of it reaches the site; it is kept for an hour.</p>
<form method="post" action="/admin/mapping" class="fields">
<label>Address of the feed <input name="from" type="url" maxlength="2000" placeholder="https://" autocomplete="off"></label>
<label>Or the beginning of the feed: JSON, a table, XML <textarea name="text" rows="12" spellcheck="false" autocomplete="off"></textarea></label>
${select('format', 'Read it as', formats, 'auto')}
<div class="actions"><button>Read the sample</button></div>
</form></section>`
}

/** `/admin/mapping/{trial}`. @param result null while the worker has not read it */
export function trialBody(trial: string, request: TrialRequest, result: TrialResult | null): string {
  const other = '<p><a href="/admin/mapping">Another sample</a></p>'
  if (!result)
    return `${other}\n<p class="alarm" role="status">The worker has not read the sample yet. <a href="/admin/mapping/${trial}">Look again</a></p>`
  const facts = [
    result.from ? `<span class="from">${html(result.from)}</span>` : 'pasted',
    ...(result.fault
      ? []
      : [
          `${number(result.characters)} characters${result.whole ? '' : ', the beginning'}`,
          `read as <code>${html(result.format)}</code>`,
        ]),
  ]
  return `${other}
<p class="facts">${facts.join(' · ')}</p>
${result.fault ? `<p class="alarm" role="alert"><span class="typed">${html(result.fault)}</span></p>` : ''}
${result.fault || !result.mapped ? '' : fieldsSection(result)}
${result.fault || result.mapped ? choicesSection(trial, request, result) : ''}
${result.fault ? '' : `${triedSection(result)}\n${catalogueSection(trial, request, result)}`}`
}

function fieldsSection({ fields, unlisted, choices }: TrialResult): string {
  const usedAs = new Map<string, string[]>()
  for (const field of mappedFieldNames) {
    const path = choices[field]
    if (path) usedAs.set(path, [...(usedAs.get(path) ?? []), mappedFields[field]])
  }
  const rows = fields.map(
    ({ path, rows: count, examples }) =>
      `<tr><th scope="row" class="wide"><code>${html(path)}</code></th><td class="number">${number(count)}</td><td class="wide">${examples.map(html).join('<br>')}</td><td>${html((usedAs.get(path) ?? []).join(', '))}</td></tr>`,
  )
  const more =
    unlisted === 0
      ? ''
      : `<p class="facts">${number(unlisted)} more names are not listed: too many, or such as no mapping can name.</p>`
  return `<section aria-labelledby="seen"><h2 id="seen">Fields that were seen</h2>
${fields.length === 0 ? '<p>The rows hold no value that could be read.</p>' : table('Fields of the feed', ['Field', { number: 'Rows' }, 'Examples', 'Used as'], rows)}${more}</section>`
}

function choicesSection(trial: string, request: TrialRequest, { fields, choices, fault, rows }: TrialResult): string {
  const pick = (field: MappedField) => {
    const chosen = choices[field] ?? ''
    const paths = fields.map(({ path }) => path)
    // What was chosen before the sample was read in another way.
    if (chosen !== '' && !paths.includes(chosen)) paths.push(chosen)
    const options = paths.map(
      path => `<option value="${html(path)}"${path === chosen ? ' selected' : ''}>${html(path)}</option>`,
    )
    const id = `choice-${field.replace('.', '-')}`
    return `<div><label for="${id}">${html(mappedFields[field])}</label><select id="${id}" name="choice.${field}"><option value="">Nothing</option>${options.join('')}</select></div>`
  }
  return `<section aria-labelledby="choices"><h2 id="choices">Which field is which</h2>
<p class="facts">${fault ? 'Say how the sample is to be read.' : 'Guessed by the names that feeds usually have. The title is needed, and the id keeps a job the same job when its text changes.'}</p>
<form method="post" action="/admin/mapping/${trial}" class="fields">
${fault ? '' : `<div class="picks">${mappedFieldNames.map(pick).join('\n')}</div>`}
<div class="picks">${select('format', 'Read it as', formats, request.format)}${select('header', 'First line of a table', headers, request.header)}
<label>List of the jobs in JSON <input name="rows" maxlength="200" value="${html(rows)}" placeholder="data.jobs"></label>
<label>Country of places that name none <input name="country" maxlength="2" pattern="[A-Za-z]{2}" value="${html(request.country)}" placeholder="GB"></label>
<label>Currency of pay that names none <input name="currency" maxlength="3" pattern="[A-Za-z]{3}" value="${html(request.currency)}" placeholder="GBP"></label></div>
<div class="actions"><button name="by" value="choices">Try this mapping</button>${fault ? '' : '<button name="by" value="guess">Guess again</button>'}</div>
</form></section>`
}

const columns: [key: string, name: string][] = [
  ['place', 'Place'],
  ['environment', 'Remote or on site'],
  ['pay', 'Pay'],
  ['type', 'Type'],
  ['hours', 'Hours'],
  ['level', 'Level'],
  ['company', 'Company'],
  ['apply', 'Apply'],
  ['category', 'Category'],
  ['dates', 'Dates'],
  ['reference', 'Reference'],
  ['description', 'Description'],
]

function triedSection({ tried, read, good, problem, notRead }: TrialResult): string {
  const row = (one: TriedRow) =>
    one.refused === null
      ? `<tr><td class="number">${number(one.row)}</td><th scope="row" class="wide">${html(one.title)}</th>${columns.map(([key]) => `<td class="wide typed">${html(one.values[key] ?? '')}</td>`).join('')}</tr>`
      : `<tr><td class="number">${number(one.row)}</td><th scope="row" class="wide">${html(one.title ?? '')}</th><td class="why" colspan="${columns.length}"><span class="bad">Refused</span> ${html(one.refused)}</td></tr>`
  const names = Object.entries(notRead).map(([name, rows]) => `${html(name)} (${number(rows)})`)
  return `<section aria-labelledby="tried"><h2 id="tried">What comes of it</h2>
${problem ? `<p class="alarm" role="alert"><span class="typed">${html(problem)}</span></p>` : ''}
<p>${number(read)} rows were read, ${number(good)} of them would be jobs${read > tried.length ? `; the first ${tried.length}` : ''}.</p>
${tried.length === 0 ? '' : table('The first rows, as they would be shown', [{ number: 'Row' }, 'Title', ...columns.map(([, name]) => name)], tried.map(row))}
${names.length === 0 ? '' : `<p class="facts">Not read: <span class="typed">${names.join(', ')}</span></p>`}</section>`
}

function catalogueSection(trial: string, request: TrialRequest, { entry, mapping, mapped }: TrialResult): string {
  const form = `<form method="post" action="/admin/mapping/${trial}" class="fields">
<label>The mapping, to be changed by hand: several names in a list, a text of every row as {"value": "month"}, or with names in it as {"template": "https://x.example/{id}"} <textarea name="mapping" rows="14" maxlength="20000" spellcheck="false">${html(mapping)}</textarea></label>
${settingNames.map(name => `<input type="hidden" name="${name}" value="${html(request[name])}">`).join('')}
<div class="actions"><button name="by" value="mapping">Try what is written</button></div></form>`
  return `<section aria-labelledby="entry"><h2 id="entry">For the catalogue</h2>
${entry === '' ? '' : `<p class="facts">Copy it into the file that JOB_SOURCES names, with an id and a title of its own. It is paused: a dry run on the page of the source shows all of it; then take "paused" out. What stands after ? in the address is left out here: it may be secret.</p><pre class="typed" tabindex="0" role="region" aria-label="Entry for the catalogue"><code>${html(entry)}</code></pre>`}
${mapped ? form : ''}</section>`
}

function select(name: string, label: string, options: Readonly<Record<string, string>>, chosen: string): string {
  const all = Object.entries(options).map(
    ([value, text]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${html(text)}</option>`,
  )
  return `<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${all.join('')}</select></div>`
}
