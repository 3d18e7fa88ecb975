import { type JobSearchParams, limits } from '#api/jobSearchParams'
import type { SiteApi } from '#api/search'
import { useTypedText } from '../search/useTypedText.ts'
import { ComboboxList, useCombobox, useTypedEarlier } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import styles from './JobKeyword.module.css'
import type { KeywordRow } from './keywordRows.ts'

/**
 * The job search's keyword: typed, or chosen from what the live jobs offer. Without JavaScript a plain search field.
 * What makes the rows is fetched with the first
 * of them.
 * @param id of the field
 * @param current the search that the form would send
 * @param onChoose a row was chosen: the changes to that search
 */
export function JobKeyword({
  id,
  query,
  api,
  current,
  onType,
  onChoose,
}: {
  id: string
  query: string
  api: Pick<SiteApi, 'suggest'>
  current: () => JobSearchParams
  onType?: (query: string) => void
  onChoose: (changes: Partial<JobSearchParams>) => void
}) {
  const input = useTypedText(query)
  const combobox = useCombobox<KeywordRow>(
    id,
    async text => (await import('./keywordRows.ts')).keywordRows(text, current(), api),
    ({ act, params }) => {
      if (act) return act()
      if (input.current && params.query !== undefined) input.current.value = params.query
      onChoose(params)
    },
  )

  useTypedEarlier(input, combobox.type)

  return (
    <Field id={id} label="Keyword" className={styles.keyword}>
      {control => (
        <>
          <input
            {...control}
            {...combobox.input}
            ref={input}
            type="search"
            name="query"
            defaultValue={query}
            maxLength={limits.text}
            placeholder="Job title, skill or reference"
            autoComplete="off"
            enterKeyHint="search"
            spellCheck="false"
            // A press into an empty field asks what there is.
            onClick={event => event.currentTarget.value === '' && !combobox.expanded && combobox.show('')}
            onChange={event => {
              combobox.type(event.target.value)
              onType?.(event.target.value)
            }}
          />
          <ComboboxList
            combobox={combobox}
            label="Suggestions"
            keyOf={row => row.key}
            said={count => `${count} ${count === 1 ? 'suggestion' : 'suggestions'}, use up and down arrows to choose`}
          >
            {({ label, notes }) => (
              <>
                <span className={styles.label}>
                  {label.map(({ text, typed }, i) =>
                    typed ? (
                      <span key={i} className={styles.typed}>
                        {text}
                      </span>
                    ) : (
                      text
                    ),
                  )}
                </span>{' '}
                <span className={styles.notes}>{notes.join(', ')}</span>
              </>
            )}
          </ComboboxList>
        </>
      )}
    </Field>
  )
}
