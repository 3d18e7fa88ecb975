import { useRouter } from '@tanstack/react-router'
import { type ComponentType, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { limits } from '#api/jobSearchParams'
import { Icon } from '../ui/Icon.tsx'
import { stepRound } from '../ui/stepRound.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './SiteSearch.module.css'
import type { SiteSuggestionsProps } from './SiteSuggestions.tsx'
import { sitePath } from './siteGroups.ts'

/** Quiet time after a key until what is typed is searched for. */
const pauseMs = 250

/**
 * The search of the whole site, for the header: jobs, insights and events as they are typed (the ARIA combobox with a
 * list), and a GET form to `/search` for Enter and for who has no script. The search itself is fetched with the first
 * focus: a page without it pays for a field only.
 * @param id its own on the page: those of its parts begin with it
 * @param label of the landmark; two on a page need two
 */
export function SiteSearch({
  id,
  label = 'Search the site',
  className,
}: {
  id: string
  label?: string
  className?: string | undefined
}) {
  const router = useRouter({ warn: false })
  const [said, setSaid] = useState('')
  const { input, expanded, Suggestions, query, active, close } = useTypedQuery(id)

  const submit = (event: FormEvent) => {
    close()
    if (!router) return
    event.preventDefault()
    router.history.push(sitePath(input.ref.current?.value ?? ''))
  }

  return (
    <search aria-label={label} className={`${styles.search} ${className ?? ''}`}>
      <form
        action="/search"
        method="get"
        className={styles.form}
        autoComplete="off"
        onSubmit={submit}
        onBlur={event => !event.currentTarget.contains(event.relatedTarget) && close()}
      >
        <label className={styles.label} htmlFor={`${id}-field`}>
          <VisuallyHidden>{label}</VisuallyHidden>
        </label>
        <input
          {...input}
          id={`${id}-field`}
          className={styles.field}
          type="search"
          name="query"
          maxLength={limits.text}
          placeholder="Jobs, insights, events"
          enterKeyHint="search"
          spellCheck="false"
        />
        <button type="submit" className={styles.submit} aria-label="Search">
          <Icon name="search" size={20} />
        </button>
        <div className={styles.list} hidden={!expanded}>
          {Suggestions && query !== '' && router && (
            <Suggestions
              id={id}
              query={query}
              active={active}
              api={router.options.context.api}
              onFollow={href => {
                close()
                router.history.push(href)
              }}
              onSettled={setSaid}
            />
          )}
        </div>
        <VisuallyHidden live>{expanded ? said : ''}</VisuallyHidden>
      </form>
    </search>
  )
}

/** The proposals' own code, and what fetches it. */
function useSuggestions(): [ComponentType<SiteSuggestionsProps> | null, () => void] {
  const [Suggestions, setSuggestions] = useState<ComponentType<SiteSuggestionsProps> | null>(null)
  const wake = () => {
    if (Suggestions) return
    // Without it (the connection was lost) the field is still a form.
    import('./SiteSuggestions.tsx').then(
      module => setSuggestions(() => module.SiteSuggestions),
      () => {},
    )
  }
  return [Suggestions, wake]
}

/**
 * What is typed and what is proposed for it. The proposals' own code comes with the first focus.
 * @param id that the ids of the options begin with
 */
function useTypedQuery(id: string) {
  const input = useRef<HTMLInputElement>(null)
  const [Suggestions, wake] = useSuggestions()
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  /** Id of the option that the arrow keys are on. */
  const [active, setActive] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const type = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const text = (input.current?.value ?? '').trim()
      setQuery(text)
      setActive('')
      setOpen(text !== '')
    }, pauseMs)
  }

  // Typed into before the script was there.
  const begin = useRef(() => {
    wake()
    type()
  })
  useEffect(() => {
    if (document.activeElement === input.current) begin.current()
  }, [])

  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
    setActive('')
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const options = open ? [...document.querySelectorAll<HTMLElement>(`#${CSS.escape(id)}-list [role=option]`)] : []
    const at = options.findIndex(option => option.id === active)
    const next = options[stepRound(at, event.key === 'ArrowDown' ? 1 : -1, options.length)]
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (query === '') return
        event.preventDefault()
        if (!open) return setOpen(true)
        next?.scrollIntoView({ block: 'nearest' })
        return setActive(next?.id ?? '')
      case 'Enter':
        if (at < 0) return
        event.preventDefault()
        return options[at]!.click()
      case 'Escape':
        if (!open) return
        event.preventDefault()
        close()
    }
  }

  const expanded = open && Suggestions !== null
  return {
    /** Goes to the field. */
    input: {
      ref: input,
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': expanded,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': expanded && active ? active : undefined,
      onFocus: wake,
      onChange: type,
      onKeyDown,
    },
    expanded,
    Suggestions,
    query,
    active,
    close,
  }
}
