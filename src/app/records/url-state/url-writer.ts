import { useRouter, type RegisteredRouter } from '@tanstack/react-router'
import { afterTyping, filterBarDelayMs } from '#app/ui/filter-bar/after-typing.ts'

type Address = Record<string, unknown>

interface WriteOptions {
  /** In place of the current entry. */
  readonly replaces?: boolean
  /**
   * Unsaved input may hold it back (`use-leave-guard.ts`); absent for what leaves no record and no
   * screen.
   */
  readonly confirmsUnsaved?: boolean
}

/**
 * The one way to write the address of a list, so that its parts (question, row, open record, tab)
 * cannot lose each other's entries.
 */
export interface AddressWriter {
  /** The newest address, also while the router is on its way to it. */
  read(): Address
  href(): string
  pathname(): string
  /** Names the newest entry of the history. */
  entry(): string
  subscribe(listener: () => void): () => void
  /** Writes at once, after what waits. `before` has the row of an endless list. */
  write(next: (before: Address) => Address, options?: WriteOptions): void
  /** Runs `write` when input has rested, or before the next write. Returns how to drop it. */
  defer(write: () => void): () => void
  /** Runs what waits. */
  flush(): void
  /**
   * The first row in sight of an endless list, counted from 0: no entry, and nothing is drawn
   * again.
   */
  writeRow(row: number): void
}

const writers = new WeakMap<RegisteredRouter, AddressWriter>()

export function useAddressWriter(): AddressWriter {
  const router = useRouter()
  const writer = writers.get(router) ?? addressWriter(router)
  writers.set(router, writer)
  return writer
}

function addressWriter(router: RegisteredRouter): AddressWriter {
  const { history } = router
  const waiting = new Set<() => void>()
  function flush() {
    // A copy: what waits may wait on.
    for (const finish of [...waiting]) finish()
  }
  return {
    read: () => router.options.parseSearch(history.location.search),
    href: () => history.location.href,
    pathname: () => history.location.pathname,
    entry: () => history.location.state.__TSR_key ?? '',
    subscribe: (listener) => history.subscribe(listener),
    flush,
    write(next, { replaces = false, confirmsUnsaved = false } = {}) {
      flush()
      const search = (before: Address) => next({ ...before, ...rowInAddress() })
      void router.navigate({ to: '.', search, replace: replaces, ignoreBlocker: !confirmsUnsaved })
      // HAZARD: the router's history joins everything of one microtask into one entry.
      history.flush()
    },
    defer(write) {
      const stop = afterTyping(finish, filterBarDelayMs)
      function drop() {
        stop()
        waiting.delete(finish)
      }
      function finish() {
        drop()
        write()
      }
      waiting.add(finish)
      return drop
    },
    writeRow,
  }
}

const key = 'row'

/** Counted from 0. */
export function readRow(): number {
  const stored = Number(new URLSearchParams(window.location.search).get(key))
  return Number.isSafeInteger(stored) && stored > 0 ? stored - 1 : 0
}

/** The router has not seen the row. */
function rowInAddress(): Address {
  const row = readRow()
  return { [key]: row === 0 ? undefined : row + 1 }
}

/**
 * HAZARD: past the router, whose own `replaceState` is on the history object and would draw the
 * screen again.
 */
function writeRow(row: number): void {
  const url = new URL(window.location.href)
  if (row > 0) url.searchParams.set(key, String(row + 1))
  else url.searchParams.delete(key)
  // A reader who came by the address of a page has scrolled on since.
  url.searchParams.delete('page')
  if (url.href === window.location.href) return
  History.prototype.replaceState.call(window.history, window.history.state, '', url)
}
