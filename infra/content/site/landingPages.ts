import { entry, markdown, type SiteEntry } from './entry.ts'

interface Landing {
  slug: string
  aliases?: string[]
  title: string
  kicker: string
  heading: string
  intro: string
  body: string
  criteria: string
  related: [label: string, url: string][]
}

/** Popular roles: each a search with a name. Slugs are the public ones. */
const list: Landing[] = [
  {
    slug: 'developer-jobs',
    title: 'Developer jobs',
    kicker: 'Technology',
    heading: 'Developer jobs in banking and insurance',
    intro:
      'Back end, front end, mobile, test and reliability: every software job we are filling, with the pay on the advert wherever the client allows it.',
    body: `
      The teams behind these jobs look after payments, policies, prices and positions. Most release weekly or better, most review each other’s code, and all of them have something old that must be treated with respect.

      Read the first paragraph of an advert before the list of skills. It says what the code is for, and whether you would enjoy looking after it.
    `,
    criteria: 'specialism=software-development',
    related: [
      ['Java developer jobs', '/java-developer-jobs'],
      ['Software development at Longlist', '/specialisms/software-development'],
      ['Remote technology jobs', '/jobs?sector=technology&environment=remote'],
    ],
  },
  {
    slug: 'java-developer-jobs',
    title: 'Java developer jobs',
    kicker: 'Technology',
    heading: 'Java developer jobs',
    intro:
      'Java still settles the trades and issues the policies. These are the teams hiring for it now, from first job to technical lead.',
    body: `
      Expect Spring, messaging and a relational database, and increasingly a cloud account of your own. Expect also to be asked how you would take a ten-year-old service apart without anyone noticing.

      Kotlin or Scala on your CV? Apply to these as well. Several teams use more than one.
    `,
    criteria: 'query=java&sector=technology',
    related: [
      ['All developer jobs', '/developer-jobs'],
      ['Quant developer jobs', '/jobs?query=quant%20developer'],
    ],
  },
  {
    slug: 'business-analyst-jobs',
    title: 'Business analyst jobs',
    kicker: 'Change',
    heading: 'Business analyst jobs',
    intro:
      'For analysts who find out what a process is for before they draw it: permanent and contract, in all three of our sectors.',
    body: `
      Policy administration, claims, payments, regulatory reporting, finance change: the adverts below say which system is being replaced, and by when. Junior and lead jobs are among them.

      On a contract, the advert gives the status where it has been determined. Ask the consultant named on it if it does not.
    `,
    criteria: 'query=business%20analyst',
    related: [
      ['Project manager jobs', '/project-manager-jobs'],
      ['IT transformation at Longlist', '/specialisms/it-transformation'],
      ['What IR35 means for contractors', '/ir35'],
    ],
  },
  {
    slug: 'data-scientist-jobs',
    title: 'Data scientist jobs',
    kicker: 'Data',
    heading: 'Data scientist jobs',
    intro: 'Pricing, fraud, claims triage, financial crime: data science whose answers somebody acts on the same day.',
    body: `
      Ask three things of each of these teams: where the data comes from, who puts a model into service, and what happens when it is wrong. We have asked already; the consultant on the advert can tell you.
    `,
    criteria: 'query=data%20scientist',
    related: [
      ['Data analytics jobs', '/data-analytics-jobs'],
      ['Data at Longlist', '/specialisms/data'],
      ['Machine learning jobs', '/jobs?query=machine%20learning'],
    ],
  },
  {
    slug: 'data-analytics-jobs',
    title: 'Data analytics jobs',
    kicker: 'Data',
    heading: 'Data analytics jobs',
    intro: 'Analysts, reporting managers and insight teams in firms where the figures leave the building.',
    body: `
      SQL is assumed and a dashboard tool is soon learnt. What our clients ask about in the interview is judgement: which number you refused to publish, and how you explained that.

      Moving into data from finance, claims or operations is common here. Say so in your application, and say what you built.
    `,
    criteria: 'query=analyst&specialism=data',
    related: [
      ['Data scientist jobs', '/data-scientist-jobs'],
      ['Data at Longlist', '/specialisms/data'],
    ],
  },
  {
    slug: 'project-manager-jobs',
    title: 'Project manager jobs',
    kicker: 'Change',
    heading: 'Project manager jobs',
    intro: 'Projects with an end: project managers for change in banking, insurance and technology.',
    body: `
      The best of these adverts tell you what the project must not do as well as what it must. Where they do not, ask before you apply, and ask who the sponsor is.
    `,
    criteria: 'query=project%20manager',
    related: [
      ['IT project manager jobs', '/it-project-manager-jobs'],
      ['Business analyst jobs', '/business-analyst-jobs'],
      ['Programme manager jobs', '/jobs?query=programme%20manager'],
    ],
  },
  {
    slug: 'it-project-manager-jobs',
    title: 'IT project manager jobs',
    kicker: 'Technology',
    heading: 'IT project manager jobs',
    intro:
      'Infrastructure moves, core replacements, migrations and roll-outs that need somebody who has closed one before.',
    body: `
      These are project manager jobs in our technology sector, contract and permanent. Tell us the largest thing you have switched off. It is the question our clients ask first.
    `,
    criteria: 'query=project%20manager&sector=technology',
    related: [
      ['All project manager jobs', '/project-manager-jobs'],
      ['Change and transformation teams', '/specialisms/technology/change-and-transformation'],
    ],
  },
  {
    slug: 'actuary-jobs',
    title: 'Actuary jobs',
    kicker: 'Insurance',
    heading: 'Actuary jobs',
    intro:
      'Pricing, reserving, capital and life, from trainee to chief actuary, across Britain, Germany and Singapore.',
    body: `
      Qualifying takes about four years. Adverts for students say how many papers you may sit at a time and what leave comes with them; if one does not, that is our omission and we will find out.

      Nearly and newly qualified? Apply a little above where you are. In this market it is often right.
    `,
    criteria: 'query=actuary',
    related: [
      ['Pricing actuary jobs', '/pricing-actuary-jobs'],
      ['Valuation jobs', '/valuation-jobs'],
      ['Actuarial at Longlist', '/specialisms/actuarial'],
    ],
  },
  {
    slug: 'pricing-actuary-jobs',
    title: 'Pricing actuary jobs',
    kicker: 'Insurance',
    heading: 'Pricing actuary jobs',
    intro: 'For actuaries who would rather be in the room when the rate is decided.',
    body: `
      Personal lines pricing is a matter of models, speed and conduct; commercial and specialty pricing is a conversation with an underwriter. The adverts say which, and what tools the team has.
    `,
    criteria: 'query=pricing%20actuary',
    related: [
      ['All actuary jobs', '/actuary-jobs'],
      ['Underwriting and claims at Longlist', '/specialisms/underwriting-claims'],
    ],
  },
  {
    slug: 'valuation-jobs',
    title: 'Valuation jobs',
    kicker: 'Insurance and banking',
    heading: 'Valuation jobs',
    intro:
      'Life valuation on one side of the street, valuation control on the other: jobs for people who sign a number.',
    body: `
      Insurers look for actuaries and analysts who can run, explain and shorten a valuation. Banks look for product controllers who can defend a price that nobody quotes. Both teams work to a calendar, so ask which weeks are not your own.
    `,
    criteria: 'query=valuation',
    related: [
      ['IFRS 17 jobs', '/ifrs17'],
      ['Actuary jobs', '/actuary-jobs'],
      ['Finance jobs', '/finance'],
    ],
  },
  {
    slug: 'investment',
    title: 'Investment jobs',
    kicker: 'Banking',
    heading: 'Investment jobs',
    intro:
      'Analysts, portfolio managers and those who support them, at asset managers, banks and the investment arms of insurers.',
    body: `
      Some of these clients manage money for pension schemes and some for their own balance sheet. It changes the horizon, the hours and the bonus. The consultant on each advert will tell you which it is.
    `,
    criteria: 'query=investment',
    related: [
      ['Asset management jobs', '/asset-management'],
      ['Trader jobs', '/trader'],
      ['Quants at Longlist', '/specialisms/quants'],
    ],
  },
  {
    slug: 'finance',
    title: 'Finance jobs',
    kicker: 'Banking and insurance',
    heading: 'Accounting and finance jobs',
    intro: 'Accountants, controllers, analysts and finance directors for banks, asset managers and insurers.',
    body: `
      Part-qualified, newly qualified or long past counting: an accounting or CPA qualification takes 2 to 3 years beside a job, and the adverts below say who supports it.

      If you cannot tell from an advert whether month end takes three days or eight, ask. It is the best single question about a finance team.
    `,
    criteria: 'specialism=accounting-finance&specialism=accounting-finance-insurance',
    related: [
      ['IFRS 17 jobs', '/ifrs17'],
      ['Accounting and finance in banking', '/specialisms/accounting-finance'],
      ['Accounting and finance in insurance', '/specialisms/accounting-finance-insurance'],
    ],
  },
  {
    slug: 'asset-management',
    title: 'Asset management jobs',
    kicker: 'Banking',
    heading: 'Asset management jobs',
    intro: 'Portfolio, product, client and operations jobs with firms that look after other people’s money.',
    body: `
      Houses differ more than their brochures. What they charge for, how long a client stays and who may overrule a portfolio manager are worth knowing before an interview. Ask us.
    `,
    criteria: 'query=asset%20management',
    related: [
      ['Investment jobs', '/investment'],
      ['Relationship management at Longlist', '/specialisms/relationship-management'],
    ],
  },
  {
    slug: 'banking',
    title: 'Banking jobs',
    kicker: 'Sector',
    heading: 'All banking jobs',
    intro:
      'Every job we are filling in the banking sector: operations, lending, risk, finance, quants, sales and the people who lead them.',
    body: `
      Narrow it with the filters of the [job search](/jobs?sector=banking): by city and radius, by contract or permanent, by how much of the week may be worked from home.
    `,
    criteria: 'sector=banking',
    related: [
      ['Banking at Longlist', '/specialisms/banking'],
      ['Finance jobs', '/finance'],
      ['Audit, risk and compliance at Longlist', '/specialisms/audit-risk-compliance'],
    ],
  },
  {
    slug: 'ifrs17',
    aliases: ['ifrs17-jobs'],
    title: 'IFRS 17 jobs',
    kicker: 'Insurance',
    heading: 'IFRS 17 jobs',
    intro:
      'The standard is in force and the tidying-up has begun: reporting, actuarial and system jobs for people who have lived through it.',
    body: `
      Three kinds of work are left. Making the process shorter, because a close of thirty days cannot go on. Making the numbers explicable to people who buy shares. And replacing what was built in a hurry. Each needs somebody who can talk to actuaries and accountants in one sentence.

      Contract rates have come down from their height and are still good. Permanent jobs have become more senior.
    `,
    criteria: 'query=ifrs17',
    related: [
      ['Accounting and finance in insurance', '/specialisms/accounting-finance-insurance'],
      ['Valuation jobs', '/valuation-jobs'],
      ['Actuary jobs', '/actuary-jobs'],
    ],
  },
  {
    slug: 'trader',
    title: 'Trader jobs',
    kicker: 'Banking',
    heading: 'Trader jobs',
    intro: 'A short list by nature: trading, sales trading and dealing jobs with banks, funds and energy houses.',
    body: `
      Desks hire rarely and quickly. If nothing here fits, [register](entry:page-register) and say which product and which book, and we will ring when it moves.
    `,
    criteria: 'query=trader',
    related: [
      ['Quants at Longlist', '/specialisms/quants'],
      ['Investment jobs', '/investment'],
    ],
  },
  {
    slug: 'non-life-insurance-jobs-in-singapore',
    title: 'Non-life insurance jobs in Singapore',
    kicker: 'Singapore',
    heading: 'Non-life insurance jobs in Singapore',
    intro:
      'Underwriting, claims, broking, actuarial and finance jobs with insurers, reinsurers and brokers in Singapore.',
    body: `
      Singapore is the region’s reinsurance market, so the classes are broad and the territories broader: one underwriter may write from Mumbai to Auckland. Adverts state pay in Singapore dollars and, where an employment pass is needed, whether the client will apply for one.

      Our office at Ledger Quay is open from 8.30am to 6pm, Monday to Friday.
    `,
    criteria: 'location=Singapore&sector=insurance',
    related: [
      ['Actuary jobs', '/actuary-jobs'],
      ['Insurance at Longlist', '/specialisms/insurance'],
    ],
  },
]

/** The popular roles, in the order of the list. */
export const landingPages: SiteEntry[] = list.map(
  ({ slug, aliases = [], title, kicker, heading, intro, body, criteria, related }) =>
    entry('landingPage', `landing-${slug}`, {
      title,
      urlSlug: slug,
      ...(aliases.length > 0 ? { aliases } : {}),
      kicker,
      heading,
      intro,
      body: markdown(body),
      criteria,
      relatedLinks: related.map(([label, url]) => ({ label, url })),
    }),
)
