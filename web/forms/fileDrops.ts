/**
 * A file that is dropped on a page with a field for files: on the field it is chosen, also before the page is alive;
 * beside it it is kept out, since it would open in place of the page and what was typed be gone.
 */
export function takeFileDrops(): void {
  for (const type of ['dragover', 'drop'] as const) addEventListener(type, onDrag)
}

function onDrag(event: DragEvent): void {
  const { dataTransfer, target } = event
  if (event.defaultPrevented || !dataTransfer?.types.includes('Files') || !document.querySelector('[data-drop]')) return
  event.preventDefault()
  const input = (target as Element).closest('[data-drop=open]')?.querySelector('input')
  if (!input) dataTransfer.dropEffect = 'none'
  const [file] = dataTransfer.files
  if (!input || !file) return
  const files = new DataTransfer()
  files.items.add(file)
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
