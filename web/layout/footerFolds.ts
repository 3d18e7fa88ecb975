/**
 * The footer's groups begin folded on a phone, where it would be as long as the page, and stand open where there is
 * room. Without script they stand open.
 */
export function foldFooter(): void {
  const phone = matchMedia('(max-width: 767.98px)')
  const fold = () => {
    for (const group of document.querySelectorAll<HTMLDetailsElement>('details[data-fold]')) group.open = !phone.matches
  }
  if (phone.matches) fold()
  phone.addEventListener('change', fold)
}
