import { assetLink, entry, link, markdown, type SiteEntry } from './entry.ts'

interface EventWords {
  slug: string
  title: string
  summary: string
  /** Key of the drawing: `art-event-<image>`. */
  image: string
  hostedBy: string
  /** Slugs of consultants. */
  hosts: string[]
  /** Slugs of the events' tags. */
  tags: string[]
  /** With the offset of the place's own clock. */
  startsAt: string
  endsAt: string
  timeZone: 'Europe/London' | 'Europe/Dublin' | 'Europe/Berlin' | 'Europe/Amsterdam' | 'Asia/Singapore'
  venue: string
  address?: string
  online?: true
  body: string
}

const list: EventWords[] = [
  {
    slug: 'actuaries-breakfast-reserving-after-a-quiet-year',
    title: 'Actuaries’ breakfast: reserving after a quiet year',
    summary: 'Eggs, coffee and an hour on what a quiet year does to judgement, at round tables of seven.',
    image: 'actuaries-breakfast',
    hostedBy: 'Longlist London',
    hosts: ['imogen-tarrant', 'emrys-hallworth'],
    tags: ['insurance'],
    startsAt: '2026-12-03T08:00:00+00:00',
    endsAt: '2026-12-03T09:30:00+00:00',
    timeZone: 'Europe/London',
    venue: 'The Long Room, Tallyman House',
    address: '14 Quillmaker’s Court, London EC3M',
    body: `
      A quiet year is pleasant for the accounts and awkward for the reserving actuary. Is the experience better, or only later? We have asked three reserving leads to put a page each on the table and to say what they were tempted to release.

      ## How the morning runs

      1. **8.00** Breakfast. Tables are mixed by class of business.
      2. **8.20** Three pages, five minutes each.
      3. **8.40** The tables argue. Each has a sheet and one question.
      4. **9.15** What the tables decided, and then to work.

      The breakfast is for qualified and part-qualified actuaries and for those who rely on their numbers. It is free; there are 42 seats. The rule of the house is that you may use what you hear, without saying from whom.

      The nearest entrance is level with the street. Tell us when you sign up what you cannot eat and what else we should know.
    `,
  },
  {
    slug: 'contractor-clinic-december',
    title: 'Contractor clinic: status, umbrellas and the January tax bill',
    summary:
      'An hour of answers, online, for contractors and for those who engage them. Send your question beforehand.',
    image: 'contractor-clinic',
    hostedBy: 'Longlist Contract',
    hosts: ['marcus-ellerby-quaye'],
    tags: ['consultancy', 'technology'],
    startsAt: '2026-12-09T12:30:00+00:00',
    endsAt: '2026-12-09T13:30:00+00:00',
    timeZone: 'Europe/London',
    venue: 'Online',
    online: true,
    body: `
      Four times a year we hold a clinic for contractors. There are no slides. We take the questions that have been sent in, put like with like, and answer as many as an hour allows.

      In December they are nearly always the same three:

      - what to put aside before the end of January, and what a payment on account is;
      - whether an extension needs a new status determination;
      - what to look for on an umbrella’s payslip.

      Have a look at our [IR35 hub](/ir35) and at [the worked week](entry:post-day-rates-umbrellas-and-what-is-left) first, and ask what they leave open. Questions are read out without names. The session is not recorded, so that people can speak freely; a written summary goes to everyone who signed up.

      This is general information and cannot take the place of advice on your own affairs.
    `,
  },
  {
    slug: 'platform-teams-after-the-migration',
    title: 'Platform teams after the migration',
    summary:
      'The servers have moved and the team is still there. Three short talks in Berlin on what comes next, in English.',
    image: 'platform-teams',
    hostedBy: 'Longlist Germany',
    hosts: ['annika-trautwein-scholl', 'lukas-brandhorst-meier'],
    tags: ['technology'],
    startsAt: '2027-01-19T18:30:00+01:00',
    endsAt: '2027-01-19T21:00:00+01:00',
    timeZone: 'Europe/Berlin',
    venue: 'Kontorhof, hall on the ground floor',
    address: 'Linierstraße 47, 10117 Berlin',
    body: `
      Many platform teams were founded to move a company into the cloud. Now it has moved, and the team has to explain what it is for. Three engineers who have been through it talk for fifteen minutes each:

      - **From tickets to products.** How a team stopped being a queue.
      - **The bill.** Who looks at it, how often, and what happened when developers could see their own.
      - **Letting go.** Four tools that a team switched off, and the one that it should not have.

      Afterwards there is bread, cheese and a good deal of talk. The talks are in English; the corridor is in both. The hall is reached by a ramp from the yard.
    `,
  },
  {
    slug: 'regional-or-local-insurance-careers-in-singapore',
    title: 'Regional or local? Insurance careers in Singapore',
    summary:
      'An evening on jobs that run a region from one desk: what they are really like, and how to tell before you take one.',
    image: 'regional-or-local',
    hostedBy: 'Longlist Singapore',
    hosts: ['charmaine-teo-lindley', 'siew-ling-harcourt-ong'],
    tags: ['insurance'],
    startsAt: '2027-01-27T18:30:00+08:00',
    endsAt: '2027-01-27T20:30:00+08:00',
    timeZone: 'Asia/Singapore',
    venue: 'Abacus Point, terrace on level 17',
    address: '60 Ledger Quay, Singapore',
    body: `
      *Regional* is the most attractive word on an insurance card in Singapore, and the least exact. Does the job have a budget? Can it say no? Who reports where on a Friday night?

      Siew Ling will speak with two guests, one who went from a local job to a regional one and one who went back, both content. Then you stand about, eat well and ask the rest.

      - 6.30 pm doors, with food from the start
      - 7.00 pm conversation, half an hour
      - 7.30 pm the better half of the evening

      There is room for sixty. The terrace is covered, and the lift goes to its door. To read beforehand: [six things to settle before you hire here](entry:post-insurance-hiring-in-singapore).
    `,
  },
  {
    slug: 'a-fair-shortlist-by-friday',
    title: 'A fair shortlist by Friday: a workshop',
    summary:
      'Bring a job that you have to fill. Leave with marks, questions and a form that make the fair way the easy one.',
    image: 'shortlist-workshop',
    hostedBy: 'Longlist People and Inclusion',
    hosts: ['beatrix-oyelaran-hume', 'priyanka-wardle'],
    tags: ['dei'],
    startsAt: '2027-02-11T13:00:00+00:00',
    endsAt: '2027-02-11T16:30:00+00:00',
    timeZone: 'Europe/London',
    venue: 'The Counting Mill, second floor',
    address: '8 Spindlegate, Manchester M2',
    body: `
      This is a working afternoon for hiring managers, in pairs. Each brings one real job. By half past four each has

      1. four or five things to mark, with a description of a good answer for each;
      2. eight questions in a fixed order;
      3. a form that two readers can fill in apart; and
      4. a plan for where the advert will be seen, and by whom.

      Your partner marks an invented pile of applications with your form. That is the moment at which people see what they had really been looking for.

      There are eighteen places. The room has a hearing loop and step-free access, and we pay for a child’s care or a companion’s fare where it would otherwise keep you away. Beatrix’s article on [fair shortlists](entry:post-a-shortlist-that-is-fair-by-design) is good preparation.
    `,
  },
  {
    slug: 'frameworks-for-small-suppliers',
    title: 'Frameworks for small suppliers: a spring briefing',
    summary:
      'How to be found, how to bid together and what a panel reads first, for small firms that build public services.',
    image: 'framework-briefing',
    hostedBy: 'Longlist Public Sector',
    hosts: ['marcus-ellerby-quaye'],
    tags: ['public-sector', 'technology', 'consultancy'],
    startsAt: '2027-03-04T10:00:00+00:00',
    endsAt: '2027-03-04T11:30:00+00:00',
    timeZone: 'Europe/London',
    venue: 'Online',
    online: true,
    body: `
      A small firm with six excellent people can win public work, though seldom by answering questions meant for a firm of six hundred. In ninety minutes we go through

      - reading a notice in ten minutes, and deciding not to bid;
      - bidding as a group: who leads, who is liable, who is paid when;
      - evidence that scores, with three answers marked aloud;
      - people: when you must name them, and what happens if one leaves.

      Bring an answer of yours, with the names taken out, if you would like it marked. Captions are on throughout, and the slides go out the day before.
    `,
  },
  {
    slug: 'claims-and-underwriting-at-one-table',
    title: 'Claims and underwriting at one table',
    summary: 'Seven underwriters, seven claims people, and the same seven files.',
    image: 'claims-and-underwriting',
    hostedBy: 'Longlist London',
    hosts: ['babatunde-olley', 'rhiannon-maddox-bell'],
    tags: ['insurance'],
    startsAt: '2026-11-12T17:30:00+00:00',
    endsAt: '2026-11-12T19:30:00+00:00',
    timeZone: 'Europe/London',
    venue: 'The Long Room, Tallyman House',
    address: '14 Quillmaker’s Court, London EC3M',
    body: `
      We invented seven claims, gave them to both sides of the table and asked two questions: would you pay it, and would you write it again? The answers agreed less often than anyone had expected, and the reasons were worth the evening.

      What came up again and again was the wording that nobody had read since it was copied. Two of the firms present have since put a claims handler on the committee that approves new wordings.

      We shall do it again in the spring, with other files.
    `,
  },
  {
    slug: 'model-risk-round-table-frankfurt',
    title: 'Model risk round table, Frankfurt',
    summary: 'Twelve validators and model owners on what happens to a finding after it has been written.',
    image: 'model-risk',
    hostedBy: 'Longlist Germany',
    hosts: ['jonas-hellkamp', 'yewande-farrow'],
    tags: ['technology'],
    startsAt: '2026-10-07T17:00:00+02:00',
    endsAt: '2026-10-07T19:00:00+02:00',
    timeZone: 'Europe/Berlin',
    venue: 'Haus Soll und Haben, room 4',
    address: 'Rechenmeisterallee 22, 60313 Frankfurt am Main',
    body: `
      A round table of twelve, half of them people who build models and half of them people who doubt them. The subject was findings: how many are open, who reads them, and why the same ones return.

      Three habits were shared by the teams who close theirs: they rank by what could go wrong and not by how easy it is to mend, they name one person for each, and they let the validator see the repair before it goes live.

      It was held in English, with the jokes in German.
    `,
  },
  {
    slug: 'security-across-time-zones',
    title: 'Security across time zones',
    summary: 'How teams in Singapore, Berlin and London hand an incident over without dropping it. Held online.',
    image: 'security-time-zones',
    hostedBy: 'Longlist Singapore',
    hosts: ['farid-goh-iskandar', 'zofia-wrenkowska'],
    tags: ['technology'],
    startsAt: '2026-09-16T16:00:00+08:00',
    endsAt: '2026-09-16T17:15:00+08:00',
    timeZone: 'Asia/Singapore',
    venue: 'Online',
    online: true,
    body: `
      Following the sun sounds restful. In practice an incident is handed over at the worst moment by a tired person to one who has just sat down. Three leads showed the note that their teams use for it.

      The shortest had four lines: what we know, what we think, what we have done, what we would do next. It was also the only one that nobody had to be reminded to fill in.

      Zofia has written about [what security interviews miss](entry:post-cyber-skills-that-interviews-miss), which began with a question from this session.
    `,
  },
  {
    slug: 'returners-afternoon-edinburgh',
    title: 'Returners’ afternoon, Edinburgh',
    summary:
      'For people in finance and data who have been away for a year or more, and for teams that would like to hire them.',
    image: 'returners',
    hostedBy: 'Longlist Scotland',
    hosts: ['morag-tulliallan', 'beatrix-oyelaran-hume'],
    tags: ['dei'],
    startsAt: '2026-06-18T14:00:00+01:00',
    endsAt: '2026-06-18T16:30:00+01:00',
    timeZone: 'Europe/London',
    venue: 'Inkhorn Buildings, third floor',
    address: '31 Rulers’ Close, Edinburgh EH3',
    body: `
      Sixteen people in a circle: nine who were on their way back to work and seven who hire. There was no panel. Everybody said what they had been doing, what they were afraid of, and what they were good at, in that order.

      The employers were asked to read one CV with a gap in it, aloud, as they would to a colleague. It concentrated the mind.

      Five of the nine have since begun in a new job. We shall hold the next in Dublin.
    `,
  },
  {
    slug: 'low-latency-long-evenings',
    title: 'Low latency, long evenings',
    summary: 'An engineers’ evening in Amsterdam on clocks, queues and the microsecond that went missing.',
    image: 'low-latency',
    hostedBy: 'Longlist Benelux',
    hosts: ['maarten-van-ellewoude'],
    tags: ['technology'],
    startsAt: '2026-05-21T18:00:00+02:00',
    endsAt: '2026-05-21T21:00:00+02:00',
    timeZone: 'Europe/Amsterdam',
    venue: 'Het Grootboek, lecture room',
    address: 'Pennenkade 112, Amsterdam',
    body: `
      Two talks and a measured amount of beer. The first traced one late message through six layers to a clock that ran backwards once an hour. The second argued that most of what is called low latency is really predictable latency, and that the second is both cheaper and rarer.

      The audience voted on which of five changes had helped most, and was wrong. The right answer was removing a log line.
    `,
  },
  {
    slug: 'delivery-teams-what-panels-ask',
    title: 'Delivery teams: what panels ask',
    summary: 'Four people who sit on interview panels in government say what they write down, and why.',
    image: 'delivery-teams',
    hostedBy: 'Longlist Public Sector',
    hosts: ['marcus-ellerby-quaye', 'callum-strachan-reed'],
    tags: ['public-sector', 'technology'],
    startsAt: '2026-03-26T17:30:00+00:00',
    endsAt: '2026-03-26T19:00:00+00:00',
    timeZone: 'Europe/London',
    venue: 'The Long Room, Tallyman House',
    address: '14 Quillmaker’s Court, London EC3M',
    body: `
      Four panel members from different departments, speaking for themselves, went through the sheet on which they mark. They agreed on a good deal: that “we” earns nothing, that an example from last year beats a better one from ten years ago, and that a candidate who asks about the users has usually understood.

      They disagreed about take-home tasks. The room did as well.

      Those who could not come asked for the notes; they have become [our page on public sector frameworks](entry:post-public-sector-frameworks-for-technologists).
    `,
  },
  {
    slug: 'interim-work-in-insurers-dublin',
    title: 'Interim work in insurers, Dublin',
    summary: 'When an interim helps, when it only postpones, and how to end one well.',
    image: 'interim-insurers',
    hostedBy: 'Longlist Ireland',
    hosts: ['niamh-ballantine-roe', 'desmond-akintola-reeve'],
    tags: ['consultancy', 'insurance'],
    startsAt: '2026-02-04T12:30:00+00:00',
    endsAt: '2026-02-04T14:00:00+00:00',
    timeZone: 'Europe/Dublin',
    venue: 'Margin House, quay room',
    address: '5 Carrier’s Quay, Dublin 2',
    body: `
      A lunch for people who engage interim executives and for people who are engaged. The question was simple: what did the last one leave behind?

      The best answer of the day was a folder, with a name beside each thing in it. The worst was an extension.

      We agreed that an interim should know on the first morning how the work will end and who will have it then, and that where the job is one for which the regulator’s approval is needed, that question comes before all others.
    `,
  },
  {
    slug: 'reinsurance-evening-munich',
    title: 'Reinsurance evening, Munich',
    summary: 'One long table, twenty guests, and the renewal that everyone was about to have.',
    image: 'reinsurance-evening',
    hostedBy: 'Longlist Germany',
    hosts: ['theresa-wiesenbacher-lohr'],
    tags: ['insurance'],
    startsAt: '2025-11-20T19:00:00+01:00',
    endsAt: '2025-11-20T22:00:00+01:00',
    timeZone: 'Europe/Berlin',
    venue: 'Federkielhof, vaulted room',
    address: 'Schreibergasse 9, 80331 München',
    body: `
      Some weeks before the renewals, twenty people from reinsurers, brokers and insurers sat down at one table with a rule: nobody quotes, nobody is quoted.

      Between the soup and the dumplings the talk was of how young underwriters learn when the older ones work from home, and who among those present had been taught by somebody else among those present. It came to eleven.

      We shall lay the table again.
    `,
  },
]

/** Events, the latest to begin last among those to come, then those that are over. */
export const events: SiteEntry[] = list.map(({ slug, image, hosts, tags, body, online, address, ...words }) =>
  entry('event', `event-${slug}`, {
    ...words,
    urlSlug: slug,
    body: markdown(body),
    image: assetLink(`art-event-${image}`),
    hosts: hosts.map(host => link(`consultant-${host}`)),
    tags: tags.map(tag => link(`tag-events-${tag}`)),
    ...(address ? { address } : {}),
    online: online ?? false,
  }),
)
