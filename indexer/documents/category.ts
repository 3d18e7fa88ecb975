import {
  type Finding,
  type JobType,
  type Language,
  languages,
  type Seniority,
  seniorities,
  type WorkingEnvironment,
} from '#indexer/job'
import { slugify } from '#indexer/slugs'
import { sectors as knownSectors, specialisms as knownSpecialisms, type SectorName } from '#indexer/specialisms'
import { cutText, remembered } from '#indexer/text'
import type { RawJob } from './rawJob.ts'

/**
 * What kind of work an advert is for. The feed's own words win and stay as they are; else rules, on the title first,
 * then on the feed's categories, then on what the description says it is looking for. No rule matches: the list stays
 * empty, for a wrong specialism hides a job from those who look for it.
 */
export interface JobCategories {
  sectors: string[]
  specialisms: string[]
  type: JobType[]
  workingEnvironment: WorkingEnvironment[]
  seniority: Seniority | null
  /** The spec's upper-case codes. */
  jobCategories: string[]
  language: Language
  /**
   * How each was found, where the feed does not say it in a field of its own. Flags: `fromTitle`, `fromCategory`,
   * `fromDescription`, `fromLocation`, `fromSalary`, `fromSpecialism`; `assumed` (nothing says it), `unlisted` (the
   * feed's own word, which is none of ours).
   */
  found: Partial<Record<'sectors' | 'specialisms' | 'type' | 'workingEnvironment' | 'seniority' | 'language', Finding>>
}

/** What a reader found, and how. Null: the feed says so itself. */
interface Found<Value> {
  value: Value
  finding: Finding | null
}
const finding = (flag: string, confidence: number, raw = ''): Finding => ({ raw, confidence, flags: [flag] })

/** Characters of a field that are searched: the rules are many, and some look for two words with anything between. */
const mostOfField = 1_000

/** The row with the fields that are searched cut; itself where they are as short as they should be. */
function shortened(raw: RawJob): RawJob {
  const lists = ['categories', 'types', 'environments', 'seniority'] as const
  const isLong = (texts: readonly string[] | undefined) =>
    texts?.some(text => text.length > mostOfField) || (texts?.length ?? 0) > mostOfField
  const places = raw.locations.some(({ text, city }) => (text?.length ?? 0) + (city?.length ?? 0) > mostOfField)
  if (raw.title.length + (raw.company?.length ?? 0) <= mostOfField && !lists.some(list => isLong(raw[list])) && !places)
    return raw
  const cut = (text: string) => cutText(text, mostOfField)
  const short: RawJob = { ...raw, title: cut(raw.title), company: raw.company && cut(raw.company) }
  for (const list of lists) if (raw[list]) short[list] = raw[list].slice(0, mostOfField).map(cut)
  short.locations = raw.locations.map(place => ({
    ...place,
    text: place.text && cut(place.text),
    city: place.city && cut(place.city),
  }))
  return short
}

/** @param plainText the description without markup */
export function categorise(written: RawJob, plainText: string): JobCategories {
  const raw = shortened(written)
  const title = fold(raw.title)
  const categories = fold(cutText(raw.categories.join(' · '), mostOfField))
  const description = plainText.slice(0, 3_000).toLowerCase()
  const context = { title, said: saidOfTitle(title), categories, description, company: fold(raw.company ?? ''), raw }
  const named = explicit(raw.specialisms, specialismNames)
  const specialisms = named ?? guessSpecialisms(context)
  const sectors = explicit(raw.sectors, sectorNames) ?? sectorsOf(specialisms, named !== null, context)
  const type = typesOf(context)
  const workingEnvironment = environmentsOf(context)
  const seniority = seniorityOf(context)
  const language = languageOf(raw, plainText)
  const found: JobCategories['found'] = {}
  if (specialisms.finding) found.specialisms = specialisms.finding
  if (sectors.finding) found.sectors = sectors.finding
  if (type.finding) found.type = type.finding
  if (workingEnvironment.finding) found.workingEnvironment = workingEnvironment.finding
  if (seniority.finding) found.seniority = seniority.finding
  if (language.finding) found.language = language.finding
  return {
    specialisms: specialisms.value,
    sectors: sectors.value,
    type: type.value,
    workingEnvironment: workingEnvironment.value,
    seniority: seniority.value,
    jobCategories: jobCategoriesOf(raw, specialisms.value, context.said.codes),
    language: language.value,
    found,
  }
}

/** What a title says by itself. Titles repeat over a feed, and the rules are many. */
interface SaidOfTitle {
  rules: Rule[]
  environment: WorkingEnvironment | null
  level: Seniority | null
  codes: string[]
}
const saidOfTitle = remembered(10_000, (title: string): SaidOfTitle => {
  const codes = titleCategories.filter(([, pattern]) => pattern.test(title)).map(([code]) => code)
  return { rules: candidates(rules, title), environment: environmentIn(title, true), level: levelIn(title), codes }
})

interface Context {
  title: string
  said: SaidOfTitle
  categories: string
  description: string
  company: string
  raw: RawJob
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[\s\u00a0]+/g, ' ')
}

const canonicalNames = (entries: readonly { slug: string; name: string }[]) =>
  new Map(
    entries.flatMap(({ slug, name }) => [
      [slug, name],
      [slugify(name), name],
    ]),
  )
const specialismNames = canonicalNames(knownSpecialisms)
const sectorNames = canonicalNames(knownSectors)

/**
 * The feed's own values: a known name or slug in its proper spelling, anything else verbatim. Null where it has none.
 */
function explicit(values: string[], names: Map<string, string>): Found<string[]> | null {
  const found: string[] = []
  let unlisted = false
  for (const value of values) {
    const trimmed = value.trim().toWellFormed()
    const name = trimmed === '' ? '' : (names.get(slugify(trimmed)) ?? trimmed)
    if (name === '' || found.includes(name)) continue
    found.push(name)
    if (!names.has(slugify(trimmed))) unlisted = true
  }
  return found.length === 0
    ? null
    : { value: found, finding: unlisted ? finding('unlisted', 0.8, values.join(' · ')) : null }
}

const insuranceWords =
  /\b(?:re)?insur(?:ance|er|tech)|lloyd[’']?s\b|underwrit|actuar|\bsolvency (?:ii|2)\b|\bifrs ?17\b|bancassurance|versicherung|rückversicher|\bp&c\b|policyholder|loss adjust/
const bankingWords =
  /\bbank(?:ing|en|er|s)?\b|\bbuilding society\b|capital markets|financial services|asset manage|wealth manage|fund (?:manage|admin|account)|private equity|hedge fund|\bfintech\b|\bfca\b|\bpra\b|\bmifid\b|\bbasel\b|trading floor|fixed income|equities\b|derivatives|\bfx\b|investment (?:bank|manage|firm)|kapitalmarkt|finanzdienst|sparkasse|\bkredit|firmenkunden|\baml\b|\bkyc\b|\bmlro\b|financial crime|money laundering|\bgeldwäsche|(?:credit|market|liquidity) risk/
const techWords =
  /\b(?:software|cyber|information security|cloud|network security|selenium|test automation|agile|scrum|devops|api|saas|it jobs|it security|penetration|siem|soc|infosec|web application)\b/
/** Jobs that only name the work of others, or that share a word with it. */
const notOurs =
  /recruit|resourcer|talent (?:acquisition|partner|sourcer)|headhunter|personalvermittl|teacher|lecturer|nurse|chef\b/

const developer = '(?:developers?|engineers?|programmers?|entwickler|architekt|architects?|testers?)'
const programming =
  'java|python|\\.net|c#|c\\+\\+|c/c\\+\\+|php|ruby|golang|go|node(?:\\.?js)?|react(?:\\.?js)?|angular|vue|kotlin|scala|rust|javascript|typescript|cobol|mainframe|salesforce|sharepoint|drupal|wordpress|magento|umbraco|sitecore|ios|android|mobile|flutter|full.?stack|front.?end|back.?end|web|software|application|apps?|embedded|firmware|unity|games?|graduate software|ui|kdb\\+?|murex|guidewire|perl|delphi|vba|oracle|pl/?sql|apex|low.?code|outsystems|mulesoft|integration|api|middleware'

/** On a title (or what a description says it looks for). `needs`: what else must be said somewhere in the advert. */
interface Rule {
  name: string
  is: RegExp
  not?: RegExp
  needs?: RegExp
}
const rules: Rule[] = [
  {
    name: 'Actuarial',
    is: /\bactuar(?:y|ial|ies)\b|\baktuar|\breserving\b|\bcat(?:astrophe)? modell?|exposure manage|\bcapital modell/,
  },
  {
    name: 'Actuarial',
    is: /\bpricing (?:analyst|manager|specialist|lead|head|director|consultant)|\bhead of pricing|\bsolvency (?:ii|2)\b/,
    needs: insuranceWords,
  },
  {
    name: 'Underwriting & Claims',
    is: /\bunderwrit|risikoprüf|vertragsprüfer/,
    not: /mortgage|credit under|loan|lending|script|asset finance|motor finance|bridging|vehicle finance/,
  },
  {
    name: 'Underwriting & Claims',
    is: /\bclaims? (?:handler|adjuster|manager|advis[eo]r|analyst|examiner|technician|negotiator|director|inspector|specialist|executive|consultant|supervisor|team|administrator|assistant|lead|assessor)|\bhead of claims|loss adjust|schaden(?:regulier|sachbearbeit|bearbeit|manager|referent)|sachbearbeiter\S* schaden/,
    not: /expense|benefit|ppi|quantity/,
  },
  {
    name: 'Broking',
    is: /\b(?:insurance|reinsurance|wholesale|placement|placing|lloyd[’']?s|commercial lines|marine|property and casualty|p&c|facultative|treaty|account) brok|\bbroking\b|\bbroker\b.*\binsurance|versicherungsmakler/,
    not: /mortgage|stock ?brok|energy|freight|customs/,
  },
  {
    name: 'Broking',
    is: /\bbroker\b/,
    not: /mortgage|stock ?brok|energy|freight|customs|commodit|\bfx\b|foreign exchange|inter.?dealer|ship|yacht|data|message|finance brok|business brok|commercial finance|asset finance|power/,
    needs: /\binsurance\b|lloyd[’']?s|versicherung/,
  },
  {
    name: 'Broking, Distribution & Marketing',
    is: /\binsurance\b.*(?:account (?:executive|handler|manager)|sales|business develop|distribution|marketing|partnership|bdm)|(?:account (?:executive|handler)|sales|business develop|distribution|marketing|partnership)\S* .*\binsurance|\bcommercial account (?:handler|executive)|versicherungs(?:vermittl|verkauf|vertrieb|berater)|bancassurance/,
  },
  {
    name: 'Accounting & Finance (Insurance)',
    is: /\bifrs ?17\b.*(?:account|financ|report)|(?:account|financ|report).*\bifrs ?17\b|(?:insurance|lloyd[’']?s|syndicate|premium) account(?:an|ing|s\b)|(?:financ|accounta|accounti|\baccounts\b|controller).*\b(?:re)?insurance\b|\b(?:re)?insurance\b.*(?:financ|accountan|\baccounting|controller)|versicherung.*(?:buchhalt|controll|rechnungswesen)/,
  },
  {
    name: 'Quants',
    is: /\bquants?\b|\bquantitative (?:analyst|develop|research|trad|strateg|risk|financ|model|engineer|portfolio)|\balgo(?:rithmic)? trad|systematic trad|derivatives? pric|model validation|\bxva\b/,
    not: /market research|research (?:executive|manager|director)|qualitative|survey/,
  },
  {
    name: 'Audit, Risk & Compliance',
    is: /\b(?:internal|external|it|group|senior|lead|financial|finance|technology)? ?audit(?:or|s|ing)?\b|\bcompliance\b|\b(?:credit|market|operational|liquidity|enterprise|financial|model|counterparty|prudential|conduct|third.party|cyber|regulatory|investment|it|technology|business) risk\b|\brisk (?:manager|analyst|officer|director|consultant|controller|modell?er|specialist|and compliance|& compliance)|\bhead of risk\b|\bchief risk\b|\baml\b|\bkyc\b|financial crime|money laundering|\bmlro\b|\bsanctions\b|regulatory (?:report|affairs manager|change|policy)|\bgeldwäsche|\brevisor|wirtschaftsprüf|interne revision|\brisikomanage|\brisikocontroll|data protection|\bgdpr\b|fraud (?:analyst|manager|investigat)/,
    not: /night audit|food|clinic|qualit(?:y|ät)|\bqa\b|energy|safety|fire|flood|legionella|environment|housekeep|medical|pharma|care|planning|hse\b|\btax\b|product compliance|trade compliance|vehicle|transport|iso ?\d|stock audit|technical compliance|gas|electrical/,
  },
  {
    name: 'Relationship Management',
    is: /\brelationship (?:manager|director|executive|officer|banker|associate|management)\b|\bprivate banker|\bkundenbetreuer\S* (?:firmen|private banking)|firmenkunden|\bclient coverage\b|\bwealth (?:manage\w*|advis\w*|planner)\b/,
    not: /customer relationship management|crm|supplier|donor|supporter|employee|community|vendor|landlord|public/,
    needs: bankingWords,
  },
  {
    name: 'Banking',
    is: /\bbank(?:er|ing)\b|\btrade finance|\bcorporate finance\b|\bleveraged finance|\bproject finance\b|\btreasury\b|\bcapital markets|\bmergers? (?:and|&) acquisitions?|\bm&a\b|\bfund (?:account|admin|manager|analyst)|\basset manage(?:ment|r)\b|\bequit(?:y|ies) (?:research|trad|sales|analyst|derivative)|\bfixed income\b|\b(?:fx|equities|rates|credit|derivatives|commodity|commodities|senior|junior|graduate|energy)? ?trader\b|\bsettlements? (?:analyst|manager|officer|specialist)|\btrade support|\bmiddle office|\bcustody\b|\bhedge fund|private equity|\binvestment (?:analyst|manager|associate|director|operations|banking|bank|consultant|accountant)|\bloans? (?:officer|admin|operations|manager|closing|agency)|\bsyndicat(?:ed|ion)|\bkreditsachbearbeit|\bbankkauf|\bkreditanalyst|\bcredit analyst\b|\bpayments (?:manager|analyst|specialist|operations|product)|mortgage (?:advis|underwrit|processor|consultant|manager|case|admin)|\bparaplann|\bfinancial planner/,
    not: /insurance|blood ?bank|food ?bank|market trader|sole trader|facilities|building|railway|highway|bank nurse|bank (?:staff|support|care|worker)|software asset|it asset|digital asset manage|\basset manage\w* (?:engineer|surveyor)|treasury wine|builders|timber|programmatic|media trad/,
  },
  {
    name: 'Banking',
    is: /\b(?:portfolio|product|client service|operations|transaction) (?:manager|analyst|specialist)\b.*\bbank|\bportfolio manager\b/,
    not: /project|property|product portfolio/,
    needs: bankingWords,
  },
  {
    name: 'Data',
    is: new RegExp(
      `\\bdata (?:scien|analy|engineer|architect|manager|modell?er|warehouse|governance|steward|lead|visuali|platform|quality|strateg|product|migration|integration|sourcing|consultant|insight|& analytics|and analytics|director)|\\b(?:bi|business intelligence|power ?bi|tableau|qlik|sql|etl|big data|informatica|snowflake|databricks|hadoop|spark|mi) ?(?:& data )?(?:${developer}|analyst|consultant|manager|lead|specialist)|\\bmachine learning\\b|\\bdeep learning\\b|\\b(?:ai|ml|nlp|mlops|genai)\\b.*(?:engineer|scientist|lead|specialist|architect|research)|\\bhead of data\\b|\\bchief data\\b|\\bdatenanalyst|\\bdatenwissenschaft|\\bdatenarchitekt|\\bbusiness intelligence\\b|\\banalytics (?:manager|engineer|consultant|lead|analyst|director)|\\bhead of analytics|\\bstatistician`,
    ),
    not: /data (?:entry|input|admin|processor|cent(?:re|er)|cabling|capture|clerk|protection)|media sales|sales executive/,
  },
  {
    name: 'Infrastructure & Cyber Security',
    is: /\bsecurity (?:analyst|engineer|operations|consultant|tester|specialist|manager)\b/,
    not: /alarm|cctv|guard|officer|installation/,
    needs: techWords,
  },
  {
    name: 'Infrastructure & Cyber Security',
    is: /\bcyber\b|\b(?:information|it|network|cloud|application|data) security\b|\binfosec\b|\bsecurity (?:architect|operations cent)|penetration test|\bpen ?test|\bsoc (?:analyst|manager|engineer)|\binfrastructure (?:engineer|manager|analyst|architect|lead|consultant|support|specialist)|\b(?:it|cloud|technology|ict) infrastructure|\bnetwork (?:engineer|admin|architect|manager|analyst|specialist|security)|\bsystems? (?:admin|engineer.*(?:linux|windows|unix|vmware))|\bsys ?admin|\bsystem-?administrat|\bit-system|\bit operations\b|\bedv.?administrat|\bit.?sicherheit|\bdev(?:sec)?ops\b|\bsre\b|site reliability|\bcloud (?:engineer|architect|consultant|operations|specialist|platform)|\bplatform engineer|\b(?:service|help) ?desk\b|\b(?:1st|2nd|3rd|first|second|third)(?:[/ &-]+(?:1st|2nd|3rd|first|second|third))* line\b|\bdesktop (?:support|engineer)|\bit support\b|\b(?:it.?)?service ?desk|\bdba\b|database admin|\b(?:windows|linux|unix|vmware|citrix|azure|aws|gcp|kubernetes|exchange|wintel|storage|server) (?:engineer|admin|architect|specialist|consultant|support)|\bidentity (?:and|&) access/,
    not: /guard|door supervisor|patrol|highway|rail|water|civil|gas|physical security|security officer|cctv|sales|telemarket|appointment|account manager|electric|fibre|mechanic|\bhr\b|payroll|underwrit/,
  },
  { name: 'Data', is: /\breporting (?:analyst|developer)\b/, not: /financ|regulatory|account/ },
  {
    name: 'IT Transformation',
    is: /\bbusiness analyst\b|\bscrum master|\bproduct owner|\bagile (?:coach|delivery)|\bdelivery (?:manager|lead)\b|\bpmo\b|\b(?:it|digital|business|finance|technology|operations|organi[sz]ational) (?:change|transformation)\b|\btransformation (?:manager|lead|director|consultant|programme)|\bchange (?:manager|analyst|lead|consultant|management)\b|\bhead of (?:change|transformation)|\b(?:it|digital|software|technical|erp|crm|sap|agile|infrastructure|cyber|data|systems?|web|cloud|implementation|migration|ict)[ -](?:senior )?(?:projekt|project|programme|program)|\bit.?projekt|\bproject manager\b.*\b(?:it|software|digital|agile|erp|saas|prince2 it)\b|\bbusiness architect|\benterprise architect|\bprocess (?:improvement|analyst)\b|\bservice (?:delivery|transition|management) (?:manager|lead)\b/,
    not: /construct|building|mechanical|civil|electrical|interior|fit.?out|engineering project|clinical|catering|food|care|warehouse|transport|security guard|logistics|housing|parcel|climate/,
  },
  {
    name: 'IT Transformation',
    is: /\b(?:project|programme|program) (?:manager|lead|director)\b|projektleit|projektmanag/,
    not: /construct|building|mechanical|civil|electrical|interior|fit.?out|clinical|research|event|rail|energy|solar|manufactur|quantity|site|hvac|m&e|landscap|retail|design|marketing|refurb|housing|joinery|print|packag|exhibition/,
    needs:
      /\b(?:banking|insurance|investment bank|core banking|software (?:deliver|develop|implement)|it projects?|technology projects?|agile|scrum|sdlc|digital transformation|systems? implementation)\b/,
  },
  {
    name: 'Software Development',
    is: new RegExp(
      `(?:^|[\\s/(,-])(?:${programming})(?:[\\s/&,+-]+(?:${programming}|senior|lead|principal|junior))*[\\s/&,-]+(?:senior |lead |principal |junior |graduate |test )?${developer}\\b|softwareentwickl|programmierer|\\bprogrammer\\b|\\b(?:senior |junior |lead |graduate )?developer\\b|\\bentwickler|\\b(?:software|application|web) development\\b|\\bsoftware (?:engineer|develop|architect|test|quality|craft|lead)|\\b(?:head|director|vp) of (?:software )?engineering|\\bengineering manager.*software|\\bsdet\\b|\\b(?:qa|test) (?:automation|analyst|engineer|lead)|\\b(?:qa|test) manager\\b.*\\b(?:software|it|automation)|\\bautomation test|\\bsoftware tester|\\bsolutions? architect|\\btechnical (?:architect|lead)\\b|\\btech lead\\b`,
    ),
    not: /business develop|property develop|land develop|training develop|curriculum|people develop|learning develop|product developer.*(?:food|fashion|garment)|recipe|garment|food|fashion|sales develop|partnership|organi[sz]ational|mechanical|electrical|chemical|process|materials|hardware|laboratory|automotive|vehicle|construction|sales engineer|(?:network|support|field|service) engineer/,
  },
  {
    name: 'Software Development',
    is: /\b(?:qa|test|quality assurance) (?:analyst|engineer|lead|manager|consultant|tester)/,
    not: /food|pharma|science|clinical|manufactur|mechanical|electrical/,
    needs: techWords,
  },
  {
    name: 'Technology',
    is: /\bcto\b|\bcio\b|chief (?:technology|information) officer|\bhead of (?:it|technology|ict)\b|\b(?:it|ict) (?:manager|director|consultant|specialist|technician|engineer|administrator|analyst|lead|trainer|officer|coordinator|architect|product (?:manager|owner))\b|\bit.?technik|\bedv\b|\btechnology (?:manager|director|consultant|lead|analyst)|\bsap\b|\bservicenow\b|\bmurex\b|\bdynamics (?:365|ax|nav|crm)\b|\bnetsuite\b|\bworkday\b|\b(?:ux|ui)\b.*design|\bsalesforce\b.*(?:admin|consultant|analyst)|\bsystems? (?:analyst|architect)\b|\bapplications? (?:support|analyst|manager)\b|\bit.?(?:leiter|berater|administrator|manager|koordinator)|\btechnical (?:support|consultant)\b.*\b(?:it|software)|\bproduct manager\b.*\b(?:software|saas|digital|platform|api)\b/,
    not: /sales|account (?:manager|executive)|business develop|audit|marketing|finance/,
  },
  {
    name: 'Accounting & Finance',
    is: /\baccountan(?:t|cy)\b|\baccounting\b|\bfinanc(?:e|ial) (?:manager|director|analyst|controller|business partner|accountant|officer|assistant|administrator|reporting|planning|systems|lead|executive|clerk|coordinator|associate|& |and )|\bhead of finance\b|\bchief financial\b|\bcfo\b|\bfp&a\b|\bfinance\b$|\btax (?:manager|advis|accountant|director|senior|associate|analyst|consultant|assistant|specialist|trainee)|\b(?:vat|corporate tax|personal tax|private client tax)\b|\bbook ?keeper|\bpayroll\b|\bcredit control|\baccounts? (?:payable|receivable|assistant|clerk|administrator|semi|senior|supervisor|preparation)\b|\baccounts (?:manager|executive|officer)|\b(?:purchase|sales|bought|nominal) ledger|\bledger clerk|\bbuchhalt|\bfinanz(?:buchhalt|controll|analyst|leiter|wesen)|\bbilanzbuchhalt|\bsteuer(?:fach|berat|referent)|\brechnungswesen|\bcontroller\b.*\b(?:finan|beteiligung|konzern|group)|\b(?:group|plant|regional|commercial|division\w*) financial|\bcontrolling\b/,
    not: /(?:trade|corporate|project|leveraged|structured|asset) finance|document|traffic|stock controller|air |flight|insurance account|vehicle finance|finance (?:sales|broker)|car sales|sales executive|financial advis|machine|access control|transport/,
  },
  {
    name: 'Sales & Marketing',
    is: /\b(?:sales|marketing|brand|campaign|crm|seo|ppc|digital marketing|content|product marketing|field marketing|telesales|business development) (?:manager|executive|director|assistant|consultant|specialist|advis[eo]r|lead|officer|coordinator|associate|representative|negotiator|administrator|support|analyst|engineer|agent|head|team leader)|\bhead of (?:sales|marketing|business development|growth|communications|brand)|\b(?:business development|account) (?:manager|executive|director)\b|\bbdm\b|\bmarketing\b$|\bsales\b$|\bvertrieb|\bverkäufer|\bmarketingmanag|\bpublic relations|\bchief marketing|\btelesales\b/,
    not: /insurance|lettings?|property|estate|accounts? (?:payable|receivable)/,
  },
  { name: 'Insurance', is: /\b(?:re)?insurance\b|versicherung|\blloyd[’']?s\b/ },
]

/** Categories, departments and tags: coarse words, read when the title says nothing. */
const categoryRules: Rule[] = [
  { name: 'Actuarial', is: /\bactuar/ },
  { name: 'Underwriting & Claims', is: /underwriting|\bclaims\b/ },
  { name: 'Broking', is: /\bbroking\b|insurance brok/ },
  { name: 'Insurance', is: /\b(?:re)?insurance\b|versicherung/ },
  {
    name: 'Infrastructure & Cyber Security',
    is: /cyber|information security|\bit infrastructure|\binfrastructure & |\bdevops\b|\bit support\b/,
  },
  {
    name: 'Data',
    is: /\bdata (?:scien|& ai|& analytics|and analytics|engineering|analysis|analytics)|\banalytics\b|machine learning|\bbusiness intelligence/,
  },
  {
    name: 'Software Development',
    is: /\bsoftware(?: engineering| development|entwicklung)?\b|\bengineering\b.*\bsoftware|\bweb development\b|\bprogramming\b|\bfull.?stack\b|\bback.?end\b|\bfront.?end\b/,
  },
  {
    name: 'Technology',
    is: /\b(?:it|ict) jobs?\b|^(?:it|ict|technology)$|· (?:it|ict|technology)(?: ·|$)|^(?:it|technology) ·|information technology|\bit & |\btechnology\b|\bit-|informatik/,
  },
  { name: 'Audit, Risk & Compliance', is: /\bcompliance\b|\baudit\b|\brisk\b/ },
  { name: 'Quants', is: /\bquant/ },
  { name: 'Banking', is: /\bbanking\b|\binvestment\b|\bcapital markets\b/ },
  { name: 'Accounting & Finance', is: /accountan|accounting|\bfinance\b|\bfinanz|buchhaltung/ },
  { name: 'Sales & Marketing', is: /\bsales\b|\bmarketing\b|vertrieb/ },
]

const sectorOf = new Map(knownSpecialisms.map(({ name, sector }) => [name, sector]))
/**
 * Specialisms of the banking sector that every trade has too: the sector is theirs only where the advert speaks of
 * banking.
 */
const everywhere = new Set(['Accounting & Finance', 'Audit, Risk & Compliance', 'Sales & Marketing'])
const general = new Set(['Technology', 'Insurance', 'Banking'])

function guessSpecialisms(context: Context): Found<string[]> {
  const { title, categories, company, description, raw } = context
  const none = { value: [], finding: null }
  if (notOurs.test(title)) return none
  const said = (needs: RegExp) =>
    needs.test(title) || needs.test(categories) || needs.test(company) || needs.test(description)
  const fromTitle = choose(context.said.rules, said)
  // What a second rule says beside the first, and what only the rest of the advert bears out, is a little less sure.
  if (fromTitle.length > 0)
    return {
      value: insurers(fromTitle, context),
      finding: finding('fromTitle', fromTitle.length > 1 || general.has(fromTitle[0]!) ? 0.85 : 0.95, raw.title),
    }
  const fromCategories = categories === '' ? [] : choose(categoryCandidates(categories), said)
  if (fromCategories.length > 0)
    return {
      value: insurers(fromCategories.slice(0, 1), context),
      finding: finding('fromCategory', 0.7, raw.categories.join(' · ')),
    }
  const wanted = wantedPhrase.exec(description)?.[1]
  const fromText =
    wanted && !notOurs.test(wanted) ? insurers(choose(candidates(rules, wanted), said).slice(0, 1), context) : []
  return fromText.length > 0 ? { value: fromText, finding: finding('fromDescription', 0.6) } : none
}
const wantedPhrase =
  /(?:looking for|seeking|hiring|recruiting|recruit|searching for|join us as|role of|position of|work as|suchen(?: wir)?)(?: an?| our| the| our next| eine[nr]?| zum nächstmöglichen zeitpunkt eine[nr]?)? ([^.!?\n]{4,70})/

function candidates(list: Rule[], text: string): Rule[] {
  return list.filter(rule => rule.is.test(text) && !rule.not?.test(text))
}
const categoryCandidates = remembered(2_000, (categories: string) => candidates(categoryRules, categories))

/** At most two: the first rule that holds, and one more that is as plain (`Actuarial Data Scientist`). */
function choose(list: Rule[], said: (needs: RegExp) => boolean): string[] {
  const found: string[] = []
  for (const { name, needs } of list) {
    if (found.includes(name)) continue
    if (found.length > 0 && (general.has(name) || name === 'Sales & Marketing')) continue
    // The insurer's accountant is not a general accountant as well.
    if (name === 'Accounting & Finance' && found.includes('Accounting & Finance (Insurance)')) continue
    if (needs && !said(needs)) continue
    found.push(name)
    if (found.length === 2) break
  }
  return found
}

/** Finance and sales in an insurer's advert belong to the insurance desks. */
function insurers(found: string[], { title, categories }: Context): string[] {
  const insurer = /\b(?:re)?insurance\b|versicherung|lloyd[’']?s/.test(`${title} · ${categories}`)
  if (!insurer) return found
  return found.map(name =>
    name === 'Accounting & Finance'
      ? 'Accounting & Finance (Insurance)'
      : name === 'Sales & Marketing'
        ? 'Broking, Distribution & Marketing'
        : name,
  )
}

function sectorsOf(specialisms: Found<string[]>, named: boolean, context: Context): Found<string[]> {
  const found: SectorName[] = []
  for (const name of specialisms.value) {
    const sector = sectorOf.get(name)
    if (!sector || found.includes(sector)) continue
    if (
      !named &&
      everywhere.has(name) &&
      ![context.title, context.categories, context.company, context.description].some(text => bankingWords.test(text))
    )
      continue
    found.push(sector)
  }
  const bySpecialism = found.length
  const says = (pattern: RegExp, not: RegExp) =>
    [context.title, context.categories].findIndex(
      text => pattern.test(text) && !not.test(`${context.title} · ${context.categories}`),
    )
  const places: number[] = []
  for (const [sector, pattern, not] of sectorWords) {
    if (found.includes(sector)) continue
    const place = says(pattern, not)
    if (place < 0) continue
    places.push(place)
    found.push(sector)
  }
  if (found.length === 0) return { value: found, finding: null }
  const flags = [
    ...(bySpecialism > 0 ? ['fromSpecialism'] : []),
    ...(places.includes(0) ? ['fromTitle'] : []),
    ...(places.includes(1) ? ['fromCategory'] : []),
  ]
  const confidence = places.length > 0 ? 0.75 : (specialisms.finding?.confidence ?? 0.95)
  const raw = places.includes(1) ? context.raw.categories.join(' · ') : places.includes(0) ? context.raw.title : ''
  return { value: found, finding: { raw, confidence, flags } }
}
const sectorWords: [SectorName, RegExp, RegExp][] = [
  ['Insurance', /\b(?:re)?insurance\b|versicherung|\blloyd[’']?s\b/, /national insurance/],
  [
    'Banking',
    /\bbank(?:ing|en)?\b(?! holiday| nurse| staff)/,
    /blood bank|food bank|data bank|power bank|\bbank (?:support|care|worker|chef)/,
  ],
]

/**
 * Of a feed's field, in lower case and without accents; English and German, who learns or stands in for somebody, then
 * the other languages.
 */
const contractWords = new RegExp(
  [
    'contract(?!ed hours)|freelanc|freiberuf|interim|\\btemp\\b|temporar|temporal|fixed.?term|\\bftc\\b|befristet|day rate|(?:out|in)side ir35|zeitarbeit|umbrella|seasonal|\\bcasual|per.?diem|locum',
    '\\bintern(?:ship)?s?\\b|apprentice|praktik|werkstudent|working student|ausbildung|(?:maternity|paternity|parental leave) cover|elternzeitvertretung|work experience|placement year',
    '\\bcdd\\b|duree determinee|alternan|apprentissage|professionnalisation|\\bstag(?:e|iaire)s?\\b|saisonn|vacataire|\\bv\\.?i\\.?e\\b|independant',
    'tijdelijk|bepaalde tijd|uitzend|detacher|\\bzzp\\b|afstudeer|oproepkracht|seizoens',
    'plazo fijo|plazo determinado|tiempo determinado|duracion determinada|obra [yo] servicio|eventual|practicas|becari|autonomo',
    'tempo determinato|a termine|tirocin|apprendist|somministrazion|partita iva|co\\.?co\\.?co|stagional',
    'a termo|prazo determinado|tempo determinado|estagi|temporari|recibos verdes|prestacao de servicos|\\bpj\\b|freela|jovem aprendiz',
    'umowa (?:-? ?)?zleceni|umowa o dzielo|\\bb2b\\b|czas okreslony|\\bstaz|praktyk|zastepstw|tymczasow|sezonow',
  ].join('|'),
)
const permanentWords = new RegExp(
  [
    'perm(?:anent\\w*)?\\b|unbefristet|festanstellung|direct.?(?:hire|placement)|\\bregular\\b|\\bsalaried\\b|\\bemployee\\b',
    '\\bcdi\\b|duree indeterminee|\\btitulaire|onbepaalde tijd|\\bvast(?:e|werk)?\\b|indefinid|contrato fijo|puesto fijo|tempo indeterminato|indeterminato|tempo indeterminado|prazo indeterminado',
    'sem termo|\\befe(?:c)?tiv[oa]|\\bclt\\b|umowa o prace|czas nieokreslony|stale zatrudnieni',
  ].join('|'),
)
/** Said of a permanent one, though the words of a limited one are in it. */
const noEnd = /unbefristet\w*|(?:contract )?(?:voor )?onbepaalde tijd|(?:permanent|regular|vast) contract/g

/** Characters of a description in which it says what the job is. */
const firstLines = 1_200
const contractTitle =
  /\b(?:contract|interim|ftc|freelance|freelancer|freiberuflich\w*|temporary|temp|fixed.?term|day rate|befristet\w*|maternity cover|paternity cover|elternzeitvertretung|\d{1,2}[ -](?:month|mth)s?|cdd|zzp)\b|\b(?:alternance|alternant|int[ée]rimaire|int[ée]rim|stagiaire|uitzendkracht|tirocinio|estágio|prácticas)|^stage(?= |$)(?! (?:manager|technic|hand|crew|lighting|director|door|carpenter|operat|electric|design|management))|\bstage (?:de|d[’']|-|–|\(|h\/f)|\(stage\)|[-–] stage\b/
const notContractTitle =
  /contracts? (?:manager|administrator|lawyer|director|engineer|surveyor|cleaning|catering|supervisor|officer|specialist|analyst|negotiator)|contract (?:cleaning|catering|law)|\btemps? (?:consultant|recruit|desk|controller)|temporary (?:works|accommodation|housing)|interim management/
const bothTitle =
  /\btemp(?:orary)?(?: *-[ -]*|[ -]*(?:to|\/)[ -]*)perm|\bperm(?:anent)?[ -]*(?:or|and|&|\/)[ -]*(?:contract|temp)|\bcontract[ -]*(?:or|and|&|\/)[ -]*perm/
/** What leaves no doubt in a description: IR35 is for contractors only, and a length is of a contract. */
const certainlyContract =
  /\b(?:inside|outside)(?: of)? ir35\b|\b\d{1,2}[ -](?:month|mth)s?[ -](?:fixed[ -]?term|ftc\b|rolling contract|initial contract|contract\b)|\bfixed[ -]term contract (?:of|for|until)\b|\bbefristet (?:auf|bis)\b|\bcdd de \d|\bcontrat à durée déterminée\b|\bcontract voor bepaalde tijd\b/

/** One of them is in whatever `certainlyContract` matches. */
const contractHints = ['ir35', 'month', 'mth', 'fixed', 'befristet', 'cdd', 'durée', 'bepaalde']

function typesOf({ raw, title, description }: Context): Found<JobType[]> {
  const stated = cutText(raw.types.join(' · '), mostOfField)
  const said = withoutAccents(stated.toLowerCase())
  if (/\bboth\b|contract[ -]to[ -](?:hire|perm)|temp[ -]to[ -]perm|perm(?:anent)? (?:or|and|&|\/) ?contract/.test(said))
    return { value: ['Permanent', 'Contract'], finding: null }
  const types: JobType[] = []
  if (said !== '') {
    if (permanentWords.test(said)) types.push('Permanent')
    if (contractWords.test(types.length > 0 ? said.replace(noEnd, ' ') : said)) types.push('Contract')
  }
  if (types.length > 0) return { value: types, finding: null }
  if (bothTitle.test(title)) return { value: ['Permanent', 'Contract'], finding: finding('fromTitle', 0.9, raw.title) }
  if (contractTitle.test(title) && !notContractTitle.test(title))
    return { value: ['Contract'], finding: finding('fromTitle', 0.9, raw.title) }
  const pay = `${raw.salaryText ?? ''} ${raw.salary?.period ?? ''}`.trim()
  if (/per day|\bpd\b|p\/d|\/day|daily|day rate|^day$|ir35|umbrella|tagessatz/i.test(pay))
    return { value: ['Contract'], finding: finding('fromSalary', 0.85, pay) }
  const head = description.slice(0, firstLines)
  if (
    contractHints.some(each => head.includes(each)) &&
    certainlyContract.test(head) &&
    !/\bpermanent\b|unbefristet|\bcdi\b|onbepaalde/.test(description)
  )
    return { value: ['Contract'], finding: finding('fromDescription', 0.8) }
  return { value: ['Permanent'], finding: finding('assumed', 0.4, stated) }
}

function withoutAccents(text: string): string {
  return /[^\x20-\x7e]/.test(text)
    ? text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .replaceAll('ł', 'l')
    : text
}

const order: WorkingEnvironment[] = ['Hybrid', 'Onsite', 'Remote']

function environmentsOf({ raw, title, said: ofTitle, description }: Context): Found<WorkingEnvironment[]> {
  const found = new Set<WorkingEnvironment>()
  for (const value of raw.environments) {
    const text = value.toLowerCase()
    if (/^all\b|\bany(?:where)?\b/.test(text)) return { value: [...order], finding: null }
    if (
      hybridWord.test(text) ||
      /partial|partiel|parcial|teilweise|gedeeltelijk|^flexible|\d ?(?:days?|tage?n?|jours?|dagen|días|dias)\b/.test(
        text,
      )
    )
      found.add('Hybrid')
    else if ((remoteWord.test(text) || /\bhome\b|virtual|domicil/.test(text)) && !/not? remote|non.?remote/.test(text))
      found.add('Remote')
    if (onsiteWord.test(text)) found.add('Onsite')
  }
  if (found.size > 0) return { value: sorted(found), finding: null }
  let elsewhere = false
  for (const place of raw.locations) {
    const text = `${place.text ?? ''} ${place.city ?? ''}`.toLowerCase()
    if (hybridWord.test(text)) found.add('Hybrid')
    else if (place.remote || remoteHere.test(text)) found.add('Remote')
    else if (text.trim() !== '') elsewhere = true
  }
  if (found.size > 0) {
    if (elsewhere && !found.has('Hybrid')) found.add('Onsite')
    const words = raw.locations.map(place => place.text ?? place.city ?? '').join(' · ')
    return { value: sorted(found), finding: finding('fromLocation', 0.9, words) }
  }
  if (/\bon.?site (?:or|\/|oder) (?:remote|home)|\bremote (?:or|\/|oder) on.?site/.test(title))
    return { value: ['Onsite', 'Remote'], finding: finding('fromTitle', 0.9, raw.title) }
  const inTitle = ofTitle.environment
  if (inTitle) return { value: [inTitle], finding: finding('fromTitle', 0.9, raw.title) }
  const inText = environmentIn(description, false)
  return inText ? { value: [inText], finding: finding('fromDescription', 0.7) } : { value: [], finding: null }
}

function sorted(found: Set<WorkingEnvironment>): WorkingEnvironment[] {
  return order.filter(each => found.has(each))
}

/** Words of a field or a location line that say where the work is done, and nothing else. */
const hybridWord = /hybrid|híbrid|\bibrid|hybryd/
const remoteWord =
  /\bremote\b|telecommut|\bwfh\b|home.?office|work(?:ing)? (?:from|at) home|home.?working|t[ée]l[ée]travail|teletraba[jl]|thuiswerk|smart.?working|da remoto|à distance|a distancia|à distância|zdaln/
/** Of a location: what else stands with it is looked at by whoever reads the places. */
const remoteHere =
  /\bremote\b|home.?based|homeoffice|home office|\bwfh\b|telecommut|work from home|t[ée]l[ée]travail|teletraba[jl]|thuiswerk|da remoto|zdaln/
const onsiteWord =
  /on.?site|in.?office|office.?based|^office$|vor ort|in.?person|sur (?:site|place)|pr[ée]sentiel|presencial|op (?:locatie|kantoor)|in (?:sede|presenza)|stacjonarn/

/** A line that says it by itself: `Location: Leeds · Hybrid`, `Arbeitsort: remote`. */
const placeLine =
  /^[^\p{L}\n]{0,4}(?:(?:job|work|office|role) ?)?(?:location|workplace|standort|arbeitsort|einsatzort|ort|lieu(?: de travail)?|localisation|locatie|werklocatie|ubicación|sede|localização|lokalizacja|headquarters|(?:work(?:ing)?|workplace) (?:model|mode|arrangement|type|style|pattern|environment))\s{0,2}[:–-]\s{0,2}([^\n]{1,100})/mu
const notAtAll =
  /\b(?:no|not|non|isn[’']t|not a|not offer(?:ing)?|without) (?:\w+ )?(?:remote|hybrid|home ?working|wfh|home ?office)|remote working is not|(?:fully|100 ?%|entirely) (?:on.?site|office.?based|in (?:the )?office)|5 days (?:a|per) week in (?:the )?office|five days (?:a|per) week in (?:the )?office|(?:pas de|sans) télétravail|keine? (?:home ?-?office|remote(?!-?job))|geen thuiswerk/
/** Nothing but remote, whatever else is said. */
const wholly =
  /\b(?:fully|100 ?%|completely|entirely|permanently|full|purely|exclusively|volledig|totalmente|completamente|vollständig|komplett|w pełni|całkowicie)[ -](?:remote|from home|home ?-?office|thuis|télétravail|teletrabajo|teletrabalho|remoto|zdaln)|(?:télétravail|teletrabajo|teletrabalho|zdaln\p{Ll}{1,5})[ (]{1,2}(?:total|complet|intégral|100 ?%)|full[ -]remote|\[remote\]/u
const fullyRemote =
  /remote[ -]first|\bremote (?:role|position|job|based|contract|opportunity|work from anywhere)|\b(?:role|position|job) is (?:fully )?remote|home[ -]based|based from home|work from anywhere|\bremote \((?:uk|us|usa|eu|europe|emea|global|world|any|within|germany|deutschland|ireland|based|full)|work remotely as part of|\b(?:location|standort|arbeitsort) ?: ?remote\b/
/** In a title the word stands for itself; in a list of benefits (`Teamevents, remote work`) it does not. */
const remoteTitle = /\(remote\)|[-|,·–] ?remote\b|^remote\b|\bremote$/
/** In the head of a description: `Actuary | Remote | £60k`. */
const remoteHead = /(?<!work(?:ing)? )\(remote\)|(?:[-|·–] ?|^)remote(?= {0,3}(?:$|[|(/·–,£€$-]))/m
const partlyRemote =
  /\bhybrid[ -]?(?:work|role|position|model|pattern|basis|arrangement|set.?up|polic|job|\(|\/|,|\.|$|from|in|with|based)|\(hybrid\)|[-|,·–/] ?hybrid\b|^hybrid\b|\bhybrid$|\bdays? (?:a|per|each|\/) ?week (?:in|from|at) (?:the |our |their )?(?:\w+ )?(?:office|home)|\bdays? (?:in the office|from home|at home|wfh|remote|im home|home ?office)|\b(?:mobiles?|ortsunabhängiges?) arbeiten|\bmobile work(?:ing)?\b|homeoffice|home-office|(?:im|vom|und|oder|aus dem|\/) home office|home office (?:möglich|option|regelung|tage|days|anteil|und)|work(?:ing)? from home|\bwfh\b|home ?working|hybrides? arbeit|flexible working from|(?:partly|partially|occasional(?:ly)?|some|mostly|mainly|predominantly|primarily|teilweise|partiell) remote|remote[ -]?work|remote[ -]?(?:options?|days?|tage?n?|anteil|möglichkeit|opportunit)|working remotely|work remotely|\bremote (?:possible|möglich|available)|télétravail|teletrabajo|teletrabalho|thuiswerk|thuis ?werken|smart ?working|pra(?:ca|cy) zdaln|hybryd|modelo híbrido|modalidad híbrida|modo ibrido|lavoro ibrido/
const mostly =
  /\b(?:mostly|mainly|predominantly|primarily|partly|partially|occasionally|teilweise|überwiegend) (?:a )?(?:remote|from home)/

/** What every one of the patterns above has in it. */
const hints = [
  'remot',
  'hybr',
  'home',
  'wfh',
  'mobil',
  'site',
  'office',
  'vor ort',
  'travail',
  'teletrab',
  'thuis',
  'zdaln',
  'smart',
  'brid',
  'ortsunabh',
]
const hint = new RegExp(hints.join('|'), 'g')

/** What a title or description says about where the work is done; null when it says nothing. */
function environmentIn(text: string, isTitle: boolean): WorkingEnvironment | null {
  if (!hints.some(each => text.includes(each))) return null
  const lines = linesWith(text, hint)
  const line = placeLine.exec(lines)?.[1]
  if (line !== undefined && !notAtAll.test(line)) {
    if (hybridWord.test(line)) return 'Hybrid'
    if (remoteWord.test(line))
      return /flexib|option|possib|möglich|available|\b(?:or|oder) (?:fully )?(?:remote|home)|alternativ|days? (?:a|per) week|.home.?office|.from home|\bon.?site/.test(
        line,
      )
        ? 'Hybrid'
        : 'Remote'
    if (/\bon.?site\b/.test(line)) return 'Onsite'
  }
  const said = lines.replace(
    /hybrid (?:cloud|it|infrastructure|vehicle|car|mobile|integration|app|ai)\w*|remote (?:site|location|support|access|sensing|monitoring|desktop|server|team|system|control|worker|area|office|sales)s?|home ?(?:insurance|loan|care|page|delivery|owner|improvement|furnishing|based care)\w*|smart ?home/g,
    ' ',
  )
  if (notAtAll.test(said)) return 'Onsite'
  if (wholly.test(said)) return 'Remote'
  if (mostly.test(said)) return 'Hybrid'
  const remote = fullyRemote.test(said) || (isTitle ? remoteTitle.test(said) : remoteHead.test(text.slice(0, 400)))
  if (partlyRemote.test(said)) return remote && !/hybrid|days?\b.{0,20}(?:office|home)/.test(said) ? 'Remote' : 'Hybrid'
  return remote ? 'Remote' : null
}

/**
 * The lines of a text in which a pattern is met: few of a description's, and the costly patterns are tried on those
 * alone.
 */
function linesWith(text: string, pattern: RegExp): string {
  let lines = ''
  pattern.lastIndex = 0
  while (pattern.test(text)) {
    const start = text.lastIndexOf('\n', pattern.lastIndex - 1) + 1
    const end = text.indexOf('\n', pattern.lastIndex)
    lines += `${text.slice(start, end < 0 ? text.length : end)}\n`
    if (end < 0) break
    pattern.lastIndex = end
  }
  return lines.trimEnd()
}

// --- seniority
// ----------------------------------------------------------------------------------------------------

/** Words of a feed's field. First match wins; `Executive` alone is a chief here and a clerk there: it says nothing. */
const levelFields: [RegExp, Seniority | null][] = [
  [/^(?:executive|non[ -]?executive|not applicable|n\/?a|any|all|other|keine angabe)$/, null],
  [/\b(?:mid|middle)[ -](?:to[ -])?senior/, 'Mid'], // what one network puts on every second advert
  [
    /no experience|\bentry\b|\bjunior\b|\bjr\b|graduate|trainee|\bintern(?:ship)?s?\b|apprentice|\bfresh|student|praktik|einsteiger|anfänger|ausbildung|azubi|young professional|absolvent|\blt-1\b|^1-2$/,
    'Entry',
  ],
  [/senior executive/, 'Senior'],
  [
    /director|c[ -]?level|c-suite|\bvp\b|vice president|\bhead\b|senior manage|top manage|geschäfts(?:führ|leit)|vorstand|bereichsleit|\bchief\b/,
    'Director',
  ],
  [/\blead\b|\bprincipal\b|\bstaff\b|manage(?:r|ment)\b|supervis|teamleit|führungs/, 'Lead'],
  [/senior|\bsr\b|\bsnr\b|\bexpert|^(?:5-7|7-10|10-15|gt-15)$/, 'Senior'],
  [/\bmid\b|\bmiddle\b|medior|intermediate|experienced|professional|associate|berufserfahr|mit erfahrung|^2-5$/, 'Mid'],
]
const levelOfField = remembered(
  1_000,
  (text: string): Seniority | null => levelFields.find(([pattern]) => pattern.test(text))?.[1] ?? null,
)

/** Words that hold a level and mean another thing: those who are served, led, hired or taught. */
const notLevels =
  /\bsenior (?:\w+ )?appointments\b|\bsenior (?:living|care|citizens?|school|secondary|leadership|leaders?|management|clients?|stakeholders?|house)\b|\bleads?[ -](?:gen|generat\w+|qualification|management)\b|\b(?:inbound|warm|qualified|sales|provided|new) leads?\b|\b(?:assistant|pa|ea|secretary|adviser|advisor|reporting|support) (?:to|for) (?:the )?.{0,60}|\b(?:graduate|early careers|student|apprenticeships?|internships?) (?:recruit\w*|talent|(?:programmes?|programs?|schemes?|schools?|outreach|services|support|admissions|success|experience|welfare|skills|delivery|quality) ?\w*)\b(?! (?:20\d\d|- ))|\b(?:apprentice|apprenticeship|trainee|graduate|student|nvq)s? (?:assessor|tutor|coach|mentor|recruiter)|\bstudent (?:adviser|advisor|counsellor|officer|nurses?|accommodation)\b|\bfuneral director|\bdirector(?:s)?(?:[’']s?)? (?:assistant|office|of photography)|\bhead (?:office|hunter|lice|injur\w+|teacher)\b|\bintern(?:al|ational|et)\w*|\bstaff (?:nurse|accountant|room|support|training|bank)|\bprincipal (?:contractor|designer|trading)|\bjunior (?:school|doctors?|football|tennis)\b|\bstudent (?:loans?|housing|union|finance)/g
const levelTitles: [RegExp, Seniority][] = [
  [
    /\b(?:graduates?|trainees?|apprentice(?:ship)?s?|junior|jnr|jr|entry[ -]level|intern(?:ship)?s?|placement (?:year|student)|industrial placement|work experience|school leavers?|working student|student job|newly qualified|nqt|no experience)\b|\btraining (?:programme|program|scheme|contract)$|werkstudent|studentische|\bpraktik(?:um|ant)|\bpflichtpraktik|auszubildende|\bazubi|\bausbildung(?:splatz)?\b(?: (?:zum|zur|als)|$|:)|^ausbildung\b|duales? studi|dualer student|berufseinsteiger|einsteiger|\babsolvent|volontär|volontariat|\bpraktik/,
    'Entry',
  ],
  [
    /\bmid[ -]?(?:level|weight)\b|\bmid\b(?= ?(?:-|–|\/|to) ?senior)|\bintermediate\b(?! (?:tenure|care|school))|\bmedior\b|\bsemi[ -]?senior\b/,
    'Mid',
  ],
  [/(?<!\bsemi[ -]?)\bsenior|\bsnr\b|\bsr\b|\bassistant vice president|\bavp\b|\bassociate vice president/, 'Senior'],
  [
    /\b(?:lead|principal|supervisor|foreman|forewoman|team[ -]?lead(?:er)?|team[ -]?manager|shift (?:leader|manager)|section leader|chapter lead|charge nurse|ward manager|chief engineer)\b|\bstaff (?:\w+ ){0,2}(?:engineer|developer|scientist|designer|architect|researcher)|\bhead (?:chef|waiter|waitress|receptionist|gardener|housekeeper|barista|bartender|groundsman|porter|pastry chef)|\bdeputy head\b|team-?leit|gruppenleit|schichtleit|filialleit|marktleit|küchenchef|vorarbeiter/,
    'Lead',
  ],
  [
    /\b(?:director|managing director|head of|global head|group head|chief (?:\w+ ){1,3}officer|chief of staff|chief (?:actuary|economist|accountant|architect|underwriter)|c[etfiom]o|ciso|cro|cdo|chro|[es]?vp|vice president|general counsel)\b|^head(?=$|,| -| of)|geschäftsführ|\bvorstand(?!s)|bereichsleit|abteilungsleit|hauptabteilungsleit|werks?leit|niederlassungsleit|\b(?:kaufmännische|technische) leit|^leit(?:er|ung)\b|\bleit(?:er|ung) (?:der|des|für|it|finanz\w*|vertrieb|controlling|einkauf|personal)\b/,
    'Director',
  ],
]
const ranks = new Map(seniorities.map((level, rank) => [level, rank]))

/** The level that a title names; null when it names none, or levels too far apart to mean one (`Junior / Senior`). */
function levelIn(text: string): Seniority | null {
  const said = text.replace(notLevels, ' ')
  const found = levelTitles.filter(([pattern]) => pattern.test(said)).map(([, level]) => level)
  if (found.length <= 1) return found[0] ?? null
  // A trainee of whatever (`Trainee Team Leader`) is a trainee, a senior one of it has the higher rank; alternatives
  // mean the lower one.
  const alternatives =
    /\b(?:junior|mid|senior|lead|principal|head|director|graduate)\b[ )]*(?:\/|-|–|,|to\b|or\b|bis\b|oder\b|und\b|and\b|&)[ (]*(?:junior|mid|senior|lead|principal|head|director|graduate)/.test(
      said,
    )
  const [lowest, highest] = [found[0]!, found.at(-1)!]
  if (lowest === 'Entry') return alternatives ? null : 'Entry'
  return alternatives ? lowest : said.includes('assistant vice president') || /\bavp\b/.test(said) ? 'Senior' : highest
}

/** Sentences that are about the job itself and leave no doubt. */
const levelPhrase =
  /\b(?:looking for|seeking|hiring|recruiting|recruit) (?:for )?(?:an?|our next|another) (?:(?:enthusiastic|motivated|talented|experienced|ambitious|bright|keen|passionate|driven|highly skilled|skilled|dynamic|new|hands-on) (?:and )?){0,3}(senior|junior|graduate|trainee|apprentice|entry[ -]level|mid[ -]level)\b|\bthis is an? (senior|junior|graduate|trainee|entry[ -]level|mid[ -]level)(?: level)? (?:role|position|job|opportunity)|\b(?:no|without) (?:previous |prior )?experience (?:is )?(?:required|necessary|needed)|\bkeine (?:berufserfahrung|vorkenntnisse) (?:erforderlich|nötig|notwendig)/

/**
 * The feed's field first. Where that only says the middle, or nothing that can be understood, a plain word in the title
 * says more.
 */
function seniorityOf({ raw, said, description }: Context): Found<Seniority | null> {
  const words = raw.seniority ?? []
  const stated = words
    .map(text => levelOfField(text.toLowerCase().replaceAll('_', ' ').trim()))
    .filter(level => level !== null)
  const level = stated.reduce<Seniority | null>(
    (low, each) => (low === null || ranks.get(each)! < ranks.get(low)! ? each : low),
    null,
  )
  if (level !== null && level !== 'Mid') return { value: level, finding: null }
  const inTitle = said.level
  if (inTitle !== null && inTitle !== level) return { value: inTitle, finding: finding('fromTitle', 0.95, raw.title) }
  if (level !== null) return { value: level, finding: null }
  if (
    inTitle === null &&
    /\bgraduate training|\bgraduate jobs?\b|apprenticeship|\binternship|ausbildung|praktik|werkstudent/.test(
      fold(raw.categories.join(' · ')),
    )
  )
    return { value: 'Entry', finding: finding('fromCategory', 0.8, raw.categories.join(' · ')) }
  const phrase = levelPhrase.exec(description.slice(0, firstLines))
  if (!phrase) return { value: null, finding: words.length > 0 ? finding('unclear', 0, words.join(' · ')) : null }
  return { value: levelIn(phrase[1] ?? phrase[2] ?? 'trainee'), finding: finding('fromDescription', 0.7) }
}

const titleCategories: [string, RegExp][] = [
  [
    'MANAGEMENT',
    /\bmanager\b|\bdirector\b|\bhead of\b|\bchief\b|\bleiter|\bc[efiot]o\b|\bvice president\b|\bvp\b|supervisor|teamleit/,
  ],
  [
    'SALES_AND_RETAIL',
    /\bsales\b|\bretail\b|business develop|account (?:manager|executive)|vertrieb|verkäufer|store manager|telesales/,
  ],
  [
    'ADMINISTRATIVE_AND_OFFICE',
    /\badministrat(?:or|ion|ive)\b|receptionist|secretary|\bpersonal assistant\b|office (?:manager|assistant)|\bpa\b|data entry|sekretär|sachbearbeit/,
  ],
  ['SCIENCE_AND_ENGINEERING', /\bengineer|\bscientist|\bchemist|\blaborator|\bingenieur|\bstatistic|\bquant/],
  [
    'TRANSPORTATION_AND_LOGISTICS',
    /\bdriver\b|\blogistic|\btransport|\bsupply chain\b|\bfreight\b|\bhgv\b|\blgv\b|fahrer|\bspedition/,
  ],
  [
    'MANUFACTURING_AND_WAREHOUSE',
    /\bwarehouse\b|\bmanufactur|\bproduction (?:operative|operator|manager)|\bassembly\b|\bmachine operator|\blager(?:ist|mitarbeiter|helfer)|\bforklift/,
  ],
]
const specialismCategories = new Map<string, string[]>(
  Object.entries({
    Actuarial: ['ACCOUNTING_AND_FINANCE', 'SCIENCE_AND_ENGINEERING'],
    Quants: ['ACCOUNTING_AND_FINANCE', 'SCIENCE_AND_ENGINEERING'],
    Data: ['COMPUTER_AND_IT', 'SCIENCE_AND_ENGINEERING'],
    'Sales & Marketing': ['SALES_AND_RETAIL'],
    Broking: ['SALES_AND_RETAIL', 'ACCOUNTING_AND_FINANCE'],
    'Broking, Distribution & Marketing': ['SALES_AND_RETAIL'],
  }),
)

function jobCategoriesOf(raw: RawJob, specialisms: string[], ofTitle: readonly string[]): string[] {
  const stated = raw.jobCategories
    ?.map(code =>
      code
        .trim()
        .toUpperCase()
        .replace(/[^A-Z0-9]+/g, '_'),
    )
    .filter(code => code !== '')
  if (stated && stated.length > 0) return [...new Set(stated)]
  const found = new Set<string>()
  for (const name of specialisms) {
    const sector = sectorOf.get(name)
    const codes =
      specialismCategories.get(name) ??
      (sector === 'Technology' ? ['COMPUTER_AND_IT'] : sector ? ['ACCOUNTING_AND_FINANCE'] : [])
    for (const code of codes) found.add(code)
  }
  for (const code of ofTitle) found.add(code)
  // Software is engineered too, but nobody looks for it among the sciences.
  if (found.has('COMPUTER_AND_IT') && !specialisms.includes('Data')) found.delete('SCIENCE_AND_ENGINEERING')
  return [...found]
}

/** What the words of a text are counted for; `und` is a text of none of them. */
const written = languages.filter(language => language !== 'und')
/** Small words of each language. A word of several counts for each of them: what is left over tells. */
// biome-ignore format: words
const smallWords: Record<(typeof written)[number], string> = {
  en: 'and the of to you we with for our is are in a an will your on be or this that have by from at who as it their us can all not has',
  de: 'und der die das wir für mit sie eine einen oder ist bei den dem des von zu im auf als sich auch ihre deine ihr unser unsere du dich werden wird sowie zum zur ein einer in an sind nicht uns',
  fr: 'et le la les des de du un une vous nous pour avec dans en au aux sur est sont votre vos notre nos par que qui ou à ce cette être plus sein afin qu',
  nl: 'de het een en van je wij voor met is bij ons onze jij aan op te zijn dat die als ook naar wat of om in u jouw we niet binnen tot uit',
  es: 'de el la los las del y en un una con para por que se su sus es o como al más nuestro nuestra tu te lo ser e',
  it: 'di e il la lo gli le del della dei delle in un una con per che si è sono da al alla nel nella o come nostro nostra i ai',
  pt: 'de o a os as do da dos das e em um uma com para por que se seu sua é ou como na nos nas ao mais você nossa não à',
  pl: 'i w z na do się jest oraz dla od nie że przez po o a lub za twoje nasz naszej jako ze pracy pracę są co',
}
const languagesOfWord = new Map<string, number>()
written.forEach((language, index) => {
  for (const word of smallWords[language].split(' '))
    languagesOfWord.set(word, (languagesOfWord.get(word) ?? 0) | (1 << index))
})
const languageHits = new Uint16Array(written.length)
/** Where a title is all there is. */
const languageSigns: [Language, RegExp][] = [
  ['pl', /[łżźśćńąę]/i],
  ['pt', /[ãõ]/i],
  ['es', /ñ|[¿¡]/i],
  ['fr', /[àâçèêëîïœù]|\((?:h\/f|f\/h)\)|\bh\/f\b|\bf\/h\b/i],
  ['nl', /\((?:m\/v(?:\/x)?|v\/m(?:\/x)?)\)|medewerker/i],
  [
    'de',
    /[äöüß]|\((?:m\/w\/d|w\/m\/d)\)|entwickler|leiter(?:in)?\b|berater(?:in)?\b|sachbearbeit|versicherung|buchhalt|kredit|aktuar\b/i,
  ],
]
const statedLanguages: [Language, RegExp][] = [
  ['en', /^en(?:g|glish)?(?![a-z])/],
  ['de', /^(?:de|ger|deu|german|deutsch)(?![a-z])/],
  ['fr', /^(?:fr|fre|fra|french|français|francais)(?![a-z])/],
  ['nl', /^(?:nl|dut|nld|dutch|nederlands)(?![a-z])/],
  ['es', /^(?:es|spa|spanish|español|espanol|castellano)(?![a-z])/],
  ['it', /^(?:it|ita|italian|italiano)(?![a-z])/],
  ['pt', /^(?:pt|por|portuguese|português|portugues)(?![a-z])/],
  ['pl', /^(?:pl|pol|polish|polski)(?![a-z])/],
]
/** Characters of a text in which its language shows. */
const languageSample = 600

/**
 * What the feed says, unless the text is plainly in another language: a page's own default says English of adverts in
 * any. Else by the small words of title and first lines. A text that has hardly any of a language's is in none of ours
 * (`und`); without a sentence the title's letters are all there is to guess by.
 */
function languageOf(raw: RawJob, plainText: string): Found<Language> {
  const said = raw.language?.trim().toLowerCase()
  const stated = said ? statedLanguages.find(([, pattern]) => pattern.test(said))?.[0] : undefined
  const { words, best, hits, second } = countLanguages(
    `${raw.title} ${plainText.slice(0, languageSample)}`.toLowerCase(),
  )
  if (stated !== undefined) {
    const own = languageHits[written.indexOf(stated as (typeof written)[number])]!
    return best === null || best === stated || hits < 12 || own * 3 > hits
      ? { value: stated, finding: null }
      : { value: best, finding: { raw: raw.language!, confidence: 0.8, flags: ['fromDescription', 'contradicted'] } }
  }
  if (words >= 40 && hits < words / 12) return { value: 'und', finding: finding('unlisted', 0.6, raw.language) }
  // One small word of a title is chance (`Trainer i Trades`, `Store Manager - La Place`).
  if (best === null || (best !== 'en' && hits - second < (best === 'de' && second === 0 ? 1 : 2))) {
    const sign = languageSigns.find(([, pattern]) => pattern.test(raw.title))?.[0]
    // The feed names a language that is none of ours, or the letters are of another script.
    const isOther = said ? true : /[\u0370-\u1fff\u3040-\uffdc]{2}/.test(raw.title)
    return { value: isOther ? 'und' : (sign ?? 'en'), finding: finding('assumed', 0.4) }
  }
  // Words of two languages, or too few to be sure: worth telling.
  const clear = second === 0 || (hits >= 4 && second * 10 <= hits * 7)
  return {
    value: best,
    finding: clear ? null : finding(said ? 'unlisted' : 'fromDescription', hits >= 4 ? 0.7 : 0.4, raw.language),
  }
}

/** @param text in lower case. @returns `best` null where no small word is met, or as many of two languages */
function countLanguages(text: string): { words: number; best: Language | null; hits: number; second: number } {
  languageHits.fill(0)
  let words = 0
  for (let start = 0; start < text.length; ) {
    while (start < text.length && !isLetter(text.charCodeAt(start))) start++
    let end = start
    while (end < text.length && isLetter(text.charCodeAt(end))) end++
    if (end > start) {
      words++
      if (end - start < 8) {
        let found = languagesOfWord.get(text.slice(start, end)) ?? 0
        for (; found !== 0; found &= found - 1) languageHits[31 - Math.clz32(found & -found)]!++
      }
    }
    start = end
  }
  let best = 0
  for (let index = 1; index < written.length; index++) if (languageHits[index]! > languageHits[best]!) best = index
  let second = 0
  for (let index = 0; index < written.length; index++)
    if (index !== best && languageHits[index]! > second) second = languageHits[index]!
  const hits = languageHits[best]!
  return { words, best: hits === 0 || hits === second ? null : written[best]!, hits, second }
}

/** A letter of the Latin script, in lower case. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 0xdf && code <= 0x17f && code !== 0xf7)
}
