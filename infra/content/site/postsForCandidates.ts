import { entry, type SiteEntry } from './entry.ts'
import { post } from './post.ts'

/** Insights for those who look for work. */
export const postsForCandidates: SiteEntry[] = [
  post({
    slug: 'day-rates-umbrellas-and-what-is-left',
    title: 'Day rates, umbrellas and what is left',
    summary:
      'Two contracts at the same day rate can pay very differently. A worked week, line by line, and the questions to ask before you sign.',
    image: 'umbrella-basics',
    author: 'marcus-ellerby-quaye',
    tags: ['candidate', 'technology'],
    at: '2026-09-09T07:30:00Z',
    body: `
      A day rate is a price, not a wage. What reaches your account depends on who stands between you and the client, and on which taxes come out of the rate before anyone calls the remainder your pay. Most disappointments we hear about in the first week of a contract were there to be seen in the paperwork.

      ## Three ways to be paid

      - **Through your own company.** You invoice, and you decide how to draw the money. That works where the contract is *outside* IR35, which is to say that the work is genuinely a business serving a customer.
      - **Through an umbrella.** The umbrella employs you and is paid the *assignment rate*. Its costs as an employer come out of that rate first, and you are then paid like any employee.
      - **On the agency’s own payroll.** Much like an umbrella, with one company fewer in the chain. Here the rate quoted is usually the wage itself, so it looks lower than an umbrella’s for the same money.

      For medium and large clients it is the client who decides which side of IR35 a contract falls, and who must give reasons in a status determination statement. Our [guide to IR35](/ir35) goes through that step by step.

      ## One week at £500 a day

      Five days make an assignment rate of £2,500. These figures are rounded and leave out a pension; they take employer’s National Insurance at 15 per cent above a weekly threshold of £96 and the apprenticeship levy at half a per cent. Check the year’s rates before you rely on them.

      | Line | Amount | Who bears it |
      | --- | --- | --- |
      | Assignment rate | £2,500.00 | The client |
      | Umbrella’s margin | £25.00 | You, out of the rate |
      | Employer’s National Insurance | £308.90 | You, out of the rate |
      | Apprenticeship levy | £10.78 | You, out of the rate |
      | Gross pay | £2,155.32 | Yours, before income tax |
      | of which holiday pay | £232.13 | Yours, now or when you take leave |

      Income tax, your own National Insurance and any student loan then come out of the £2,155.32. The figure to compare with a salary is the gross pay, not the £2,500.

      ## Before you sign

      1. Ask for a key information document. Every agency must give you one, with an example of a week’s pay.
      2. Ask whether holiday pay is *rolled up* with each week or *accrued* until you take leave, and what happens to it if you leave.
      3. Ask what the margin is in a week when you work no days.
      4. Be careful with anyone who promises that you keep nine tenths of the rate. Pay that is called a loan, a grant or an advance is still pay, and the bill finds the worker in the end.

      Since April 2026 an agency can be held to the tax that an umbrella in its chain fails to hand over. That is one reason why we work from a short list of umbrellas, and why we look at a payslip from each of them every quarter.

      {{entry:cta-register}}

      [Marcus](entry:consultant-marcus-ellerby-quaye) answers questions about pay for contracts in change and the public sector. This is a description, not advice on your own tax.
    `,
  }),
  post({
    slug: 'working-in-frankfurt-without-perfect-german',
    title: 'Working in Frankfurt without perfect German',
    summary:
      'Which banking teams really work in English, how much German the others expect, and what to read in a German contract before you give notice.',
    image: 'frankfurt-german',
    author: 'jonas-hellkamp',
    tags: ['banking', 'candidate'],
    at: '2026-07-15T07:00:00Z',
    body: `
      Every month somebody asks me whether they can work in a Frankfurt bank with English alone. The honest answer is that many people do, that few of them are in the team they would have guessed, and that nearly all of them learn German anyway.

      ## Where English is enough

      Teams whose counterparts are abroad work in English because they have to: markets, model development, quantitative risk, group treasury, and the German branches of foreign banks. So do most engineering teams. The meeting is in English, the documents are in English and only the lunch is bilingual.

      ## Where it is not

      The closer a job is to a German customer or a German authority, the more the language matters. Audit, compliance and regulatory reporting read circulars that appear in German first. Corporate relationship management with mid-sized firms is German from the first handshake. In human resources and in anything that touches a works council, it is a condition.

      | The job | What teams usually expect |
      | --- | --- |
      | Quantitative analyst, model validation | English; German welcome |
      | Software engineer | English; German for the team’s humour |
      | Market or credit risk | English, with German for reading |
      | Regulatory reporting, audit | German at B2 or better |
      | Corporate relationship manager | German at C1 |

      Advertisements say *verhandlungssicher* when they mean that you could win an argument. If one asks for that and the team’s own page is in English, ask us. Often nobody has looked at the sentence for years.

      ## Three things in the contract

      - **Probation** may last up to six months, with notice of two weeks during it.
      - **Notice** afterwards is at least four weeks, to the fifteenth or the end of a month. Banks commonly agree on three months to the end of a quarter, so a person who resigns in the first days of October may be free only in the spring. Plan with it.
      - **A thirteenth salary** is common, and is part of the yearly figure you are quoted. Ask whether it is, rather than hoping that it comes on top.

      ## Show that you are on the way

      > Nobody has ever been turned down by a client of mine for making mistakes in German. People have been turned down for not having begun.

      A course that you have booked is worth more in an interview than a level that you claim. Prepare the first two minutes, who you are and why Frankfurt, in German, and change to English for the substance. That one habit has decided closer contests than any certificate.

      You will find our [banking jobs](/jobs?sector=banking&location=Frankfurt) here, and me in the [Frankfurt office](/contact-us) on most days.
    `,
  }),
  post({
    slug: 'interview-advice-for-actuaries',
    title: 'The number you would not sign: interviews for actuaries',
    summary:
      'Technical questions rarely decide an actuarial interview. How you speak about uncertainty, judgement and other people does.',
    image: 'actuary-interviews',
    author: 'imogen-tarrant',
    tags: ['insurance', 'candidate'],
    at: '2026-06-17T07:30:00Z',
    body: `
      Actuaries prepare for interviews as they prepared for exams, and so arrive ready for questions that are not asked. By the time you are invited, your exams and your employers have answered whether you can do the work. What is left to find out is what you are like when the triangle is thin and somebody wants the answer by four o’clock.

      ## Bring one number

      Choose a figure that you were responsible for: a loss ratio, a reserve, a rate change, a capital charge. Be ready to say

      1. what decision depended on it,
      2. which two assumptions moved it most,
      3. what you left out, and why that was reasonable, and
      4. what you would say if it turned out wrong by a fifth.

      People who can do that for one number sound more senior than people who have touched twenty.

      ## Answer the question behind the question

      *“How would you reserve a new line with no history?”* is not a request for a list of methods. The panel knows the methods. It wants to hear you ask where the rates came from, who wrote the wording, what the claims team expects, and when you would begin to believe the line’s own experience over the benchmark.

      *“Tell us about a disagreement with an underwriter”* is not an invitation to be proved right. Say what the underwriter knew that you did not. There is always something.

      ## Say “I don’t know” well

      > “I don’t know. I would start from the paid triangle, because the case reserves changed philosophy in that year, and I would want to talk to claims before I believed either.”

      That answer has a *don’t know* in it and got a job. What panels mark down is confidence without a basis, which is, after all, the thing that the profession exists to prevent.

      ## Students and the nearly qualified

      Nobody minds a failed sitting. They do mind a story in which the examiners are at fault. Say what you changed in how you studied, and how you and your manager divide work and study leave. Ask the same of them: how many days, whether they are honoured at quarter end, and how many of the team sat last time.

      ## Ask these at the end

      - Who uses the team’s numbers, and what did they last push back on?
      - What has the team stopped doing in the past year?
      - Which part of the process would you least like an auditor to look at first?

      The last one gets a laugh, and then an unusually useful answer.

      We send everybody whom we put forward a page on the panel and what it has asked before. Have a look at the [actuarial jobs](/specialisms/actuarial) that are open, or write to [me](entry:consultant-imogen-tarrant).

      {{entry:cta-register}}
    `,
  }),
  entry('embed', 'embed-reading-a-job-advert', {
    title: 'Film: how to read a job advert in two minutes',
    url: 'https://www.youtube-nocookie.com/embed/longlist-placeholder-film-1',
  }),
  post({
    slug: 'watch-how-to-read-a-job-advert',
    title: 'Watch: how to read a job advert in two minutes',
    summary: 'Callum takes one advert apart with a red pencil. The words of the film are written out below it.',
    image: 'video-adverts',
    author: 'callum-strachan-reed',
    tags: ['videos', 'candidate'],
    at: '2026-03-25T08:30:00Z',
    body: `
      An advert says more than it means to. In this short film I go through one for a software engineer, with a red pencil, in the order in which I would read it.

      {{entry:embed-reading-a-job-advert}}

      ## The words of the film

      **Start at the bottom.** The last paragraph is where an advert keeps its conditions: the days in the office, the length of the contract, the clearance. If one of them rules you out, you have saved yourself ten minutes. If it says nothing at all about where you will sit, write down your first question.

      **Then count the verbs.** Cross out *responsible for*, *involved in* and *exposure to*, which are not things that a person does. What is left is the job. This advert has eleven lines and, after the pencil, four verbs: build, test, review, and be on call. That is a perfectly good job, and it could have said so.

      **Look for the numbers.** The size of the team, the number of systems, the share of new work to old, the pay. Each number is somebody’s decision to be plain with you. Where there are none, ask for two: how many people are in the team, and how many were in it a year ago.

      **Read the requirements as three lists.** They are printed as one.

      - What you could not begin without. Usually two or three things.
      - What you would pick up within a quarter.
      - What the last person happened to have.

      You can nearly always tell them apart. If you have all of the first list and some of the second, apply; the third is history.

      **Finally, find the person.** Somebody wrote the advert and can be asked. On our own site the consultant’s name and number stand on every job. A question about the work, put well, is the best covering letter there is: *I see that the team is moving its batch jobs to events. How far along is that?*

      That is the two minutes. You now know whether to spend an hour.

      ## Try it

      Open any of today’s [software development jobs](/specialisms/software-development), take a pencil, and send me the worst line you find. If it is one of ours, we will rewrite it.
    `,
  }),
  post({
    slug: 'counter-offers-and-how-to-think-about-them',
    title: 'Counter-offers, and how to think about them',
    summary:
      'You resign, and by the afternoon there is more money on the table. A calm way to decide, from somebody who loses either way now and then.',
    image: 'counter-offers',
    author: 'toby-aldersey-finch',
    tags: ['candidate'],
    at: '2025-12-03T08:00:00Z',
    body: `
      Let me declare an interest. When you accept a counter-offer I am usually not paid, so discount what I say accordingly. I have, all the same, advised people to take one, and this is how we got there.

      ## What has changed, and what has not

      The morning before you resigned, your employer paid you one sum. The morning after, it is prepared to pay another. Nothing about your work has altered in between; only the price of losing you has become visible. That is worth knowing. It is not an insult, and it is not a compliment either.

      So make two columns, before you speak to anybody.

      | Why I began to look | Does the counter-offer change it? |
      | --- | --- |
      | Pay had fallen behind | Yes, at once |
      | No way up | Only if there is a title and a date in writing |
      | The work had stopped teaching me | Only if the work changes, and who will do the old work? |
      | My manager | No |
      | The journey | No, unless the pattern changes too |

      People who leave for reasons in the top row can sometimes stay with a clear conscience. People who leave for anything below it tend to ring me again within the year, a little embarrassed, though there is no need to be.

      ## If you want to be asked to stay

      Then ask for what you want before you have an offer elsewhere. *“I would like to stay, and these two things would have to change by the spring”* is a conversation between adults. A resignation used as a lever works once and is remembered for longer than the money is.

      ## If you want to go

      - Decide before you resign, and write the decision down. It will not feel as plain at five in the afternoon with your director in the room.
      - Say thank you, and say that the decision is made. You need not name the sum that you were offered.
      - Keep your reasons short. Anything that you complain of will be repaired on the spot, on paper.
      - Do not let the new employer hear nothing for a week. Silence during a notice period is where offers go to die.

      ## If you are the employer

      A counter-offer is sometimes right, above all where the person was simply underpaid. Then the honest next step is to look at the colleague at the next desk who did not resign.

      > Pay people what you would offer them to stay, and do it in March, when nobody is leaving.
    `,
  }),
  post({
    slug: 'your-first-ninety-days',
    title: 'Your first ninety days, in three thirds',
    summary:
      'Listen, repair one small thing, then promise something. A plan for a new job that survives the first week.',
    image: 'first-ninety-days',
    author: 'morag-tulliallan',
    tags: ['candidate'],
    at: '2025-07-23T07:30:00Z',
    body: `
      I ring everyone I have placed at the end of the first week, the first month and the first quarter. The calls at thirty days are the ones that teach me something. By then the welcome is over and the real job has begun to show, and it is seldom quite the one in the advert. That is normal. What matters is what you do next.

      ## Days 1 to 30: ask the same three questions

      Ask them of everyone whose work touches yours, and write down the answers:

      1. What do you need from this job that you do not get today?
      2. What has been tried before?
      3. Whom should I speak to next?

      Resist the urge to improve anything. You do not yet know which of the odd arrangements are mistakes and which are scars. Fifteen conversations will show you where the answers disagree, and that is where your job is.

      Agree with your manager on what good looks like at ninety days, in one sentence each, on paper. If your two sentences differ, you have found out at the cheapest possible moment.

      ## Days 31 to 60: repair one small thing

      Choose something that annoys several people, that you can finish in a fortnight, and that nobody is proud of: the report that must be opened twice, the checklist with a step for a system that was switched off. Finish it. A small thing finished buys more trust than a large thing begun.

      - Tell people what you are doing before you do it.
      - Thank whoever built the old way. They had their reasons.
      - Write down how the new one works, where the next new person will look.

      ## Days 61 to 90: promise something

      Now you may have opinions. Put three in front of your manager: something to start, something to stop, something to leave alone. The third is the one that makes the other two credible. Then promise one result with a date on it, small enough that you are sure.

      ## When it is not working

      Sometimes the job is not what it was said to be. Say so early, to your manager first and to your consultant second, and describe facts rather than feelings: *I was told that I should lead a team of four; there are two posts, and both are frozen.* In my experience about half of these are misunderstandings that one conversation mends. For the other half, it is far better for everyone to know in week six than in month eleven.

      > The best predictor of a good first year that I know of is whether the new person and their manager talk, alone and at a fixed time, every week of the first quarter.
    `,
  }),
]
