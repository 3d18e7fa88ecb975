import { useRouter } from '@tanstack/react-router'
import { type ComponentType, type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
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
 * @param label of the landmark; two on a page need two
 */
export function SiteSearch({
  label = 'Search the site',
  className,
}: {
  label?: string
  className?: string | undefined
}) {
  const router = useRouter({ warn: false })
  const id = useId()
  const [said, setSaid] = useState('')
  const { input, Suggestions, query, active, expanded, wake, type, close, onKey } = useTypedQuery(id)

  const submit = (event: FormEvent) => {
    close()
    if (!router) return
    event.preventDefault()
    router.history.push(sitePath(input.current?.value ?? ''))
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
          ref={input}
          id={`${id}-field`}
          className={styles.field}
          type="search"
          name="query"
          maxLength={limits.text}
          placeholder="Jobs, insights, events"
          enterKeyHint="search"
          spellCheck={false}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={expanded}
          aria-controls={`${id}-list`}
          aria-activedescendant={expanded && active ? active : undefined}
          onFocus={wake}
          onChange={type}
          onKeyDown={onKey}
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

/**
 * What is typed and what is proposed for it. The proposals' own code comes with the first focus.
 * @param id that the ids of the options begin with
 */
function useTypedQuery(id: string) {
  const input = useRef<HTMLInputElement>(null)
  const [Suggestions, setSuggestions] = useState<ComponentType<SiteSuggestionsProps> | null>(null)
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState(false)
  /** Id of the option that the arrow keys are on. */
  const [active, setActive] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const wake = () => {
    if (Suggestions) return
    // Without it (the connection was lost) the field is still a form.
    import('./SiteSuggestions.tsx').then(
      module => setSuggestions(() => module.SiteSuggestions),
      () => {},
    )
  }
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

  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const options = open ? [...document.querySelectorAll<HTMLElement>(`#${CSS.escape(id)}-list [role=option]`)] : []
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        if (query === '') return
        event.preventDefault()
        if (!open) return setOpen(true)
        const from = options.findIndex(option => option.id === active)
        const next = options[stepRound(from, event.key === 'ArrowDown' ? 1 : -1, options.length)]
        next?.scrollIntoView({ block: 'nearest' })
        return setActive(next?.id ?? '')
      }
      case 'Enter': {
        const option = options.find(({ id }) => id === active)
        if (!option) return
        event.preventDefault()
        option.click()
        return
      }
      case 'Escape':
        if (open) {
          event.preventDefault()
          close()
        }
    }
  }

  return { input, Suggestions, query, active, expanded: open && Suggestions !== null, wake, type, close, onKey }
}
