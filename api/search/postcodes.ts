import type { PlaceDocument } from '#indexer/place'
import { britishDistrict } from '#indexer/postal'
import type { Site } from '#indexer/site'

const britishPostcode = new RegExp(`^(${britishDistrict})(\\d[A-Z]{2})?$`)

/**
 * A postcode's own text and its coarser parts, finest first, with the country whose form it has; null for any other
 * text.
 */
export function postcodeParts(text: string, site: Site): { country: string; parts: string[] } | null {
  const compact = text
    .toUpperCase()
    // What follows in our own labels, `M46 (Manchester area)`, and what may stand before: `D-60311`, `Singapore
    // 018956`, `S(018956)`.
    .replace(/^(?=[A-Z ]*\d)([A-Z\d ]+) \(.*\)$/, '$1')
    .replace(/\s/g, '')
    .replace(/^DE?-?(?=\d{5}$)/, '')
    .replace(/^S(?:INGAPORE)?\(?(\d{6})\)?$/, '$1')
  const outward = britishPostcode.exec(compact)?.[1]
  if (outward) {
    const parts = [compact, outward, outward.replace(/(\d)[A-Z]$/, '$1'), outward.replace(/\d.*/, '')]
    return { country: 'GB', parts: [...new Set(parts)] }
  }
  if (!/^\d{2,6}$/.test(compact) || (site.country === 'GB' && compact.length < 5)) return null
  const country = compact.length === 6 ? 'SG' : compact.length === 5 ? 'DE' : site.country
  return {
    country,
    parts: Array.from({ length: compact.length - 1 }, (_, dropped) => compact.slice(0, compact.length - dropped)),
  }
}

/**
 * A postcode's place under the postcode that was typed (or chosen, when the text is its label): the index knows wide
 * areas only, and the visitor is near `M46`, not near `M`.
 */
export function asTyped(place: PlaceDocument, text: string, site: Site): PlaceDocument {
  if (place.kind !== 'postcode') return place
  const asked = postcodeParts(text, site)
  if (!asked?.parts.includes(place.name)) return place
  const [whole, outward] = asked.parts as [string, string | undefined]
  const name =
    asked.country === 'GB' && outward && whole.length === outward.length + 3 ? `${outward} ${whole.slice(-3)}` : whole
  return { ...place, name, label: `${name}${place.label.slice(place.name.length)}` }
}
