/*
 * What people type and paste into a form, as it is checked, stored and delivered. One rule for the browser and the
 * server: first it is written the usual way, then it is looked at. Telephone numbers are only tidied here:
 * libphonenumber, even with its smallest metadata, is heavier than the whole form in a browser, so the server alone
 * asks it for the international form (submissions/phone.ts), and neither refuses what the other takes.
 */

/** Longer texts are no address and no number: they are left as they are, for the check to say so. */
const most = 2_200

/**
 * Marks that steer the direction of writing, and breaks that show nothing: they come along with a copy. The joiners
 * (U+200C, U+200D) stay, some languages spell with them.
 */
const unseen = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/**
 * A value as it is stored; a file and a choice as they are. Writes its own result the same way again.
 * @param value as sent
 */
export function normalised({ name, type }: { name: string; type: string }, value: string): string {
  const text = value.replace(/\r\n?/g, '\n').trim()
  if (text.length > most) return text
  switch (type) {
    case 'text':
      return text.replace(unseen, '').trim()
    // Of what is all brackets nothing would be left, and nothing to say of it either.
    case 'tel':
      return phone(plain(text)) || plain(text)
    case 'email':
      return email(plain(text)) || plain(text)
    case 'url':
      return webAddress(plain(text), name) || plain(text)
    default:
      return text
  }
}

/**
 * Without what is not seen, with full-width characters in their usual width. Line breaks stay: two lines are not one
 * address.
 */
function plain(text: string): string {
  return text
    .replace(/\p{Cf}|[\uFE0E\uFE0F]/gu, '')
    .replace(/[！-～]/g, character => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(/[^\S\n]/g, ' ')
    .trim()
}

// Telephone

const phoneLabel = /^(?:tel(?:e(?:phone|fon))?|phone|mob(?:ile?|il)?|cell|handy|[tpm])\b[.:]{0,2}(?=[ \d+(])/i
const extensionMark = /(?:ext(?:ension|n)?|x|#|durchwahl|dw|app)[.:= ]{0,3}(\d{1,7})\)?$/i

/**
 * `+44 20 7946 0958 ext. 12`: groups of digits, `+` in front where it was typed or meant, no brackets. What is no
 * number keeps its words.
 */
function phone(text: string): string {
  const typed = text
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\p{Pd}\u2043\u2212]/gu, '-')
    .replace(/[·•∙]/g, ' ')
    .replace(phoneLabel, '')
  const extension = extensionMark.exec(typed)
  const number = (extension ? typed.slice(0, extension.index) : typed)
    // The trunk zero is not dialled behind a country code.
    .replace(/^(\s*\(?(?:\+|00)[^()]{1,10}\)?[ -]?)\(0\)/, '$1 ')
    .replace(/[(),;]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/\+ /, '+')
    .replace(/^[ .\-/]+|(?<![ .\-/])[ .\-/]+$/g, '')
  return extension ? `${number} ext. ${extension[1]}` : number
}

/** A telephone number, as `normalised` writes it, without its extension; null for what is none. */
export function numberOfPhone(text: string): string | null {
  const number = text.replace(/ ext\. \d{1,7}$/, '')
  const digits = number.replace(/\D/g, '').length
  // Fifteen digits by E.164, with an access code in front and a trunk zero; two numbers side by side are more.
  return /^\+?\d[\d .\-/]*$/.test(number) && digits >= 6 && digits <= 20 ? number : null
}

/** Digits of any script stand in a row from nought to nine. */
function asciiDigit(digit: string): string {
  let value = 0
  for (let before = digit.codePointAt(0)! - 1; value < 9 && /\p{Nd}/u.test(String.fromCodePoint(before)); before--)
    value++
  return String(value)
}

// Addresses

/** `Ottilie <mailto:o@Example.com>` is `o@example.com`. */
function email(text: string): string {
  const within = /<([^<>]{1,400})>$/.exec(text)?.[1] ?? text
  const scheme = /^mailto:/i.test(within)
  const address = (scheme ? within.slice(7).split('?')[0]! : within).replace(/(?<![.,; ])[.,; ]+$/, '')
  const parts = address.split('@').map(part => part.trim())
  return [...parts.slice(0, -1), parts.length > 1 ? parts.at(-1)!.toLowerCase() : parts[0]!].join('@')
}

const hostFirst = /^(?:[\p{L}\p{N}-]{1,63}\.){1,10}(?:\p{L}{2,}|xn--[a-z\d-]+)(?:[:/?#]\S*)?$/iu

/**
 * Without a scheme it is https; of a LinkedIn profile its own part is enough where one is asked for (`in/ottilie`).
 */
function webAddress(text: string, name: string): string {
  const address = text.replace(/(?<![.,; ])[.,; ]+$/, '').replace(/^<|>$/g, '')
  if (/^https?:/i.test(address)) return address.replace(/^https?/i, scheme => scheme.toLowerCase())
  if (/linked_?in/i.test(name) && /^\/?in\/[^\s/]+\/?$/i.test(address))
    return `https://www.linkedin.com/${address.replace(/^\//, '')}`
  const bare = address.replace(/^\/\//, '')
  return hostFirst.test(bare) ? `https://${bare}` : address
}
