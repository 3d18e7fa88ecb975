import { useSyncExternalStore } from 'react'

/** Of what is stored. A newer one is left as it is: a tab that is older than the site must not undo it. */
const version = 1

/**
 * A list in this browser's own storage, newest first. Nothing in it is ever sent. Where storage is full or forbidden
 * it lives as long as the page.
 */
export interface KeptList<Item> {
  /** The same array until the list changes. */
  read(): readonly Item[]
  /** @returns whether the browser keeps it */
  change(next: (items: readonly Item[]) => readonly Item[]): boolean
  /** Tells of changes by this tab and by others. */
  subscribe(listener: () => void): () => void
}

/**
 * @param key of the storage
 * @param most items; the last of more are dropped
 * @param parse an item, whatever the storage holds; null drops it
 */
export function keptList<Item>(key: string, most: number, parse: (value: unknown) => Item | null): KeptList<Item> {
  const listeners = new Set<() => void>()
  /** As stored when it was read last; undefined before that. */
  let text: string | null | undefined
  let items: readonly Item[] = []
  let isNewer = false

  const load = () => {
    let stored: string | null
    try {
      stored = localStorage.getItem(key)
    } catch {
      // Forbidden: what the page knows stands.
      return
    }
    if (stored === text) return
    text = stored
    const found = parseList(stored)
    isNewer = found === null
    items = (found ?? []).flatMap(value => parse(value) ?? []).slice(0, most)
  }
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    load()
    tell()
  }
  // A page that the browser had kept has heard of nothing meanwhile.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    load()
    tell()
  }
  return {
    read() {
      if (listeners.size === 0) load()
      return items
    },
    change(next) {
      load()
      items = next(items).slice(0, most)
      const isKept = !isNewer && store(items)
      tell()
      return isKept
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        load()
        addEventListener('storage', onStorage)
        addEventListener('pageshow', onPageShow)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        removeEventListener('storage', onStorage)
        removeEventListener('pageshow', onPageShow)
      }
    },
  }

  function store(list: readonly Item[]): boolean {
    try {
      if (list.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify({ version, items: list }))
      text = localStorage.getItem(key)
      return true
    } catch {
      // Full or forbidden. The old text is still stored and `text` says so: only another tab's change is read again.
      return false
    }
  }
}

/** Null for what a newer version has stored. */
function parseList(stored: string | null): unknown[] | null {
  try {
    const value = JSON.parse(stored ?? 'null') as { version?: unknown; items?: unknown } | null
    if (typeof value?.version === 'number' && value.version > version) return null
    return value?.version === version && Array.isArray(value.items) ? value.items : []
  } catch {
    return []
  }
}

const none: readonly never[] = []

/** The list as it is; empty on the server, and in the browser until the page has come alive. */
export function useKept<Item>(list: KeptList<Item>): readonly Item[] {
  return useSyncExternalStore(list.subscribe, list.read, () => none)
}
