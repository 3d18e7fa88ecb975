import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import styles from './Combobox.module.css'
import { stepRound } from './stepRound.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface Combobox<Option> {
  /** Goes to the text field, with a `ref` of its own. */
  input: {
    role: 'combobox'
    'aria-autocomplete': 'list'
    'aria-expanded': boolean
    'aria-controls': string
    'aria-activedescendant': string | undefined
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
    onBlur: (event: FocusEvent) => void
  }
  listId: string
  options: readonly Option[]
  /** Where the arrow keys are; -1 is the text itself. */
  active: number
  expanded: boolean
  /** What is in the field has changed: new options after a pause. */
  type(text: string): void
  /** Options at once, also for a field that is empty. */
  show(text: string): void
  choose(option: Option): void
  close(): void
}

/**
 * A text field with a list of proposals (the ARIA combobox with a listbox). The text is never changed but by a choice,
 * and the focus never leaves the field.
 * Without JavaScript the field is a text field.
 * @param id of the field; the list's and the options' begin with it
 * @param load options for a text; a failure is no options, since without them the field is still a field
 * @param options.pauseMs quiet time after a key; long enough for a quick typist's next letter
 * @param options.least letters from which typing asks
 */
export function useCombobox<Option>(
  id: string,
  load: (text: string) => Promise<readonly Option[]>,
  onChoose: (option: Option) => void,
  { pauseMs = 150, least = 1 }: { pauseMs?: number; least?: number } = {},
): Combobox<Option> {
  const listId = `${id}-list`
  const [options, setOptions] = useState<readonly Option[]>([])
  const [active, setActive] = useState(-1)
  const [open, setOpen] = useState(false)
  const shownFor = useRef('')
  const expanded = open && options.length > 0
  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listId])

  const [ask, stop] = useLatest(load, (text, found) => {
    shownFor.current = text
    setOptions(found)
    setActive(-1)
    setOpen(true)
  })
  const close = () => {
    stop()
    setOpen(false)
    setActive(-1)
  }
  const choose = (option: Option) => {
    close()
    onChoose(option)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const option = expanded ? options[active] : undefined
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const text = event.currentTarget.value.trim()
        event.preventDefault()
        if (expanded) return setActive(stepRound(active, event.key === 'ArrowDown' ? 1 : -1, options.length))
        return options.length === 0 || shownFor.current !== text ? ask(text, 0) : setOpen(true)
      }
      case 'Home':
      case 'End': // The cursor's own: back to the text.
        return setActive(-1)
      case 'Enter':
        if (option === undefined) return close()
        event.preventDefault()
        return choose(option)
      // What is highlighted is meant; the focus goes on as it would.
      case 'Tab':
        if (option !== undefined && !event.shiftKey) choose(option)
        return
      case 'Escape':
        if (expanded) event.preventDefault()
        close()
    }
  }

  return {
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': expanded,
      'aria-controls': listId,
      'aria-activedescendant': expanded && active >= 0 ? `${listId}-${active}` : undefined,
      onKeyDown,
      onBlur: close,
    },
    listId,
    options,
    active,
    expanded,
    type: text => (text.trim().length < least || !hasFocus(id) ? close() : ask(text.trim(), pauseMs)),
    show: text => ask(text.trim(), 0),
    choose,
    close,
  }
}

/** What was typed before the script ran is told of late: its list would open over the field that the visitor is in. */
function hasFocus(id: string): boolean {
  return document.activeElement?.id === id
}

/** Asks after a pause, and tells of the answer to the last question only. @returns ask and stop */
function useLatest<Answer>(
  load: (text: string) => Promise<readonly Answer[]>,
  onFound: (text: string, found: readonly Answer[]) => void,
): [ask: (text: string, afterMs: number) => void, stop: () => void] {
  const turn = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      turn.current = -1
    },
    [],
  )
  const stop = () => {
    clearTimeout(timer.current)
    turn.current++
  }
  const ask = (text: string, afterMs: number) => {
    stop()
    const mine = turn.current
    timer.current = setTimeout(async () => {
      const found = await load(text).catch(() => [])
      if (mine === turn.current) onFound(text, found)
    }, afterMs)
  }
  return [ask, stop]
}

/**
 * A field that was typed into before the script ran, and is still being typed into, asks for its proposals as if it had
 * just been.
 */
export function useTypedEarlier(input: RefObject<HTMLInputElement | null>, type: (text: string) => void): void {
  const begin = useRef(type)
  useEffect(() => {
    const field = input.current
    if (field && document.activeElement === field && field.value !== field.defaultValue) begin.current(field.value)
  }, [input])
}

/** The list of a combobox, right after its field in a box that is positioned. */
export function ComboboxList<Option>({
  combobox: { listId, options, active, expanded, choose },
  label,
  said,
  keyOf,
  children,
}: {
  combobox: Combobox<Option>
  /** Accessible name of the list. */
  label: string
  /** Told once there are options. */
  said: (count: number) => string
  keyOf: (option: Option) => string
  children: (option: Option) => ReactNode
}) {
  return (
    <>
      <div
        id={listId}
        className={styles.list}
        role="listbox"
        aria-label={label}
        // A box that scrolls would be a stop of the Tab key, and vanish with the focus in it.
        tabIndex={-1}
        hidden={!expanded}
        // Keeps the focus in the field: leaving it would settle what was typed.
        onMouseDown={event => event.preventDefault()}
      >
        {options.map((option, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as the combobox pattern has it
          <div
            key={keyOf(option)}
            id={`${listId}-${i}`}
            className={styles.option}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            onClick={() => choose(option)}
          >
            {children(option)}
          </div>
        ))}
      </div>
      <VisuallyHidden live>{expanded ? said(options.length) : ''}</VisuallyHidden>
    </>
  )
}
