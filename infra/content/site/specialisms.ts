import { type SectorName, specialisms } from '#indexer/specialisms'
import { assetLink, entry, link, markdown, type SiteEntry } from './entry.ts'

interface Words {
  summary: string
  heading: string
  lead: string
  body: string
  /** label, query, location, radius in the site's unit. */
  related: [label: string, query: string, location?: string, radius?: number][]
  popular: [label: string, url: string][]
}

/** Public slug -> words. The seventeen of the contract, in its order. */
const words: Record<string, Words> = {
  technology: {
    summary:
      'Leadership, architecture, product and delivery: the people who decide what gets built in financial services, and see that it is.',
    heading: 'Technology jobs where the systems are the business',
    lead: 'A bank that cannot post a payment and an insurer that cannot issue a policy are both closed. We recruit the people who keep them open, and who replace what they run on.',
    body: `
      Technology is the widest of our three sectors. It takes in software, infrastructure, security, data and change, and each of those has a page and consultants of its own. This page is for what lies across them: heads of technology, enterprise and solution architects, product managers, delivery managers, consultants between two specialisms, and the senior jobs that are never advertised under a single skill.

      We work for insurers, brokers, banks, market infrastructure firms and the software houses that sell to them, and for a growing number of public bodies. What these have in common is age. Most have something that was written before the people looking after it were born, and something new that has to agree with it to the penny. Candidates who can say how they moved a system like that, and what they left alone on purpose, are the ones our clients ask to meet again.

      Tell us which of those you are: the one who designs the move, the one who runs it, or the one who keeps the lights on while it happens. All three are hard to find and all three are paid accordingly.
    `,
    related: [
      ['Architects', 'architect'],
      ['Product managers', 'product manager'],
      ['Technology jobs in London', 'technology', 'London', 20],
    ],
    popular: [
      ['Developer jobs', '/developer-jobs'],
      ['Business analyst jobs', '/business-analyst-jobs'],
      ['IT project manager jobs', '/it-project-manager-jobs'],
    ],
  },
  'software-development': {
    summary: 'Engineers from first job to principal: Java, C#, Python, C++, TypeScript, mobile, test and release.',
    heading: 'Software development jobs, read by people who know what the words mean',
    lead: 'We ask a client what the code does, who else touches it and when it was last deployed, so that the advert tells you more than a list of frameworks.',
    body: `
      Most of what we recruit for is Java, C# and Python behind the counter, TypeScript and React in front of it, and C++ where microseconds are money. Around them stand test automation, site reliability, mobile and the engineering managers who hold it together. Permanent jobs outnumber contracts by about two to one; the contracts tend to have a date on them, which is usually a regulator’s.

      An interview in this market is rarely a puzzle on a whiteboard. Expect to read somebody else’s code aloud, to talk through a fault you caused and how you knew, and to be asked what you would not rewrite. We tell you beforehand which of these it will be, who will be in the room and how long it will take.

      If you are earlier on: the insurers and banks we work for train people well, and a year of looking after something that must not break is worth more on a CV than three of green fields. Ask us which teams review code with care. We know, because we placed half of them.
    `,
    related: [
      ['Java', 'java developer'],
      ['C# and .NET', '.net developer'],
      ['Python', 'python'],
      ['Front end', 'front-end developer'],
    ],
    popular: [
      ['Developer jobs', '/developer-jobs'],
      ['Java developer jobs', '/java-developer-jobs'],
    ],
  },
  'it-transformation': {
    summary: 'Programme and project managers, business analysts, change leads and PMO for moves that cannot be undone.',
    heading: 'IT transformation jobs for people who finish things',
    lead: 'Core replacement, finance transformation, a merger’s second set of systems: change in financial services is a craft, and a programme knows within a month whether it hired somebody who has it.',
    body: `
      Business analysts who can find out what a process is for, as well as what it does. Project and programme managers who have closed something, and can say what was left out so that it could close. PMO, test and release managers who make a plan that others believe. Change managers who get a claims department to want the new screen. Those are the people this desk looks for every week.

      Half of this market is contract work, and much of that falls to be looked at under the off-payroll rules. We tell you at the first call whether an assignment has been assessed, what the outcome was and who gave the reasons; our [IR35 hub](entry:page-ir35) explains the rest.

      Clients ask us for domain knowledge and then hire judgement. If you have led a migration in one regulated business, most of what you know holds in the next one, and we will say so for you.
    `,
    related: [
      ['Business analysts', 'business analyst'],
      ['Project managers', 'project manager'],
      ['Programme managers', 'programme manager'],
    ],
    popular: [
      ['Business analyst jobs', '/business-analyst-jobs'],
      ['Project manager jobs', '/project-manager-jobs'],
      ['IT project manager jobs', '/it-project-manager-jobs'],
    ],
  },
  'infrastructure-cyber-security': {
    summary:
      'Cloud, networks, platforms and site reliability; security operations, identity, testing and the officers who answer for it.',
    heading: 'Infrastructure and cyber security jobs',
    lead: 'Somebody has to be able to say, with evidence, that the service will survive the loss of a building, a supplier or a password. We recruit that person and the team around them.',
    body: `
      Operational resilience has moved this work from the basement to the board paper. Banks and insurers must now name their important services, say how long each may be down, and show that they have tried it. So the engineers we place in cloud, network and platform teams are asked about failure in their first interview, and the good ones have an honest answer ready.

      On the security side we recruit for security operations, incident response, identity and access management, application security and penetration testing, through to information security officers. Certificates help you past a filter. What decides is whether you can explain a risk to someone who owns a profit and loss account, and what you recommended when the answer was no.

      A good part of the work can be done from home, within reach of an office for the weeks when something is on fire. Each advert says which, and how far the on-call rota reaches.
    `,
    related: [
      ['Cloud engineers', 'cloud engineer'],
      ['Security analysts', 'security analyst'],
      ['Networks', 'network engineer'],
    ],
    popular: [['Developer jobs', '/developer-jobs']],
  },
  data: {
    summary: 'Data engineers, scientists, analysts, modellers and the people who govern what all of them use.',
    heading: 'Data jobs in firms that have a hundred years of it',
    lead: 'Claims since the war, payments by the million, and a model that a regulator will want explained: data work in financial services is seldom short of material.',
    body: `
      The demand has moved. For some years our clients hired scientists and gave them nothing to work with; now they hire engineers, architects and governance leads first, and the scientists who join afterwards get further in a quarter than their predecessors did in a year. If you build pipelines, define what a customer is, or can tell a finance director why two reports disagree, this is your market.

      For data scientists and machine learning engineers the interesting jobs are in pricing, fraud, claims triage and financial crime. Each of those ends in a decision about a person, so expect to be asked about bias, monitoring and explanation as closely as about method. Many teams sit beside actuaries or quants. It helps to like that.

      Analysts come to us from everywhere: finance, claims handling, teaching, the civil service. A tidy piece of work that you can talk us through is the best covering letter there is.
    `,
    related: [
      ['Data engineers', 'data engineer'],
      ['Data scientists', 'data scientist'],
      ['Data analysts', 'data analyst'],
    ],
    popular: [
      ['Data scientist jobs', '/data-scientist-jobs'],
      ['Data analytics jobs', '/data-analytics-jobs'],
    ],
  },
  insurance: {
    summary:
      'Operations, product, exposure, delegated authority and leadership for insurers, reinsurers, managing agents and MGAs.',
    heading: 'Insurance jobs, across the whole market',
    lead: 'This is where we began in 2010, with a list of actuaries. It is still the sector where we know most of the people by their first name.',
    body: `
      Insurance at Longlist has pages of its own for actuarial, underwriting and claims, broking, distribution and marketing, and finance. Here you find what connects them: exposure and catastrophe management, delegated authority, ceded reinsurance, product, operations, and the managers and directors who run those functions.

      We recruit for the Lloyd’s and London company market, for composite and life insurers in the regions, for reinsurers in Munich and Singapore, and for managing general agents that started in somebody’s kitchen three years ago. These are different lives, and the same job title means different work in each of them. Part of a first call with us is finding out which of them you would enjoy.

      Qualifications count in this sector and our clients pay for them. If you are part-way through your insurance institute exams, say how far on: study leave and support are among the first things that we ask a client about.
    `,
    related: [
      ['Delegated authority', 'delegated authority'],
      ['Exposure and catastrophe', 'catastrophe'],
      ['Insurance jobs in London', 'insurance', 'London', 20],
    ],
    popular: [
      ['Actuary jobs', '/actuary-jobs'],
      ['IFRS 17 jobs', '/ifrs17'],
      ['Non-life insurance jobs in Singapore', '/non-life-insurance-jobs-in-singapore'],
    ],
  },
  actuarial: {
    summary:
      'Pricing, reserving, capital and life actuaries, from trainee to chief actuary, in general and life insurance.',
    heading: 'Actuarial jobs, from first exam to chief actuary',
    lead: 'We know who is hiring for pricing and who only says so, which teams get their students through, and what a newly qualified actuary is worth this quarter.',
    body: `
      It takes about four years to qualify as an actuary, and they are long years. Where you spend them matters more than most students are told: the study package, the number of papers you may sit at once, whether the team has passed anybody lately. We ask all of that before we ask you to apply.

      For the qualified, the market has three speeds. Pricing in commercial and specialty lines moves fast and pays for people who can talk to underwriters. Reserving and capital move with the calendar, so the conversations worth having are in spring and early autumn. Life is a matter of bulk annuities, [IFRS 17](entry:landing-ifrs17) and the slow replacement of valuation systems, and wants people who can explain a number as well as produce it.

      Contract work is steady, above all around year end and in model builds. Day rates are on the advert or we will tell you on the telephone. And if you would like to leave traditional work, for data science, for underwriting, for a chief financial officer’s team, we have moved people there and can say what it cost them.
    `,
    related: [
      ['Pricing', 'pricing actuary'],
      ['Reserving', 'reserving'],
      ['Capital modelling', 'capital actuary'],
      ['Students and trainees', 'trainee actuary'],
    ],
    popular: [
      ['Actuary jobs', '/actuary-jobs'],
      ['Pricing actuary jobs', '/pricing-actuary-jobs'],
      ['Valuation jobs', '/valuation-jobs'],
      ['IFRS 17 jobs', '/ifrs17'],
    ],
  },
  'underwriting-claims': {
    summary:
      'Underwriters and claims professionals in property, casualty, marine, cyber, financial and personal lines.',
    heading: 'Underwriting and claims jobs',
    lead: 'One side makes the promise and the other keeps it. We recruit for both, and our consultants have sat at one desk or the other.',
    body: `
      In underwriting the question is always the same: what authority will you have, over which lines, and who refers to whom? It is the first thing we ask a client and it is in every brief that we write. From underwriting assistants learning a class to heads of cyber, that sentence decides whether a job is a step up.

      Claims is where an insurer’s reputation is made, and the market for good adjusters is tight at every level: bodily injury, property, large and complex loss, motor, fraud. Experienced handlers often underestimate what they would be offered elsewhere. A quarter of an hour on the telephone puts that right and commits you to nothing.

      We place people in Lloyd’s syndicates, company markets, regional branches and MGAs, permanently and on contract, and through surge teams after a bad winter. Wordings, exposure and delegated authority specialists belong here too.
    `,
    related: [
      ['Cyber underwriting', 'cyber underwriter'],
      ['Property', 'property underwriter'],
      ['Claims', 'claims'],
    ],
    popular: [
      ['Non-life insurance jobs in Singapore', '/non-life-insurance-jobs-in-singapore'],
      ['Actuary jobs', '/actuary-jobs'],
    ],
  },
  broking: {
    summary: 'Placing, producing, account handling and claims broking, in retail, wholesale and reinsurance.',
    heading: 'Broking jobs for people whom clients ring first',
    lead: 'A broker’s book is a list of people who trust them. So is ours. We find out early whether the two would fit.',
    body: `
      Marine, energy, aviation, property, financial lines, treaty and facultative: we recruit across the classes, for the large houses and for the independents that pick up what the large houses let fall. Producers, placing brokers, account executives and handlers, technicians and claims advocates all come through this desk.

      Most moves in broking turn on three questions that nobody likes to put in writing. What happens to the book? What do the covenants allow? And what is the bonus formula, as opposed to the bonus? We raise all three before a first interview, with both sides, because a move that founders on one of them in month three helps nobody.

      Assistants and technicians should look here as well. Several firms will pay for your exams and give you a seat at renewals within a year, and we know which.
    `,
    related: [
      ['Reinsurance broking', 'reinsurance broker'],
      ['Account executives', 'account executive'],
      ['Placing', 'placing broker'],
    ],
    popular: [['Non-life insurance jobs in Singapore', '/non-life-insurance-jobs-in-singapore']],
  },
  'broking-distribution-marketing': {
    summary:
      'Distribution, partnerships, digital trading and marketing for insurers and brokers that have to be chosen.',
    heading: 'Broking, distribution and marketing jobs',
    lead: 'Cover that nobody has heard of pays no claims. This desk recruits the people who bring a policy to its buyer: through brokers, affinity partners, price comparison or a good advertisement.',
    body: `
      Regional development managers who are welcome in a broker’s office. Agency and affinity managers who can read a commission schedule. Aggregator traders who move a rate by half a per cent and know by lunch what it did. Customer relationship and digital marketers who are as careful with consent as they are with conversion. The jobs differ; what is asked in the interview is much the same: show me a number you moved, and what else moved with it.

      We work for insurers, for broking groups that have bought faster than they have branded, and for MGAs that need a first marketing hire who can also write. Product managers who sit between pricing and distribution will find jobs here and under [insurance](entry:specialism-insurance).

      Marketing in a regulated business is slower than elsewhere, and better for it. Tell us what you would have changed in your last campaign and we will know which client to send you to.
    `,
    related: [
      ['Distribution', 'distribution manager'],
      ['Marketing', 'marketing insurance'],
      ['Partnerships', 'partnerships'],
    ],
    popular: [['Business analyst jobs', '/business-analyst-jobs']],
  },
  'accounting-finance-insurance': {
    summary: 'Financial reporting, syndicate and reinsurance accounting, tax, planning and control inside insurers.',
    heading: 'Accounting and finance jobs in insurance',
    lead: 'Insurance accounts have a language of their own: earned and written, gross and ceded, the year of account that will not close. We recruit people who speak it, and accountants who would like to learn.',
    body: `
      IFRS 17 changed this desk for good. Programmes that began as projects have become teams, and finance functions want people who can stand between actuarial and reporting without needing an interpreter. If you have lived through one implementation you are worth a good deal to somebody who is tidying up theirs. [Our list of IFRS 17 jobs](entry:landing-ifrs17) changes weekly.

      Beyond that: syndicate and managing agency accountants, reinsurance accountants and technicians, financial controllers for MGAs, tax, planning and analysis, credit control. An accounting qualification takes 2 to 3 years beside a full-time job, and most of the firms on our list will support it. Ask us which give the time and which only pay the fees.

      Newly qualified in practice, with an insurance client or two behind you? You are exactly whom our clients ask for between September and March. Talk to us before you talk to six agencies.
    `,
    related: [
      ['IFRS 17', 'ifrs17'],
      ['Syndicate accounting', 'syndicate accountant'],
      ['Financial reporting', 'financial reporting'],
    ],
    popular: [
      ['IFRS 17 jobs', '/ifrs17'],
      ['Finance jobs', '/finance'],
    ],
  },
  banking: {
    summary: 'Operations, payments, lending, treasury and transaction jobs in banks, building societies and lenders.',
    heading: 'Banking jobs, from the vault to the terminal',
    lead: 'Clearing banks, challengers, building societies and specialist lenders hire differently and at different speeds. We work for all four and can tell you what each is like from inside.',
    body: `
      This page gathers the work that keeps a bank running: payments and settlement, loans administration, corporate actions, client onboarding, treasury, trade and fund finance, asset and real estate lending, and the directors who answer for them. Where a job belongs to risk, relationship management, finance or quants, you will find it under that specialism, and often under this one as well.

      Banks have spent the past few years moving work between cities, and the pattern is by now clear enough to plan a career by. Operations and technology have grown in Manchester, Leeds, Glasgow and Belfast; lending and coverage have stayed near their clients; Frankfurt has the balance sheets that moved. We have consultants for each of those markets, so a question about what your pay would buy in another city gets a real answer.

      Payments deserve a line of their own. The new message standards, instant schemes and fraud reimbursement have made people who understand the plumbing hard to find. If you are one of them, you have more choice than you may think.
    `,
    related: [
      ['Payments', 'payments'],
      ['Lending', 'lending'],
      ['Treasury', 'treasury'],
    ],
    popular: [
      ['Banking jobs', '/banking'],
      ['Asset management jobs', '/asset-management'],
      ['Investment jobs', '/investment'],
    ],
  },
  'accounting-finance': {
    summary:
      'Product control, regulatory reporting, planning, fund and financial accounting in banks and asset managers.',
    heading: 'Accounting and finance jobs in banking',
    lead: 'Month end is in five working days and the regulator’s template has changed again. We recruit the accountants who have seen that before.',
    body: `
      We recruit financial and management accountants, product controllers, regulatory reporting analysts, fund accountants, planning and analysis teams, and the controllers and finance directors above them, for banks, building societies, asset managers and lenders. About a third of the jobs are fixed-term or contract, most of them for remediation, a change of ledger or cover for leave.

      If you are studying, an accountancy or CPA qualification usually takes 2 to 3 years beside a job. The difference between a good and a poor place to do it is whether month end is allowed to eat the revision course. We ask.

      Regulatory reporting is the quiet boom here. Firms are rebuilding returns from the source system upwards, and want people who understand both the rule and the table. A qualified accountant with some SQL, or an analyst with some accounting, can choose.
    `,
    related: [
      ['Regulatory reporting', 'regulatory reporting'],
      ['Product control', 'product control'],
      ['Fund accounting', 'fund accountant'],
    ],
    popular: [
      ['Finance jobs', '/finance'],
      ['Valuation jobs', '/valuation-jobs'],
    ],
  },
  'relationship-management': {
    summary:
      'Corporate, commercial, private and institutional bankers who are trusted with clients, and the teams that support them.',
    heading: 'Relationship management jobs',
    lead: 'Clients stay with a banker rather than a bank more often than banks like to say. We recruit those bankers.',
    body: `
      From assistant relationship managers writing their first credit paper to directors with a portfolio of mid-sized companies; from private bankers and wealth planners to institutional client managers: this desk covers people whose work is a conversation that goes on for ten years.

      What hiring managers look for has changed a little. Credit skill counts again, and so does knowing your sector; a warm manner and a good lunch are taken for granted. Before we put you forward we talk through two deals, one you won and one you turned down, because that second story is what gets people hired.

      These moves are delicate: gardening leave, covenants, clients who may or may not follow. We keep a name to ourselves until its owner tells us otherwise. It has been so since 2010 and it is the reason people ring.
    `,
    related: [
      ['Corporate banking', 'relationship manager'],
      ['Private banking', 'private banker'],
      ['Wealth', 'wealth'],
    ],
    popular: [
      ['Banking jobs', '/banking'],
      ['Asset management jobs', '/asset-management'],
    ],
  },
  'audit-risk-compliance': {
    summary:
      'Internal audit, credit, market and operational risk, financial crime, compliance monitoring and regulatory affairs.',
    heading: 'Audit, risk and compliance jobs',
    lead: 'Three lines of defence, and a shortage in each. We recruit people who can say no early, kindly and with a reason.',
    body: `
      Compliance and financial crime teams are no longer growing by the hundred. They are being rebuilt with fewer, more experienced people, and with technology that somebody has to understand. Monitoring, advisory, reporting officers, onboarding reviewers and transaction analysts: our clients want those who can tell a real suspicion from a noisy rule.

      In risk we recruit for credit, market, operational, model and technology risk, and for resilience, which now touches all of them. In audit, for generalists who can hold a conversation with a trading desk and for IT auditors who can read a configuration. Newly qualified people from practice do well in both. So do people from the first line who are tired of being audited.

      Approved and certified functions take longer to hire for: references, fitness checks, a regulator’s timetable. We start those papers on the day an offer is accepted, and tell you each week where they are.
    `,
    related: [
      ['Compliance', 'compliance'],
      ['Financial crime', 'financial crime'],
      ['Internal audit', 'internal audit'],
      ['Credit risk', 'credit risk'],
    ],
    popular: [
      ['Banking jobs', '/banking'],
      ['Finance jobs', '/finance'],
    ],
  },
  quants: {
    summary: 'Quantitative researchers, analysts, developers and validators for banks, funds and trading firms.',
    heading: 'Quant jobs',
    lead: 'Pricing, research, execution, validation. A small world in which everyone knows what everyone earns, except the person about to move.',
    body: `
      We recruit quantitative analysts and developers for investment banks, researchers and execution specialists for funds and trading houses, model validators for the second line, and the occasional mathematician for insurance-linked securities. London, Frankfurt and Singapore are the markets; a doctorate is common and by no means always needed.

      Processes here are long. Four to seven conversations, a take-home problem, sometimes a day on the desk. We tell you what was asked of the last three candidates without giving away the question, we keep the stages close together, and we ask for feedback you can use, since “strong, but not quite” helps nobody with an eigenvalue.

      Model risk is where much of the hiring has been: validation teams have had to grow while the people who understand the models would rather build them. If you like writing as much as deriving, it is a good seat with a good view.
    `,
    related: [
      ['Quant developers', 'quant developer'],
      ['Researchers', 'quantitative researcher'],
      ['Model validation', 'model validation'],
    ],
    popular: [
      ['Trader jobs', '/trader'],
      ['Data scientist jobs', '/data-scientist-jobs'],
      ['Investment jobs', '/investment'],
    ],
  },
  'sales-marketing': {
    summary:
      'Sales, business development, product marketing and customer success for banks, fintechs and market firms.',
    heading: 'Sales and marketing jobs in financial services',
    lead: 'Selling something that the buyer’s compliance team has to understand takes patience and a clear sentence. We recruit people with both.',
    body: `
      Institutional and corporate sales, foreign exchange dealers, payments and fintech business development, partnerships, customer success: the sales side of this desk is a mixture of old houses and new ones, and a person who has worked in both is worth introducing to either. Base, bonus and the state of the pipeline you would inherit are in our brief. If they are not, we have not finished writing it.

      On the marketing side we recruit for product marketing, communications, events, performance and customer relationship management. Approvals are strict and budgets are watched, so the people who do well are those who can show what a campaign was for. Bid and content writers, who are rarer than directors of marketing, should ring us today.

      Hours, travel and quota are told to you straight, including what happened to the person who had the job before.
    `,
    related: [
      ['Business development', 'business development'],
      ['Institutional sales', 'institutional sales'],
      ['Marketing', 'marketing manager'],
    ],
    popular: [
      ['Banking jobs', '/banking'],
      ['Trader jobs', '/trader'],
    ],
  },
}

/** Pages below technology's. */
const below: { slug: string; name: string; words: Words }[] = [
  {
    slug: 'development',
    name: 'Development',
    words: {
      summary:
        'For engineering leaders: building and keeping a development team in a regulated firm, permanent or contract.',
      heading: 'Development teams, hired one good engineer at a time',
      lead: 'You need a team by spring and you have one open job on the intranet. Here is how we close the distance.',
      body: `
        Hiring a development team is a different piece of work from filling a job. It begins with the order: the lead first, so that the rest have somebody to join; then the two who set the standard for review; and only then the number. We plan that order with you, advertise each job in words that its own team has read, and keep the people who came second, since in six weeks they may be first.

        For contract engineers we supply shortlists within days, with the engagement’s status settled before anybody is interviewed. For permanent ones, expect three weeks to a shortlist and about eight to a start date, longer where notice periods are three months.

        Individual engineers will find their jobs under [software development](entry:specialism-software-development).
      `,
      related: [
        ['Engineering managers', 'engineering manager'],
        ['Principal and lead engineers', 'lead engineer'],
      ],
      popular: [
        ['Developer jobs', '/developer-jobs'],
        ['Java developer jobs', '/java-developer-jobs'],
      ],
    },
  },
  {
    slug: 'public-sector',
    name: 'Public Sector',
    words: {
      summary:
        'Digital, data and technology people for departments, agencies and regulators, through frameworks and off them.',
      heading: 'Technology jobs in the public sector',
      lead: 'Services that everybody in the country has to use are unforgiving to build and hard to leave. We recruit people who have built one.',
      body: `
        Service designers, user researchers, product and delivery managers, developers, architects, security and data people: we supply them to central departments, agencies, regulators and local bodies, permanently and on contract. Job titles, grades and the standard against which a service is assessed are a language of their own, and we speak it with both sides.

        If you are coming from a bank or an insurer, what you know about regulated change carries over better than you might fear. What differs is the interview, which asks for evidence in a fixed form and scores it. We rehearse that with you, answer by answer, before you go in.

        Contract assignments in the public sector have been assessed for off-payroll working since 2017, longer than anywhere else, and most clients are practised at it. Clearance takes weeks: start it as soon as a sponsor is able to. The [IR35 hub](entry:page-ir35) says more.
      `,
      related: [
        ['Public sector', 'public sector'],
        ['Service design and user research', 'user researcher'],
      ],
      popular: [['IT project manager jobs', '/it-project-manager-jobs']],
    },
  },
  {
    slug: 'change-and-transformation',
    name: 'Change and Transformation',
    words: {
      summary:
        'For sponsors and programme directors: the people who get a change through a firm that was doing well enough without it.',
      heading: 'Change and transformation teams',
      lead: 'A programme is mostly people who have other work to do. We find those who can bring them along.',
      body: `
        Sponsors come to us at two moments: when a programme has been approved and needs a spine, and when one is a year old and needs a new one. For the first we bring a programme director, a lead business analyst and a PMO lead who have worked with each other, or could. For the second we bring somebody calm.

        We supply interim and permanent people, and where it helps a small team on a statement of work with agreed outcomes. Each shortlist says which programme a person has closed, what it cost and what it left out. We ask the sponsor of that programme as well.

        Individual analysts and managers will find their jobs under [IT transformation](entry:specialism-it-transformation).
      `,
      related: [
        ['Transformation', 'transformation'],
        ['Change managers', 'change manager'],
      ],
      popular: [
        ['Project manager jobs', '/project-manager-jobs'],
        ['Business analyst jobs', '/business-analyst-jobs'],
      ],
    },
  },
]

function specialismEntry(
  slug: string,
  name: string,
  sector: SectorName,
  order: number,
  parent: string | null,
): SiteEntry {
  const { summary, heading, lead, body, related, popular } = parent
    ? below.find(page => page.slug === slug)!.words
    : words[slug]!
  return entry('specialism', `specialism-${slug}`, {
    name,
    identifier: parent ? `${parent}.${slug}` : slug,
    page: true,
    urlSlug: slug,
    ...(parent ? { parent: link(`specialism-${parent}`) } : {}),
    sector,
    order,
    summary,
    heading,
    lead,
    image: assetLink(`art-specialism-${slug}`),
    body: markdown(body),
    relatedJobs: related.map(([label, query, location = '', radius]) => ({
      label,
      query,
      location,
      ...(radius ? { radius } : {}),
    })),
    popularRolesLinks: popular.map(([label, url]) => ({ label, url })),
  })
}

/**
 * The seventeen specialisms and the three pages below technology. A sector's own specialism is no parent of the others:
 * their addresses are not below it.
 */
export const specialismEntries: SiteEntry[] = [
  ...specialisms.map(({ slug, name, sector }, order) => specialismEntry(slug, name, sector, order, null)),
  ...below.map(({ slug, name }, order) => specialismEntry(slug, name, 'Technology', 100 + order, 'technology')),
]
