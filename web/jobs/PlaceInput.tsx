import { useEffect, useRef } from 'react'
import { limits } from '#api/jobSearchParams'
import type { ShownPlace, SiteApi } from '#api/search'
import { ComboboxList, useCombobox, useTypedEarlier } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import styles from './PlaceInput.module.css'

/**
 * Where: typed, or chosen from suggestions. Without JavaScript a plain text field.
 * @param id of the field
 * @param onCommit the place is settled: chosen (with its id), or typed and left or entered (without)
 */
export function PlaceInput({
  id,
  location,
  unknown,
  api,
  onCommit,
}: {
  id: string
  location: string
  unknown: boolean
  api: Pick<SiteApi, 'suggestPlaces'>
  onCommit: (location: string, place: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const known = useRef(location)
  useEffect(() => {
    // Not on mount: what was typed before the script ran is the visitor's.
    if (location === known.current) return
    known.current = location
    if (input.current && input.current.value.trim() !== location) input.current.value = location
  }, [location])

  const combobox = useCombobox<ShownPlace>(
    id,
    async text => (text.length < 2 ? [] : api.suggestPlaces(text)),
    place => {
      if (input.current) input.current.value = place.label
      onCommit(place.label, place.id)
    },
    { least: 2 },
  )
  useTypedEarlier(input, combobox.type)
  const leave = () => {
    combobox.close()
    const text = input.current?.value.trim() ?? ''
    if (text !== location) onCommit(text, '')
  }

  return (
    <Field id={id} label="Location" error={unknown ? 'We do not know this place.' : undefined} className={styles.place}>
      {control => (
        <>
          <input
            {...control}
            {...combobox.input}
            ref={input}
            type="text"
            name="location"
            defaultValue={location}
            maxLength={limits.text}
            placeholder="Town, city or postcode"
            spellCheck="false"
            autoCapitalize="words"
            onChange={event => combobox.type(event.target.value)}
            onBlur={leave}
          />
          <ComboboxList
            combobox={combobox}
            label="Places"
            keyOf={place => place.id}
            said={count => `${count} ${count === 1 ? 'place' : 'places'} to choose from`}
          >
            {place => (
              <>
                {place.label}
                {place.kind === 'area' && <span className={styles.kind}>Area</span>}
              </>
            )}
          </ComboboxList>
        </>
      )}
    </Field>
  )
}
