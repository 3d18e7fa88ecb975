import { slugify } from '#indexer/slugs'
import { consultants as adverts, emailOf } from '../seed/consultants.ts'
import { assetLink, entry, link, markdown, type SiteEntry } from './entry.ts'

interface Person {
  name: string
  jobTitle: string
  office: string
  /** Slugs of the specialisms they work in. */
  specialisms: string[]
  summary: string
  bio: string
  /** Only for those who are not in seed/consultants.ts, which knows the number that adverts give. */
  phone?: string
}

/** In the order of the team page. Nobody here exists. */
const team: Person[] = [
  {
    name: 'Honor Castellane-Pryce',
    jobTitle: 'Chief Executive',
    office: 'london',
    specialisms: ['insurance', 'banking', 'technology'],
    phone: '+44 20 7946 0104',
    summary: 'Opened Longlist in 2010 with one desk, one telephone and a list of forty actuaries.',
    bio: `
      Honor trained as an accountant, found that she liked the people more than the ledgers, and opened Longlist in 2010 with a single desk near Leadenhall Market. She still reads a sample of our adverts every Friday and sends back the ones that say nothing.

      She chairs the monthly meeting at which any consultant may put a search that is not going well in front of everybody else. Outside work she rings church bells, badly by her own account, and is learning to lay hedges.
    `,
  },
  {
    name: 'Desmond Akintola-Reeve',
    jobTitle: 'Director, Executive Search',
    office: 'london',
    specialisms: ['insurance', 'banking', 'audit-risk-compliance'],
    phone: '+44 20 7946 0108',
    summary:
      'Runs searches for boards and executive committees, from the first conversation to the end of the first year.',
    bio: `
      Desmond looks after retained and executive search: chief actuaries, chief risk officers, finance directors and the occasional chair. He writes every long list himself, with a reason beside each name, and presents it whether or not it flatters the brief.

      Before search he spent nine years in reinsurance, the last four of them as a treaty underwriter. He sits with each person he places again at three, six and twelve months, and keeps the notes.
    `,
  },
  {
    name: 'Imogen Tarrant',
    jobTitle: 'Associate Director, Actuarial',
    office: 'london',
    specialisms: ['actuarial'],
    summary: 'Finds actuaries for pricing, reserving and capital teams across life and general insurance.',
    bio: `
      Imogen has worked with actuaries since 2013: students choosing between a syndicate and a consultancy, newly qualifieds weighing their first move, and chief actuaries who want to talk in confidence. She keeps her own notes on which teams really give study leave and which only print it.

      She read mathematics, lasted two sittings of the exams, and is glad on behalf of everyone that she stopped there. Ask her about reserving teams that let their analysts meet the claims handlers.
    `,
  },
  {
    name: 'Babatunde Olley',
    jobTitle: 'Principal Consultant, Underwriting, Claims and Broking',
    office: 'london',
    specialisms: ['underwriting-claims', 'broking'],
    summary: 'Lloyd’s and company market underwriters, claims adjusters and placing brokers.',
    bio: `
      Babatunde spends most Tuesdays in and around Lime Street and would rather meet an underwriter for twenty minutes than read a curriculum vitae for ten. He works from assistant class underwriter to active underwriter, and with claims teams that handle the same classes.

      He was a wholesale broker for six years, which is why he always asks who will be placing the business and who will be paying the claims.
    `,
  },
  {
    name: 'Rhiannon Maddox-Bell',
    jobTitle: 'Senior Consultant, Insurance and Distribution',
    office: 'london',
    specialisms: ['insurance', 'broking-distribution-marketing'],
    summary: 'Operations, product, distribution and marketing people for insurers, managing agents and brokers.',
    bio: `
      Rhiannon fills the jobs that do not fit a neat box: the product owner who understands wordings, the delegated authority manager who likes spreadsheets, the marketing lead who can explain business interruption in a sentence.

      She came to us from an insurer’s graduate scheme and goes home to Cardiff at weekends, where she coaches an under-twelves rugby side.
    `,
  },
  {
    name: 'Emrys Hallworth',
    jobTitle: 'Senior Consultant, Insurance Finance',
    office: 'london',
    specialisms: ['accounting-finance-insurance'],
    summary: 'Finance people for insurers: reporting, IFRS 17, tax, planning and finance change.',
    bio: `
      Emrys recruits accountants for insurers and for the firms that advise them. Since the new insurance standard came in, much of that is people who can sit between the actuaries and the ledger and be trusted by both.

      He qualified with a mid-sized practice and spent two years on an insurer’s close, so he will ask you about the working day on which your numbers are final.
    `,
  },
  {
    name: 'Callum Strachan-Reed',
    jobTitle: 'Principal Consultant, Software Development',
    office: 'manchester',
    specialisms: ['software-development', 'development'],
    summary: 'Back-end, front-end and full-stack engineers, and the people who lead them.',
    bio: `
      Callum works with engineering teams in insurers, banks and the firms that sell to them. He asks to see a job’s last ten pull requests before he advertises it, or at least to hear how long the last one waited for a review.

      He wrote warehouse software for five years before recruitment and still keeps a small open-source library of date functions alive, mostly by closing issues about time zones.
    `,
  },
  {
    name: 'Priyanka Wardle',
    jobTitle: 'Associate Director, Data and Technology',
    office: 'manchester',
    specialisms: ['data', 'technology'],
    summary: 'Data engineers, scientists, analysts and the leaders who decide what they work on.',
    bio: `
      Priyanka leads our data practice. She places the whole row, from the analyst who repairs a report to the head of data who decides whether the report should exist, and is known for asking employers which decision the new person will change.

      She studied statistics in Leeds and runs a reading group for women in data that meets on the first Wednesday of the month.
    `,
  },
  {
    name: 'Marcus Ellerby-Quaye',
    jobTitle: 'Principal Consultant, Change and Public Sector',
    office: 'manchester',
    specialisms: ['it-transformation', 'change-and-transformation', 'public-sector'],
    summary: 'Programme, project and product people for change that has to land on a date.',
    bio: `
      Marcus supplies project managers, business analysts, testers and programme directors, on contract for the most part, to insurers and to departments and agencies that buy through frameworks.

      He ran a data-centre move for a building society before he came to us, and has kept the habit of asking what happens on the Sunday night if it does not work.
    `,
  },
  {
    name: 'Zofia Wrenkowska',
    jobTitle: 'Senior Consultant, Infrastructure and Cyber Security',
    office: 'manchester',
    specialisms: ['infrastructure-cyber-security'],
    summary: 'Cloud, network and security people, from the operations floor to the chief information security officer.',
    bio: `
      Zofia recruits the people who keep systems up and intruders out. She reads the incident reports that companies publish and finds them better preparation for an interview than any list of certificates.

      She began on a service desk, moved to networks, and takes a soldering iron to old synthesisers in her spare time.
    `,
  },
  {
    name: 'Nadia Rahimi-Cole',
    jobTitle: 'Associate Director, Banking and Finance',
    office: 'london',
    specialisms: ['banking', 'accounting-finance'],
    summary: 'Finance, treasury and operations people for banks, lenders and asset managers.',
    bio: `
      Nadia leads our banking desk. Her work runs from newly qualified accountants leaving practice to finance directors of lenders, and takes in treasury, product control and regulatory reporting on the way.

      She tells candidates what the last person in the job went on to do, because she has usually asked. She swims in cold water all year and makes no attempt to recruit others to it.
    `,
  },
  {
    name: 'Toby Aldersey-Finch',
    jobTitle: 'Senior Consultant, Relationship Management and Sales',
    office: 'london',
    specialisms: ['relationship-management', 'sales-marketing'],
    summary: 'Relationship managers, private bankers and the people who sell and market financial products.',
    bio: `
      Toby places relationship managers in corporate and private banks and sales and marketing people in asset managers. He is plain about portability: what a client list is worth, what a covenant allows and how long a garden is.

      He studied history, sold wine to restaurants and says that both were good training for listening.
    `,
  },
  {
    name: 'Yewande Farrow',
    jobTitle: 'Principal Consultant, Risk, Audit and Quants',
    office: 'london',
    specialisms: ['audit-risk-compliance', 'quants'],
    summary: 'Second and third line people, model validators and quantitative analysts.',
    bio: `
      Yewande works where numbers meet rules: credit and market risk, internal audit, compliance, model risk and the desks that build what gets validated. She is trusted with awkward briefs because she repeats them back before she starts.

      She holds a master’s degree in financial mathematics and sings alto in a choir that takes on more than it can manage.
    `,
  },
  {
    name: 'Lukas Brandhorst-Meier',
    jobTitle: 'Managing Director, Germany',
    office: 'berlin',
    specialisms: ['technology', 'insurance', 'banking'],
    phone: '+49 30 23125 108',
    summary: 'Leads our three German offices and looks after clients who hire in more than one of them.',
    bio: `
      Lukas opened the Berlin office in 2016 and the ones in Frankfurt and Munich after it. He looks after clients who hire in several cities at once, and after the questions that come with that: works councils, notice periods to the end of a quarter, and what English-speaking really means.

      He is from Osnabrück, worked in Leeds for four years and translates between both kinds of directness.
    `,
  },
  {
    name: 'Jonas Hellkamp',
    jobTitle: 'Principal Consultant, Banking Germany',
    office: 'frankfurt',
    specialisms: [
      'banking',
      'accounting-finance',
      'relationship-management',
      'audit-risk-compliance',
      'quants',
      'sales-marketing',
    ],
    summary: 'Risk, finance, quantitative and client-facing people for banks in Frankfurt and beyond.',
    bio: `
      Jonas covers banking in Germany: risk and regulatory reporting above all, and the treasury, audit and client jobs around it. He helps people who move to Frankfurt to tell which teams work in English and which only interview in it.

      He served a bank apprenticeship in Kassel before his degree, and thinks that everyone in finance should spend a month behind a counter.
    `,
  },
  {
    name: 'Annika Trautwein-Scholl',
    jobTitle: 'Principal Consultant, Technology and Insurance Germany',
    office: 'berlin',
    specialisms: [
      'technology',
      'software-development',
      'it-transformation',
      'infrastructure-cyber-security',
      'data',
      'insurance',
      'actuarial',
    ],
    summary: 'Engineers, data people and actuaries for insurers and technology firms in Germany.',
    bio: `
      Annika recruits engineers and actuaries, often for the same insurers, and enjoys the days when one team discovers that the other has already built what it needs. Berlin and Hamburg are her ground, with a good deal of work from home.

      She studied linguistics in Tübingen and corrects the German in adverts before anyone asks.
    `,
  },
  {
    name: 'Theresa Wiesenbacher-Lohr',
    jobTitle: 'Director, Insurance Germany',
    office: 'munich',
    specialisms: ['insurance', 'actuarial', 'underwriting-claims'],
    phone: '+49 30 23125 116',
    summary: 'Senior insurance and reinsurance appointments from Munich, by retained search.',
    bio: `
      Theresa runs retained searches for insurers and reinsurers in the south of Germany: heads of underwriting, responsible actuaries, and board members whose appointment the supervisor will want to read about.

      She spent eleven years with a reinsurer and knows the difference between a candidate who has seen a hard market and one who has read of it. She walks in the mountains on Sundays, out of reach.
    `,
  },
  {
    name: 'Siew Ling Harcourt-Ong',
    jobTitle: 'Managing Director, Asia',
    office: 'singapore',
    specialisms: ['insurance', 'technology', 'banking'],
    summary: 'Leads our work in Asia from Singapore, for insurers above all.',
    bio: `
      Siew Ling opened our Singapore office in 2018. She advises insurers on regional jobs: where to seat them, what to pay for them, and whether a title that makes sense in London will be understood by a candidate in Singapore.

      She began in group insurance and still enjoys explaining what an employee benefits broker does. She cycles the park connectors before it gets hot.
    `,
  },
  {
    name: 'Farid Goh-Iskandar',
    jobTitle: 'Senior Consultant, Technology Asia',
    office: 'singapore',
    specialisms: [
      'technology',
      'software-development',
      'it-transformation',
      'infrastructure-cyber-security',
      'data',
      'quants',
    ],
    summary: 'Engineers, data, security and quantitative people in Singapore and the region.',
    bio: `
      Farid places engineers, security people and quants with banks, insurers and trading firms in Singapore. He is careful about work passes, and will say on the first call whether a job can sponsor one.

      He was a test engineer for a payments firm, and writes to every candidate after an interview even when the news is that there is none.
    `,
  },
  {
    name: 'Charmaine Teo-Lindley',
    jobTitle: 'Principal Consultant, Insurance and Banking Asia',
    office: 'singapore',
    specialisms: [
      'insurance',
      'actuarial',
      'underwriting-claims',
      'broking',
      'banking',
      'relationship-management',
      'audit-risk-compliance',
    ],
    summary: 'General and life insurance, broking and banking people in Singapore.',
    bio: `
      Charmaine works with general insurers, reinsurance branches and brokers, and knows which regional jobs travel and which only say so. Half of the people she places are moving between markets rather than between firms.

      She read actuarial science, prefers people to tables, and can recommend a hawker centre near any office in the central business district.
    `,
  },
  {
    name: 'Morag Tulliallan',
    jobTitle: 'Director, Scotland',
    office: 'edinburgh',
    specialisms: ['accounting-finance', 'banking', 'data'],
    summary: 'Asset management, banking and life company appointments in Edinburgh and Glasgow.',
    bio: `
      Morag looks after Scotland: asset managers and life companies in Edinburgh, banks and their technology in Glasgow. She has been at it long enough to have placed some people three times, each time a little higher up.

      She helps families who are moving north with the practical questions, and is candid about the weather.
    `,
  },
  {
    name: 'Niamh Ballantine-Roe',
    jobTitle: 'Director, Ireland',
    office: 'dublin',
    specialisms: ['insurance', 'actuarial', 'audit-risk-compliance'],
    summary: 'Insurance, funds and compliance people for firms that run European business from Dublin.',
    bio: `
      Niamh recruits for insurers and fund administrators that passport out of Ireland, and so spends much of her time on the jobs that a regulator must approve before they can begin.

      She worked in compliance herself and can tell you, without opening the handbook, how long an approval is likely to take.
    `,
  },
  {
    name: 'Maarten van Ellewoude',
    jobTitle: 'Director, Benelux',
    office: 'amsterdam',
    specialisms: ['quants', 'technology', 'actuarial'],
    summary: 'Quants, engineers and actuaries for trading firms, pension providers and insurers in the Netherlands.',
    bio: `
      Maarten opened the Amsterdam office in 2023. His candidates are quants, low-latency engineers and pension actuaries, three groups who have more in common than they expect.

      He studied econometrics, keeps a small boat that needs more attention than it gets, and answers messages in four languages.
    `,
  },
  {
    name: 'Beatrix Oyelaran-Hume',
    jobTitle: 'Head of People and Inclusion',
    office: 'manchester',
    specialisms: [],
    phone: '+44 161 496 0183',
    summary: 'Looks after the people who work at Longlist, and after how fairly we work for everyone else.',
    bio: `
      Beatrix hires and trains our own consultants and leads our diversity, equity and inclusion programme. The structured interview form that many of our clients use began as one of her Friday afternoon experiments.

      She came from teaching, still marks things in green, and runs the induction that every new consultant takes before the first call.
    `,
  },
]

/**
 * Consultants whose jobs are on the site have the number and the e-mail address that their adverts carry, so that a
 * profile finds its jobs.
 */
const advertised = new Map(adverts.map(advert => [advert.name, advert]))

/** Everybody on the team page. */
export const people: SiteEntry[] = team.map(({ name, jobTitle, office, specialisms, summary, bio, phone }, order) => {
  const number = advertised.get(name)?.phone ?? phone
  const urlSlug = slugify(name)
  return entry('consultant', `consultant-${urlSlug}`, {
    name,
    urlSlug,
    jobTitle,
    office: link(`office-${office}`),
    specialisms: specialisms.map(slug => link(`specialism-${slug}`)),
    email: emailOf({ name, country: 'GB', owns: [] }),
    ...(number ? { phone: number } : {}),
    summary,
    bio: markdown(bio),
    photo: assetLink(`art-portrait-${urlSlug}`),
    order,
  })
})
