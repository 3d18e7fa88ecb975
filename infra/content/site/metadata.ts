import { assetLink, entry, type SiteEntry } from './entry.ts'
import { tags } from './tags.ts'

interface Head {
  title: string
  description: string
  robots?: 'noindex,follow'
  keywords?: string
  subject?: string
  image?: string
  jsonSchema?: Record<string, unknown>
}

/** Path with a slash at the end -> what its head says. The site's name follows each title. */
const heads: Record<string, Head> = {
  '/': {
    title: 'Jobs in banking, insurance and technology',
    description:
      'Permanent and contract jobs in banking, insurance and technology in Britain, Germany and Singapore, with a consultant to ask on every one.',
    keywords: 'recruitment, banking jobs, insurance jobs, technology jobs, actuarial jobs',
    subject: 'Recruitment for banking, insurance and technology',
    image: 'art-page-home',
  },
  '/about-us/': {
    title: 'About us: an agency that keeps a good list',
    description:
      'Founded in 2010 with one desk and forty actuaries; now nine offices across the EU and Asia. How a search at Longlist works, and what you can hold us to.',
    subject: 'About Longlist',
    image: 'art-page-about-us',
  },
  '/about-us/awards/': {
    title: 'Recruitment awards of the past three years',
    description:
      'Almost 50 awards since 2010. The wins, commendations and near misses of the past three years, and why we enter at all.',
    image: 'art-page-awards',
  },
  '/about-us/diversity-and-inclusion/': {
    title: 'Diversity, equity and inclusion in hiring',
    description:
      'What we do on every search to make a shortlist fair: wording, counting, structured questions, adjustments first, and figures published to the client.',
    image: 'art-page-diversity-and-inclusion',
  },
  '/about-us/diversity-and-inclusion/programme-one/': {
    title: 'Programme One: twelve weeks to a first job',
    description:
      'A paid way into actuarial support, underwriting, operations, data and software, for people starting out and for people coming back. No degree, no fee.',
    image: 'art-page-programme-one',
  },
  '/consultants/': {
    title: 'Our consultants, by place and speciality',
    description:
      'Find the consultant for your market: each works in a few specialisms of banking, insurance or technology, with a number you can ring.',
    image: 'art-page-consultants',
  },
  '/blog/': {
    title: 'Insights on hiring and being hired',
    description:
      'Pay, interviews, contracts and rules in banking, insurance and technology, written by the consultants who do the work.',
    image: 'art-page-blog',
  },
  '/events/': {
    title: 'Events: briefings and working sessions',
    description:
      'Breakfast briefings, working sessions and evenings for people in banking, insurance and technology. Places are free; sign up here.',
    image: 'art-page-events',
  },
  '/work-for-us/': {
    title: 'Work for us: careers at Longlist',
    description:
      'What a recruitment consultant at Longlist does, how we train, where it leads and what the interview consists of.',
    image: 'art-page-work-for-us',
  },
  '/contact-us/': {
    title: 'Contact us: telephone, email and offices',
    description:
      'Write to us and a person answers within 1–2 working days. Telephones from 8.30am to 6pm, Monday to Friday. Nine offices, with maps.',
    image: 'art-page-contact-us',
  },
  '/contact-us/submission-complete/': {
    title: 'Your message has been sent',
    description: 'Thank you. We have your message and answer within 1–2 working days.',
    robots: 'noindex,follow',
  },
  '/submit-a-job/': {
    title: 'Submit a job to be filled',
    description:
      'Hiring in banking, insurance or technology? Tell us about the job. A title and a telephone number are enough to begin with.',
  },
  '/submission-complete/': {
    title: 'We have received what you sent',
    description: 'Thank you. A consultant reads it today or tomorrow and gets in touch within 1–2 working days.',
    robots: 'noindex,follow',
  },
  '/register/': {
    title: 'Register your details and upload your CV',
    description:
      'Register once with the consultant for your field. Your CV goes to no employer before you have agreed to that employer by name.',
    image: 'art-page-register',
  },
  '/hiring-solutions/': {
    title: 'Hiring solutions: four ways to hire',
    description:
      'Permanent, contract, retained and executive search side by side: what each is best for, how long it takes and when you pay.',
    image: 'art-page-hiring-solutions',
  },
  '/hiring-solutions/permanent-recruitment/': {
    title: 'Permanent recruitment',
    description:
      'Four or five people, each with a page on why, three weeks from the brief. How permanent recruitment works, week by week, and what it costs.',
  },
  '/hiring-solutions/contract-recruitment/': {
    title: 'Contract recruitment and interim staff',
    description:
      'First names within three working days, with the status of the assignment settled before interviews. Contractors for banks, insurers and technology teams.',
  },
  '/hiring-solutions/executive-search/': {
    title: 'Executive search for directors and the C-suite',
    description:
      'A whole market mapped and everybody in it spoken to, in confidence: executive search for banking, insurance and technology in eight to twelve weeks.',
  },
  '/hiring-solutions/retained-search/': {
    title: 'Retained search for scarce and sensitive jobs',
    description:
      'The method of executive search for jobs below the board: one fee in three stages and a shortlist in about six weeks.',
  },
  '/ir35/': {
    title: 'IR35 hub: off-payroll working explained',
    description:
      'What IR35 is, who decides, what status turns on and how a disagreement works, in plain English for contractors and clients. General information only.',
    keywords: 'IR35, off-payroll working, status determination statement, contractors',
    subject: 'Off-payroll working rules in the United Kingdom',
    image: 'art-page-ir35',
  },
  '/specialisms/': {
    title: 'All specialisms in banking, insurance and technology',
    description:
      'Seventeen specialisms, each with consultants who work in nothing else and a page that says what the market is like at present.',
    robots: 'noindex,follow',
  },
  '/specialisms/technology/': {
    title: 'Technology jobs in financial services',
    description:
      'Architects, product and delivery managers and technology leaders for banks, insurers and public bodies: the market, the jobs and the consultants.',
  },
  '/specialisms/software-development/': {
    title: 'Software development recruitment',
    description:
      'Java, C#, Python, C++, TypeScript, mobile and test: software jobs in banking and insurance, described by people who asked what the code does.',
  },
  '/specialisms/it-transformation/': {
    title: 'IT transformation and change recruitment',
    description:
      'Business analysts, project and programme managers, PMO and change leads for core replacement, migration and finance transformation.',
  },
  '/specialisms/infrastructure-cyber-security/': {
    title: 'Infrastructure and cyber security jobs',
    description:
      'Cloud, network, platform, security operations, identity and testing jobs in firms that must prove they will survive a bad day.',
  },
  '/specialisms/data/': {
    title: 'Data engineering, science and analytics recruitment',
    description:
      'Data engineers, scientists, analysts, architects and governance leads for banks and insurers: what is in demand and who is hiring.',
  },
  '/specialisms/insurance/': {
    title: 'Insurance recruitment across the market',
    description:
      'Exposure, delegated authority, ceded reinsurance, product and operations jobs at insurers, reinsurers, managing agents and MGAs.',
  },
  '/specialisms/actuarial/': {
    title: 'Actuarial recruitment: pricing, reserving, capital, life',
    description:
      'From first exam to chief actuary: who is hiring, what study packages are worth, and the consultants who know the teams.',
  },
  '/specialisms/underwriting-claims/': {
    title: 'Underwriting and claims recruitment',
    description:
      'Underwriters and claims professionals in property, casualty, marine, cyber, financial and personal lines, in London, the regions and abroad.',
  },
  '/specialisms/broking/': {
    title: 'Insurance broking recruitment',
    description:
      'Placing brokers, producers, account handlers and claims advocates in retail, wholesale and reinsurance broking.',
  },
  '/specialisms/broking-distribution-marketing/': {
    title: 'Insurance distribution and marketing recruitment',
    description:
      'Regional development, affinity, aggregator trading, partnerships and marketing jobs with insurers, brokers and MGAs.',
  },
  '/specialisms/accounting-finance-insurance/': {
    title: 'Accounting and finance recruitment in insurance',
    description:
      'IFRS 17, syndicate and reinsurance accounting, tax, planning and control: finance jobs inside insurers, and who supports study.',
  },
  '/specialisms/banking/': {
    title: 'Banking recruitment: operations, payments, lending',
    description:
      'Payments, lending, treasury, trade and fund finance jobs in clearing banks, challengers, building societies and specialist lenders.',
  },
  '/specialisms/accounting-finance/': {
    title: 'Accounting and finance recruitment in banking',
    description:
      'Product control, regulatory reporting, planning, fund and financial accounting jobs in banks and asset managers.',
  },
  '/specialisms/relationship-management/': {
    title: 'Relationship management recruitment',
    description:
      'Corporate, commercial, private and institutional bankers, from first credit paper to director, with discretion.',
  },
  '/specialisms/audit-risk-compliance/': {
    title: 'Audit, risk and compliance recruitment',
    description:
      'Internal audit, credit, market, model and operational risk, financial crime and compliance jobs in all three lines of defence.',
  },
  '/specialisms/quants/': {
    title: 'Quant recruitment: research, development, validation',
    description:
      'Quantitative analysts, researchers, developers and validators for banks, funds and trading firms in London, Frankfurt and Singapore.',
  },
  '/specialisms/sales-marketing/': {
    title: 'Sales and marketing recruitment in financial services',
    description:
      'Institutional sales, foreign exchange, payments and fintech business development, product marketing and customer success.',
  },
  '/specialisms/technology/development/': {
    title: 'Hiring a development team',
    description:
      'For engineering leaders in regulated firms: in which order to hire a development team, how long it takes, permanent or contract.',
  },
  '/specialisms/technology/public-sector/': {
    title: 'Public sector technology recruitment',
    description:
      'Service design, user research, product, delivery, security and data people for departments, agencies and regulators.',
  },
  '/specialisms/technology/change-and-transformation/': {
    title: 'Change and transformation teams',
    description: 'Programme directors, lead analysts and PMO leads for programmes that need a spine, or a new one.',
  },
  '/jobs/': {
    title: 'Job search',
    description:
      'Search all live jobs in banking, insurance and technology by keyword, place and distance, specialism, type and pay.',
  },
  '/jobs/application-complete/': {
    title: 'Your application has been sent',
    description:
      'Thank you. Your application is with the consultant named on the job, and you hear within 1–2 working days.',
    robots: 'noindex,follow',
  },
  '/search/': {
    title: 'Search this site',
    description: 'Search jobs, insights, events, specialisms and people at once.',
    robots: 'noindex,follow',
  },
  '/sitemap/': {
    title: 'Sitemap: every page in one list',
    description:
      'All pages of this site in groups: jobs, specialisms, hiring solutions, insights, events, people and policies.',
  },

  '/developer-jobs/': {
    title: 'Developer jobs in banking and insurance',
    description:
      'Back end, front end, mobile, test and reliability: live software jobs, with pay on the advert wherever the client allows it.',
  },
  '/java-developer-jobs/': {
    title: 'Java developer jobs',
    description: 'Live Java jobs in banks, insurers and technology firms, from first job to technical lead.',
  },
  '/business-analyst-jobs/': {
    title: 'Business analyst jobs',
    description: 'Permanent and contract business analyst jobs in banking, insurance and technology change.',
  },
  '/data-scientist-jobs/': {
    title: 'Data scientist jobs',
    description:
      'Data science jobs in pricing, fraud, claims and financial crime, where somebody acts on the answer the same day.',
  },
  '/data-analytics-jobs/': {
    title: 'Data analytics jobs',
    description: 'Analyst, reporting and insight jobs in banks and insurers, for people who can explain a number.',
  },
  '/project-manager-jobs/': {
    title: 'Project manager jobs',
    description: 'Project management jobs in banking, insurance and technology, permanent and contract.',
  },
  '/it-project-manager-jobs/': {
    title: 'IT project manager jobs',
    description:
      'Infrastructure moves, core replacements, migrations: IT project jobs for people who have closed one before.',
  },
  '/actuary-jobs/': {
    title: 'Actuary jobs',
    description:
      'Live actuarial jobs in pricing, reserving, capital and life, from trainee to chief actuary, in Britain, Germany and Singapore.',
  },
  '/pricing-actuary-jobs/': {
    title: 'Pricing actuary jobs',
    description:
      'Pricing jobs in personal, commercial and specialty lines, for actuaries who would rather be in the room when the rate is decided.',
  },
  '/valuation-jobs/': {
    title: 'Valuation jobs',
    description:
      'Life valuation and valuation control jobs: for actuaries, product controllers and others who sign a number.',
  },
  '/investment/': {
    title: 'Investment jobs',
    description:
      'Investment analysts, portfolio managers and those who support them, at asset managers, banks and insurers.',
  },
  '/finance/': {
    title: 'Finance and accounting jobs',
    description:
      'Accountants, controllers, analysts and finance directors for banks, asset managers and insurers, part-qualified to director.',
  },
  '/asset-management/': {
    title: 'Asset management jobs',
    description: 'Portfolio, product, client and operations jobs with firms that look after other people’s money.',
  },
  '/banking/': {
    title: 'All banking jobs',
    description:
      'Every live job in our banking sector: operations, lending, risk, finance, quants, sales and leadership.',
  },
  '/ifrs17/': {
    title: 'IFRS 17 jobs',
    description:
      'Reporting, actuarial and system jobs around IFRS 17, contract and permanent, for people who have lived through it.',
  },
  '/trader/': {
    title: 'Trader jobs',
    description: 'Trading, sales trading and dealing jobs with banks, funds and energy houses.',
  },
  '/non-life-insurance-jobs-in-singapore/': {
    title: 'Non-life insurance jobs in Singapore',
    description:
      'Underwriting, claims, broking, actuarial and finance jobs with insurers, reinsurers and brokers in Singapore.',
  },

  '/privacy-policy/': {
    title: 'Privacy policy',
    description:
      'What Longlist knows about visitors, candidates and clients, why, for how long, and how to have it deleted.',
  },
  '/cookie-policy/': {
    title: 'Cookie policy',
    description: 'The four cookies of this site, what is in them, how long they are kept and how to change your mind.',
  },
  '/terms-conditions/': {
    title: 'Terms and conditions',
    description:
      'The terms on which this website is offered to those who look for work, those who hire and those who read.',
  },
  '/modern-slavery-statement/': {
    title: 'Modern slavery statement',
    description:
      'What Longlist does to keep forced labour out of its business and supply chains, for the year to 31 March 2026.',
  },
  '/corporate-social-responsibility-csr-policy/': {
    title: 'Corporate social responsibility policy',
    description: 'What an agency owes to the people and places around it, in things that can be counted.',
  },
  '/esg-policy/': {
    title: 'Environment, society and governance policy',
    description:
      'What we measure, what we have promised and who is responsible: travel, buildings, fairness, gifts, reporting.',
  },
  '/data-privacy-notification/': {
    title: 'Data privacy notification under the GDPR',
    description:
      'For candidates and clients in the European Union: purposes, legal bases, recipients and rights under Articles 13 and 14.',
  },
  '/impressum/': {
    title: 'Impressum',
    description:
      'Provider identification for this website as German law asks: address, contact and responsible person.',
  },
}

const tagHeads: [string, Head][] = tags.map(({ fields }) => {
  const { name, urlSlug, collection, intro } = fields as {
    name: string
    urlSlug: string
    collection: 'blog' | 'events'
    intro?: string
  }
  const kind = collection === 'blog' ? 'Insights' : 'Events'
  return [
    `/${collection}/tag/${urlSlug}/`,
    {
      title: `${kind}: ${name}`,
      description: intro ?? `${kind} at Longlist on ${name.toLowerCase()}.`,
      robots: 'noindex,follow' as const,
    },
  ]
})

/**
 * The head of each route that has no better words of its own: insights, events and people are described by their
 * entries.
 */
export const metadata: SiteEntry[] = [...Object.entries(heads), ...tagHeads].map(([path, { image, ...head }]) =>
  entry('pageMetadata', `metadata-${path === '/' ? 'home' : path.slice(1, -1).replaceAll('/', '.')}`, {
    path,
    ...head,
    copyright: 'Longlist',
    ...(image ? { image: assetLink(image) } : {}),
  }),
)
