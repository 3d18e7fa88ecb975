/** `mailto:` of an address; whatever else a feed puts into the field cannot add recipients or headers. */
export function mailHref(address: string): string {
  return `mailto:${encodeURIComponent(address.trim()).replace(/%40/g, '@').replace(/%2B/g, '+')}`
}

/** `tel:` of a number as it is printed: the zero in brackets is not dialled from abroad. */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/\(0\)/g, '').replace(/[^\d+]/g, '')}`
}
