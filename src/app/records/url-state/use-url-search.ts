import { useMatch, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { RowPosition } from '#app/ui/data-table/data-table-props.ts'
import { filterBarDelayMs } from '#app/ui/filter-bar/after-typing.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { containsResidentNumber } from '#contract/person-numbers/resident-number.ts'
import type { PlainSearch } from './record-search.ts'
import { readRow, type UrlWriter, useUrlWriter } from './url-writer.ts'

/**
 * `chosen` adds a history entry at once, `typed` when typing pauses, `corrected` replaces the entry
 * that it corrects.
 */
export type ChangeSource = 'chosen' | 'typed' | 'corrected'

export interface SearchState<Search> {
  search: Search
  /** Returns to the first page unless `patch` names one. */
  change(patch: Partial<Search>, source?: ChangeSource): void
  row: UrlRow
}

interface SearchDefinition<Search> {
  schema: { parse(search: unknown): Search }
  empty: Search
}

/**
 * A list's query, kept in the URL. A change shows on the screen at once, because the router takes
 * time to render a URL. Typed text reaches the URL when typing pauses, so that Back skips single
 * keystrokes. The shown query gives way as soon as the URL holds another one.
 */
export function useUrlSearch<Search extends Pick<PlainSearch, 'page'>>(
  recordSearch: SearchDefinition<Search>,
): SearchState<Search> {
  const { schema, empty } = recordSearch
  const writer = useUrlWriter()
  useSyncExternalStore(writer.subscribe, writer.href)
  const rendered = useRenderedSearch(schema, writer)
  const { screen } = rendered
  const isTab = !('tab' in empty)
  // Null once the router navigates to another screen, whose URL this one must not write.
  const newest = useCallback(() => {
    const isCurrentScreen =
      screen.path === trimSlash(writer.pathname()) && (!isTab || screen.tab === readTab(writer.read()))
    return isCurrentScreen ? serializeSearch(readSearch(schema, writer.read())) : null
  }, [schema, writer, screen.path, screen.tab, isTab])
  const [optimistic, setOptimistic] = useState<{ search: Search; urlQuery: string | null } | null>(null)
  const isOptimistic = optimistic !== null && optimistic.urlQuery === newest()
  if (optimistic && !isOptimistic) setOptimistic(null)
  const search = isOptimistic ? optimistic.search : rendered.search

  const latestSearch = useRef(search)
  useLayoutEffect(() => {
    latestSearch.current = search
  }, [search])
  const { isNewest } = rendered
  const row = useUrlRow(
    useMemo(
      () => ({ writer, newest, isNewest, shown: () => serializeSearch(latestSearch.current) }),
      [writer, newest, isNewest],
    ),
  )
  const lastPageTurn = useRef({ entry: '', at: 0 })
  const cancelTyped = useRef<() => void>(undefined)
  useEffect(() => () => cancelTyped.current?.(), [])

  const toast = useToast()
  const change = useCallback(
    (patch: Partial<Search>, source: ChangeSource = 'chosen') => {
      const safePatch = withoutNumbers(patch)
      if (safePatch !== patch) toast.error('주민등록번호로는 검색하거나 필터를 적용할 수 없습니다.')
      const queryAtStart = newest()
      if (queryAtStart === null) return
      const next = { ...latestSearch.current, page: 1, ...safePatch }
      function write() {
        writer.flush()
        const isPageTurn = Object.keys(patch).join() === 'page'
        const { entry, at } = lastPageTurn.current
        // Page turns in quick succession share one history entry.
        const isSamePageTurn = isPageTurn && entry === writer.entryKey() && Date.now() - at < filterBarDelayMs
        const nextSearch = { ...omitDefaults(next, empty), row: undefined }
        if (serializeSearch(next) !== newest())
          writer.write((before) => ({ ...before, ...nextSearch }), {
            replaces: isSamePageTurn || source === 'corrected',
          })
        if (isPageTurn) lastPageTurn.current = { entry: writer.entryKey(), at: Date.now() }
        show()
      }
      function show() {
        row.restart()
        setOptimistic({ search: next, urlQuery: newest() })
      }
      if (source === 'typed') {
        cancelTyped.current?.()
        cancelTyped.current = writer.defer(() => newest() === queryAtStart && write())
        show()
      } else write()
      latestSearch.current = next
    },
    [toast, row, writer, newest, empty],
  )
  return { search, change, row }
}

/**
 * The query of the rendered URL (the same object while it is equal), its screen, and whether that
 * URL is the newest.
 */
function useRenderedSearch<Search extends object>(schema: SearchDefinition<Search>['schema'], writer: UrlWriter) {
  const path = trimSlash(useMatch({ strict: false, select: ({ pathname }) => pathname }))
  const urlSearch: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const text = serializeSearch(readSearch(schema, urlSearch))
  // From a link made by hand: removes the number from the address bar and the browser's history.
  const isBlocked = containsResidentNumber(serializeSearch(urlSearch))
  useEffect(() => {
    if (isBlocked) writer.write(withoutNumbers, { replaces: true })
  }, [isBlocked, writer])
  const search = useMemo(() => readSearch(schema, JSON.parse(text)), [schema, text])
  const urlSearchText = serializeSorted(urlSearch)
  const isNewest = useCallback(
    () => path === trimSlash(writer.pathname()) && urlSearchText === serializeSorted(writer.read()),
    [path, urlSearchText, writer],
  )
  return { search, screen: { path, tab: readTab(urlSearch) }, isNewest }
}

function trimSlash(pathname: string): string {
  return pathname.replace(/\/$/, '')
}

/** The tab of a screen of several lists (`tabbed-screen.tsx`). */
function readTab({ tab }: Readonly<Record<string, unknown>>): unknown {
  return tab
}

function serializeSorted(search: object): string {
  return serializeSearch(Object.entries(search).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function readSearch<Search extends object>(schema: SearchDefinition<Search>['schema'], search: unknown): Search {
  return withoutNumbers(schema.parse(search))
}

/**
 * Removes search text and filters that hold a resident number, which must not be in a URL. The same
 * object when none does.
 */
function withoutNumbers<Params extends object>(params: Params): Params {
  if (!containsResidentNumber(serializeSearch(params))) return params
  const removeNumbers = (value: unknown): unknown => {
    if (!containsResidentNumber(serializeSearch(value) ?? '')) return value
    return Array.isArray(value) ? value.filter((item) => !containsResidentNumber(serializeSearch(item))) : ''
  }
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, removeNumbers(value)])) as Params
}

function serializeSearch(search: unknown): string {
  return JSON.stringify(search)
}

/** Defaults are left out of the URL: undefined drops the key. */
function omitDefaults(search: object, empty: object): Record<string, unknown> {
  const defaults = new Map<string, unknown>(Object.entries(empty))
  const isDefault = (key: string, value: unknown) => JSON.stringify(value) === JSON.stringify(defaults.get(key))
  return Object.fromEntries(
    Object.entries(search).map(([key, value]) => [key, isDefault(key, value) ? undefined : value]),
  )
}

/** The first visible row of an infinite list, from its URL. */
interface UrlRow extends RowPosition {
  /**
   * The query of this history entry was entered on this screen, so its list is read from the
   * beginning.
   */
  restart(): void
}

interface UrlRowContext {
  readonly writer: UrlWriter
  /** The query on the screen and the one in the newest URL (`newest`), serialized. */
  readonly shown: () => string
  readonly newest: () => string | null
  /** Whether the newest URL is rendered. */
  readonly isNewest: () => boolean
}

/**
 * Keeps the first visible row of an infinite list as `row` in the URL, counted from 1, so that it
 * survives reload, sharing and Back. Keep the context the same between renders.
 */
function useUrlRow(context: UrlRowContext): UrlRow {
  const restartedEntry = useRef('')
  const cancelWrite = useRef<() => void>(undefined)
  useEffect(() => () => cancelWrite.current?.(), [])
  return useMemo(() => {
    const { writer, shown, newest, isNewest } = context
    function settle(row: number, queryText: string) {
      cancelWrite.current?.()
      cancelWrite.current = writer.defer(() => {
        if (newest() === queryText) writer.writeRow(row)
        // The URL has another query: typed text is not in it yet, or the screen is about to show
        // that query.
        else if (shown() === queryText) settle(row, queryText)
      })
    }
    return {
      settle: (row) => settle(row, shown()),
      start: () => (restartedEntry.current !== writer.entryKey() && isNewest() ? readRow() : 0),
      restart: () => void (restartedEntry.current = writer.entryKey()),
    }
  }, [context])
}

/** The record in a table's detail panel and the panel's tab. */
export interface OpenRecord {
  /** Null: the panel is closed. */
  rowId: string | null
  tab: string
  open(rowId: string | null): void
  showTab(tab: string): void
}

const searchSchema = z.record(z.string(), z.unknown()).catch({})
const idSchema = z.string().max(40).catch('')

/**
 * The open record as `open` and `detail` in the URL, so that it survives reload, sharing and Back.
 * It is separate from the table's query, which opening a record does not change. The first tab is
 * left out of the URL.
 */
export function useOpenRecord(tabs: readonly string[]): OpenRecord {
  const writer = useUrlWriter()
  const search = searchSchema.parse(useSearch({ strict: false }))
  const open = idSchema.parse(search['open'])
  return {
    rowId: open === '' ? null : open,
    tab: tabs.find((tab) => tab === search['detail']) ?? tabs[0] ?? '',
    open: (rowId) => writer.write((before) => ({ ...before, open: rowId ?? undefined }), { confirmsUnsaved: true }),
    showTab: (tab) =>
      writer.write((before) => ({ ...before, detail: tab === tabs[0] ? undefined : tab }), {
        confirmsUnsaved: true,
        replaces: true,
      }),
  }
}
