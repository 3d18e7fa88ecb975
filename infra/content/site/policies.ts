import { entry, markdown, type SiteEntry } from './entry.ts'

interface Policy {
  slug: string
  aliases?: string[]
  title: string
  summary: string
  /** ISO 8601 date. */
  updatedOn: string
  body: string
}

const list: Policy[] = [
  {
    slug: 'privacy-policy',
    title: 'Privacy policy',
    summary: 'What we know about you, why, for how long, and how to make us forget it.',
    updatedOn: '2026-10-05',
    body: `
      Longlist is the controller of the personal data described here. You can reach us at Tallyman House, 14 Quillmaker’s Court, London EC3M, or at [privacy@longlist.example](mailto:privacy@longlist.example). This policy covers this website and what you send us through it.

      ## If you only look

      You can read everything here and search all jobs without telling us who you are. Our servers see the network address that a request comes from, and use it for a few minutes to keep one visitor from crowding out the rest. It is not written to our logs. Neither is what you search for.

      Whether we may remember the pages you read is your choice; the [cookie policy](entry:policy-cookie-policy) says what that means.

      ## If you write to us

      Each form asks for what is needed to do what it says, and marks what you may leave out.

      | Form | What it asks for | What we use it for | Our reason in law |
      | --- | --- | --- | --- |
      | Register your details | Name, email, phone, place, specialism, CV; a message and a profile address if you like | To find work for you | Your consent |
      | Apply for a job | Name, email, phone, CV; a message and a profile address if you like | To deal with that application | Steps before a contract, at your request |
      | Contact | Name, email, message; phone and company if you like | To answer you | Our interest in answering |
      | Submit a job | Name, email, phone, company, what the job is | To talk to you about filling it | Steps before a contract, at your request |
      | IR35 question | Name, email, question; phone and company if you like | To answer you | Our interest in answering |
      | Event sign-up | Name, email; company, job title and requirements if you like | To keep your place and run the event | Your consent |

      Please leave out of a CV what nobody needs in order to hire you: date of birth, marital status, health, a photograph. If you tell us of an adjustment that you need, we use it for that and nothing else.

      When you choose a CV, our server reads it once to fill in your name, email and phone where you have left them empty, for you to correct. Of that reading nothing is kept; the CV itself reaches us only when you send the form. Files are looked at for malware, and a message that looks like spam waits until one of us has looked at it.

      With each message we also keep when it was sent, from which page, and the words that you agreed to.

      ## Who sees it

      - The consultant or office that your message is for.
      - An employer, only after you have agreed to **that employer**, by name.
      - Companies that run our servers and deliver our email, on our instructions, in the United Kingdom and the European Union.
      - Our office in Singapore, where a job there is concerned, under contract clauses approved for such transfers.
      - Authorities, where the law obliges us.

      We sell nothing to anybody. Nobody is hired or turned down here by a program alone.

      ## How long we keep it

      | What | How long |
      | --- | --- |
      | What was sent through a form, and its files, on this website’s server | 180 days, then deleted |
      | A candidate’s details and CV with our consultants | Two years from when we last heard from you, or until you ask |
      | Correspondence with employers | Six years after the last placement, as tax law requires |
      | Event lists | Three months after the event |

      ## What you can ask for

      You can ask for a copy of what we hold, have it put right, have it deleted or passed to somebody else, object to a use of it, or ask us to hold still while a question is settled. You can take back a consent at any time; what was done before remains lawful. Write to the address above: we answer within one month, usually within a week, and there is no charge.

      If our answer does not satisfy you, you can complain to the data protection authority where you live, which in the United Kingdom is the Information Commissioner.

      In Germany, please read the [data privacy notification](entry:policy-data-privacy-notification) as well.
    `,
  },
  {
    slug: 'cookie-policy',
    aliases: ['cookies-policy'],
    title: 'Cookie policy',
    summary: 'Four cookies, all our own. Three of them wait for your consent.',
    updatedOn: '2026-10-05',
    body: `
      A cookie is a short text that a website asks your browser to keep and to send back. This site sets four, none of them for anybody else, and three of them only after you have chosen “Accept”.

      | Name | What is in it | Why | How long | Needs consent |
      | --- | --- | --- | --- | --- |
      | \`longlist_consent\` | Your answer: \`granted\` or \`denied\` | So as not to ask on every page | 180 days | No: it is needed to respect your answer |
      | \`_sf_journey\` | The pages you have read on this site, each with its time | To see which pages help, and in what order they are read | Begun afresh after three hours without a page | Yes |
      | \`_sf_journey_last_event\` | The time of the last page | To know when a visit has ended | As \`_sf_journey\` | Yes |
      | \`_sf_source\` | The name of the site that you came from, and the source, medium and campaign in the link you followed | To see where visitors find us | Replaced when you arrive from elsewhere | Yes |

      Your browser keeps the last three for at most 400 days, whatever we ask of it. They hold no name and no search terms, and the journey is cut short before it grows large. Unless you send us a form, they tell us nothing about who you are.

      ## Changing your mind

      Choose **Cookie settings** at the foot of any page and answer again. If you decline after having accepted, the three cookies are deleted on the spot. You can also delete them in your browser, which then will be asked anew.

      Without JavaScript no cookie is set and no question is asked. The site works all the same.

      ## Kept in your browser, and not a cookie

      Whether you left the search column open or closed, and the search or list that a page leads you back to, are remembered in your browser’s own storage until you close the tab, and are never sent to us from there.

      Your last eight job searches are remembered there too, so that the search field can offer them again. They stay until you press **Clear recent searches** in that field, or clear your browser’s storage, and they are never sent to us either.

      ## What we do not use

      No advertising networks, no social media buttons that watch, no analytics of other companies. Videos and maps of other hosts are shown only where a page says so; what those hosts do is described in their own policies.
    `,
  },
  {
    slug: 'terms-conditions',
    aliases: ['terms-and-conditions'],
    title: 'Terms and conditions',
    summary: 'What you may expect of this website, and what it expects of you.',
    updatedOn: '2026-04-13',
    body: `
      These terms cover the use of this website. Placements are made under separate terms, agreed in writing with each client and each contractor.

      ## Using the site

      The site is free to use, for people looking for work, for those who hire, and for anybody who likes to read about either. Please send us only what is true and yours to send, and do nothing that keeps others from using it.

      Reading the site with a program is fine at a considerate pace and within what \`robots.txt\` allows. Republishing our adverts as though they were your own is not.

      ## Adverts

      We publish a job because somebody has asked us to fill it. Jobs are taken down when they are filled or when their date has passed, and the pay shown is the advertiser’s. Mistakes happen. An advert is an invitation to apply and no offer of employment or engagement.

      As an employment agency for permanent work and an employment business for contract work, we charge those who look for work nothing for finding it.

      ## Applications

      By applying you ask us to consider you for that job and to speak to you about it. Your details go to an employer only after you have agreed to that employer. Nobody is owed an interview, and everybody is owed an answer.

      ## Our words and yours

      The texts, drawings and programs of this site belong to us or to those who made them for us. You may quote with a link. What you send us stays yours; you let us use it for the purpose you sent it for.

      ## Articles

      Insights and the pages about tax status are general information, correct to the best of our knowledge on the day they were written. They are not legal, tax or financial advice, and you should not rely on them as such.

      ## If something goes wrong

      We look after the site with care and do not promise that it will be without a fault or an interruption. We do not exclude any liability that the law does not let us exclude. Beyond that we are not liable for losses that could not have been foreseen by us both.

      ## Which law

      The law of England and Wales applies. If you use the site as a consumer in another country, you keep the protection of the mandatory rules there.

      Questions about these terms: [legal@longlist.example](mailto:legal@longlist.example).
    `,
  },
  {
    slug: 'modern-slavery-statement',
    title: 'Modern slavery statement',
    summary:
      'What we do to keep forced labour out of our business and our supply chains, for the year to 31 March 2026.',
    updatedOn: '2026-06-22',
    body: `
      This statement is made for the financial year that ended on 31 March 2026. It was approved by the board of Longlist and is reviewed each year.

      ## Our business

      We recruit professionals for banks, insurers and technology teams from nine offices across the EU and Asia, the United Kingdom included. The people we place work in offices or at home, in jobs that are regulated, salaried or well paid by the day. We consider the risk of forced labour among them low. It is higher in what we buy.

      ## Where we look

      - **Umbrella and payroll companies.** Contractors may choose only among companies whose accounts, payslips and ownership we have seen. We check a sample of payslips each quarter for deductions that nobody agreed to.
      - **Other agencies.** We engage people through another agency only if it accepts the same checks and charges the worker no fee.
      - **Cleaning, catering, printing and equipment.** Suppliers for our offices confirm that staff are paid at least the legal minimum, hold their own papers and may leave. We ask to see how they know.

      ## What we do

      Nobody pays us to find work, in any country. We verify the right to work from original papers and give them back on the same day. Wages are paid to an account in the worker’s own name.

      Consultants are trained in their first month to recognise the signs: a third party who answers for a candidate, shared addresses and bank accounts, somebody who does not know what they are paid. They know whom to tell. So can anybody else, in confidence, at [speakup@longlist.example](mailto:speakup@longlist.example).

      ## What we found

      One umbrella company was removed from our list during the year, for charging a fee that its payslips did not show; eleven contractors were repaid. No case of forced labour was found or reported to us. We do not take this to mean that there is none to find.

      ## What comes next

      By March 2027: payslip checks monthly rather than quarterly; the same questions put to the suppliers of our suppliers in equipment; training repeated for everybody who has been with us for more than three years.
    `,
  },
  {
    slug: 'corporate-social-responsibility-csr-policy',
    title: 'Corporate social responsibility policy',
    summary: 'What an agency owes to the people and places around it, in things that can be counted.',
    updatedOn: '2026-03-16',
    body: `
      We keep this short, so that each line of it can be checked.

      ## People who look for work

      We charge them nothing and we answer everybody. Consultants give one morning each quarter to people whom we cannot place: reading CVs and rehearsing interviews at colleges, libraries and job centres near our offices. [Programme One](entry:page-programme-one) opens the same door wider.

      ## People who work here

      Pay bands are open to everyone inside. Nobody is paid below the real cost of living in the city where they work, cleaners and interns included. Each of us has three days a year for voluntary work and takes them; last year 83 per cent did.

      ## Places

      Each office chooses one local charity for two years, gives it time and skill before money, and says in the spring what came of it. Since 2010 these have been, among others, a night shelter, a repair shop, a youth orchestra and a hospital radio.

      ## Clients and suppliers

      We do not work for clients who ask us to sift people by anything but their ability to do the job. Small suppliers are paid within fourteen days.

      ## Who answers for it

      The Head of People and Inclusion reports to the board twice a year. The figures are published with our awards entries, where judges look at them harder than we would.
    `,
  },
  {
    slug: 'esg-policy',
    title: 'ESG policy',
    summary: 'Environment, society and governance: what we measure, what we have promised, and who is responsible.',
    updatedOn: '2026-03-16',
    body: `
      ## Environment

      An agency’s footprint is travel, buildings and machines. We measure all three every year by the usual protocol and publish the figures with the method.

      - **Travel.** By rail wherever the journey takes less than six hours from door to door. First meetings are online unless one side prefers to meet.
      - **Buildings.** Renewable electricity in all nine offices; no new lease in a building without it.
      - **Machines.** Laptops are kept for five years and then repaired and given away. This website is made to be small: it loads what a page needs and nothing that watches you.

      Our promise is to halve emissions per person between 2022 and 2030 and to report each year whether we are on the line. In 2025 we were, narrowly.

      ## Society

      What we do for fairness in hiring is set out under [diversity and inclusion](entry:page-diversity-and-inclusion); what we do about forced labour in our [modern slavery statement](entry:policy-modern-slavery-statement); and what we do near our offices in the [CSR policy](entry:policy-corporate-social-responsibility-csr-policy).

      ## Governance

      The board has six members, two of them from outside. It meets eight times a year and has a committee for audit and risk.

      - Gifts and hospitality above £50 are recorded, and declined while a search is running.
      - Personal data is treated as the [privacy policy](entry:policy-privacy-policy) says, and an outside firm tests our security every year.
      - Anybody may report a concern, by name or without one, at [speakup@longlist.example](mailto:speakup@longlist.example). Nobody has ever lost by it, and the board reads each report.

      ## Responsibility

      The Chief Executive answers for this policy. It is reviewed each March.
    `,
  },
  {
    slug: 'data-privacy-notification',
    title: 'Data privacy notification',
    summary:
      'For candidates and clients in the European Union, Germany above all: the information that the General Data Protection Regulation asks for.',
    updatedOn: '2026-10-05',
    body: `
      This notification adds to our [privacy policy](entry:policy-privacy-policy) what Articles 13 and 14 of the General Data Protection Regulation (GDPR) ask us to tell you. Where the two differ, the one that protects you better applies.

      ## Controller

      Longlist, Kontorhof, Aufgang C, Linierstraße 47, 10117 Berlin, telephone +49 30 23125 100, [deutschland@longlist.example](mailto:deutschland@longlist.example). Our data protection officer can be reached at the same address and at [privacy@longlist.example](mailto:privacy@longlist.example).

      ## Purposes and legal bases

      | Purpose | Legal basis |
      | --- | --- |
      | Dealing with an application for a job | Article 6(1)(b) GDPR |
      | Keeping candidates’ details for later jobs | Your consent, Article 6(1)(a) GDPR |
      | Answering enquiries | Article 6(1)(f) GDPR: our interest in answering |
      | Approaching people whose professional profile is public | Article 6(1)(f) GDPR: our and our clients’ interest in filling a job |
      | Keeping records for tax and trade law | Article 6(1)(c) GDPR |

      ## If the details did not come from you

      In an executive or retained search we may take your name, employer, job title and business contact details from public professional sources or from somebody who recommended you. We tell you so, and from whom where we may, when we first speak and at the latest after one month. If you do not wish to be approached again, one sentence is enough: we then keep only what we need in order not to.

      ## Recipients and transfers

      Recipients are named in the privacy policy. Data goes to the United Kingdom under the European Commission’s adequacy decision, and to Singapore only where a job there is concerned, under the Commission’s standard contractual clauses. We send you a copy on request.

      ## Your rights

      Access (Article 15), rectification (16), erasure (17), restriction (18), portability (20) and **objection (21)**, above all to processing that rests on our interests. A consent can be withdrawn at any time with effect for the future. You may complain to a supervisory authority, for instance the one of the state in which you live.

      You are not obliged to give us your details. Without a name, a way to reach you and a CV we cannot put you forward. There is no automated decision-making within the meaning of Article 22.
    `,
  },
  {
    slug: 'impressum',
    title: 'Impressum',
    summary: 'Who is responsible for this website, as German law asks.',
    updatedOn: '2026-04-13',
    body: `
      Information under section 5 of the German Digital Services Act (DDG).

      ## Provider

      Longlist Deutschland\\
      Kontorhof, Aufgang C\\
      Linierstraße 47\\
      10117 Berlin

      ## Contact

      - Telephone: [+49 30 23125 100](tel:+493023125100)
      - Email: [deutschland@longlist.example](mailto:deutschland@longlist.example)
      - [Contact form](entry:page-contact-us)

      ## Represented by

      Theresa Wiesenbacher-Lohr, managing director

      ## Register and tax

      Longlist is a demonstration. There is no such company, so it is entered in no register and has no VAT number. In a real Impressum they stand here.

      ## Responsible for the content

      Theresa Wiesenbacher-Lohr, at the address above.

      ## Disputes with consumers

      We are neither obliged nor willing to take part in dispute resolution before a consumer arbitration board. Write to us instead: we answer within 1–2 working days.

      ## Liability for links

      We looked at the pages we link to when we set the links. What is on them is their owners’ responsibility. If you tell us that something there has become unlawful, we remove the link.
    `,
  },
]

/** Legal and policy texts. */
export const policies: SiteEntry[] = list.map(({ slug, aliases = [], title, summary, updatedOn, body }) =>
  entry(
    'policy',
    `policy-${slug}`,
    { title, urlSlug: slug, ...(aliases.length > 0 ? { aliases } : {}), summary, body: markdown(body), updatedOn },
    { updatedAt: `${updatedOn}T09:00:00.000Z`, createdAt: '2026-03-16T09:00:00.000Z' },
  ),
)
