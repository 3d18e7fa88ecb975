import { type FormDefinition, type FormField, submissionFields } from '#api/forms'

/** Points that hold a submission back. One weak sign never does. */
const holdsFrom = 3
/**
 * A person needs longer than this to fill a form; what was typed before comes back quicker from a browser's memory, so
 * only the first of them holds by itself.
 */
const impossibleMs = 1_000
const quickMs = 3_000
const dayMs = 86_400_000

/** What a sign is called, for an operator, and its points. */
type Sign = [what: string, points: number]

/**
 * Why a submission is held back until an operator has looked; null for one to deliver. Held is not lost: an operator
 * sees it and can release it. The reason names the signs and never what was typed.
 * @param values as sent, with the fields that every form sends beside its own
 * @param now epoch milliseconds
 */
export function heldReason(
  { fields }: Pick<FormDefinition, 'fields'>,
  values: Readonly<Record<string, string>>,
  now: number,
): string | null {
  if (values[submissionFields.trap]) return 'A field that people do not see was filled.'
  const typed = fields.flatMap(field => {
    const text = ['text', 'textarea'].includes(field.type) ? (values[field.name] ?? '').trim() : ''
    return text === '' ? [] : [{ field, text }]
  })
  const signs = [
    ...timeSigns(values[submissionFields.shownAt], now),
    ...typed.flatMap(({ field, text }) => textSigns(field, text)),
    ...togetherSigns(typed),
  ]
  const points = signs.reduce((sum, [, more]) => sum + more, 0)
  if (points < holdsFrom) return null
  return `It looks like spam (${points} points; ${holdsFrom} hold it): ${[...new Set(signs.map(([what]) => what))].join('; ')}.`
}

/** Of a form's own stamp. A browser's clock may be wrong by hours. */
function timeSigns(stamp: string | undefined, now: number): Sign[] {
  const shownAt = /^\d{1,15}$/.test(stamp ?? '') ? Number(stamp) : 0
  if (shownAt === 0) return [['the form does not say when it was shown', 1]]
  const age = now - shownAt
  if (age >= 0 && age < impossibleMs) return [['the form was filled faster than people type', 3]]
  if (age >= 0 && age < quickMs) return [['the form was filled very fast', 2]]
  if (age < -dayMs) return [['the form says it was shown in the future', 1]]
  return age > 7 * dayMs ? [['the form was shown more than a week ago', 1]] : []
}

// Bounded: a text of 20,000 characters without a space must not cost more than one with.
const mail = /[^\s@<>()]{1,64}@[\w.-]+/g
const link = /\b(?:https?:\/\/|www\.)[^\s<>"']+/gi
/** Without a scheme too, as a name has none. Not `.net` and `.io`: technologies are called so. */
const bareLink =
  /https?:|\bwww\.|[\p{L}\p{N}]\.(?:com|org|info|biz|xyz|top|ru|cn|online|site|shop|club|live|click|link|loan|win|bet)(?![\p{L}\p{N}-])/iu
const markup = /<a\s[^>]{0,300}href|\[(?:url|link|img)\b[=\]]/gi

function textSigns(field: FormField, text: string): Sign[] {
  const plain = text.replace(mail, ' ')
  const words = plain.match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? []
  const links = (plain.match(link) ?? []).length
  const signs: Sign[] = []
  if (field.type === 'text') {
    if (/^(?:.*-)?name$/.test(field.autocomplete ?? field.name) && bareLink.test(plain))
      signs.push(['a link in a name', 3])
    else if (links > (field.autocomplete === 'organization' ? 1 : 0))
      signs.push(['a link in a field that asks for none', 2])
  } else {
    // A job description of a page may name five addresses, a few words beside five addresses are an advertisement.
    const excess = links - 2 - Math.floor(words.length / 50)
    if (excess > 0) signs.push(['more links than its words account for', excess > 4 ? 3 : excess > 1 ? 2 : 1])
  }
  const marked = (text.match(markup) ?? []).length
  if (/\[(?:url|link)\b[=\]]/i.test(text)) signs.push(['links in the code of a forum', 3])
  else if (marked > 0) signs.push(['links in HTML', words.length >= 50 * marked ? 1 : marked > 1 ? 3 : 2])
  const strange = words.filter(isGibberish).length
  if (strange > 0 && (field.type === 'text' || strange * 3 >= words.length))
    signs.push(['words that cannot be pronounced', 2])
  const mixed = words.filter(mixesScripts).length
  if (mixed > 0) signs.push(['letters of different scripts within one word', mixed > 2 ? 3 : 2])
  const lower = plain.normalize('NFKC').toLowerCase()
  const said = offers.filter(offer => offer.test(lower)).length
  if (said > 0) signs.push(['phrases of advertising mails', Math.min(2 * said, 4)])
  return signs
}

/** Three fields that say the same, or a message that is no more than the name. */
function togetherSigns(typed: readonly { field: FormField; text: string }[]): Sign[] {
  const places = new Map<string, FormField[]>()
  for (const { field, text } of typed) {
    const key = text.toLowerCase().replace(/\s+/g, ' ')
    places.set(key, [...(places.get(key) ?? []), field])
  }
  const alike = [...places.values()].some(
    same => same.length > 2 || (same.length > 1 && same.some(({ type }) => type === 'textarea')),
  )
  return alike ? [['the same text in several fields', 3]] : []
}

/**
 * Random letters: capitals strewn about, or consonants without end. Names and compounds of many languages come near it:
 * `Hirschsprung`, `McDonald`, `Rechtsschutz`.
 */
function isGibberish(word: string): boolean {
  if (!/^[\p{Script=Latin}]{8,}$/u.test(word)) return false
  const capitalsInside = (word.match(/\p{Ll}\p{Lu}/gu) ?? []).length
  const longestRun = Math.max(
    ...word
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[aeiouyw]|[^a-z]/)
      .map(run => run.length),
  )
  return capitalsInside > 3 || longestRun > 8
}

/**
 * Latin letters beside their Cyrillic or Greek doubles: made to look like a word that a filter would know. A Greek
 * letter in front (`β-tester`, `μService`) is a symbol.
 */
function mixesScripts(word: string): boolean {
  const rest = word.replace(/^\p{Script=Greek}(?=-|\p{Script=Latin})/u, '')
  return rest
    .split(/[-'’]/)
    .some(part => /\p{Script=Latin}/u.test(part) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(part))
}

/**
 * What advertisers offer, in words that neither candidates nor employers use. Topics (casinos, loans, search engines)
 * are trades that people work in, and no sign.
 */
const offers = [
  /\b(?:rank|boost|improve|promote|redesign|grow) (?:up )?your (?:web ?site|site|online (?:presence|visibility)|search rank\w*|domain)\b/,
  /\b(?:first|top|1st) (?:page|positions?|place|rank) (?:of|on|in) (?:the |all )?(?:major )?search (?:results?|engines?)/,
  /\b(?:quality|cheap|permanent|dofollow|do-follow|buy) (?:back ?links?|followers|web traffic|website traffic|visitors)\b/,
  /\b(?:accept|publish|place|write) (?:a )?(?:guest|sponsored) (?:posts?|articles?)\b/,
  /\b(?:more|targeted|organic|free) (?:traffic|visitors|leads) (?:to|for) your\b/,
  /\b(?:seo|link building|web design|app development) (?:package|services?)[^.]{0,60}\b(?:price|from only|affordable|quote|starting|your (?:web)?site)/,
  /\byour (?:web ?site|domain)[^.]{0,80}\b(?:errors|not ranking|could rank|penalt\w+|contact forms?|expir\w+|be suspended)\b/,
  /\b(?:double|triple|multiply) your (?:money|bitcoins?|income|deposit|investment|crypto)\b/,
  /(?<!\b(?:i|we) )\b(?:earn|make|receive) (?:up to )?[$€£]? ?\d[\d.,]*k? ?[$€£]?(?: usd| eur| dollars| euros)? ?(?:per|a|every|each) (?:day|hour|week)\b[^.]{0,60}\b(?:home|online|passive\w*|no experience|without)\b/,
  /\b(?:guaranteed|daily|passive) (?:profits?|returns?|payouts?|income)\b/,
  /\b(?:free spins|no deposit bonus|welcome bonus|casino bonus|betting tips|play now and win|claim your (?:prize|reward|bonus|gift))\b/,
  /\b(?:cheap|discount|generic|buy) (?:pills|meds|medications?|drugs|tablets|replica\w*)\b|\bwithout (?:a )?prescription\b/,
  /\b(?:hot|single|sexy|lonely) (?:girls|women|singles|ladies)\b|\badult dating\b|\bnude\b/,
  /\b(?:unsecured|instant|personal|business) loans? (?:at|of|from|offer|with)\b[^.]{0,60}(?:%|interest|no credit|collateral)/,
  /\b(?:late client|next of kin|beneficiary|deceased)\b[^.]{0,160}\b(?:million|fund|inherit\w*|transfer|estate)\b/,
  /\b(?:million|fund)[^.]{0,160}\b(?:late client|next of kin|beneficiary|deceased)\b/,
  /\b(?:act|order|buy|click|register) (?:now|here|today) (?:and|to|for|before)\b[^.]{0,60}\b(?:free|win|save|discount|off|bonus|offer|claim)\b/,
  /\b(?:to )?(?:unsubscribe|opt[- ]?out|be removed) (?:from|of|click|reply|here|visit)\b/,
  /\b(?:we have|buy|sell|fresh|verified) (?:\w+ )?(?:e-?mail (?:lists?|databases?)|leads database|hacked|gift cards)\b/,
  /\b(?:send|blast|submit) (?:your )?(?:messages?|ads?|offers?) (?:to|through) (?:millions?|thousands|\d[\d.,]*)\b/,
  /(?:^|[^\p{L}])(?:бесплатные вращения|бонус за регистрацию|заработ\p{L}* в интернете|продвижение сайт\p{L}*|онлайн[- ]казино)/u,
  /\b(?:geld verdienen im internet|kredit ohne schufa|ihre (?:webseite|website) auf (?:seite 1|platz)|gewinn(?:en|spiel)? jetzt)\b/,
  /\b(?:gagne[rz] de l'argent|référencement de votre site|crédit sans justificatif|prêt entre particuliers)\b/,
]
