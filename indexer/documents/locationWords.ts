/**
 * The words of a location that are no names: what says remote, what stands where a place should, what wraps a name, and
 * what postcodes and separators look like. English and German, as adverts write them.
 */
import { cutText } from '#indexer/text'
import { foldName } from '#indexer/words'

export const remoteWord =
  /(?:\b(?:fully|completely|entirely|permanently|vollständig|komplett)[ -]|\b100 ?%[ -]?)?\b(?:remote(?:ly)?(?:[ -](?:friendly|first|only|working|work|based|possible|eligible|option))?|home[ -]?(?:based|working)|work(?:ing)? from (?:home|anywhere)|wfh|home-?office(?!-\p{L})|telecommut\w+|telework\w*|anywhere|distributed|worldwide|mobiles arbeiten)\b/iu
export const remoteWords = new RegExp(remoteWord.source, 'giu')
const everywhere =
  /\b(?:world[ -]?wide|weltweit|global(?:ly)?|(?:in|from) the (?:whole )?world)\b|^(?:the |whole )*world$|^(?:any|all) countr(?:y|ies)$|\bremote\W+world$/i
/**
 * Whether a text about where a remote job may be done from means the whole world. `Anywhere` alone does not: mostly it
 * is the advertiser's country.
 */
export const saysEverywhere = (text: string): boolean => everywhere.test(text.trim())
/** `Home Office` is remote work in German and a ministry in British adverts. */
export const homeOffice = /\bhome[ -]?office\b(?!-\p{L})/giu
export const notRemote = /\b(?:no|not|non)[ -]+remote|\bremote:? (?:no|false)\b/i
export const otherWords =
  /\b(?:hybrid(?:[ -]?(?:working|work|role))?|on-?site|in-office|office-based|based with|with hybrid working|travel[ -]required|select locations|nur|teilweise|mit|möglichkeiten|möglich|flexibel|flexible|and surrounding(?: areas?)?|surrounding areas?|m\/w\/d)\b|\bu\. ?a\./gi

/** Text that stands where a place should and is none. Folded. */
export const noPlace = new Set(
  (
    'unavailable,location,locations,various,various locations,multiple,multiple locations,multiple sites,other,others,unknown,none,n a,na,null,tbc,tbd,' +
    'to be confirmed,to be advised,not specified,unspecified,confidential,default,test,general,hybrid,onsite,on site,in office,' +
    'office,offices,head office,headquarters,hq,central office,field,field based,client site,site,sites,mobile,online,virtual,home,the home,' +
    'any,all,any location,all locations,add all locations here,alle standorte,mehrere standorte,verschiedene standorte,diverse standorte,plusieurs sites,' +
    'international,global,globally,overseas,abroad,rest of the world,world,the world,world wide,whole world,weltweit,earth,here,there,somewhere,local,nearby,commutable,' +
    'north,south,east,west,central,centre,center,mitte,altstadt,innenstadt,zentrum,centrum,stadtmitte,' +
    'city,city centre,town,town centre,area,region,regional,county,district,country,state,island,campus,corporate,work,job,' +
    'a,an,at,and,der,for,from,im,in,is,of,oder,on,or,the,to,und,with'
  ).split(','),
)

/** The whole country of the advert. */
export const nationwide = new Set([
  'nationwide',
  'national',
  'countrywide',
  'country wide',
  'nationally',
  'nation wide',
  'throughout the country',
  'whole country',
])
/** `Prisons-Nationwide` */
export const nationwideAfter = /[-/ ]nation-?wide$/i
/** `PARIS 01`, `Lyon 3e`, `Paris 15ème arrondissement`, `LYON CEDEX 03`; `Wien 10`. */
export const arrondissement =
  /^(\p{L}[\p{L}.' -]{2,40}?)(?:[ -]cedex)?(?:[ -](?:0?[1-9]|1\d|2[0-3])(?:er|e|[eè]me)?(?:[ -](?:arr(?:ondissement|dt)?\.?|canton|bezirk))?|(?<=[ -]cedex))$/iu
export const numbered = new Set(['FR', 'AT', 'IE'])
/** Words that wrap a name: `Greater Leeds Area`, `Raum Köln`, `Region Stuttgart`. */
export const wrapBefore =
  /^(?:the|in|near|nr|close to|around|based in|located in|within|office in|offices in|remote in|hybrid in|home based in|greater|city of|county of|royal borough of|london borough of|borough of|metropolitan borough of|stadt|kreis|landkreis|großraum|grossraum|raum|region|nähe|bei|metropolregion|gemeinde|area of|towns? of|district of|outskirts of|commutable from|commutable to|any|central|downtown|inner|ländlicher raum|und|and|or|oder|also|either|from)[ .:]+/i
export const wrapAfter =
  /[ ,-]+(?:area|areas|region|district|office|offices|hq|headquarters|head office|city ?cent(?:re|er)|town ?cent(?:re|er)|centre|city|town|county borough|county|kreis|landkreis|stadt|und umgebung|umgebung|based|hub|branch|site|corporation|highway|junction|parkway|metropolitan area|metro|station|hbf|hauptbahnhof|x)$/i
/**
 * Words of a business address behind a town's name; the town must be big or fit the county, as `Bourne Business Park`
 * is not in Bourne.
 */
export const addressAfter =
  /[ ,-]+(?:(?:science|business|technology|industrial|trading|retail|enterprise|research|venture|office|commerce|international business)[ ]?(?:park|estate|centre|center|quarter)(?: (?:north|south|east|west))?|(?:international )?airport|quays?|docks?|spa|park|gate|central|north|south|east|west|university|college|hospital|barracks|garrison|village|nord|süd|ost|west|mitte|innenstadt|zentrum|altstadt)$/i
/** In brackets: `(bei München)`, `(Großraum Köln)`. */
export const nearby = /^(?:bei|nähe|raum|großraum|grossraum|region|near|nr\.?|close to) /i
export const street =
  /\b(?:road|rd|street|st|lane|avenue|ave|way|drive|close|court|house|row|hill|park|estate|gate|terrace|place|square|walk|straße|strasse|str|platz|weg|allee)\b/i
export const compass = /^(?:north|south|east|west|central)[ -](?=.)/i

export const britishPostcode = /\b([A-Z]{1,2}\d[A-Z\d]?) ?(\d[A-Z]{2})\b/i
export const outcodeOnly = /(?:^|\s)([A-Z]{1,2}\d{1,2}[A-Z]?)$/
export const germanPostcode = /(?:\bD[- ]?)?\b(\d{5})\b(?!\d)/
export const singaporePostcode = /\b(?:S\(?)?(\d{6})\)?(?!\d)/
export const isoFront = /^([A-Z]{2,3})-(?=[A-Z])/

export const separators = / *(?:[;|•·\ue003]| \/ |\boder\b|\bor\b|\n) */
/** Joins inside a piece that part two names, unless the piece as a whole is a name (`Tyne and Wear`). */
export const joins = / (?:and|und|et|y|&|\+) |[/&+]/

/**
 * Two letters that stand for divisions of a country (ISO 3166-2, and what people write), beside those that the
 * gazetteer has as areas.
 */
export const divisions: Record<string, string> = {
  CH: 'AG AI AR BE BL BS FR GE GL GR JU LU NE NW OW SG SH SO SZ TG TI UR VD VS ZG ZH',
  ES: 'AN AR AS CB CE CL CM CN CT EX GA IB MC MD ML NC PV RI VC',
  GB: 'NI GM WM SY WY',
  IT: 'BA BG BO BS CA CT FI GE MI MO NA PA PD PI PR RM RN SA TO TN TS UD VE VI VR',
  NL: 'DR FL FR GE GR LI NB NH OV UT ZE ZH',
}

/** A field as it is read: single spaces for spaces, lines and underscores; a line break parts like a comma. */
export function clean(value: string | undefined): string {
  if (typeof value !== 'string' || value === '') return ''
  const text = cutText(value, 600)
  if (plainText.test(text)) return text.trim()
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/(?!\n)[\p{Cc}\p{Co}\ufffd\ufeff]/gu, ' ')
    .replace(/\s*\n\s*/g, ', ')
    .replace(/[_\s]+/g, ' ')
    .replace(/\+ ?\d+ (?:other )?(?:locations?|more)\b/gi, ' ')
    .replace(/\band \d+ (?:other(?: locations?)?|more)\b/gi, ' ')
    .trim()
}
const plainText = /^[A-Za-z'., -]*$/

/** A name as towns have: no number, not a sentence, no word that stands where a place should. */
export const isTownName = (text: string): boolean =>
  /^\p{Lu}[\p{L}.'’ -]{1,40}$/u.test(text) && text.split(/[ -]/).length <= 5 && !noPlace.has(foldName(text))
