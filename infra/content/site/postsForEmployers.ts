import type { SiteEntry } from './entry.ts'
import { post } from './post.ts'

/** Insights for those who hire. */
export const postsForEmployers: SiteEntry[] = [
  post({
    slug: 'pay-ranges-in-adverts',
    title: 'Say what it pays',
    summary:
      'Why we ask every client to print a range, how wide it may be, and what to do about the colleague who will read it.',
    image: 'pay-ranges',
    author: 'honor-castellane-pryce',
    tags: ['employers', 'dei'],
    at: '2026-11-20T08:00:00Z',
    body: `
      I have read job adverts every Friday for sixteen years. The commonest word in them is *competitive*, and I have never met a candidate who knew what it meant. From this month we ask every client to let us print a range, and we shall tell them kindly and each time what they lose when they do not.

      ## What a range does

      It saves two people an hour. The candidate who needs more does not apply; the one who thought that the job was beyond them does. It spares the last conversation, the one where everybody has fallen in love and the figure comes out. And it is fairer, because pay that is settled by asking what somebody earned before carries every earlier unfairness along with it.

      In the European Union this is becoming law. A directive of 2023 gave member states until June 2026 to see to it that applicants are told the pay or its range before the interview, and that nobody asks them what they earn now. Not every country was on time. In Britain there is no such duty yet. We see no reason to wait.

      ## How wide?

      A range is a statement about what you are undecided on. A fifth from bottom to top says that you know the job and will pay for experience. A half says that you are really advertising two jobs; print them both. And a range whose top nobody has ever been paid is not a range at all.

      - Print what you would pay on the day, not the grade’s whole scale.
      - Say what moves a person up it: a qualification, a class of business, the size of a team.
      - Put bonus and pension beside it and not inside it.
      - For a contract, give the rate and say which side of IR35 it is on.

      ## The colleague who will read it

      This is the true objection, and it deserves a true answer. Yes, the people you already have will see the figure. If it is more than they earn for the same work, they know something that was so yesterday as well. Look before you print: take the range to whoever keeps the payroll, find everyone who would be below it, and decide what you will say to each of them. It is the most useful meeting that an advert ever caused.

      ## What we do

      Where a client says no, we print the text that the client gives us. We never invent a figure. But we do say, each time, what the empty line is likely to cost.

      You can see the difference in any [job search](/jobs?sector=insurance): read down the column, and notice where your own eye stops.

      {{entry:cta-submit-a-job}}
    `,
  }),
  post({
    slug: 'how-to-write-a-job-advert-that-gets-answers',
    title: 'How to write a job advert that gets answers',
    summary: 'An order to write in, a list of words to cross out, and one advert before and after.',
    image: 'job-adverts',
    author: 'rhiannon-maddox-bell',
    tags: ['employers'],
    at: '2026-09-30T07:30:00Z',
    body: `
      An advert has one task, which is to make the right person stop and the wrong person go on. Most do neither. They are job descriptions with a logo, written to satisfy those who approve them and not those who read them.

      ## Write in this order

      1. **The work.** Three things that this person will do in the first quarter. Verbs at the front.
      2. **The place.** The team, its size, who leads it, where it sits and on which days.
      3. **The pay.** A range, and what comes beside it.
      4. **What is needed.** At most five lines, each of which would make you say no to somebody who lacked it.
      5. **The way in.** Who answers questions, how many conversations there will be, and when you mean to decide.
      6. **You.** One paragraph on the firm, last. People look you up anyway.

      Then move the best sentence to the top. It is nearly always in the fourth paragraph.

      ## Cross these out

      | Written | Read as |
      | --- | --- |
      | Fast-paced environment | Nobody has planned this |
      | Competitive salary | Less than you hope |
      | Must be a team player | Somebody was not |
      | Other duties as required | We have not decided |
      | Excellent communication skills | We could not think of a fifth line |
      | Exciting opportunity | An advert |

      ## Before and after

      **Before.** *Our client, a leading insurer, is seeking a dynamic Delegated Authority Manager to join its fast-growing team. The successful candidate will be responsible for supporting the management of coverholder relationships and will have strong stakeholder skills.*

      **After.** *You will look after fourteen coverholders, most of them in property, and visit each of them twice a year. Your first task is the audit plan for the spring, which the last person left half done. There are three of you, in Leeds on Tuesdays and Thursdays. £55,000 to £64,000. If you have handled binders from either side, ring Rhiannon.*

      The second is shorter, and it can be answered.

      ## A test

      Give the advert to somebody who does the job now and ask two questions. Would you recognise it? Would you apply? If the answer to the first is no, it is not finished. If the answer to the second is no, the advert is not what needs mending.

      ## Small things that cost applications

      - A form of three pages after a CV of two. [Ours](/register) asks for what a first conversation needs.
      - Qualifications from habit. Ask for a degree only if you have turned somebody down for want of one and been right.
      - A closing date that passed last week.
      - Gendered words. Read it aloud with the other half of the population in mind.

      > If you would not say it across a table, do not print it.

      We rewrite every advert that we are given, and show it to you before it goes out.

      {{entry:cta-submit-a-job}}
    `,
  }),
  post({
    slug: 'what-our-ninth-office-taught-us',
    title: 'What opening our ninth office taught us',
    summary:
      'Nine offices are not one office nine times. Some news from Amsterdam and Berlin, and three things that we now do everywhere.',
    image: 'nine-offices',
    author: 'lukas-brandhorst-meier',
    tags: ['gravitas-news'],
    at: '2026-08-12T07:00:00Z',
    body: `
      Amsterdam has been open for three years this summer, the ninth of our offices and for some time the smallest. It has just taken a second floor. That seemed a good moment to write down what we learned from opening it, partly for clients who are about to open an office of their own, and partly so that we do not forget.

      ## A desk is not an office

      For the first nine months Amsterdam was [Maarten](entry:consultant-maarten-van-ellewoude), a telephone and a borrowed room. That was on purpose. An office that opens with ten people spends its first year finding ten people something to do. One that opens with one person finds out what the place wants.

      What it wanted was not what we had planned. We came for pension actuaries. The first twelve placements were engineers and quants for trading firms, who work a few streets apart and had nobody to speak to about each other.

      ## Three things that we now do everywhere

      - **One list, all offices.** A candidate who speaks to Dublin is known in Munich, if she has agreed to it. We used to ask people the same questions twice, and they were right to be cross.
      - **Adverts are written where the job is.** A text from London about a job in Berlin sounds like one. Annika has taught us to print the notice period, and Singapore to print whether there is a pass.
      - **A visit in the first month.** Every new consultant spends a week in an office that is not their own. It costs some train tickets and saves a great many messages.

      ## What did not work

      We tried to run one Monday meeting for all nine. With Singapore at the end of its day and London before its first coffee, it pleased nobody. There are two meetings now, and the notes of each are read aloud in the other.

      ## In the house

      Other news, briefly. The [Berlin office](/contact-us) has moved across the yard to a staircase with a lift, so that everyone can reach it. Manchester is training five new consultants this autumn, three of whom have never worked in recruitment. And the visitors’ book in Edinburgh is full, so a second has been bound.

      You will find all nine on our [contact page](/contact-us), with their addresses. If you are passing one of them, come up; somebody will be in, and the coffee is decent in at least six.
    `,
  }),
  post({
    slug: 'a-shortlist-that-is-fair-by-design',
    title: 'A shortlist that is fair by design',
    summary:
      'Good intentions fade around half past four on a Friday. Six habits that make a fair shortlist the easy one to produce.',
    image: 'fair-shortlists',
    author: 'beatrix-oyelaran-hume',
    tags: ['dei', 'employers'],
    at: '2026-05-20T07:30:00Z',
    body: `
      Nobody sets out to make an unfair shortlist. It comes about at half past four on a Friday, when there are sixty CVs, a tired pair of eyes and a picture in the mind of what the last person was like. So the remedy is not to try harder. It is to arrange things such that the easy way and the fair way are the same.

      ## Six habits

      1. **Write the marks before you read.** Agree on four or five things that the job needs, and on what a good answer looks like for each. Do it before the first application arrives. Anything that you think of later is about a person and not about the job.
      2. **Read across, not down.** Mark everyone on the first point, then everyone on the second. It stops a strong first impression from colouring the rest.
      3. **Two readers, apart.** Compare only when both have finished. Where they differ by more than a point, that is the conversation to have.
      4. **Cover what does not matter.** Names, ages, photographs, schools and addresses can come off at this stage. It is not a cure, but it removes a distraction, and we do it at no cost.
      5. **Look at the list as a list.** If everyone on it is alike, ask what in the advert or the places where it appeared made it so, and put that right before you interview. Do not add one person to look better. A lone exception is seen as one, by the panel and by herself.
      6. **Ask the same questions in the same order.** Structured interviews are duller to give. They are a good deal better at telling you who will do the work.

      ## What the law allows

      In Great Britain you may encourage applications from groups that are under-represented, and take steps to help them to apply. Between two candidates who are *of equal merit* you may prefer the one from such a group, case by case. You may not hold a quota, nor choose a weaker candidate for that reason. You must make reasonable adjustments for disabled applicants, and may ask what they need in order to take part. If you hire elsewhere, ask; the rules differ.

      ## Say what you changed

      > We do not count how many people a client interviewed. We ask what it would take for the eighth person on the list to have been the second.

      Keep the marks, and look at them once a quarter. At which step do people leave? If women apply in proportion and stop at the technical test, look at the test. If older candidates are never telephoned, look at who does the telephoning. The figures in one firm are small and must be treated with care and in confidence, but they will show you where to look.

      ## Begin with one job

      You need no programme for this. Take the next job that comes up, spend an hour on the marks, and see whether the shortlist surprises you. If you want company, we run a [workshop](/events/tag/dei) in which teams leave with a form for a job that they really have to fill. More on what we do ourselves is on our page on [diversity, equity and inclusion](/about-us/diversity-and-inclusion).

      {{entry:cta-contact}}
    `,
  }),
  post({
    slug: 'hiring-quants-without-a-puzzle',
    title: 'Hiring quants without a puzzle',
    summary:
      'Brain-teasers find people who have seen the brain-teaser. What to ask instead, and how to explain a desk to somebody who could work anywhere.',
    image: 'hiring-quants',
    author: 'yewande-farrow',
    tags: ['banking', 'employers'],
    at: '2026-04-22T07:30:00Z',
    body: `
      There is a question about ants on a polygon that I have now heard described by eleven candidates. All of them answered it. None of them could tell me afterwards what the desk did.

      Puzzles feel rigorous, and they are cheap to give. But they chiefly measure whether someone has practised puzzles, and the people who have most time to practise are not always those you want. If you hire quantitative analysts for a bank, you are looking for something both rarer and easier to see.

      ## Three kinds of quant

      - **The builder** writes the library that everyone else uses. Look for taste, tests and patience.
      - **The modeller** chooses what to leave out. Look for somebody who can name a model’s weakest assumption before its strengths.
      - **The validator** has to be right about other people’s work, and be listened to. Look for prose.

      One advert for all three gets the average of them. Decide which you need; the interview follows from it.

      ## What to ask

      1. *Here is a plot of residuals. What do you want to know?* Ten minutes, a printed sheet, no trick in it.
      2. *Explain a Greek to a person in operations.* You play operations. Ask the simple question twice.
      3. *This function returns the wrong price for one trade in a thousand. How do you find it?* You learn about engineering, calm and honesty at once.
      4. *Tell us about something you built that was not used.* The good ones have a story, and are a little sad.

      For validators, send two pages of a real (or invented) model document and ask for a review of one page. Pay them for it. You will know by the second paragraph.

      ## Sell the problem

      A strong candidate has offers from technology firms and funds that pay more. You will seldom win on money, so do not begin there. Say what is hard about your problem, how good the data is, who is on the desk, how long it takes from an idea to production, and what the last quant went on to do. People of this kind join for colleagues whom they can learn from. Let them meet two, without a manager in the room.

      ## Be quick

      | Step | Days |
      | --- | --- |
      | CV to first call | 3 |
      | First call to technical conversation | 5 |
      | Technical conversation to meeting the desk | 5 |
      | Decision and offer | 3 |

      Sixteen working days is quite possible, and is the most effective thing that you can do to improve your acceptance rate. I have watched good desks lose people in the fifth week to somebody’s holiday.

      See the [quant jobs](/specialisms/quants) that we are working on, or tell me about the one that you cannot fill.
    `,
  }),
  post({
    slug: 'what-a-hybrid-policy-should-say',
    title: 'What a hybrid policy should say',
    summary: 'Three days a week is not a policy. Nine sentences that answer what candidates really ask.',
    image: 'hybrid-policy',
    author: 'nadia-rahimi-cole',
    tags: ['employers'],
    at: '2025-10-29T08:30:00Z',
    body: `
      “Hybrid, three days” appears on half of the adverts that I am sent. Ask a little and it turns out to mean anything from three fixed days with a register to *whatever your manager thinks*. Candidates have learned to ask. Here is what they ask, and so what a policy should say.

      ## Nine sentences

      1. **How many days, over what.** Three a week and twelve in four weeks are different lives for anyone with a child or a long journey.
      2. **Which days, and who chooses.** If the team has a fixed day, name it.
      3. **What the days are for.** If nobody can say, the rule will not last.
      4. **Where.** Any office, or the one in the contract?
      5. **From when.** Some firms want the first month in person. That can be sensible. Say so before the offer.
      6. **What counts.** Does a day at a client’s count? A day of training? Half a day?
      7. **From where at home.** Which countries may one work from, and for how many days a year? This has to do with tax, not with trust.
      8. **Who decides exceptions**, and within how many days.
      9. **What notice you give of a change.** People choose where they live by this sentence.

      ## Write it down, in the contract or beside it

      A pattern that is only custom is worth what the next director thinks of it. In Great Britain employees may ask for flexible working from their first day, twice in any twelve months, and the employer must deal with it reasonably within two months, and consult before refusing. A policy that has thought about this in advance will get fewer requests.

      ## Be careful with the fairness of it

      - Presence is easy to see, and so is easily mistaken for work. If those who come in more are promoted more, look at why.
      - A rule that is the same for everybody may fall harder on some. Carers and disabled colleagues may need an adjustment, and some have a right to one.
      - Juniors learn by overhearing. If they are asked to be in, their seniors must be in as well.

      ## What we see

      I shall not offer you a percentage. What I can say is that when two similar jobs are open, the one with the clear pattern is filled first, and the number of days matters less than people think. *Four days, always, and here is why* does better than *two to three, flexible*.

      > The policy that works is the one that the team could recite.

      If you are writing one, look at how jobs are described on [our own search](/jobs?environment=hybrid). You will soon see which of them you would trust.
    `,
  }),
]
