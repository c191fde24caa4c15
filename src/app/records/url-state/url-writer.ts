import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { afterTyping, filterBarDelayMs } from '#app/ui/filter-bar/after-typing.ts'

type SearchParams = Record<string, unknown>

interface WriteOptions {
  /** Replaces the current history entry. */
  readonly replaces?: boolean
  /**
   * Unsaved input may block the change (`use-navigation-guard.ts`). Absent for changes that leave
   * neither record nor screen.
   */
  readonly confirmsUnsaved?: boolean
}

/**
 * The only way to write the URL of a list, so that its parts (query, row, open record, tab) cannot
 * overwrite each other's changes.
 */
export interface UrlWriter {
  /** The newest URL, also while the router is still navigating to it. */
  read(): SearchParams
  href(): string
  pathname(): string
  /** Identifies the newest history entry. */
  entryKey(): string
  subscribe(listener: () => void): () => void
  /** Writes at once, after pending writes. `before` includes the row of an infinite list. */
  write(next: (before: SearchParams) => SearchParams, options?: WriteOptions): void
  /**
   * Runs `write` when input pauses, or before the next write. Returns a function that cancels it.
   */
  defer(write: () => void): () => void
  /** Runs pending writes. */
  flush(): void
  /**
   * Writes the first visible row of an infinite list, counted from 0, without a history entry and
   * without rendering again.
   */
  writeRow(row: number): void
}

const writers = new WeakMap<RegisteredRouter, UrlWriter>()

export function useUrlWriter(): UrlWriter {
  const router = useRouter()
  const writer = writers.get(router) ?? createUrlWriter(router)
  writers.set(router, writer)
  return writer
}

function createUrlWriter(router: RegisteredRouter): UrlWriter {
  const { history } = router
  const pendingWrites = new Set<() => void>()
  function flush() {
    // A copy, because a pending write may defer again.
    for (const finish of [...pendingWrites]) finish()
  }
  return {
    read: () => router.options.parseSearch(history.location.search),
    href: () => history.location.href,
    pathname: () => history.location.pathname,
    entryKey: () => history.location.state.__TSR_key ?? '',
    subscribe: (listener) => history.subscribe(listener),
    flush,
    write(next, { replaces = false, confirmsUnsaved = false } = {}) {
      flush()
      const search = (before: SearchParams) => next({ ...before, ...readRowParam() })
      void router.navigate({ to: '.', search, replace: replaces, ignoreBlocker: !confirmsUnsaved })
      // The router's history merges all changes of one microtask into one entry.
      history.flush()
    },
    defer(write) {
      const stop = afterTyping(finish, filterBarDelayMs)
      function cancel() {
        stop()
        pendingWrites.delete(finish)
      }
      function finish() {
        cancel()
        write()
      }
      pendingWrites.add(finish)
      return cancel
    },
    writeRow,
  }
}

const rowParam = 'row'

/** Counted from 0. */
export function readRow(): number {
  const stored = Number(new URLSearchParams(window.location.search).get(rowParam))
  return Number.isSafeInteger(stored) && stored > 0 ? stored - 1 : 0
}

/** The router does not know the row. */
function readRowParam(): SearchParams {
  const row = readRow()
  return { [rowParam]: row === 0 ? undefined : row + 1 }
}

/**
 * Bypasses the router, whose own `replaceState` is on the history object and would render the
 * screen again.
 */
function writeRow(row: number): void {
  const url = new URL(window.location.href)
  if (row > 0) url.searchParams.set(rowParam, String(row + 1))
  else url.searchParams.delete(rowParam)
  // A user who opened the URL of a page has scrolled on since.
  url.searchParams.delete('page')
  if (url.href === window.location.href) return
  History.prototype.replaceState.call(window.history, window.history.state, '', url)
}
