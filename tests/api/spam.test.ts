import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formErrors } from '#api/formErrors'
import { type FormDefinition, submissionFields } from '#api/forms'
import { createForms } from '../../api/submissions/definitions.ts'
import { heldReason } from '../../api/submissions/spam.ts'
import { seedContent } from '../builders/site.ts'

const now = Date.parse('2026-11-28T10:00:00Z')
const forms = createForms(seedContent(new Date(now)), 'uk')
const definitionOf = (formId: string): FormDefinition => forms.find(formId)!.definition

/** What fills the fields that a row says nothing of. */
const rest: Record<string, string> = {
  name: 'Ottilie Brandt',
  email: 'ottilie@longlist.example',
  phone: '+44 20 7946 0123',
  company: 'Brandt & Daughters',
  location: 'Leeds',
  job_title: 'Pricing Actuary',
  audience: 'candidate',
  specialism: 'actuarial',
  type: 'permanent',
  message: 'I would like to hear about work in pricing.',
  question: 'Does a substitute have to be named in the contract?',
  [submissionFields.consent]: 'on',
  [submissionFields.shownAt]: String(now - 45_000),
}
const filled = (formId: string, values: Record<string, string>) => {
  const names = new Set([...definitionOf(formId).fields.map(({ name }) => name), ...Object.values(submissionFields)])
  return Object.fromEntries(Object.entries({ ...rest, ...values }).filter(([name]) => names.has(name)))
}
const judge = (formId: string, values: Record<string, string>) =>
  heldReason(definitionOf(formId), filled(formId, values), now)

const long = `We look for a lead engineer for our claims platform. The team has nine people in Leeds and Cologne, keeps its releases small, and owns what it runs.
You will set the direction of the services that take a claim from the first notice to the payment, teach two younger colleagues, and talk with the claims handlers every week.
We pay between 85,000 and 95,000 pounds, a bonus that has been paid in each of the last ten years, and thirty days of leave. The office is five minutes from the station; three days a week at home are usual.`

const honest: [string, string, Record<string, string>][] = [
  ['a short one', 'contactUs.en', { message: 'Please ring me back' }],
  [
    'German',
    'contactUs.en',
    {
      name: 'Jürgen Großkreutz',
      message: 'Guten Tag, ich suche eine Stelle als Aktuar in Köln oder Düsseldorf und würde gern telefonieren.',
    },
  ],
  [
    'German compounds',
    'contactUs.en',
    { message: 'Rechtsschutzversicherung, Kraftfahrzeughaftpflichtversicherung, Angstschweiß inklusive.' },
  ],
  [
    'a German job title',
    'submitAJob',
    { job_title: 'Sachbearbeiter Rechtsschutzversicherungsvertrieb', details: 'Vollzeit, ab sofort.' },
  ],
  [
    'French',
    'contactUs.en',
    {
      name: 'Zoé Lefèvre-Quéré',
      message: 'Bonjour, je cherche un poste d’actuaire à Paris ou à Londres. Pouvez-vous me rappeler ?',
    },
  ],
  ['a Chinese name', 'contactUs.en', { name: '欧阳 雨晴', message: '您好，我想咨询精算师的职位。' }],
  [
    'a Chinese name in Latin letters',
    'contactUs.en',
    { name: 'Zhang Xuezhong', message: 'Hello, I am an actuary in Singapore and would like to move to London.' },
  ],
  ['a Polish name', 'contactUs.en', { name: 'Grzegorz Brzęczyszczykiewicz' }],
  ['a Czech name', 'contactUs.en', { name: 'Strčprst Vlk' }],
  ['a Welsh address', 'register', { location: 'Llanfairpwllgwyngyll', message: 'Anything within an hour of Bangor.' }],
  ['a name of few vowels', 'contactUs.en', { name: 'Ng Hirschsprung' }],
  ['an Icelandic name', 'contactUs.en', { name: 'Þorbjörg Hrafnsdóttir' }],
  ['a Tamil name', 'contactUs.en', { name: 'Venkatanarasimharajuvaripeta Krishnamurthy' }],
  ['a Scottish name', 'contactUs.en', { name: 'Ailsa MacDonald-McGregor' }],
  [
    'a Greek name and text',
    'contactUs.en',
    { name: 'Ελένη Παπαδοπούλου', message: 'Καλημέρα, ενδιαφέρομαι για θέση αναλογιστή στο Λονδίνο.' },
  ],
  [
    'a Russian name and text with English words',
    'contactUs.en',
    {
      name: 'Алёна Щербакова',
      message: 'Здравствуйте! Ищу работу backend-разработчика, опыт в Python и SQL восемь лет.',
    },
  ],
  ['an Arabic name', 'contactUs.en', { name: 'ليلى الحسيني', message: 'مرحبا، أبحث عن عمل في لندن.' }],
  [
    'all capitals',
    'contactUs.en',
    { name: 'OTTILIE BRANDT', message: 'I HAVE TWENTY YEARS IN REINSURANCE AND A BROKEN CAPS LOCK KEY' },
  ],
  [
    'all small letters',
    'contactUs.en',
    { name: 'ottilie brandt', company: 'brandt', message: 'hi are there any jobs in bristol thx' },
  ],
  [
    'a profile in its field',
    'register',
    { linkedin: 'https://www.profiles.example/in/ottilie-brandt', message: 'Four days a week.' },
  ],
  [
    'a profile in the message',
    'apply',
    { message: 'My profile: https://www.profiles.example/in/ottilie-brandt-91b7a3' },
  ],
  ['profile and portfolio', 'apply', { message: 'See https://ottilie.example/work and https://code.example/ottilie' }],
  [
    'three addresses and some words',
    'apply',
    {
      message:
        'I give talks: https://talks.example/ob, write at https://ottilie.example and publish code at https://code.example/ottilie. One month of notice.',
    },
  ],
  [
    'a company’s address',
    'submitAJob',
    { company: 'https://www.brandt-daughters.example', details: 'A pricing actuary for our home book.' },
  ],
  ['a company called like an address', 'submitAJob', { company: 'actuaries.example.com Ltd' }],
  [
    'a job description with several links',
    'submitAJob',
    {
      details: `${long}\n\nhttps://brandt.example/jobs/lead\nhttps://brandt.example/benefits\nhttps://brandt.example/team\nhttps://maps.example/leeds`,
    },
  ],
  [
    'a job description pasted as HTML',
    'submitAJob',
    { details: `<p>${long}</p><p>More at <a href="https://brandt.example/jobs/lead">our page</a></p>` },
  ],
  [
    'a casino that hires',
    'submitAJob',
    {
      company: 'Riverside Casino Group',
      job_title: 'Head of Online Casino',
      details: 'Our online casino needs a head of product. Betting and gaming experience is a must; licence in Malta.',
    },
  ],
  [
    'a lender that hires',
    'submitAJob',
    {
      job_title: 'Underwriter, personal loans',
      details: 'We lend to small businesses. You would set the interest and the limits.',
    },
  ],
  [
    'someone who markets',
    'register',
    {
      specialism: 'sales-marketing',
      message:
        'Ten years in search marketing: SEO, backlinks, paid traffic, crypto clients and an online pharmacy. I raised organic traffic by 40%.',
    },
  ],
  [
    'a quant with money in it',
    'register',
    {
      message:
        'My last strategy made $40 million for the fund in a year. I want a base of 180k and a share of the profits.',
    },
  ],
  [
    'a contractor’s rate',
    'ir35',
    { audience: 'contractor', question: 'I make £650 a day and work mostly from home for one client. Am I inside?' },
  ],
  [
    'someone who writes about your website',
    'contactUs.en',
    {
      message: 'The search on your website showed me no jobs in Hull. Is that right, or are there errors on the page?',
    },
  ],
  [
    'somebody asks to be removed',
    'contactUs.en',
    { message: 'Please remove me from your mailing list, and delete my CV.' },
  ],
  [
    'many technologies',
    'register',
    {
      message:
        'ASP.NET, VB.NET, Socket.io, Node.js, PHP, XML, XSLT, SQL, HTML5, CSS3, gRPC, PostgreSQL, TypeScript, JavaScript, GraphQL, RabbitMQ',
    },
  ],
  [
    'Greek letters of mathematics',
    'apply',
    { message: 'I compute Δ, Γ and ν of baskets, was β-tester of your μService, and know α-stable laws.' },
  ],
  [
    'a sole trader',
    'contactUs.en',
    { name: 'Ottilie Brandt', company: 'Ottilie Brandt', message: 'Looking for contract work.' },
  ],
  [
    'an access need',
    'eventSignup',
    { company: '', job_title: '', requirements: 'Vegan; a step-free entrance, please.' },
  ],
  ['nothing but what must be', 'eventSignup', { company: '', job_title: '' }],
  ['a clock that is wrong by hours', 'contactUs.en', { [submissionFields.shownAt]: String(now + 7 * 3_600_000) }],
  [
    'a tab left open over the holidays',
    'contactUs.en',
    {
      [submissionFields.shownAt]: String(now - 16 * 86_400_000),
      message: 'My profile: https://profiles.example/in/ob',
    },
  ],
  ['a page without a stamp', 'contactUs.en', { [submissionFields.shownAt]: '' }],
  ['a form corrected in two seconds', 'contactUs.en', { [submissionFields.shownAt]: String(now - 2_000) }],
  [
    'an e-mail address in the message',
    'contactUs.en',
    { message: 'Better write to ottilie.brandt@mail.longlist.example or o.brandt@longlist.example.' },
  ],
  ['a whole letter', 'apply', { message: `${long}\n\n${long}` }],
]

const spammy: [string, string, Record<string, string>][] = [
  ['the trap', 'contactUs.en', { [submissionFields.trap]: 'x' }],
  ['at once', 'contactUs.en', { [submissionFields.shownAt]: String(now - 300) }],
  [
    'very fast, with a link in the location',
    'register',
    { [submissionFields.shownAt]: String(now - 2_000), location: 'https://pills.example' },
  ],
  ['a link as the name', 'contactUs.en', { name: 'https://prize.example/win' }],
  ['a link in the name', 'contactUs.en', { name: 'Anna www.prize.example' }],
  ['an address without a scheme as the name', 'contactUs.en', { name: 'best-prices.shop' }],
  ['a link in the name, with emoji', 'contactUs.en', { name: '🎁 Your prize: prize.top/claim 🎁' }],
  ['a link in the name of an event’s guest', 'eventSignup', { name: 'Win http://prize.example' }],
  [
    'links in HTML',
    'contactUs.en',
    { message: '<a href="http://pills.example">pills</a> <a href=http://more.example>more</a>' },
  ],
  ['links in a forum’s code', 'contactUs.en', { message: '[url=http://pills.example]pills[/url]' }],
  ['another forum’s code', 'contactUs.en', { message: 'Nice page! [link]http://pills.example[/link]' }],
  ['both codes', 'contactUs.en', { message: '<a href="http://a.example">a</a> [url=http://a.example]a[/url]' }],
  [
    'ten links',
    'contactUs.en',
    { message: Array.from({ length: 10 }, (_, i) => `http://shop-${i}.example/`).join(' ') },
  ],
  [
    'eight links and some words',
    'apply',
    {
      message: `The best of the best: ${Array.from({ length: 8 }, (_, i) => `https://x${i}.example/a`).join(' and ')}`,
    },
  ],
  ['links in two short fields', 'submitAJob', { job_title: 'http://a.example', location: 'http://b.example' }],
  [
    'four links and an offer',
    'contactUs.en',
    { message: 'Cheap pills http://a.example http://b.example http://c.example http://d.example' },
  ],
  [
    'the same everywhere',
    'submitAJob',
    { name: 'Great prices', company: 'Great prices', job_title: 'Great prices', location: 'Great prices' },
  ],
  ['the name as the message', 'contactUs.en', { name: 'Robertknolf', message: 'Robertknolf' }],
  ['random letters in two fields', 'contactUs.en', { name: 'KxRtMqWpLdZbFh', message: 'aGtRfVxNmQwLsKjD' }],
  [
    'random letters for a name, without a stamp',
    'contactUs.en',
    { name: 'JqWkPzRtXbNm', [submissionFields.shownAt]: '' },
  ],
  ['random letters in name and company', 'contactUs.en', { name: 'hYtRvBqLxKpWz', company: 'ZxQwErTyUbNmK' }],
  ['consonants without end', 'register', { name: 'bcdfghjklmnp', location: 'qrstvxzbcdfg' }],
  ['letters of two scripts', 'contactUs.en', { message: 'Вuy сheap wаtches tоday' }],
  ['a few such letters and an offer', 'contactUs.en', { message: 'Claim your prize at our саsino' }],
  ['Greek doubles', 'contactUs.en', { message: 'Frεε mοney fοr yοu' }],
  [
    'search engines',
    'contactUs.en',
    { message: 'We rank your website on the first page of search results. Reply for a quote.' },
  ],
  ['back links', 'contactUs.en', { message: 'Buy backlinks! More traffic to your site, guaranteed.' }],
  [
    'a design offer',
    'contactUs.en',
    { message: 'We looked at your website and found many errors. We redesign your website at an affordable price.' },
  ],
  ['a sponsored post', 'contactUs.en', { message: 'Do you accept guest posts? We also boost your online presence.' }],
  ['coins', 'contactUs.en', { message: 'Double your bitcoin in a week: guaranteed returns every day.' }],
  [
    'easy money',
    'contactUs.en',
    {
      message: 'Earn $500 per day from home without experience! Passive income: http://easy.example',
      [submissionFields.shownAt]: '',
    },
  ],
  [
    'a casino',
    'contactUs.en',
    { message: 'Free spins and a welcome bonus: play at http://a.example', [submissionFields.shownAt]: '' },
  ],
  [
    'pills',
    'contactUs.en',
    { message: 'Generic meds, discount pills, no doctor. Without prescription!', name: 'Cheap-meds.online' },
  ],
  [
    'company',
    'contactUs.en',
    {
      message: 'Lonely women near you are waiting. Adult dating, no strings. Sexy girls.',
      [submissionFields.shownAt]: 'soon',
    },
  ],
  [
    'a loan',
    'contactUs.en',
    {
      message: 'Personal loans at 2% interest, no collateral. Business loan offer at 3% interest too.',
      [submissionFields.shownAt]: '0',
    },
  ],
  [
    'an inheritance',
    'contactUs.en',
    {
      message: 'My late client left 14.5 million dollars and you bear his name; be the beneficiary of the fund.',
      name: 'Barrister',
    },
  ],
  [
    'addresses for sale',
    'contactUs.en',
    {
      message:
        'We have fresh email lists of all companies in your country. Send your message to millions. To unsubscribe from this, reply.',
    },
  ],
  [
    'mass messages',
    'contactUs.en',
    {
      message: 'We blast messages to 5,000,000 contact forms. Send your ads to millions today and win.',
      [submissionFields.shownAt]: '',
    },
  ],
  [
    'Russian',
    'contactUs.en',
    {
      message: 'Онлайн казино: бонус за регистрацию, заработок в интернете http://a.example',
      [submissionFields.shownAt]: '',
    },
  ],
  [
    'German',
    'contactUs.en',
    { message: 'Kredit ohne Schufa! Geld verdienen im Internet: http://a.example http://b.example http://c.example' },
  ],
  [
    'French',
    'contactUs.en',
    { message: "Crédit sans justificatif. Prêt entre particuliers, gagnez de l'argent", name: 'pret.online' },
  ],
]

describe('what is held', () => {
  it('has enough of both kinds, all of which the forms accept', () => {
    expect(honest.length).toBeGreaterThanOrEqual(40)
    expect(spammy.length).toBeGreaterThanOrEqual(40)
    for (const [what, formId, values] of honest) {
      const { fields, consentText } = definitionOf(formId)
      const texts = { consentText, fields: fields.filter(({ type }) => type !== 'file') }
      expect(formErrors(texts, filled(formId, values), {}, 1), what).toEqual({})
    }
  })

  it.each(honest)('is not: %s', (_, formId, values) => expect(judge(formId, values)).toBeNull())

  it.each(spammy)('is: %s, with a reason that quotes nothing', (_, formId, values) => {
    const reason = judge(formId, values)
    expect(reason).toMatch(
      /^(?:A field that people do not see was filled|It looks like spam \(\d+ points; 3 hold it\): [a-z ;]+)\.$/i,
    )
    for (const value of Object.values(values))
      if (value.length > 8) expect(reason!.toLowerCase()).not.toContain(value.toLowerCase())
  })

  it('never is by one weak sign: each text of an honest one with a stamp that is odd passes', () => {
    for (const [what, formId, values] of honest)
      for (const stamp of ['', '-1', 'NaN', String(now - 30 * 86_400_000), String(now + 40 * 86_400_000)])
        expect(judge(formId, { ...values, [submissionFields.shownAt]: stamp }), `${what}, shown at ${stamp}`).toBeNull()
  })

  it('is judged in no time, whatever is typed', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc
        .constantFrom('@', 'a', '<a ', 'http://', '[url=', 'x.', 'million ', 'your website ', '\u0430b')
        .chain(part => fc.integer({ min: 1, max: 20_000 }).map(size => part.repeat(size).slice(0, 20_000))),
    )
    fc.assert(
      fc.property(text, text, (name, message) => {
        const before = process.cpuUsage()
        const reason = judge('contactUs.en', { name, message })
        const { user } = process.cpuUsage(before)
        expect(user / 1_000).toBeLessThan(5_000)
        expect(reason === null || reason.length < 600).toBe(true)
      }),
      { numRuns: 100, seed: 20_261_128 },
    )
  })
})
