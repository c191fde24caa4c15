import type { Query } from '#contract/records/query.ts'
import type { RowSource, RowSourceState } from '#contract/records/row-source.ts'
import { countPages } from './page-slots.ts'

/** The page shown (from 1), the number of pages and rows, and the rows before the page. */
export interface PageWithTotal {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly first: number
}

/** The part of the result in the table: one page (from 1), or all of it as one virtual list. */
export type PageRange = { readonly page: number; readonly pageSize: number } | 'all'

/** One page of another source, or all of it. Closing it closes the other. */
export interface PageWindowSource extends RowSource {
  /** The other source, with record positions in the whole result. */
  readonly wholeSource: RowSource
  /**
   * Shows another page; after `setQuery`, the page the new result starts with. A page beyond the
   * end becomes the last one.
   */
  show(range: PageRange): void
  /**
   * Returns the same object until it changes. `page` is 1 when all is shown. `first` is the number
   * of rows before this page.
   */
  getWindow(): PageWithTotal
}

interface PageWindow {
  readonly inner: RowSource
  readonly listeners: Set<() => void>
  stopListening: () => void
  range: PageRange
  /** Increases on every move, so each page counts as a new result. */
  moveCount: number
  query: string
  /**
   * The page to show once the result after generation `after` arrives; until then the old rows
   * stay.
   */
  pendingMove: { readonly range: PageRange; readonly after: number } | null
  state: RowSourceState
  derivedFrom: { state: RowSourceState; moveCount: number } | null
  shownWindow: ReturnType<PageWindowSource['getWindow']>
}

/**
 * Implements paging without the table knowing. Indexes, total and ranges are those of one page;
 * everything else comes from the other source. `query` is the one the other source was opened with.
 */
export function createPageWindowSource(
  inner: RowSource,
  options: { range: PageRange; query: Query },
): PageWindowSource {
  const view: PageWindow = {
    inner,
    listeners: new Set(),
    stopListening: () => undefined,
    range: options.range,
    moveCount: 0,
    query: JSON.stringify(options.query),
    pendingMove: null,
    state: inner.getState(),
    derivedFrom: null,
    shownWindow: { page: 1, pages: 1, total: 0, first: 0 },
  }
  return {
    wholeSource: inner,
    getState: () => computeWindowState(view),
    subscribe: (listener) => subscribe(view, listener),
    rowAt: (index) => (isWithin(view, index) ? inner.rowAt(firstIndex(view) + index) : undefined),
    rowById: (id) => inner.rowById(id),
    indexOf(id) {
      const index = inner.indexOf(id) - firstIndex(view)
      return isWithin(view, index) ? index : -1
    },
    subscribeRow: (id, listener) => inner.subscribeRow(id, listener),
    ensureRange(first, last) {
      const offset = firstIndex(view)
      const end = Math.min(last, computeWindowState(view).total - 1)
      if (end >= Math.max(0, first)) inner.ensureRange(offset + Math.max(0, first), offset + end)
    },
    setQuery: (query) => setQuery(view, query),
    refresh: () => inner.refresh(),
    ...(inner.countValues ? { countValues: inner.countValues.bind(inner) } : {}),
    close() {
      view.stopListening()
      view.listeners.clear()
      inner.close()
    },
    show: (range) => showRange(view, range),
    getWindow() {
      computeWindowState(view)
      return view.shownWindow
    },
  }
}

function setQuery(view: PageWindow, query: Query): void {
  const text = JSON.stringify(query)
  if (text === view.query) return view.inner.setQuery(query)
  view.query = text
  // Another order or filter starts at the first page.
  const range = view.range === 'all' ? view.range : { ...view.range, page: 1 }
  view.pendingMove = { range, after: view.inner.getState().generation }
  view.inner.setQuery(query)
}

function showRange(view: PageWindow, range: PageRange): void {
  applyPendingMove(view)
  if (view.pendingMove) {
    view.pendingMove = { ...view.pendingMove, range }
    return
  }
  if (isSameRange(view.range, range)) return
  moveWindow(view, range)
  notifyListeners(view)
}

function moveWindow(view: PageWindow, range: PageRange): void {
  view.range = range
  view.moveCount += 1
}

/** Switches to the waiting page when the other source has a new result. */
function applyPendingMove(view: PageWindow): void {
  const { pendingMove, inner } = view
  if (!pendingMove || inner.getState().generation === pendingMove.after) return
  view.pendingMove = null
  view.range = pendingMove.range
}

function computeWindowState(view: PageWindow): RowSourceState {
  applyPendingMove(view)
  const wholeState = view.inner.getState()
  if (view.derivedFrom?.state === wholeState && view.derivedFrom.moveCount === view.moveCount) return view.state
  view.derivedFrom = { state: wholeState, moveCount: view.moveCount }
  const { range } = view
  const pages = range === 'all' ? 1 : countPages(wholeState.total, range.pageSize)
  const page = range === 'all' ? 1 : Math.min(range.page, pages)
  const first = range === 'all' ? 0 : (page - 1) * range.pageSize
  const total = range === 'all' ? wholeState.total : Math.max(0, Math.min(range.pageSize, wholeState.total - first))
  view.state = { ...wholeState, total, generation: wholeState.generation + view.moveCount }
  const { shownWindow } = view
  if (
    shownWindow.page !== page ||
    shownWindow.pages !== pages ||
    shownWindow.total !== wholeState.total ||
    shownWindow.first !== first
  ) {
    view.shownWindow = { page, pages, total: wholeState.total, first }
  }
  return view.state
}

/** Index of the page's first row in the whole result. */
function firstIndex(view: PageWindow): number {
  computeWindowState(view)
  return view.shownWindow.first
}

function isWithin(view: PageWindow, index: number): boolean {
  return index >= 0 && index < computeWindowState(view).total
}

function isSameRange(a: PageRange, b: PageRange): boolean {
  if (a === 'all' || b === 'all') return a === b
  return a.page === b.page && a.pageSize === b.pageSize
}

function subscribe(view: PageWindow, listener: () => void): () => void {
  if (view.listeners.size === 0) view.stopListening = view.inner.subscribe(() => notifyListeners(view))
  view.listeners.add(listener)
  return () => {
    view.listeners.delete(listener)
    if (view.listeners.size === 0) view.stopListening()
  }
}

function notifyListeners(view: PageWindow): void {
  for (const listener of [...view.listeners]) listener()
}
