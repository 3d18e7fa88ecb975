import type { SiteEntry } from './entry.ts'
import { post } from './post.ts'

/** Insights on what goes on in banking, insurance and technology. */
export const postsOnSectors: SiteEntry[] = [
  post({
    slug: 'ifrs-17-after-the-first-years',
    title: 'IFRS 17 after the first years: who is being hired now',
    summary:
      'The programmes are over and the people have changed. What insurers look for once the new standard is simply how the books are kept.',
    image: 'ifrs-17',
    author: 'emrys-hallworth',
    tags: ['insurance', 'employers'],
    at: '2026-11-11T08:30:00Z',
    body: `
      For years, “IFRS 17” on an advert meant a programme: a large team, a date that could not move, and day rates to match. The standard has applied to years beginning on or after 1 January 2023, so the third set of annual accounts is behind us and the fourth is close. The programmes have closed. The hiring has not; it has changed its shape.

      ## From building to running

      The first close under a new standard is an act of endurance. The fourth should be dull, and dull takes different people. Finance directors now ask me for three kinds:

      - **Owners of the close.** Somebody who knows why the contractual service margin moved, and who can say so on working day eight and not day fifteen.
      - **Menders.** Most firms went live with work-arounds and a promise to come back to them. Spreadsheets that bridge the actuarial engine and the ledger are being replaced, quietly, one by one.
      - **Explainers.** Analysts, boards and staff are still learning to read the new figures. A person who can draw the movement of the margin on one page, and answer the second question, is worth a great deal.

      ## What to put on your CV

      If you worked on a programme, say what *stayed* after you left. “Delivered workstream 4” tells a panel nothing. “Built the discount curve process that the team still runs each quarter in half a day” tells it everything.

      | Instead of | Write |
      | --- | --- |
      | IFRS 17 implementation experience | Ran the onerous contract test for motor; found and corrected the grouping |
      | Worked closely with actuaries | Owned the reconciliation of cash flows between engine and ledger |
      | Strong knowledge of GMM, VFA and PAA | Took liability business through the eligibility test for the premium allocation approach |
      | Stakeholder management | Presented the first restated comparatives to the audit committee |

      ## What to put in the advert

      Employers still ask for “IFRS 17 experience” as though it were rare. It is not; nearly everyone in insurance finance has some by now. Say instead which part hurts. Is it data, the engine, the disclosures, or the explanation? Four different people answer to those four descriptions.

      It is also worth asking whether the gap lies in finance at all. Where the trouble is that two departments do not trust each other’s numbers, the best hires I have made were actuaries who wanted to sit in finance, and accountants who were happy to be moved among the actuaries.

      ## And the pay?

      The premium of the programme years has gone from permanent jobs, and mostly from contract ones. What commands more than the market is the combination: a qualified accountant who can read a cash flow model, or an actuary who can post a journal. There were never many.

      The jobs that are open at the moment are under [accounting and finance in insurance](/specialisms/accounting-finance-insurance), and [this landing page](/ifrs17) lists everything that names the standard.
    `,
  }),
  post({
    slug: 'cyber-skills-that-interviews-miss',
    title: 'The cyber skills that interviews miss',
    summary:
      'Certificates are easy to list and curiosity is not. Four exercises that show how a security person thinks, none of them longer than an hour.',
    image: 'cyber-skills',
    author: 'zofia-wrenkowska',
    tags: ['technology', 'employers'],
    at: '2026-10-21T07:30:00Z',
    body: `
      Most security adverts are a list of certificates, and most security interviews are a quiz about them. Then the new analyst starts, and what the team needed was somebody who notices that a printer has begun to talk to the finance server at night.

      ## What good people have in common

      I have asked a great many heads of security what set their best hire apart. Nobody has ever named a product. They say:

      - **They write well.** An incident is, in the end, a document that a tired person will act on.
      - **They follow things up.** They wonder why, and keep wondering after the ticket is closed.
      - **They know how ordinary work is done**, and so can tell strange from merely new.
      - **They can say “this is not serious”** and stand by it.

      None of these has a certificate.

      ## Four exercises instead of a quiz

      1. **The log.** Give the candidate an hour, two hundred lines of an invented log and a text editor. Ask for three sentences: what happened, what they would do now, and what they cannot tell from this. The third is the one to read.
      2. **The phone call.** An executive has clicked on something and is boarding an aeroplane. You play the executive. See whether the candidate gets the two facts that matter and leaves the caller calm.
      3. **The exception.** A team asks to open a port until Friday. What would you want to know? There is no right answer; there are several careless ones.
      4. **The diagram.** Show a simple system and ask where they would look first, and what they would leave alone. Budgets are finite, and good people know it.

      Use the same exercises for everybody, mark them separately before you discuss, and pay for anything that takes longer than an hour.

      ## Widen the gate

      Security is short of people partly because it asks for five years’ experience of jobs that are three years old. Network engineers, support desk leads, developers, auditors and people who have served in the forces make fine security staff when somebody teaches them the remaining third. Two of the best in my network came from a hotel’s night audit.

      In financial services, the rules now pull in the same direction. The EU’s Digital Operational Resilience Act has applied since January 2025, and British firms have had to show since March of that year that they can keep their important services running. Both ask for testing, mapping and clear accounts of what failed, work that suits careful people from outside the field.

      > Hire for the person who reads the whole error message.

      If you would like the log exercise and its notes for marking, [write to me](entry:consultant-zofia-wrenkowska). Candidates will find us under [infrastructure and cyber security](/specialisms/infrastructure-cyber-security).
    `,
  }),
  post({
    slug: 'data-roles-in-insurers',
    title: 'Who does what with data in an insurer',
    summary:
      'Data engineer, analyst, scientist, pricing actuary: the titles overlap and the jobs do not. A map for both sides of the table.',
    image: 'insurer-data',
    author: 'priyanka-wardle',
    tags: ['insurance', 'technology'],
    at: '2026-02-18T08:30:00Z',
    body: `
      Insurers were working with data before there was a word for it, and that is the trouble. The new titles were laid over departments that already had people who count things. A data scientist who joins a pricing team may find that the interesting half of the job belongs to an actuary, and the dull half to nobody.

      ## A map

      | Title | Is asked | Makes | Sits near |
      | --- | --- | --- | --- |
      | Data engineer | Where is it, and is it right? | Pipelines, tests, one version of a policy | Technology |
      | Data analyst | What happened? | Reports, and fewer reports | Operations, claims, distribution |
      | Data scientist | What is likely to happen? | Models that somebody uses on Monday | Pricing, fraud, marketing |
      | Pricing actuary | What should it cost? | Rates, and the argument for them | Underwriting |
      | Machine learning engineer | Will it still work tomorrow? | Releases, monitoring, a way back | Technology |
      | Data governance lead | May we, and who says so? | Definitions, owners, a register | Risk |

      Two of these are often missing, the engineer at the beginning and the governance lead at the end. Where they are, everyone in between does their work badly and calls it something else.

      ## If you are hiring

      Before you write the advert, finish this sentence: *in a year, because of this person, we shall decide ___ differently.* If you cannot, you need an analyst or a consultant, not a scientist.

      Then say where the data is. Candidates no longer ask about frameworks first; they ask whether policy and claims can be joined, how old the history is, and who answers when the figures disagree. An honest *“the claims history before 2016 is in a system that we are afraid of”* has attracted better people than any mission statement that I have printed.

      ## If you are looking

      - Ask to see one model that is in use, and who would notice if it stopped.
      - Ask how a rate change reaches the street, and how long it takes. Anything under a week is remarkable.
      - Ask whether you will be close to the actuaries. You want to be; they know where the bodies are, and which year the definition of a claim changed.
      - Learn enough about insurance to know why an average is dangerous. Long tails, exposure and censoring will do for the first month.

      ## A word on titles

      Do not take a job for its title or refuse one because of it. I have placed a *reporting manager* who rebuilt a company’s underwriting data from the ground, and a *lead AI scientist* who maintained a spreadsheet. Read the verbs.

      What is open now is under [data](/specialisms/data), and the [data scientist jobs](/data-scientist-jobs) have a page of their own.
    `,
  }),
  post({
    slug: 'insurance-hiring-in-singapore',
    title: 'Hiring for insurance in Singapore: six things to settle first',
    summary:
      'Regional or local, pass or no pass, title or job: the decisions that make a Singapore search quick, if they are made before it starts.',
    image: 'singapore-insurance',
    author: 'charmaine-teo-lindley',
    tags: ['insurance', 'employers'],
    at: '2026-01-21T01:00:00Z',
    body: `
      Singapore is a small insurance market and a large insurance centre. The people who write business for the island and those who run a region from it sit in the same towers, and are paid and judged quite differently. Searches go wrong when an employer has not decided which of the two it wants.

      ## 1. Local or regional?

      A *regional* job has a budget in other countries and the right to say no to them. If all that it has is a reporting line, candidates will find out by the second interview. Say which countries, how many people and how often one travels.

      ## 2. Can you sponsor?

      Most professional hires from abroad need an Employment Pass. The qualifying salary is set by the ministry, is higher in financial services than elsewhere and rises with age; most applications must also pass a points test, which looks at the firm’s workforce as well as at the person. Before you apply you will as a rule have to advertise the job on the national portal for at least fourteen days, and to consider everyone fairly who answers. Check the current figures before you make an offer, not after.

      ## 3. Who must approve?

      Appointed actuaries, chief executives and certain other key people need the regulator’s approval, and everyone in a regulated function must be fit and proper. Put the time for it into your plan and into the offer letter.

      ## 4. What is in the package?

      - An *annual wage supplement*, the thirteenth month, is customary and not required. Say whether the yearly figure holds it.
      - Employer’s contributions to the Central Provident Fund are due for citizens and permanent residents, up to a ceiling. They do not apply to pass holders, so two people on the same salary do not cost the same.
      - Notice runs from one month to three. Bonuses are paid in the first quarter as a rule, so few people move in January and many do in April.

      ## 5. Which title?

      A vice president in a bank here may be a senior manager in an insurer. Candidates read titles carefully, because the next employer will. Choose one that your own regional ladder can defend.

      ## 6. Who decides, and when do they sleep?

      If the final interview is with somebody in London or Zurich, fix the slot in the first week. Four in the afternoon in Singapore suits both ends. We have seen excellent searches lost to a calendar.

      > Half of the people whom I place are not changing firm so much as changing market. What they want to know is whether the job will still exist when the regional strategy is rewritten.

      I am in the [Singapore office](/contact-us) and glad to tell you what a job is likely to cost before you have decided to fill it. Candidates may like our page on [non-life insurance jobs in Singapore](/non-life-insurance-jobs-in-singapore).

      {{entry:consultant-charmaine-teo-lindley}}
    `,
  }),
  post({
    slug: 'public-sector-frameworks-for-technologists',
    title: 'Public sector frameworks, explained to the people who do the work',
    summary:
      'Call-offs, lots, statements of work and clearance: what stands between a technologist and a public service, and how to be ready for it.',
    image: 'public-sector-frameworks',
    author: 'marcus-ellerby-quaye',
    tags: ['technology'],
    at: '2025-09-17T07:30:00Z',
    body: `
      Departments and agencies seldom buy technology by walking into a shop. They buy through *frameworks*: agreements in which suppliers have been checked once, on terms that are fixed once, so that a single piece of work can then be bought in weeks and not in a year. If you work on contract in the public sector you are at the end of one of these, whether or not anybody has told you.

      ## The words

      | Word | What it means for you |
      | --- | --- |
      | Framework | The list of suppliers, and the terms that all of them have agreed to |
      | Lot | A part of it, such as teams, single specialists or user research |
      | Call-off | One contract under the framework; this is what pays you |
      | Further competition | Suppliers on the lot bid for the call-off; your CV may be in several bids |
      | Statement of work | What will be delivered, by when, and how anyone will know |
      | Open framework | One that lets new suppliers in during its life |

      The Procurement Act 2023, in force since February 2025, brought the last of these, along with a common platform on which notices are published. Anyone may read the notices. They are the best free guide to what will be hired for in the next quarter.

      ## What buyers score

      Quality usually counts for more than price. A panel reads answers to set questions against a published scale, and can only give marks for what is on the page. So when we ask you for evidence, we want it in the order in which it will be read:

      1. the situation, in one line;
      2. what *you* did, with a verb;
      3. what changed for the people who use the service; and
      4. a number, and where it came from.

      “We migrated the platform” scores little. “I moved forty scheduled jobs off a server that was going out of support, with two hours of agreed downtime and none that was not” scores well.

      ## Clearance

      A baseline check of identity, right to work and record is a condition nearly everywhere. Higher levels look at where you have lived and whom you owe, take weeks or longer, and must be sponsored by an employer with a need. You cannot buy one for yourself, and be wary of an advert that asks for clearance where the work does not. Keep a list of your addresses and journeys for the past ten years; it saves a fortnight.

      ## Inside or outside IR35

      A statement of work does not make a contract fall outside. What counts is how the work is done: who decides how, whether someone else could do it in your place, what happens when it is finished. Public bodies must decide and tell you. Our [IR35 page](/ir35) has the questions.

      ## Be findable

      - Put the service and its users first on your CV, the technology second.
      - Say which phase you joined: discovery, alpha, beta or live.
      - Know the Service Standard well enough to disagree with a point of it.

      We keep a short page on [public sector technology](/specialisms/technology/public-sector), and hold a [briefing on frameworks](/events/tag/public-sector) for small suppliers now and then.
    `,
  }),
  post({
    slug: 'between-the-three-lines',
    title: 'Three lines, one career: moving between them',
    summary:
      'From the business to risk, from risk to audit, and back again. Which moves work, what each line thinks of the others, and how to explain yourself.',
    image: 'three-lines',
    author: 'yewande-farrow',
    tags: ['banking', 'candidate'],
    at: '2025-06-11T07:30:00Z',
    body: `
      Banks divide the care of risk into three lines. The first takes the risk and owns it. The second sets the limits and challenges. The third, internal audit, asks whether the other two are doing what they say. People tend to be hired into one line and to stay, which is a pity, because the best I know have worked in two.

      ## What each line believes

      - The **first** believes that the second has never had to meet a target.
      - The **second** believes that the first would sell its own grandmother, subject to a limit.
      - The **third** believes that it has seen this before, in another department, with other names.

      Each is right now and then. Somebody who has sat on two sides can say so without giving offence, and that is most of the job.

      ## Moves that work

      | From | To | What you bring | What you must learn |
      | --- | --- | --- | --- |
      | First | Second | You know how limits are really used | To be disliked politely |
      | Second | Third | Depth in one risk | Breadth, sampling, and the discipline of evidence |
      | Third | Second | You have seen the whole bank | To own a decision and not only to report on it |
      | Second | First | You know what a good control costs | Speed, and customers |

      The move from third to first is rarer than it ought to be. Auditors who go to run a control in the business are among the quickest to be promoted of all the people I have placed.

      ## How to explain it

      Do not say that you want a new challenge. Say what you saw and could not do anything about from where you sat. *“I wrote the same finding three times in four years, and I should like to be the person who closes it”* is a reason that a panel can remember.

      Expect two questions. From the first line: *will you slow us down?* Answer with a decision that you helped to take faster. From the second and the third: *can you hold your ground?* Answer with one that you did not sign.

      ## Practical matters

      - In a firm under the Senior Managers and Certification Regime, some jobs need regulatory references that reach back six years. Know what yours will say.
      - If you move out of audit and later return, you cannot audit the area that you come from for a time, a year as a rule. If you think that you may go back, ask.
      - Pay differs less between the lines than people suppose, at the same grade. Bonuses differ more.

      > Independence is not distance. You can be independent of people whom you talk to every day.

      See what is open in [audit, risk and compliance](/specialisms/audit-risk-compliance), or send me your one-paragraph version, and I shall tell you how it sounds.
    `,
  }),
]
