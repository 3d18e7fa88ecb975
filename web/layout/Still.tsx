import { createContext, type HTMLAttributes, type ReactNode, useContext } from 'react'

/** Where the server finds the HTML of parts that are alike in page after page (keptParts.ts). */
export interface KeptParts {
  /** What stands inside the part; undefined where it has to be drawn. */
  html(key: string): string | undefined
  /** The attribute that says which part this element is, for what is drawn to be kept. */
  mark(key: string): object
}

/** Null in the browser, which draws all. */
export const KeptPartsContext = createContext<KeptParts | null>(null)

/**
 * An element of the layout whose inside is drawn once by the server and is then kept, byte for byte: of most pages the
 * layout is the greater part. The ids inside are given ones: `useId` counts what is drawn, and the browser draws all.
 * @param part which stands on a page once
 * @param of what decides how the inside looks beside the site and the layout
 */
export function Still({
  as: Tag = 'div',
  part,
  of,
  children,
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'div' | 'nav'; part: string; of?: () => string; children: ReactNode }) {
  const kept = useContext(KeptPartsContext)
  if (!kept) return <Tag {...rest}>{children}</Tag>
  const key = `${part}\n${of?.() ?? ''}`
  const html = kept.html(key)
  if (html !== undefined) return <Tag {...rest} dangerouslySetInnerHTML={{ __html: html }} />
  return (
    <Tag {...rest} {...kept.mark(key)}>
      {children}
    </Tag>
  )
}
