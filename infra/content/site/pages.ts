import type { SectionKind } from '#indexer/contentTypes'
import { assetLink, entry, link, markdown, type SiteEntry } from './entry.ts'

interface CardWords {
  title: string
  figure?: string
  text?: string
  url?: string
  linkLabel?: string
}

interface Part {
  kind: SectionKind
  /** Last part of the entry's id. */
  name: string
  kicker?: string
  heading?: string
  body?: string
  image?: string
  items?: CardWords[]
  linkLabel?: string
  linkUrl?: string
  options?: Record<string, string | number | boolean>
}

interface PageWords {
  slug: string
  /** Last part of the entry's id where another page has the same slug. */
  key?: string
  /** Slug of the parent page. */
  parent?: string
  title: string
  kicker?: string
  heading: string
  lead?: string
  image?: string
  body?: string
  parts?: Part[]
}

/** A page with its sections and their cards, as entries. */
function page({ slug, key = slug, parent, image, body, parts = [], ...words }: PageWords): SiteEntry[] {
  const sectionId = ({ name }: Part) => `section-${key}-${name}`
  const cardId = (part: Part, index: number) => `card-${key}-${part.name}-${index + 1}`
  return [
    entry('page', `page-${key}`, {
      ...words,
      urlSlug: slug,
      ...(parent ? { parent: link(`page-${parent}`) } : {}),
      ...(image ? { image: assetLink(image) } : {}),
      ...(body ? { body: markdown(body) } : {}),
      sections: parts.map(part => link(sectionId(part))),
    }),
    ...parts.flatMap(part => {
      const { name, items = [], body, image, ...rest } = part
      return [
        entry('section', sectionId(part), {
          ...rest,
          name: `${words.title}: ${name}`,
          ...(body ? { body: markdown(body) } : {}),
          ...(image ? { image: assetLink(image) } : {}),
          ...(items.length > 0 ? { items: items.map((_, index) => link(cardId(part, index))) } : {}),
        }),
        ...items.map((card, index) => entry('card', cardId(part, index), card)),
      ]
    }),
  ]
}

const figures: CardWords[] = [
  { title: 'founded', figure: '2010' },
  { title: 'offices across the EU and Asia', figure: '9' },
  { title: 'awards', figure: 'Almost 50' },
  { title: 'of relationships and process', figure: '14 years' },
]

const thanks = {
  next: {
    kind: 'steps' as const,
    name: 'next',
    heading: 'What happens now',
  },
}

const list: PageWords[] = [
  {
    slug: 'home',
    title: 'Home',
    kicker: 'Banking, insurance and technology',
    heading: 'Every shortlist starts with a long list',
    lead: 'Permanent and contract jobs in banking, insurance and technology, with a consultant to ask on every one.',
    image: 'art-page-home',
    parts: [
      { kind: 'figures', name: 'figures', items: figures },
      {
        kind: 'cards',
        name: 'audiences',
        heading: 'Which side of the table are you on?',
        items: [
          {
            title: 'You are looking for work',
            text: 'Search by keyword, place and distance. Pay is on the advert wherever a client allows it, and so is the name of the consultant who wrote it.',
            url: '/jobs',
            linkLabel: 'Search jobs',
          },
          {
            title: 'You would rather be found',
            text: 'Register once. We write when something fits and not before, and your name goes to nobody until you have said yes to that employer.',
            url: '/register',
            linkLabel: 'Register your details',
          },
          {
            title: 'You are hiring',
            text: 'Permanent, contract, executive and retained search, from a first conversation about whether the job is the right one to a start date that holds.',
            url: '/hiring-solutions',
            linkLabel: 'See how we hire',
          },
        ],
      },
      {
        kind: 'text',
        name: 'method',
        kicker: 'How we work',
        heading: 'The long list is the work',
        body: `
          Anybody can send three CVs. What decides whether they are the right three is the list they were drawn from, and that list takes years: who trained whom, who turned a job down and why, who will be ready in the spring.

          We have kept ours since 2010. It is why a client who rings on Monday hears names by Thursday, and why a candidate who said no two years ago is asked about the job that answers the reason.
        `,
        linkLabel: 'About Longlist',
        linkUrl: '/about-us',
      },
      {
        kind: 'insights',
        name: 'insights',
        heading: 'Insights',
        kicker: 'Written by the people who do the work',
        options: { count: 4 },
      },
      { kind: 'events', name: 'events', heading: 'Where to meet us', options: { count: 3 } },
      { kind: 'popularRoles', name: 'roles', heading: 'Searches with a name', kicker: 'Popular roles' },
      {
        kind: 'callToAction',
        name: 'hire',
        heading: 'Have a job to fill?',
        body: 'Send us a title and a telephone number. We answer within 1–2 working days, with questions worth answering.',
        linkLabel: 'Submit a job',
        linkUrl: '/submit-a-job',
      },
    ],
  },
  {
    slug: 'about-us',
    title: 'About us',
    kicker: 'Since 2010',
    heading: 'An agency that keeps a good list',
    lead: 'Longlist finds people for banks, insurers and technology teams, and work for the people they look for. We have done it since 2010, from nine offices across the EU and Asia.',
    image: 'art-page-about-us',
    parts: [
      { kind: 'figures', name: 'figures', items: figures },
      {
        kind: 'text',
        name: 'story',
        kicker: 'How it began',
        heading: 'One desk, one telephone, forty actuaries',
        body: `
          In 2010 there were plenty of agencies that would send a hiring manager a dozen CVs by lunchtime. There were few that could say why those twelve. Longlist opened with a single desk near Leadenhall Market and the opposite idea: fewer names, each with a reason written beside it.

          The first clients were insurers. Banks came next, since the people who price a risk and the people who lend against it are often the same people ten years apart. Technology followed as it became plain that both of those were, whatever it said on the door, software companies with a licence.

          We still write the reason beside each name. It takes longer. It is also why clients come back, and why almost 50 awards hang in the corridor of the Manchester office, where there is a wall long enough.
        `,
      },
      {
        kind: 'cards',
        name: 'promises',
        kicker: 'What you can hold us to',
        heading: 'Three promises, and the price of each',
        items: [
          {
            title: 'An answer',
            text: 'Every enquiry is answered by a person within 1–2 working days. It means that we take on fewer searches than we are offered.',
          },
          {
            title: 'The pay',
            text: 'We ask each client for the range and publish it when they agree. It means an awkward quarter of an hour with those who would rather not.',
          },
          {
            title: 'Your say',
            text: 'No CV leaves us without its owner’s consent to that employer, by name. It means losing a race now and then to an agency that did not ask.',
          },
        ],
      },
      {
        kind: 'steps',
        name: 'process',
        kicker: '14 years of relationships and process',
        heading: 'What a search looks like from inside',
        items: [
          {
            title: 'The brief',
            text: 'An hour with the person whose problem it is. We leave with the work that needs doing, the authority that goes with it, the pay, and what happened to the last one.',
          },
          {
            title: 'The long list',
            text: 'Everybody who could, from our own records and from asking. Between forty and ninety names, most of whom are not looking.',
          },
          {
            title: 'The conversations',
            text: 'We speak to each of them ourselves. This is where a list gets shorter, usually for reasons that no CV would have shown.',
          },
          { title: 'The shortlist', text: 'Four or five people, each with a page on why, and one thing to ask about.' },
          {
            title: 'The offer, and afterwards',
            text: 'We carry messages both ways without improving them. Then we ring in the first week, the first month and the third.',
          },
        ],
      },
      {
        kind: 'consultants',
        name: 'people',
        kicker: 'Who does it',
        heading: 'Some of our people',
        linkLabel: 'The whole team',
        linkUrl: '/consultants',
        options: { count: 4 },
      },
      { kind: 'offices', name: 'offices', heading: 'Nine offices' },
      {
        kind: 'callToAction',
        name: 'join',
        heading: 'Think you could do this well?',
        body: 'We hire people who have done the work they would recruit for, and people who write a clear sentence.',
        linkLabel: 'Work for us',
        linkUrl: '/work-for-us',
      },
    ],
  },
  {
    slug: 'awards',
    parent: 'about-us',
    title: 'Awards',
    kicker: 'The past three years',
    heading: 'Awards, and what they were for',
    lead: 'Almost 50 since 2010; over 50 if you count the commendations. Here are those of the past three years, including the ones we did not win.',
    image: 'art-page-awards',
    parts: [
      { kind: 'awards', name: 'awards' },
      {
        kind: 'text',
        name: 'why',
        heading: 'Why we enter',
        body: `
          An entry form asks for evidence: how long, how many, who stayed, what it cost. Filling one in is the best audit we have, and some years the answer to a question has been embarrassing enough to change how we work. The interview form that several clients now use came out of an award we lost.

          We enter only where judges see figures and speak to clients. We do not pay for sponsored categories.
        `,
      },
      {
        kind: 'callToAction',
        name: 'contact',
        heading: 'Judge for yourself',
        body: 'Ask any consultant for two clients and two candidates you may ring.',
        linkLabel: 'Meet the team',
        linkUrl: '/consultants',
      },
    ],
  },
  {
    slug: 'diversity-and-inclusion',
    parent: 'about-us',
    title: 'Diversity and inclusion',
    kicker: 'Diversity, equity and inclusion',
    heading: 'A fair shortlist is a longer list first',
    lead: 'Most unfairness in hiring happens before the interview: in the wording, in who was asked, in who heard about it. That part is our work, so that part is our responsibility.',
    image: 'art-page-diversity-and-inclusion',
    parts: [
      {
        kind: 'steps',
        name: 'practice',
        heading: 'What we do on every search',
        items: [
          {
            title: 'Read the advert aloud',
            text: 'We take out what nobody needs: the years of experience that stand for nothing, the degree that the last holder did not have, the jargon that only insiders know.',
          },
          {
            title: 'Count who was asked',
            text: 'The long list is counted before it is shortened. If it looks like the team that is hiring, we go out again.',
          },
          {
            title: 'Ask everyone the same',
            text: 'Structured questions, agreed with the client beforehand and marked before anyone confers. We supply the form.',
          },
          {
            title: 'Offer adjustments first',
            text: 'Every candidate is asked what would help, before anybody has to ask us. More time, questions in writing, a quiet room, captions: all are ordinary.',
          },
          {
            title: 'Publish what happened',
            text: 'Clients who hire with us get the figures for their own search, with the stages at which people left it.',
          },
        ],
      },
      {
        kind: 'text',
        name: 'ourselves',
        kicker: 'Our own house',
        heading: 'We hire in the same way',
        body: `
          Our own jobs go through the same form. Pay bands are known to everyone who works here. Parents’ leave is the same length for every parent, flexible hours are asked for on a form with one question on it, and the rooms we choose for events have step-free doors and a hearing loop or we choose other rooms.

          We have not finished. Our senior team is less varied than our junior one, and we publish that too, each spring, with what we tried since the last time.
        `,
      },
      {
        kind: 'cards',
        name: 'programme',
        heading: 'Programme One',
        body: 'Twelve weeks that give people without a way in a first job in insurance, banking or technology, and a person who will pick up the telephone afterwards.',
        items: [
          {
            title: 'For people starting out',
            text: 'No degree asked for, no fee, paid throughout by the employer. Applications twice a year.',
            url: '/about-us/diversity-and-inclusion/programme-one',
            linkLabel: 'About the programme',
          },
          {
            title: 'For people coming back',
            text: 'After caring, illness, service or a business that ran its course. The same twelve weeks, joined at the level you left.',
            url: '/about-us/diversity-and-inclusion/programme-one',
            linkLabel: 'Coming back to work',
          },
          {
            title: 'For employers',
            text: 'Three places or more, a manager who wants to, and a job at the end. We do the rest with you.',
            url: '/contact-us',
            linkLabel: 'Talk to us',
          },
        ],
      },
      { kind: 'insights', name: 'insights', heading: 'From the people who run it', options: { tag: 'dei', count: 3 } },
      { kind: 'events', name: 'events', heading: 'Working sessions', options: { tag: 'dei', count: 2 } },
    ],
  },
  {
    slug: 'programme-one',
    parent: 'diversity-and-inclusion',
    title: 'Programme One',
    kicker: 'Twelve weeks, one job',
    heading: 'Programme One',
    lead: 'A paid way into actuarial support, underwriting, operations, data and software for people who know nobody in the City, or used to.',
    image: 'art-page-programme-one',
    body: `
      Programme One is run by Longlist with employers who hire through us. Each takes at least three people for twelve weeks, pays them a salary from the first day, and keeps a job for those who finish. Nobody has yet finished without an offer from somewhere; not always from the house they began in.
    `,
    parts: [
      {
        kind: 'figures',
        name: 'figures',
        items: [
          { title: 'from first day to first appraisal', figure: '12 weeks' },
          { title: 'places, at least, with each employer', figure: '3' },
          { title: 'groups a year, in March and September', figure: '2' },
          { title: 'asked of candidates, ever', figure: '£0' },
        ],
      },
      {
        kind: 'steps',
        name: 'weeks',
        heading: 'The twelve weeks',
        items: [
          {
            title: 'Before',
            figure: 'Four weeks ahead',
            text: 'An open day, then one structured conversation. No CV: we ask what you have been relied on for.',
          },
          {
            title: 'Learning',
            figure: 'Weeks 1 to 3',
            text: 'Spreadsheets, databases, how a policy or a loan works, how to write to people at work. In the Manchester or London office, fares paid.',
          },
          {
            title: 'Working',
            figure: 'Weeks 4 to 11',
            text: 'In the employer’s team, four days a week, on work that somebody needs. On the fifth you are back with your group.',
          },
          {
            title: 'Deciding',
            figure: 'Week 12',
            text: 'You give the employer an appraisal and they give you one. Then an offer, or our help in finding another.',
          },
        ],
      },
      {
        kind: 'questions',
        name: 'questions',
        heading: 'Questions people ask',
        items: [
          {
            title: 'Who can apply?',
            text: 'Anybody over eighteen with the right to work where the place is, who has not worked in the field or has been out of it for two years or more. There is no upper age. Our oldest starter was sixty-one.',
          },
          { title: 'Do I need a degree?', text: 'No. If you have one, that is fine, and it counts for nothing here.' },
          {
            title: 'Is it full time?',
            text: 'Five days a week by default. Four or three can be arranged where the employer agrees, and we ask before the places are advertised.',
          },
          {
            title: 'What if I need adjustments?',
            text: 'You will be asked at the open day and again before you start. Equipment and travel arrangements are ready on the first morning.',
          },
          {
            title: 'What does it cost an employer?',
            text: 'The salaries, a manager’s time, and our fee when someone is kept on. We charge nothing for the twelve weeks.',
          },
        ],
      },
      {
        kind: 'quote',
        name: 'quote',
        kicker: 'Underwriting assistant, third group',
        heading: 'A participant, who asked not to be named on a website',
        body: 'I had run a school kitchen for nine years. Nobody had ever told me that was operations.',
      },
      {
        kind: 'callToAction',
        name: 'apply',
        heading: 'Applications open twice a year',
        body: 'Register and choose the specialism nearest to what you would like to learn. Write “Programme One” in the message.',
        linkLabel: 'Register for the next group',
        linkUrl: '/register',
      },
    ],
  },
  {
    slug: 'consultants',
    title: 'Consultants',
    kicker: 'The team',
    heading: 'The people you would be talking to',
    lead: 'Each works in a few specialisms and stays in them. Choose a place or a speciality, and ring somebody who knows your market.',
    image: 'art-page-consultants',
  },
  {
    slug: 'blog',
    title: 'Insights',
    kicker: 'Insights',
    heading: 'What we notice at work',
    lead: 'Pay, interviews, rules and the odd correction, by the consultants whose names are on them.',
    image: 'art-page-blog',
  },
  {
    slug: 'events',
    title: 'Events',
    kicker: 'Events',
    heading: 'Come and hear it',
    lead: 'Breakfast briefings, working sessions and evenings, in our offices and online. Places are free and the coffee is decent.',
    image: 'art-page-events',
  },
  {
    slug: 'work-for-us',
    title: 'Work for us',
    kicker: 'Careers at Longlist',
    heading: 'Do the work, then recruit for it',
    lead: 'About half of our consultants once did the jobs they now fill. The other half have learnt to ask.',
    image: 'art-page-work-for-us',
    parts: [
      {
        kind: 'text',
        name: 'job',
        heading: 'What the job is',
        body: `
          You look after one market in one place: actuarial in London, say, or software in the north of England. You know who is in it, what they are paid and what they would move for. You ring people, you write briefs and adverts, you tell clients things they would rather not hear, and you keep your list.

          There are no cold-call quotas here and no telephone hours are counted. There is a target, it is agreed with you each quarter, and it is the same for everybody at your level. Commission starts with the first placement.
        `,
      },
      {
        kind: 'figures',
        name: 'figures',
        items: [
          { title: 'of training before your first own search', figure: '6 weeks' },
          { title: 'days a week in the office, by agreement with your team', figure: '3' },
          { title: 'days’ leave, and your birthday', figure: '27' },
          { title: 'from trainee to consultant, usually', figure: '1 year' },
        ],
      },
      {
        kind: 'steps',
        name: 'path',
        heading: 'Where it goes from there',
        items: [
          {
            title: 'Trainee consultant',
            text: 'Long lists, interviews beside a consultant, adverts that get sent back until they say something.',
          },
          { title: 'Consultant', text: 'A market of your own, with clients who ring you.' },
          { title: 'Senior consultant', text: 'Executive and retained work, and a trainee to look after.' },
          {
            title: 'Team lead, or not',
            text: 'Lead a team, open an office, or stay at the desk with the title and the pay of a director. All three have been chosen, and nobody was asked to be a manager who did not want to.',
          },
        ],
      },
      {
        kind: 'questions',
        name: 'questions',
        heading: 'Before you apply',
        items: [
          {
            title: 'Do I need experience in recruitment?',
            text: 'No. Two thirds of those who join us have none. Time spent in insurance, banking, software, teaching or on a newspaper has all turned out well.',
          },
          {
            title: 'What does the interview consist of?',
            text: 'Two conversations and one exercise: you rewrite a bad advert and tell us what you would have asked the client. You have the questions beforehand.',
          },
          {
            title: 'Which languages help?',
            text: 'German for Berlin, Frankfurt and Munich. Dutch is welcome in Amsterdam, and Mandarin or Malay in Singapore. English everywhere.',
          },
          {
            title: 'Do you sponsor visas?',
            text: 'In London and Singapore for experienced consultants, where the rules allow it. Ask us before you go to any trouble.',
          },
        ],
      },
      {
        kind: 'consultants',
        name: 'people',
        heading: 'Whom you would work with',
        linkLabel: 'The whole team',
        linkUrl: '/consultants',
        options: { count: 4 },
      },
      {
        kind: 'callToAction',
        name: 'apply',
        heading: 'Write to us',
        body: 'Say which market you would like to know by heart, and why. A CV can follow.',
        linkLabel: 'Contact us',
        linkUrl: '/contact-us',
      },
    ],
  },
  {
    slug: 'contact-us',
    title: 'Contact us',
    kicker: 'Contact',
    heading: 'Ask a person',
    lead: 'We answer within 1–2 working days. The telephones are answered from 8.30am to 6pm, Monday to Friday.',
    image: 'art-page-contact-us',
    parts: [
      { kind: 'form', name: 'form', heading: 'Write to us', options: { form: 'contactUs.en' } },
      {
        kind: 'cards',
        name: 'shorter',
        heading: 'A shorter way, perhaps',
        items: [
          {
            title: 'About a job on this site',
            text: 'The name, number and address of the consultant are on the advert. They will know more than we do here.',
            url: '/jobs',
            linkLabel: 'Find the job',
          },
          {
            title: 'To send your CV',
            text: 'Register, and it reaches the consultant for your specialism rather than the general post.',
            url: '/register',
            linkLabel: 'Register your details',
          },
          {
            title: 'To have a job filled',
            text: 'A title and a telephone number are enough to begin with.',
            url: '/submit-a-job',
            linkLabel: 'Submit a job',
          },
        ],
      },
      { kind: 'offices', name: 'offices', heading: 'Where we are' },
    ],
  },
  {
    slug: 'submission-complete',
    key: 'contact-us-submission-complete',
    parent: 'contact-us',
    title: 'Message sent',
    kicker: 'Thank you',
    heading: 'We have your message',
    lead: 'Somebody who can help will read it and answer within 1–2 working days.',
    parts: [
      {
        ...thanks.next,
        items: [
          { title: 'Today or tomorrow', text: 'It is passed to the consultant or office that it concerns.' },
          {
            title: 'Within 1–2 working days',
            text: 'You hear from them, by email or by telephone if you gave a number.',
          },
          { title: 'If it is urgent', text: 'Ring +44 20 7946 0100 between 8.30am and 6pm, Monday to Friday.' },
        ],
      },
      { kind: 'insights', name: 'insights', heading: 'While you wait', options: { count: 2 } },
    ],
  },
  {
    slug: 'submit-a-job',
    title: 'Submit a job',
    kicker: 'For employers',
    heading: 'Tell us about the job',
    lead: 'A title and a telephone number are enough to begin with. We answer within 1–2 working days, and sooner if you say why it matters.',
    parts: [
      { kind: 'form', name: 'form', heading: 'The job', options: { form: 'submitAJob' } },
      {
        ...thanks.next,
        heading: 'What we do with it',
        items: [
          {
            title: 'A call',
            text: 'Half an hour with the consultant for that market. Expect to be asked what would happen if you did not fill it.',
          },
          {
            title: 'A view',
            text: 'Who is out there, what they are paid, how long it will take, and whether we are the right people to ask.',
          },
          {
            title: 'Terms',
            text: 'One page. Nothing is advertised and nobody is approached until you have agreed to it.',
          },
        ],
      },
      {
        kind: 'questions',
        name: 'questions',
        heading: 'What employers ask first',
        items: [
          {
            title: 'How soon will we see people?',
            text: 'Contractors within three working days as a rule; a permanent shortlist within three weeks; a retained search within six.',
          },
          {
            title: 'Must the salary be published?',
            text: 'No, though adverts with a range draw about twice as many suitable applications. We will make the case for it once, and then do as you say.',
          },
          {
            title: 'Will our name appear?',
            text: 'Only if you wish it. Otherwise the advert describes you truthfully without naming you, and candidates learn the name before anything is sent.',
          },
        ],
      },
    ],
  },
  {
    slug: 'submission-complete',
    title: 'Received',
    kicker: 'Thank you',
    heading: 'That has reached us',
    lead: 'A consultant reads it today or tomorrow and gets in touch within 1–2 working days.',
    parts: [
      {
        ...thanks.next,
        items: [
          {
            title: 'If you registered',
            text: 'Your details are with the consultant for your specialism. They will ring once to ask what the CV does not say. Nothing goes to an employer before you have agreed to it.',
          },
          {
            title: 'If you submitted a job',
            text: 'Expect a call from the consultant for that market, with questions, and a view of who is out there.',
          },
          {
            title: 'If you change your mind',
            text: 'Answer the email that we have just sent, and we delete what you gave us.',
          },
        ],
      },
      { kind: 'jobs', name: 'jobs', heading: 'Newest jobs', options: { criteria: 'sort=newest', count: 4 } },
    ],
  },
  {
    slug: 'register',
    title: 'Register',
    kicker: 'Candidate Form',
    heading: 'Register your details',
    lead: 'Once, to one consultant who knows your field. We write when something fits, and not before.',
    image: 'art-page-register',
    parts: [
      { kind: 'form', name: 'form', heading: 'About you', options: { form: 'register' } },
      {
        ...thanks.next,
        heading: 'What happens to your CV',
        items: [
          {
            title: 'It is read',
            text: 'By a person, within 1–2 working days. If we cannot help we say so, and say who might.',
          },
          {
            title: 'It is kept',
            text: 'For two years from when we last heard from you, and then deleted. You may have it deleted sooner by asking.',
          },
          {
            title: 'It is never sent round',
            text: 'Each employer gets it only after you have agreed to that employer.',
          },
        ],
      },
      {
        kind: 'questions',
        name: 'questions',
        heading: 'Before you begin',
        items: [
          {
            title: 'Whom do you place?',
            text: 'Everybody from a first job to director or C-suite, in banking, insurance and technology. Registering costs nothing.',
          },
          {
            title: 'I am only looking around. Is that all right?',
            text: 'Most people on our list are. Say so in the message, along with what would make you move.',
          },
          {
            title: 'Will my employer hear of it?',
            text: 'Not from us. We never approach your employer, and you can name others that we should keep away from.',
          },
          {
            title: 'I have no CV to hand.',
            text: 'Ring a consultant instead. Their numbers are on the team page.',
            url: '/consultants',
            linkLabel: 'The team',
          },
        ],
      },
    ],
  },
  {
    slug: 'hiring-solutions',
    title: 'Hiring solutions',
    kicker: 'For employers',
    heading: 'Four ways to hire, and how to choose',
    lead: 'The right one depends on how senior the job is, how long the work will last, and whether anyone may know that you are looking.',
    image: 'art-page-hiring-solutions',
    parts: [
      {
        kind: 'cards',
        name: 'ways',
        items: [
          {
            title: 'Permanent recruitment',
            figure: '3 weeks to a shortlist',
            text: 'For most jobs, from first jobber to head of department. You pay when somebody starts.',
            url: '/hiring-solutions/permanent-recruitment',
            linkLabel: 'Permanent',
          },
          {
            title: 'Contract recruitment',
            figure: '3 days to first names',
            text: 'For work with an end: change, cover, year end, a specialist for a season. Status settled before interviews.',
            url: '/hiring-solutions/contract-recruitment',
            linkLabel: 'Contract',
          },
          {
            title: 'Executive search',
            figure: '8 to 12 weeks',
            text: 'For directors and the C-suite, where the right people are not looking and the wrong appointment is felt for years.',
            url: '/hiring-solutions/executive-search',
            linkLabel: 'Executive search',
          },
          {
            title: 'Retained search',
            figure: '6 weeks to a shortlist',
            text: 'For jobs below the board that are scarce, sensitive or urgent enough to deserve one team’s whole attention.',
            url: '/hiring-solutions/retained-search',
            linkLabel: 'Retained search',
          },
        ],
      },
      {
        kind: 'text',
        name: 'compare',
        heading: 'Side by side',
        body: `
          |  | Permanent | Contract | Retained search | Executive search |
          | --- | --- | --- | --- | --- |
          | **Best for** | Junior to head of department | Work with an end date | Scarce or confidential jobs | Director to C-suite |
          | **First names** | 2 to 3 weeks | 3 working days | 6 weeks | 6 to 8 weeks |
          | **You pay** | On starting | By the day, in arrears | In three stages | In three stages |
          | **If it does not work out** | Rebate for 12 weeks | One week’s notice | We search again | We search again |
          | **Who does it** | Consultant for the market | Contract team | Consultant and researcher | Director and researcher |
        `,
      },
      {
        kind: 'quote',
        name: 'quote',
        kicker: 'Finance director, specialty insurer',
        heading: 'A client of six years',
        body: 'They told me on the telephone that I did not need to hire anybody. I have used them ever since.',
      },
      { kind: 'specialisms', name: 'specialisms', heading: 'In which fields' },
      {
        kind: 'callToAction',
        name: 'submit',
        heading: 'Not sure which?',
        body: 'Describe the job and we will tell you which way we would go, and what it would cost.',
        linkLabel: 'Submit a job',
        linkUrl: '/submit-a-job',
      },
    ],
  },
  {
    slug: 'permanent-recruitment',
    parent: 'hiring-solutions',
    title: 'Permanent recruitment',
    kicker: 'Hiring solutions',
    heading: 'Permanent recruitment',
    lead: 'Four or five people, each with a page on why, three weeks from the brief. You pay when one of them starts.',
    parts: [
      {
        kind: 'steps',
        name: 'steps',
        heading: 'Eight weeks, typically',
        items: [
          {
            title: 'Brief',
            figure: 'Day 1',
            text: 'An hour with the person whose team it is. We write it up, you correct it, and the advert is made of that.',
          },
          {
            title: 'Advert and approach',
            figure: 'Days 2 to 10',
            text: 'On this site and where the market reads, while we ring the people who will not see it.',
          },
          {
            title: 'Shortlist',
            figure: 'Week 3',
            text: 'Four or five people whom we have met, with pay, notice and the question each of them will have.',
          },
          {
            title: 'Interviews',
            figure: 'Weeks 4 to 5',
            text: 'We arrange them, prepare both sides, and bring back what was really thought.',
          },
          {
            title: 'Offer and notice',
            figure: 'Weeks 6 to 8',
            text: 'Counter-offers are discussed before they are made. References and checks start on acceptance.',
          },
        ],
      },
      {
        kind: 'text',
        name: 'guarantee',
        heading: 'If it does not work out',
        body: 'It happens, and rarely through anybody’s fault. If a person we placed leaves within **twelve weeks** we search again at no charge or return part of the fee on a fixed scale, whichever you choose. The scale is on the one page of terms.',
      },
      {
        kind: 'questions',
        name: 'questions',
        heading: 'Asked by employers',
        items: [
          {
            title: 'What does it cost?',
            text: 'A percentage of first-year salary, agreed before we begin and the same for every candidate. No fee until somebody starts.',
          },
          {
            title: 'Will you work beside other agencies?',
            text: 'Yes. We do better work alone, for a period you set, and price it accordingly.',
          },
          {
            title: 'Which levels do you recruit for?',
            text: 'Junior to head of department here; above that, executive search is usually the better way.',
            url: '/hiring-solutions/executive-search',
            linkLabel: 'Executive search',
          },
        ],
      },
      {
        kind: 'jobs',
        name: 'jobs',
        heading: 'Permanent jobs we are filling now',
        options: { criteria: 'type=permanent&sort=newest', count: 4 },
      },
      {
        kind: 'callToAction',
        name: 'submit',
        heading: 'Start with a title',
        linkLabel: 'Submit a job',
        linkUrl: '/submit-a-job',
      },
    ],
  },
  {
    slug: 'contract-recruitment',
    parent: 'hiring-solutions',
    title: 'Contract recruitment',
    kicker: 'Hiring solutions',
    heading: 'Contract recruitment',
    lead: 'First names within three working days, from people we have placed before, with the status of the assignment settled before anyone is interviewed.',
    parts: [
      {
        kind: 'cards',
        name: 'when',
        heading: 'When a contract is the better answer',
        items: [
          {
            title: 'The work ends',
            text: 'A migration, a year end, a remediation, a model build. Hire for as long as it lasts.',
          },
          {
            title: 'Somebody is away',
            text: 'Leave, secondment, illness. A senior person for six months who wants your predecessor’s job no more than your successor’s.',
          },
          {
            title: 'You need it known by Monday',
            text: 'A skill that your team can learn, from somebody who has taught it before.',
          },
          {
            title: 'You are not sure yet',
            text: 'Three months of interim tells you more about a job than any specification.',
          },
        ],
      },
      {
        kind: 'text',
        name: 'status',
        kicker: 'Off-payroll working',
        heading: 'Status first',
        body: `
          In the United Kingdom a medium or large client must decide whether each assignment through a worker’s own company falls inside the off-payroll rules, and give its reasons. We will not put people forward until that has been done or agreed. It saves everybody a bad week in month two.

          We show you how others have worded theirs, we keep the paper trail, and we place people inside the rules through payroll or vetted umbrella companies, or outside them where the facts support it. Our [IR35 hub](entry:page-ir35) explains the steps.
        `,
        linkLabel: 'The IR35 hub',
        linkUrl: '/ir35',
      },
      {
        kind: 'steps',
        name: 'steps',
        heading: 'From call to first day',
        items: [
          {
            title: 'The assignment',
            figure: 'Day 1',
            text: 'Deliverables, dates, place, rate, how the work will be directed.',
          },
          { title: 'Names', figure: 'Day 3', text: 'Three or four people, available and checked, with rates.' },
          {
            title: 'Start',
            figure: 'From day 7',
            text: 'Contract, insurance, right to work, equipment. We chase all of it.',
          },
          {
            title: 'While it runs',
            text: 'Timesheets weekly, payment in arrears, a call in week two, and six weeks’ warning before the end date.',
          },
        ],
      },
      {
        kind: 'jobs',
        name: 'jobs',
        heading: 'Contracts on the site now',
        options: { criteria: 'type=contract&sort=newest', count: 4 },
      },
      {
        kind: 'callToAction',
        name: 'submit',
        heading: 'Need somebody by Monday?',
        body: 'Ring +44 20 7946 0100 before noon on Thursday.',
        linkLabel: 'Submit a job',
        linkUrl: '/submit-a-job',
      },
    ],
  },
  {
    slug: 'executive-search',
    parent: 'hiring-solutions',
    title: 'Executive search',
    kicker: 'Hiring solutions',
    heading: 'Executive search',
    lead: 'For directors and the C-suite in banking, insurance and technology: a whole market mapped, everybody in it spoken to, in confidence.',
    parts: [
      {
        kind: 'text',
        name: 'what',
        heading: 'What you get that an advert cannot give',
        body: `
          At this level the people you would choose are employed, content and careful about whom they talk to. They take a call from somebody they have known for ten years. Fourteen years of relationships and process come down to that call.

          A director of Longlist leads every search and makes the calls. You see the **whole map** of the market, with everyone on it and what they said, and it stays yours whether or not you appoint.
        `,
      },
      {
        kind: 'steps',
        name: 'steps',
        heading: 'Eight to twelve weeks',
        items: [
          {
            title: 'Understanding',
            figure: 'Weeks 1 to 2',
            text: 'We speak to the board, to the future colleagues and, where it is right, to the person leaving. You get a paper on what the job has become.',
          },
          {
            title: 'Mapping',
            figure: 'Weeks 2 to 4',
            text: 'Every person who holds, has held or could hold such a job, in the countries you choose.',
          },
          {
            title: 'Approaching',
            figure: 'Weeks 3 to 7',
            text: 'By telephone, by name, without yours until you allow it. A written report each Friday.',
          },
          {
            title: 'Shortlist',
            figure: 'Weeks 6 to 8',
            text: 'Four people, assessed against the paper of week two, with referenced views of how each one works.',
          },
          {
            title: 'Appointment',
            figure: 'Weeks 8 to 12',
            text: 'Terms, regulatory approvals, announcement. And the first hundred days, in which we ring both of you.',
          },
        ],
      },
      {
        kind: 'cards',
        name: 'where',
        heading: 'Where we have searched',
        items: [
          {
            title: 'Insurance',
            text: 'Chief actuaries, chief underwriting officers, claims and finance directors, active underwriters, chief executives of MGAs.',
          },
          {
            title: 'Banking',
            text: 'Chief risk officers, treasurers, heads of compliance and internal audit, finance directors, heads of coverage.',
          },
          {
            title: 'Technology',
            text: 'Chief technology, information security and data officers, programme directors, heads of engineering.',
          },
        ],
      },
      {
        kind: 'consultants',
        name: 'people',
        heading: 'Who leads a search',
        linkLabel: 'The whole team',
        linkUrl: '/consultants',
        options: { office: 'london', count: 3 },
      },
      {
        kind: 'callToAction',
        name: 'contact',
        heading: 'A conversation first, in confidence',
        linkLabel: 'Contact us',
        linkUrl: '/contact-us',
      },
    ],
  },
  {
    slug: 'retained-search',
    parent: 'hiring-solutions',
    title: 'Retained search',
    kicker: 'Hiring solutions',
    heading: 'Retained search',
    lead: 'The method of executive search for jobs that are not on the board and matter as much: scarce skills, confidential moves, first hires in a new city.',
    parts: [
      {
        kind: 'cards',
        name: 'when',
        heading: 'When it is worth a retainer',
        items: [
          {
            title: 'Nobody applies',
            text: 'There are thirty such people in the country and you have met five of them at a conference.',
          },
          {
            title: 'Nobody may know',
            text: 'Someone is still in the chair, or the plan for the new city has not been announced.',
          },
          {
            title: 'It has failed once',
            text: 'Three agencies, five months, no appointment. The market has seen the advert and drawn its conclusion.',
          },
        ],
      },
      {
        kind: 'text',
        name: 'how',
        heading: 'How it differs from executive search',
        body: `
          It is led by the consultant for the market together with a researcher, rather than by a director. It takes about six weeks to a shortlist instead of eight. And it costs less, because the market is narrower and we know most of it already.

          The rest is the same: a map of everybody, weekly written reports, one fee in three stages (on signing, on shortlist, on start), and a new search at no charge if the person leaves in the first six months.
        `,
        linkLabel: 'Executive search',
        linkUrl: '/hiring-solutions/executive-search',
      },
      {
        kind: 'figures',
        name: 'figures',
        items: [
          { title: 'to a shortlist', figure: '6 weeks' },
          { title: 'stages of one fixed fee', figure: '3' },
          { title: 'in which we search again without charge', figure: '6 months' },
        ],
      },
      {
        kind: 'questions',
        name: 'questions',
        heading: 'Asked before signing',
        items: [
          {
            title: 'Why pay anything at the start?',
            text: 'Because the first three weeks are the work. It lets us put two people on one search, rather than one person on five.',
          },
          {
            title: 'What if you find nobody?',
            text: 'You stop after the shortlist stage and keep the map. It has happened twice since 2010.',
          },
          {
            title: 'Are candidates of our own included?',
            text: 'Yes. Internal candidates and those you know are assessed in the same way, at the same fee.',
          },
        ],
      },
      {
        kind: 'callToAction',
        name: 'contact',
        heading: 'Bring us the one nobody has filled',
        linkLabel: 'Contact us',
        linkUrl: '/contact-us',
      },
    ],
  },
  {
    slug: 'ir35',
    title: 'IR35 hub',
    kicker: 'Off-payroll working',
    heading: 'IR35, explained without alarm',
    lead: 'What the rules ask of clients, agencies and contractors in the United Kingdom, what we do about them, and where to get a proper answer on your own case.',
    image: 'art-page-ir35',
    body: `
      *This page is general information about the law of the United Kingdom. It is not legal or tax advice, and a status depends on the facts of each assignment. Ask a qualified adviser about yours.*
    `,
    parts: [
      {
        kind: 'text',
        name: 'what',
        heading: 'What it is',
        body: `
          “IR35” is the everyday name of two sets of rules about people who work through an intermediary of their own, usually a limited company. Both ask the same thing: if the intermediary were taken away, would this person be an employee, or the holder of an office, of the client? If so, tax and National Insurance are due much as they would be on a salary.

          The sets differ in **who decides and who pays**.

          | | Who decides the status | Who deducts the tax |
          | --- | --- | --- |
          | Public sector clients, of any size | The client | The fee-payer |
          | Medium and large clients in the private and voluntary sectors | The client | The fee-payer |
          | Small clients in the private sector, and those wholly overseas without a UK connection | The contractor’s own company | The contractor’s own company |

          The client has had to decide in the public sector since April 2017 and, if it is medium-sized or large, outside it since April 2021. Size is tested by rules taken from company law, and the thresholds change from time to time. A contractor or an agency may ask a client to say whether it is small, and it must answer.
        `,
      },
      {
        kind: 'steps',
        name: 'steps',
        kicker: 'Where the client decides',
        heading: 'From assignment to payment',
        items: [
          {
            title: 'Look at the facts',
            text: 'How the work will really be done, as well as what the contract says. HMRC’s own tool can help; so can an independent review.',
          },
          {
            title: 'Take reasonable care',
            text: 'A decision must be made for the engagement. A blanket rule for everybody, whatever they do, is not reasonable care.',
          },
          {
            title: 'Give a status determination statement',
            text: 'The conclusion and the reasons for it, to the contractor and to the party the client contracts with, before the first payment. Each agency passes it on down the chain.',
          },
          {
            title: 'Hear any disagreement',
            text: 'A contractor or the deemed employer may object until the last payment. The client has 45 days to answer with reasons.',
          },
          {
            title: 'Pay accordingly',
            text: 'Inside: the fee-payer, often the agency nearest to the contractor, operates PAYE and pays employer’s National Insurance on top. Outside: the company is paid its invoice.',
          },
        ],
      },
      {
        kind: 'cards',
        name: 'status',
        kicker: 'What status turns on',
        heading: 'No single test, and no list of points',
        body: 'Courts look at the whole picture. These questions come up in almost every case.',
        items: [
          {
            title: 'Control',
            text: 'Who decides what is done, how, when and where, and can the person be moved to other work?',
          },
          {
            title: 'Personal service',
            text: 'Must it be this person, or may a substitute really be sent, at the company’s own expense?',
          },
          { title: 'Mutual obligation', text: 'Is there a duty to offer and to accept work beyond the task in hand?' },
          {
            title: 'Financial risk',
            text: 'Who puts mistakes right, and who gains from doing the work well and quickly?',
          },
          { title: 'Being in business', text: 'Other clients, own equipment, insurance, a price for a result.' },
          {
            title: 'Part of the organisation',
            text: 'Line management, benefits, a place on the chart: these point towards employment.',
          },
        ],
      },
      {
        kind: 'questions',
        name: 'questions',
        heading: 'Questions we are asked',
        items: [
          {
            title: 'Can I choose to be outside?',
            text: 'No. Status follows from the facts. The parties can arrange the work differently, and if they really do so the facts change with it.',
          },
          {
            title: 'Does it help to have other clients, or a short contract?',
            text: 'Having several clients can point towards being in business. A short contract on its own says little.',
          },
          {
            title: 'If I am inside, must I use an umbrella company?',
            text: 'Not necessarily. You may be paid through payroll by the fee-payer, work through your company with tax deducted before it is paid, be employed by an umbrella company, or join the client on a fixed term. Look at the pay after each, and at holiday and pension.\n\nIf you are offered far more take-home pay than the others, be careful. It may be a tax avoidance scheme, and the bill can come to you.',
          },
          {
            title: 'I think that the determination is wrong. What can I do?',
            text: 'Tell the client in writing why, before the last payment of the contract. It must answer within 45 days, giving reasons if it upholds its decision, or withdraw the statement and issue a new one. We pass such objections on the same day.',
          },
          {
            title: 'Who is liable if it was wrong?',
            text: 'It depends on who failed to do what. A client that has not taken reasonable care, or gives no statement, can become liable for the tax. So can others in the chain who do not pass a statement on or do not pay. This is where advice pays for itself.',
          },
          {
            title: 'Does IR35 apply in Germany or Singapore?',
            text: 'No, but both have rules of their own about when a self-employed person is really an employee, and German ones are strict. Our offices there can tell you whom to ask.',
            url: '/contact-us',
            linkLabel: 'Our offices',
          },
        ],
      },
      {
        kind: 'text',
        name: 'help',
        heading: 'How we help',
        body: `
          **Clients.** We ask for the determination before we advertise, show what a good statement contains, keep it with the assignment, pass it on, and remind you when the work changes enough to look again.

          **Contractors.** The advert says inside, outside or not yet determined. You see the statement before you sign, we explain what each way of being paid would leave you, and we forward an objection on the day we get it.

          **Both.** We do not take part in arrangements that are meant to make the facts look other than they are.
        `,
        linkLabel: 'Contract recruitment',
        linkUrl: '/hiring-solutions/contract-recruitment',
      },
      { kind: 'form', name: 'form', heading: 'Ask about your assignment', options: { form: 'ir35' } },
      {
        kind: 'jobs',
        name: 'jobs',
        heading: 'Contracts in the United Kingdom',
        options: { criteria: 'location=United%20Kingdom&type=contract&sort=newest', count: 3 },
      },
    ],
  },
  {
    slug: 'specialisms',
    title: 'Specialisms',
    kicker: 'Specialisms',
    heading: 'Three sectors, seventeen specialisms',
    lead: 'Each has consultants who work in nothing else, and a page that says what the market is like at present.',
  },
  {
    slug: 'jobs',
    title: 'Jobs',
    kicker: 'Job search',
    heading: 'Search jobs',
    lead: 'By keyword, by place and distance, by specialism, type and pay.',
  },
  {
    slug: 'application-complete',
    parent: 'jobs',
    title: 'Application sent',
    kicker: 'Thank you',
    heading: 'Your application is with the consultant',
    lead: 'It went to the person named on the job, and to nobody else. You hear within 1–2 working days, whatever the answer.',
    parts: [
      {
        ...thanks.next,
        items: [
          { title: 'They read it', text: 'The consultant who wrote the advert compares your CV with the brief.' },
          { title: 'They ring or write', text: 'With questions if it looks right, and with a reason if it does not.' },
          { title: 'You decide', text: 'Your name and CV go to the employer only when you have agreed to it.' },
        ],
      },
      {
        kind: 'jobs',
        name: 'jobs',
        heading: 'New since yesterday',
        options: { criteria: 'posted=3&sort=newest', count: 4 },
      },
      { kind: 'insights', name: 'insights', heading: 'Before an interview', options: { tag: 'candidate', count: 3 } },
    ],
  },
  {
    slug: 'sitemap',
    title: 'Sitemap',
    kicker: 'Sitemap',
    heading: 'Every page of this site',
    lead: 'In one list, for when the menu is not enough.',
  },
]

/** Pages with their sections and cards. */
export const pages: SiteEntry[] = [
  ...list.flatMap(page),
  entry('callToAction', 'cta-register', {
    label: 'Register your details',
    url: '/register',
    text: 'Tell us once what you do and what you would move for. We write when something fits.',
  }),
  entry('callToAction', 'cta-submit-a-job', {
    label: 'Submit a job',
    url: '/submit-a-job',
    text: 'Hiring for something like this? A title and a telephone number are enough to begin with.',
  }),
  entry('callToAction', 'cta-contact', {
    label: 'Contact us',
    url: '/contact-us',
    text: 'A question that this page did not answer? Ask a person.',
  }),
]
