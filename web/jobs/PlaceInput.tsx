import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { limits } from '#api/jobSearchParams'
import type { ShownPlace, SiteApi } from '#api/search'
import { Field } from '../ui/Field.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './PlaceInput.module.css'

/** Long enough for a quick typist's next letter. */
const pauseMs = 150

/**
 * Where: typed, or chosen from suggestions (the ARIA combobox with a list). Without JavaScript a plain text field.
 * @param onCommit the place is settled: chosen (with its id), or typed and left or entered (without)
 */
export function PlaceInput({
  location,
  unknown,
  api,
  onCommit,
}: {
  location: string
  unknown: boolean
  api: Pick<SiteApi, 'suggestPlaces'>
  onCommit: (location: string, place: string) => void
}) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [suggestions, setSuggestions] = useState<ShownPlace[]>([])
  const [active, setActive] = useState(-1)
  const [open, setOpen] = useState(false)
  const asked = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const expanded = open && suggestions.length > 0

  const known = useRef(location)
  useEffect(() => {
    // Not on mount: what was typed before the script ran is the visitor's.
    if (location === known.current) return
    known.current = location
    if (input.current && input.current.value.trim() !== location) input.current.value = location
  }, [location])
  useEffect(() => () => clearTimeout(timer.current), [])

  const close = () => {
    clearTimeout(timer.current)
    asked.current++
    setOpen(false)
    setActive(-1)
  }

  const suggest = (text: string) => {
    clearTimeout(timer.current)
    const turn = ++asked.current
    if (text.trim().length < 2) return close()
    timer.current = setTimeout(async () => {
      // Suggestions are a help: without them the field is still a field.
      const found = await api.suggestPlaces(text.trim()).catch(() => [])
      if (turn !== asked.current) return
      setSuggestions(found)
      setActive(-1)
      setOpen(true)
    }, pauseMs)
  }

  const choose = (place: ShownPlace) => {
    close()
    if (input.current) input.current.value = place.label
    onCommit(place.label, place.id)
  }

  const leave = () => {
    close()
    const text = input.current?.value.trim() ?? ''
    if (text !== location) onCommit(text, '')
  }

  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        if (suggestions.length === 0) return
        event.preventDefault()
        if (!expanded) return setOpen(true)
        // Round and round, by way of the text itself (-1).
        const step = event.key === 'ArrowDown' ? 1 : -1
        setActive(((active + 1 + step + suggestions.length + 1) % (suggestions.length + 1)) - 1)
        return
      }
      case 'Enter': {
        const place = expanded ? suggestions[active] : undefined
        if (place) {
          event.preventDefault()
          choose(place)
        } else close()
        return
      }
      case 'Escape':
        if (expanded) {
          event.preventDefault()
          close()
        }
    }
  }

  return (
    <Field label="Location" error={unknown ? 'We do not know this place.' : undefined} className={styles.place}>
      {control => (
        <>
          <input
            {...control}
            ref={input}
            type="text"
            name="location"
            defaultValue={location}
            maxLength={limits.text}
            placeholder="Town, city or postcode"
            spellCheck={false}
            autoCapitalize="words"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={expanded}
            aria-controls={listId}
            aria-activedescendant={expanded && active >= 0 ? `${listId}-${active}` : undefined}
            onChange={event => suggest(event.target.value)}
            onKeyDown={onKey}
            onBlur={leave}
          />
          <div id={listId} className={styles.list} role="listbox" aria-label="Places" hidden={!expanded}>
            {suggestions.map((place, i) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as the combobox pattern has it
              <div
                key={place.id}
                id={`${listId}-${i}`}
                className={styles.option}
                role="option"
                tabIndex={-1}
                aria-selected={i === active}
                // Keeps the focus in the field: leaving it would settle what was typed.
                onMouseDown={event => event.preventDefault()}
                onClick={() => choose(place)}
              >
                {place.label}
                {place.kind === 'area' && <span className={styles.kind}>Area</span>}
              </div>
            ))}
          </div>
          <VisuallyHidden live>{expanded ? `${suggestions.length} ${suggestions.length === 1 ? 'place' : 'places'} to choose from` : ''}</VisuallyHidden>
        </>
      )}
    </Field>
  )
}
