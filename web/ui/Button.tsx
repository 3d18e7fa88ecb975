import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react'
import styles from './Button.module.css'
import { SiteLink } from './SiteLink.tsx'

interface Look {
  /** `primary` once in a view; `secondary` is outlined; `quiet` is text with a ground on hover. Default `secondary`. */
  variant?: 'primary' | 'secondary' | 'quiet'
  size?: 's' | 'm' | 'l'
  /** Full width of its container. */
  block?: boolean
}

function look({ variant = 'secondary', size = 'm', block }: Look, className: string | undefined): string {
  return [styles.button, styles[variant], styles[size], block && styles.block, className].filter(Boolean).join(' ')
}

export function Button({
  variant,
  size,
  block,
  className,
  type = 'button',
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }) {
  return <button type={type} className={look({ variant, size, block }, className)} {...rest} />
}

/** A link that looks like a button. Links inside the site move without a page load (SiteLink). */
export function ButtonLink({
  variant,
  size,
  block,
  className,
  href,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return <SiteLink href={href} className={look({ variant, size, block }, className)} {...rest} />
}
