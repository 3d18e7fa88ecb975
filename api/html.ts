/**
 * Text as inert HTML, in an element or a quoted attribute; marks that turn the direction of writing are shown as what
 * they are.
 */
export function html(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text
    .replace(/[&<>"']/g, character => entities[character]!)
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, mark => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`)
}
