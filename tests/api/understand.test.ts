import { beforeAll, describe, expect, it } from 'vitest'
import { conditionPhrases, hoursSaid, ir35Said } from '#indexer/conditions'
import type { PlaceDocument } from '#indexer/place'
import { type SiteId, sites } from '#indexer/site'
import { type NamedPlace, type PlaceNames, readPlaceNames } from '../../api/search/placeNames.ts'
import { postcodeParts } from '../../api/search/postcodes.ts'
import { cleanText, type Kind, postcodesIn } from '../../api/search/queryText.ts'
import { readQuery } from '../../api/search/understand.ts'
import { loadGazetteer } from '../../indexer/documents/loadGazetteer.ts'
import { placeDocuments } from '../../indexer/documents/placeDocuments.ts'

const names = {} as Record<SiteId, PlaceNames>
let postcodes: Map<string, NamedPlace>

beforeAll(async () => {
  const documents = placeDocuments(loadGazetteer())
  const engine = {
    documents: async <T>(_: string, { offset, limit }: { offset: number; limit: number }) => ({
      results: documents.slice(offset, offset + limit) as T[],
      total: documents.length,
    }),
  }
  for (const id of ['uk', 'sg', 'de'] as const) names[id] = await readPlaceNames(engine, 'places', sites[id])
  postcodes = new Map(
    documents.filter(({ kind }: PlaceDocument) => kind === 'postcode').map(place => [place.name, place]),
  )
})

function queryOf(q: string, site: SiteId = 'uk', taken: Kind[] = [], plain: string[] = []) {
  const known = new Map(
    postcodesIn(q, sites[site]).flatMap(text => {
      const part = postcodeParts(text, sites[site])?.parts.find(part => postcodes.has(part))
      return part ? [[text, postcodes.get(part)!] as const] : []
    }),
  )
  return readQuery(q, {
    site: sites[site],
    places: names[site],
    postcodes: known,
    taken: new Set(taken),
    plain: new Set(plain),
  })
}

/** `place=London | type=Contract | words=actuary`, in the order of the text; a kept word stands in both. */
function read(...asked: Parameters<typeof queryOf>): string {
  const query = queryOf(...asked)
  const parts = query.parts.map(({ kind, params, place }) => {
    const value =
      kind === 'place'
        ? `${place!.name}${place!.kind === 'area' ? '' : ` ${params.radius}`}`
        : Object.values(params).flat().join(',')
    return `${kind}=${value}`
  })
  return [...parts, `words=${query.words(query.parts, true)}`].join(' | ')
}

describe('what is understood', () => {
  it.each([
    // place
    ['actuary london', 'place=London 20 | words=actuary'],
    ['actuary in London', 'place=London 20 | words=actuary'],
    ['london actuary', 'place=London 20 | words=actuary'],
    ['jobs in London', 'place=London 20 | words='],
    ['new jobs in London', 'place=London 20 | words='],
    ['jobs in sheffield', 'place=Sheffield 20 | words='],
    ['london', 'place=London 20 | words='],
    ['LEEDS', 'place=Leeds 20 | words='],
    ['data analyst Manchester', 'place=Manchester 20 | words=data analyst'],
    ['nurse jobs near Birmingham', 'place=Birmingham 20 | words=nurse'],
    ['underwriter around bristol', 'place=Bristol 20 | words=underwriter'],
    ['chef jobs newcastle', 'place=Newcastle upon Tyne 20 | words=chef'],
    ['mortgage advisor surrey', 'place=Surrey | words=mortgage advisor'],
    ['accountant west midlands', 'place=West Midlands (region) | words=accountant'],
    ['electrician essex', 'place=Essex | words=electrician'],
    // several areas of one name, and areas called by a code
    ['software engineer in the midlands', 'place=Midlands | words=software engineer'],
    ['accountant home counties', 'place=Home Counties | words=accountant'],
    ['area sales manager thames valley', 'place=Thames Valley | words=area sales manager'],
    ['nurse mid wales', 'place=Powys | words=nurse'],
    ['sales manager UK and Ireland', 'place=UK and Ireland | words=sales manager'],
    ['uk & ireland sales manager', 'place=UK and Ireland | words=sales manager'],
    ['nurse inside the m25', 'place=M25 | words=nurse'],
    ['java usa', 'place=United States | words=java'],
    ['us tax manager london', 'place=London 20 | words=us tax manager'],
    // what says no more than the place
    ['analyst leeds city centre', 'place=Leeds 20 | words=analyst'],
    ['leeds city council', 'words=leeds city council'],
    ['cleaner central manchester', 'place=Manchester 20 | words=cleaner'],
    ['south manchester accountant', 'place=Manchester 20 | words=accountant'],
    ['south london nurse', 'place=South London 20 | words=nurse'],
    ['care worker bristol area', 'place=Bristol 20 | words=care worker'],
    ['care worker leeds and surrounding areas', 'place=Leeds 20 | words=care worker'],
    ['area manager leeds', 'place=Leeds 20 | words=area manager'],
    ['london area manager', 'place=London 20 | words=area manager'],
    ['nurse soton', 'place=Southampton 20 | words=nurse'],
    // places beside each other
    ['driver leeds ls1', 'place=LS 20 | words=driver'],
    ['analyst ec2 london', 'place=EC2 20 | words=analyst'],
    ['analyst london, hackney', 'place=Hackney 20 | words=analyst'],
    ['nurse leeds bradford', 'place=Bradford 20 | words=nurse'],
    ['pilot leeds bradford airport', 'place=Leeds 20 | words=pilot bradford airport'],
    ['nurse leeds or bradford', 'place=Bradford 20 | words=nurse'],
    ['nurse brighton & hove', 'place=Brighton 20 | words=nurse'],
    ['buyer reading/london', 'place=London 40 | words=buyer'],
    ['buyer within 10 miles of reading or oxford', 'place=Reading 10 | words=buyer or oxford'],
    ['nurse london or manchester', 'place=Manchester 20 | words=nurse london'],
    // in the time that it takes
    ['30 mins from leeds', 'place=Leeds 20 | words='],
    ['analyst within 45 minutes drive of york', 'place=York 30 | words=analyst'],
    ['analyst within commuting distance of reading', 'place=Reading 20 | words=analyst'],
    ['analyst commutable to london', 'place=London 20 | words=analyst'],
    ['analyst 16 hours leeds', 'place=Leeds 20 | words=analyst 16 hours'],
    // days in the office
    ['analyst hybrid 2 days a week in the office leeds', 'environment=Hybrid | place=Leeds 20 | words=analyst'],
    ['analyst 5 days in office', 'environment=Onsite | words=analyst'],
    ['analyst one day a week from home', 'environment=Hybrid | words=analyst'],
    ['"2 days in office"', 'words="2 days in office"'],
    // nothing else
    ['analyst remote only', 'environment=Remote | words=analyst'],
    ['permanent roles only', 'type=Permanent | words='],
    ['only analyst', 'words=only analyst'],
    ['developer scotland', 'place=Scotland | words=developer'],
    ['quant jobs singapore', 'place=Singapore | words=quant'],
    ['claims handler stratford-upon-avon', 'place=Stratford-upon-Avon 20 | words=claims handler'],
    ['hr advisor reading', 'place=Reading 20 | words=hr advisor'],
    ['buyer bath', 'place=Bath 20 | words=buyer'],
    ['teacher in Lincoln', 'place=Lincoln 20 | words=teacher'],
    ['manager in Sale', 'place=Sale 20 | words=manager'],
    ['broker within 10 miles of Reading', 'place=Reading 10 | words=broker'],
    ['broker reading within 10 miles', 'place=Reading 10 | words=broker'],
    ['broker leeds 30 miles', 'place=Leeds 30 | words=broker'],
    ['broker within 12 miles of Leeds', 'place=Leeds 10 | words=broker'],
    ['python developer ec2', 'place=EC2 20 | words=python developer'],
    ['python developer EC2A 4NE', 'place=EC2 20 | words=python developer'],
    ['cleaner w1t', 'place=W1 20 | words=cleaner'],
    ['cleaner e20', 'place=E20 20 | words=cleaner'],
    ['java developer London fintech', 'place=London 20 | words=java developer fintech'],
    ['jobs for teachers in Leeds', 'place=Leeds 20 | words=teachers'],
    ['paralegal, Liverpool', 'place=Liverpool 20 | words=paralegal'],
    ['Paralegal (Liverpool)', 'place=Liverpool 20 | words=Paralegal'],
    ['vacancies cardiff', 'place=Cardiff 20 | words='],
    ['roles in Edinburgh', 'place=Edinburgh 20 | words='],
    ['architect dublin', 'place=Dublin 20 | words=architect'],
    ['trader new york', 'place=New York | words=trader'],
    ['solicitor in law firm london', 'place=London 20 | words=solicitor in law firm'],
    ['jobs near law', 'place=Law 20 | words='],
    // a place and the areas that hold it
    ['accountant London, UK', 'place=London 20 | words=accountant'],
    ['jobs London, United Kingdom', 'place=London 20 | words='],
    ['java developer Cambridge UK', 'place=Cambridge 20 | words=java developer'],
    ['jobs in Manchester, UK', 'place=Manchester 20 | words='],
    ['jobs in Leeds, West Yorkshire', 'place=Leeds 20 | words='],
    ['sales Leeds, West Yorkshire', 'place=Leeds 20 | words=sales'],
    ['sales Leeds - West Yorkshire', 'place=Leeds 20 | words=sales'],
    ['Leeds West Yorkshire accountant', 'place=Leeds 20 | words=accountant'],
    ['nurse Leeds, West Yorkshire, England', 'place=Leeds 20 | words=nurse'],
    ['accountant London, England, United Kingdom', 'place=London 20 | words=accountant'],
    ['hr advisor Reading, Berkshire', 'place=Reading 20 | words=hr advisor'],
    ['hr advisor reading berkshire', 'place=Reading 20 | words=hr advisor'],
    ['Reading, Berkshire', 'place=Reading 20 | words='],
    ['nurse Bath, Somerset, part time', 'place=Bath 20 | hours=Part-time | words=nurse'],
    ['Care Assistant (Rugby, Warwickshire)', 'place=Rugby 20 | words=Care Assistant'],
    ['nurse Lincoln, Lincolnshire', 'place=Lincoln 20 | words=nurse'],
    ['nurse Battle, East Sussex', 'place=Battle 20 | words=nurse'],
    ['chef Ambleside, Cumbria', 'place=Ambleside 20 | words=chef'],
    ['chef Ambleside Cumbria', 'place=Ambleside 20 | words=chef'],
    ['nurse Hayes, Kent', 'place=Hayes 20 | words=nurse'],
    ['nurse Bromley, Kent', 'place=Bromley 20 | words=nurse'],
    ['within 5 miles of Leeds, West Yorkshire', 'place=Leeds 5 | words='],
    ['Leeds, West Yorkshire 10 miles', 'place=Leeds 10 | words='],
    ['accountant Surrey, UK', 'place=Surrey | words=accountant'],
    ['accountant Perth, Australia', 'place=Perth 20 | words=accountant'],
    ['accountant London, England', 'place=London 20 | words=accountant'],
    ['jobs Newport, Wales', 'place=Newport 20 | words='],
    // and areas behind a word that is no place of them
    ['reading berkshire', 'place=Berkshire | words=reading'],
    ['Bath Somerset', 'place=Somerset | words=Bath'],
    ['reading teacher Kent', 'place=Kent | words=reading teacher'],
    ['bath fitter, Somerset', 'place=Somerset | words=bath fitter'],
    ['audit, Essex', 'place=Essex | words=audit'],
    ['law, Surrey', 'place=Surrey | words=law'],
    ['eagle UK', 'place=United Kingdom | words=eagle'],
    ['jobs in Colchester or Essex', 'place=Colchester 20 | words=Essex'],
    ['nurse Cambridge, Kent', 'place=Kent | words=nurse Cambridge'],
    ['Leeds UK tax adviser', 'place=Leeds 20 | words=UK tax adviser'],
    ['nurse Lambeth, South East London', 'place=South East London 20 | words=nurse'],
    ['London Welsh', 'place=London 20 | words=Welsh'],
    ['Leeds West Yorkshire Police', 'place=Leeds 20 | words=West Yorkshire Police'],
    // by another name
    ['nurse Central London', 'place=London 20 | words=nurse'],
    ['nurse London city centre', 'place=London 20 | words=nurse'],
    ['nurse London UK', 'place=London 20 | words=nurse'],
    ['nurse newport wales', 'place=Newport 20 | words=nurse'],
    ['chef Llundain', 'place=London 20 | words=chef'],
    ['chef Wrecsam', 'place=Wrexham 20 | words=chef'],
    ['chef Caerdydd', 'place=Cardiff 20 | words=chef'],
    ['chef Y Fenni', 'place=Abergavenny 20 | words=chef'],
    ['chef Dùn Èideann', 'place=Edinburgh 20 | words=chef'],
    ['chef Béal Feirste', 'place=Belfast 20 | words=chef'],
    ['chef Doire', 'place=Derry 20 | words=chef'],
    // Behind those in use: what a place is called in languages of elsewhere.
    ['chef lakana', 'words=chef lakana'],
    ['central heating engineer London', 'place=London 20 | words=central heating engineer'],
    // how far from it
    ['broker 5 miles from Leeds', 'place=Leeds 5 | words=broker'],
    ['broker within 5 miles Leeds', 'place=Leeds 5 | words=broker'],
    ['broker up to 10 miles from Leeds', 'place=Leeds 10 | words=broker'],
    ['broker 10 miles away from Leeds', 'place=Leeds 10 | words=broker'],
    ['broker 30 miles around Leeds', 'place=Leeds 30 | words=broker'],
    ['broker 10 mile radius of Leeds', 'place=Leeds 10 | words=broker'],
    ['broker within a 10-mile radius of reading', 'place=Reading 10 | words=broker'],
    ['broker within a radius of 10 miles from Leeds', 'place=Leeds 10 | words=broker'],
    ['broker reading 10 mile radius', 'place=Reading 10 | words=broker'],
    ['broker reading up to 10 miles', 'place=Reading 10 | words=broker'],
    ['broker Leeds +10 miles', 'place=Leeds 10 | words=broker'],
    ['broker 50km from Leeds', 'place=Leeds 30 | words=broker'],
    ['broker Leeds 50 km', 'place=Leeds 30 | words=broker'],
    ['broker 2.5 miles from Leeds', 'place=Leeds 5 | words=broker'],
    ['broker 10 miles from Reading, Berkshire £50k', 'place=Reading 10 | pay=GBP-year-50000 | words=broker'],
    ['broker 10 miles from SW1A 1AA', 'place=SW1 10 | words=broker'],
    ['jobs in Essex within 10 miles of Chelmsford', 'place=Chelmsford 10 | words=Essex'],
    ['broker within 10 miles of Kent', 'place=Kent | words=broker'],
    ['"10 miles" Leeds', 'place=Leeds 20 | words="10 miles"'],
    ['driver 300 miles a day London', 'place=London 20 | words=driver 300 miles a day'],
    ['7.5 tonne driver Leeds', 'place=Leeds 20 | words=7.5 tonne driver'],
    ['broker from Leeds', 'place=Leeds 20 | words=broker'],
    // where the searcher is
    ['jobs near me', 'words='],
    ['near me', 'words='],
    ['warehouse jobs near me', 'words=warehouse'],
    ['warehouse "near me"', 'words=warehouse "near me"'],
    ['looking for a job near me', 'words='],
    ['nurse nearby', 'words=nurse'],
    ['jobs in my area', 'words='],
    ['local jobs near me', 'words='],
    ['care home jobs near me', 'words=care home'],
    ['jobs near me leeds', 'place=Leeds 20 | words='],
    ['part time cleaning close to home', 'hours=Part-time | words=cleaning'],
    ['nurse within 10 miles of me', 'words=nurse'],
    ['nurse 10 miles from home', 'words=nurse'],
    ['infirmier près de chez moi', 'words=infirmier'],
    ['enfermera cerca de mí', 'words=enfermera'],
    ['kierowca w pobliżu', 'words=kierowca'],
    // conditions
    ['permanent manager', 'type=Permanent | words=manager'],
    ['permanent engineer', 'type=Permanent | words=engineer'],
    ['permanent contract accountant', 'type=Permanent | words=accountant'],
    ['temp to perm administrator', 'type=Temporary | words=temp to perm administrator'],
    ['contract to perm developer', 'type=Contract | words=contract to perm developer'],
    ['java contracts london', 'type=Contract | place=London 20 | words=java'],
    ['in office developer', 'environment=Onsite | words=developer'],
    ['home office croydon', 'place=Croydon 20 | words=home office'],
    ['training contract london', 'place=London 20 | words=training contract'],
    ['contract actuary', 'type=Contract | words=actuary'],
    ['actuary contract', 'type=Contract | words=actuary'],
    ['contract business analyst', 'type=Contract | words=business analyst'],
    ['permanent underwriter', 'type=Permanent | words=underwriter'],
    ['perm java developer', 'type=Permanent | words=java developer'],
    ['interim finance director', 'type=Contract | words=interim finance director'],
    ['temporary administrator', 'type=Temporary | words=temporary administrator'],
    ['fixed term accountant', 'type=Contract | words=fixed term accountant'],
    ['part time receptionist', 'hours=Part-time | words=receptionist'],
    ['part-time bookkeeper', 'hours=Part-time | words=bookkeeper'],
    ['full time nurse', 'hours=Full-time | words=nurse'],
    ['remote data analyst', 'environment=Remote | words=data analyst'],
    ['data analyst remote', 'environment=Remote | words=data analyst'],
    ['work from home sales', 'environment=Remote | words=sales'],
    ['home based sales', 'environment=Remote | words=sales'],
    ['wfh developer', 'environment=Remote | words=developer'],
    ['hybrid project manager', 'environment=Hybrid | words=project manager'],
    ['project manager on-site', 'environment=Onsite | words=project manager'],
    ['office based administrator', 'environment=Onsite | words=administrator'],
    ['business analyst outside ir35', 'ir35=Outside IR35 | words=business analyst'],
    ['BA inside IR35', 'ir35=Inside IR35 | words=BA'],
    ['entry level analyst', 'level=Entry | words=analyst'],
    ['graduate jobs', 'level=Entry | words=graduate'],
    ['director level finance', 'level=Director | words=finance'],
    // the same said again, and another
    ['contractor day rate java', 'type=Contract | words=java'],
    ['day rate contractor outside IR35', 'type=Contract | ir35=Outside IR35 | words='],
    ['contractor £500 day rate', 'type=Contract | pay=GBP-day-500 | words='],
    ['£500 day rate contractor', 'pay=GBP-day-500 | type=Contract | words='],
    ['fully remote work from home developer', 'environment=Remote | words=developer'],
    ['wfh remote developer', 'environment=Remote | words=developer'],
    ['part time sales bath part-time', 'hours=Part-time | place=Bath 20 | words=sales'],
    ['interim contractor', 'type=Contract | words=interim'],
    ['contract interim manager', 'type=Contract | words=interim manager'],
    ['remote hybrid developer', 'environment=Remote | words=hybrid developer'],
    ['permanent contractor', 'type=Permanent | words=contractor'],
    ['remote remote sensing', 'environment=Remote | words=remote sensing'],
    // pay
    ['£50k accountant', 'pay=GBP-year-50000 | words=accountant'],
    ['accountant 50k', 'pay=GBP-year-50000 | words=accountant'],
    ['accountant 50K+', 'pay=GBP-year-50000 | words=accountant'],
    ['finance manager £60,000', 'pay=GBP-year-60000 | words=finance manager'],
    ['finance manager £60,000 per annum', 'pay=GBP-year-60000 | words=finance manager'],
    ['actuary £600 a day', 'pay=GBP-day-600 | words=actuary'],
    ['actuary £600/day', 'pay=GBP-day-600 | words=actuary'],
    ['actuary 600 per day', 'pay=GBP-day-600 | words=actuary'],
    ['chef £15 per hour', 'pay=GBP-hour-15 | words=chef'],
    // No job at exactly £12.50 is left out, by the lower end and by the upper.
    ['chef £12.50 an hour', 'pay=GBP-hour-12 | words=chef'],
    ['chef up to £12.50 an hour', 'pay=max-GBP-hour-13 | words=chef'],
    ['chef £15.50p/h', 'pay=GBP-hour-15 | words=chef'],
    ['chef £15 hour', 'pay=GBP-hour-15 | words=chef'],
    ['nanny 2 days £15ph', 'pay=GBP-hour-15 | words=nanny 2 days'],
    ['van driver £600pw', 'pay=GBP-day-120 | words=van driver'],
    ['live in carer £900 pw', 'pay=GBP-day-180 | words=live in carer'],
    ['driver £500 weekly', 'pay=GBP-day-100 | words=driver'],
    ['driver 500 a week', 'pay=GBP-day-100 | words=driver'],
    ['£1,200 fortnightly cleaner', 'pay=GBP-day-120 | words=cleaner'],
    ['£2,000 pm cleaner', 'pay=GBP-year-24000 | words=cleaner'],
    ['£60k pm london', 'pay=GBP-year-60000 | place=London 20 | words=pm'],
    ['£25k day nursery manager', 'pay=GBP-year-25000 | words=day nursery manager'],
    ['£30k year 2 teacher', 'pay=GBP-year-30000 | words=year 2 teacher'],
    ['£30 a month', 'words=30 a month'],
    ['iso 9001 pm', 'words=iso 9001 pm'],
    ['office 365 pa', 'words=office 365 pa'],
    ['nurse max salary £30k', 'pay=max-GBP-year-30000 | words=nurse'],
    ['java maximum rate £500 a day', 'pay=max-GBP-day-500 | words=java'],
    ['clerk 25k max', 'pay=max-GBP-year-25000 | words=clerk'],
    ['clerk £25k or more', 'pay=GBP-year-25000 | words=clerk'],
    ['clerk no less than £25k', 'pay=GBP-year-25000 | words=clerk'],
    ['accountant 30 to 40k', 'pay=GBP-year-30000 | words=accountant'],
    ['accountant between 30k and 40k', 'pay=GBP-year-30000 | words=accountant'],
    ['accountant between £30,000 and £40,000', 'pay=GBP-year-30000 | words=accountant'],
    ['java 8 to £50k', 'pay=GBP-year-50000 | words=java 8'],
    ['underwriter from £70k', 'pay=GBP-year-70000 | words=underwriter'],
    ['underwriter over 70k', 'pay=GBP-year-70000 | words=underwriter'],
    ['underwriter £70k - £80k', 'pay=GBP-year-70000 | words=underwriter'],
    ['underwriter 70-80k', 'pay=GBP-year-70000 | words=underwriter'],
    ['clerk up to £25,000', 'pay=max-GBP-year-25000 | words=clerk'],
    ['clerk under 25k', 'pay=max-GBP-year-25000 | words=clerk'],
    // when
    ['quant jobs this week', 'posted=7 | words=quant'],
    ['jobs posted today', 'posted=1 | words='],
    ['developer last 3 days', 'posted=3 | words=developer'],
    ['developer last 24 hours', 'posted=1 | words=developer'],
    ['nurse past month', 'posted=30 | words=nurse'],
    // several
    [
      'contract actuary london £600 a day hybrid',
      'type=Contract | place=London 20 | pay=GBP-day-600 | environment=Hybrid | words=actuary',
    ],
    ['part time receptionist leeds', 'hours=Part-time | place=Leeds 20 | words=receptionist'],
    ['£50k accountant manchester', 'pay=GBP-year-50000 | place=Manchester 20 | words=accountant'],
    ['quant jobs singapore this week', 'place=Singapore | posted=7 | words=quant'],
    [
      'business analyst outside ir35 within 10 miles of reading',
      'ir35=Outside IR35 | place=Reading 10 | words=business analyst',
    ],
    ['remote contract python developer', 'environment=Remote | type=Contract | words=python developer'],
    ['graduate jobs cardiff', 'level=Entry | place=Cardiff 20 | words=graduate'],
    [
      'permanent part time nurse in Leeds from £30k',
      'type=Permanent | hours=Part-time | place=Leeds 20 | pay=GBP-year-30000 | words=nurse',
    ],
  ])('%s', (q, expected) => {
    expect(read(q)).toBe(expected)
  })

  it.each([
    ['Aktuar München 80.000 €', 'place=Munich 20 | pay=EUR-year-80000 | words=Aktuar'],
    ['Aktuar Großraum Hamburg', 'place=Hamburg 20 | words=Aktuar'],
    ['Aktuar Köln und Umgebung', 'place=Cologne 20 | words=Aktuar'],
    ['Aktuar Köln oder Düsseldorf', 'place=Düsseldorf 40 | words=Aktuar'],
    ['Aktuar Süddeutschland', 'place=Southern Germany | words=Aktuar'],
    ['Aktuar NRW', 'place=North Rhine-Westphalia | words=Aktuar'],
    ['Buchhalter in Teilzeit', 'hours=Part-time | words=Buchhalter'],
    ['Stellen in Köln', 'place=Cologne 20 | words='],
    ['Entwickler Frankfurt', 'place=Frankfurt am Main 20 | words=Entwickler'],
    ['Koch Essen', 'place=Essen 20 | words=Koch'],
    ['Essen auf Rädern', 'words=Essen auf Rädern'],
    ['Entwickler München, Bayern', 'place=Munich 20 | words=Entwickler'],
    ['Entwickler Passau Bayern', 'place=Passau 20 | words=Entwickler'],
    ['Frankfurt, Hessen', 'place=Frankfurt am Main 20 | words='],
    ['Entwickler Frankfurt, Brandenburg', 'place=Frankfurt (Oder) 20 | words=Entwickler'],
    ['Entwickler Köln NRW', 'place=Cologne 20 | words=Entwickler'],
    ['Stellen in Köln, NRW', 'place=Cologne 20 | words='],
    ['Koch Essen, Nordrhein-Westfalen', 'place=Essen 20 | words=Koch'],
    ['Entwickler Berlin, Deutschland', 'place=Berlin 20 | words=Entwickler'],
    ['Vertrieb Bayern', 'place=Bavaria | words=Vertrieb'],
    ['Entwickler Mülheim Ruhr', 'place=Mülheim 20 | words=Entwickler'],
    ['Entwickler Hamburg-Altona', 'place=Altona 20 | words=Entwickler'],
    ['Entwickler 10 km um Köln', 'place=Cologne 10 | words=Entwickler'],
    ['Umkreis 30 km Köln', 'place=Cologne 30 | words='],
    ['Entwickler im Umkreis von 30 km um Köln', 'place=Cologne 30 | words=Entwickler'],
    ['Entwickler 30km rund um Köln', 'place=Cologne 30 | words=Entwickler'],
    ['Entwickler bis zu 30 Kilometer von Köln', 'place=Cologne 30 | words=Entwickler'],
    ['Entwickler Köln Umkreis 30 km', 'place=Cologne 30 | words=Entwickler'],
    ['Entwickler Köln +30km', 'place=Cologne 30 | words=Entwickler'],
    ['Entwickler Home Office', 'environment=Remote | words=Entwickler'],
    ['Lager Jobs in meiner Nähe', 'words=Lager'],
    ['Koch in der Nähe von München', 'place=Munich 20 | words=Koch'],
    ['Entwickler Homeoffice', 'environment=Remote | words=Entwickler'],
    ['Pfleger Vollzeit Hamburg', 'hours=Full-time | place=Hamburg 20 | words=Pfleger'],
    ['Controller unbefristet', 'type=Permanent | words=Controller'],
    ['Controller befristet', 'type=Contract | words=Controller befristet'],
    ['Aktuar ab 70.000 Euro', 'pay=EUR-year-70000 | words=Aktuar'],
    ['Koch 15€/h', 'pay=EUR-hour-15 | words=Koch'],
    ['Koch 15 €/Std.', 'pay=EUR-hour-15 | words=Koch'],
    ['Koch 15,50 €', 'pay=EUR-hour-15 | words=Koch'],
    ['Koch 2.250,50 €', 'pay=EUR-year-27006 | words=Koch'],
    ['Koch 26 000 € - 30 000 €', 'pay=EUR-year-26000 | words=Koch'],
    ['Koch 4000 € brutto', 'pay=EUR-year-48000 | words=Koch'],
    ['Koch brutto 4000 €', 'pay=EUR-year-48000 | words=Koch'],
    ['Koch 4000 brutto', 'pay=EUR-year-48000 | words=Koch'],
    ['Koch 30.000 - 40.000 €', 'pay=EUR-year-30000 | words=Koch'],
    ['Koch zwischen 30.000 und 40.000 €', 'pay=EUR-year-30000 | words=Koch'],
    ['Jobs bei Stuttgart', 'place=Stuttgart 20 | words='],
    ['Buchhalterin Berlin', 'place=Berlin 20 | words=buchhalter'],
    ['Sachbearbeiter (m/w/d) Leipzig', 'place=Leipzig 20 | words=Sachbearbeiter'],
    ['Bilanzbuchhalter*in', 'words=Bilanzbuchhalter'],
    ['Jobs diese Woche', 'posted=7 | words='],
    ['Giessen Entwickler', 'words=Giessen Entwickler'],
    ['Entwickler Giessen', 'place=Gießen 20 | words=Entwickler'],
    ['Entwickler Gießen', 'place=Gießen 20 | words=Entwickler'],
  ])('on the German site: %s', (q, expected) => {
    expect(read(q, 'de')).toBe(expected)
  })

  it.each([
    ['quant S$8,000 per month', 'pay=SGD-year-96000 | words=quant'],
    ['analyst raffles place', 'place=Raffles Place 20 | words=analyst'],
    ['quant Jurong East, West Region', 'place=Jurong East 20 | words=quant'],
    ['quant Tampines, Singapore', 'place=Tampines 20 | words=quant'],
    ['quant within 5km of Tampines', 'place=Tampines 5 | words=quant'],
    ['quant 5 miles from Tampines', 'place=Tampines 10 | words=quant'],
    ['quant London, UK', 'place=London 20 | words=quant'],
    ['nurse singapore', 'place=Singapore | words=nurse'],
  ])('on the site of Singapore: %s', (q, expected) => {
    expect(read(q, 'sg')).toBe(expected)
  })
})

it.each([
  ['bangor', 'gwynedd', 'Bangor, Wales'],
  ['bangor', 'county down', 'Bangor, Northern Ireland'],
  ['richmond', 'north yorkshire', 'Richmond, England'],
  ['hayes', 'kent', 'Hayes (near Swanley), England'],
  ['halle', 'nrw', 'Halle, North Rhine-Westphalia'],
  ['london', 'essex', undefined],
  ['kent', 'essex', undefined],
])('of the places called %s, in %s is %s', (name, area, label) => {
  expect(names.uk.lyingIn(name, names.uk.named(area)!)?.label).toBe(label)
})

describe('what is not taken apart', () => {
  it.each([
    'London Market underwriter',
    'Reading recovery teacher',
    'Bath installer',
    'Senior Java developer',
    'contract manager',
    'contracts administrator',
    'remote sensing analyst',
    'Essex Court clerk',
    'hybrid cloud engineer',
    'remote support engineer',
    'temporary works engineer',
    'junior doctor',
    'lead developer',
    'head of finance',
    'bank of england',
    'University of Leeds lecturer',
    'stock controller',
    'deal advisory',
    'fleet manager',
    'pool attendant',
    'guide dog trainer',
    'mobile engineer',
    'brand manager',
    'box office assistant',
    'law clerk',
    'best execution analyst',
    'contracts coordinator',
    'contracts solicitor',
    'contract hire sales',
    'zero hours contract',
    'permanent way engineer',
    'permanent makeup artist',
    'permanent make up artist',
    'perm recruitment consultant',
    'temporary traffic management',
    'home office analyst',
    'office administration',
    'marine hull',
    'marine hull underwriter',
    'meter reading',
    'proof reading',
    'tree felling',
    'morgan stanley',
    'royal london actuary',
    'solicitor in law',
    'cashier in bank',
    'cleaner in church',
    'waiter leicester square',
    'oxford circus retail',
    'telesales b2b',
    'sales b2c',
    'security g4s',
    'e2e',
    'qa e2e',
    'developer m2m',
    'n8n developer',
    'home manager',
    'care home manager',
    'job coach',
    'careers adviser',
    'immediate start sales',
    'maternity nurse',
    'no experience',
    'NHS band 6',
    'ISO 27001 auditor',
    'windows 11 engineer',
    'level 3 nursery nurse',
    'IFRS17 actuary',
    'Java17 developer',
    '24 hour carer',
    'class 2 driver',
    '7.5 tonne driver',
    'A4 technician',
    'R&D engineer',
    'C++ developer',
    'c#',
    'machine learning',
    'smart contracts engineer',
    'nursing home manager',
    'social contract researcher',
    'south west regional',
    'City of London Corporation',
    'march hare',
    'nurse consultant',
    'nice guidelines',
    'start today',
    'java 10km',
    'lorry driver 10 miles',
    'London Marathon 10km',
    'head of 10 miles',
  ])('%s', q => {
    const words = read(q)
    expect(words, q).not.toMatch(/\b(?:type|environment|hours|pay|posted|ir35|level)=/)
    expect(words, q).toMatch(/^(?:place=(?:South West|City of London)[^|]*\| )?words=/)
  })

  it('leaves what the form has chosen, and what was taken back, as words', () => {
    expect(read('contract actuary london', 'uk', ['type'])).toBe('place=London 20 | words=contract actuary')
    expect(read('contract actuary london', 'uk', ['place'])).toBe('type=Contract | words=actuary london')
    expect(read('contract actuary london', 'uk', [], ['london'])).toBe('type=Contract | words=actuary london')
    expect(read('wfh remote developer', 'uk', [], ['wfh remote'])).toBe('words=wfh remote developer')
    expect(read('wfh remote developer', 'uk', [], ['wfh'])).toBe('environment=Remote | words=wfh developer')
    expect(read('wfh remote developer', 'uk', ['environment'])).toBe('words=wfh remote developer')
    expect(
      read(
        '£50k actuary',
        'uk',
        [],
        ['50k', '£50k'].map(text => text.replace('£', '')),
      ),
    ).toMatch(/words=/)
  })

  it('reads nothing inside quotation marks', () => {
    expect(read('"contract manager" london')).toBe('place=London 20 | words="contract manager"')
    expect(read('"part time" nurse')).toBe('words="part time" nurse')
  })
})

describe('the text of a query', () => {
  it.each([
    ['Underwriting Assistant -Property', 'Underwriting Assistant Property'],
    ['Ref: LL-24055', 'LL-24055'],
    ['ref LL-24055', 'LL-24055'],
    ['Job ref: AB12', 'AB12'],
    ['B/A', 'BA'],
    ['Entwickler (m/w/d)', 'Entwickler'],
    ['Entwickler*in', 'Entwickler'],
    ['“exact phrase” here', '"exact phrase" here'],
    ['half "a phrase', 'half a phrase'],
    ['driver’s mate', 'drivers mate'],
    ['ＡＣＴＵＡＲＹ', 'ACTUARY'],
  ])('%s', (typed, cleaned) => {
    expect(cleanText(typed)).toBe(cleaned)
  })

  it.each([
    ['Data Engineer jobs', 'Data Engineer'],
    ['jobs', ''],
    ['job vacancies', ''],
    ['fussball trainer', 'fussball trainer'],
    ['Fußball', 'Fussball'],
    ['looking for nurse', 'nurse'],
    ['new jobs', ''],
    ['new nurse vacancies', 'new nurse'],
    ['new business jobs', 'new business'],
    ['neue Stellen', ''],
    ['jobs in law', 'law'],
    ['jobs in office administration', 'office administration'],
  ])('%s is asked for as "%s"', (q, words) => {
    expect(read(q)).toBe(`words=${words}`)
  })

  it('leaves out with a condition what says it again', () => {
    const query = queryOf('contractor day rate java')
    expect(query.words(query.parts, true)).toBe('java')
    expect(query.words([], true)).toBe('contractor day rate java')
    expect(query.words([], true, new Set([0]))).toBe('java')
  })

  it.each([
    ['', ''],
    [' ', ''],
    ['"', ''],
    ['"""', ''],
    ['£', ''],
    ['£k', 'k'],
    ['---', ''],
    ['()', ''],
    ['in', 'in'],
    ['in in in', 'in'],
    ['a'.repeat(200), 'a'.repeat(200)],
    ['£'.repeat(200), ''],
    ['1k'.repeat(90), '1k'.repeat(90)],
    ['in London in '.repeat(15), `${'in London in '.repeat(14)}in London`],
  ])('never throws and loses no word of a text that nothing is understood of: %s', (q, words) => {
    expect(read(q)).toBe(`words=${words}`)
  })
})

describe('one table of conditions for documents and queries', () => {
  it('makes of a phrase in a feed what it makes of it in a query', () => {
    for (const [phrase, { is }] of conditionPhrases) {
      if (is.attribute === 'workingHours') expect(hoursSaid(phrase), phrase).toEqual([is.value])
      if (is.attribute === 'ir35') expect(ir35Said(phrase), phrase).toBe(is.value)
    }
  })
})
