/** A text with the words found marked. The tags are instant-meilisearch's; everything between them is text. */
export function Marked({ text }: { text: string }) {
  const parts = text.split(/__ais-highlight__|__\/ais-highlight__/)
  return <>{parts.map((part, i) => (i % 2 === 1 ? <mark key={i}>{part}</mark> : part))}</>
}
