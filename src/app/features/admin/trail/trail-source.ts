import type { Result } from '#app/session/api-result.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { RowSource, RowSourceState, SourceRow } from '#contract/records/row-source.ts'
import type { TrailEntry, TrailPage } from '#contract/trail/trail.ts'

type TrailParams = Readonly<Record<string, string>>
type PageFailure = Extract<Result<unknown>, { ok: false }>

export type ReadPage = (params: TrailParams, page: { after: string; limit: number }) => Promise<Result<TrailPage>>

/** The rows of 접속기록 from the server, page by page with a cursor. */
export interface TrailSource extends RowSource {
  /** Sends a new query; the shown rows stay until the response arrives. */
  setParams(params: TrailParams): void
  getEntry(id: string): TrailEntry | undefined
  /** The error of the first page; null while it loads and once it is there. */
  getRefusal(): PageFailure | null
}

/** Scrolling far down loads larger pages. */
const defaultPageSize = 100
const maxPageSize = 1000

interface ReadState {
  readonly params: TrailParams
  entries: readonly TrailEntry[]
  rows: readonly SourceRow[]
  next: string | null
  /** Index of the last row in view. */
  lastVisibleIndex: number
  isLoading: boolean
}

interface TrailSourceState {
  readonly readPage: ReadPage
  readonly listeners: Set<() => void>
  state: RowSourceState
  refusal: PageFailure | null
  /** The displayed result, and the latest request. */
  shownState: ReadState
  pendingReading: ReadState
}

export function createTrailSource(readPage: ReadPage): TrailSource {
  const initialReading = createReading({})
  const state = { status: 'loading', total: 0, isComplete: false, arrived: 0, generation: 0 } as const
  const context: TrailSourceState = {
    readPage,
    listeners: new Set(),
    state,
    refusal: null,
    shownState: initialReading,
    pendingReading: initialReading,
  }
  return {
    getState: () => context.state,
    subscribe(listener) {
      context.listeners.add(listener)
      return () => context.listeners.delete(listener)
    },
    rowAt: (index) => context.shownState.rows[index],
    rowById: (id) => context.shownState.rows.find((row) => row.id === id),
    indexOf: (id) => context.shownState.rows.findIndex((row) => row.id === id),
    // Trail rows never change.
    subscribeRow: () => () => undefined,
    ensureRange(_first, last) {
      context.shownState.lastVisibleIndex = last
      if (context.state.status === 'ready') void loadMore(context, context.shownState)
    },
    setQuery: () => undefined,
    refresh() {
      const isInterrupted = context.state.status === 'error' && context.refusal === null
      void (isInterrupted
        ? loadMore(context, context.shownState)
        : startReading(context, context.pendingReading.params))
    },
    close: () => context.listeners.clear(),
    setParams: (params) => void startReading(context, params),
    getEntry: (id) => context.shownState.entries.find(({ seq }) => String(seq) === id),
    getRefusal: () => context.refusal,
  }
}

function createReading(params: TrailParams): ReadState {
  return { params, entries: [], rows: [], next: null, lastVisibleIndex: 0, isLoading: false }
}

async function startReading(context: TrailSourceState, params: TrailParams): Promise<void> {
  const reading = createReading(params)
  context.pendingReading = reading
  context.refusal = null
  notify(context, { ...context.state, status: 'loading' })
  const result = await context.readPage(params, { after: '', limit: defaultPageSize })
  if (context.pendingReading !== reading) return
  if (!result.ok) {
    context.refusal = result
    return notify(context, { ...context.state, status: 'error', message: result.problem.message })
  }
  appendPage(reading, result.value)
  context.shownState = reading
  const { total_count: total = reading.rows.length, total_is_at_least: isAtLeast } = result.value
  const generation = context.state.generation + 1
  notify(context, { status: 'ready', total, isComplete: true, arrived: 0, generation, ...(isAtLeast && { isAtLeast }) })
}

async function loadMore(context: TrailSourceState, reading: ReadState): Promise<void> {
  while (!reading.isLoading && reading.next !== null && reading.lastVisibleIndex >= reading.rows.length) {
    reading.isLoading = true
    const limit = Math.min(maxPageSize, Math.max(defaultPageSize, reading.lastVisibleIndex + 1 - reading.rows.length))
    const result = await context.readPage(reading.params, { after: reading.next, limit })
    reading.isLoading = false
    if (context.pendingReading !== reading) return
    if (!result.ok) return notify(context, { ...context.state, status: 'error', message: result.problem.message })
    appendPage(reading, result.value)
    notify(context, getStateAfterPage(context.state, reading))
  }
}

/**
 * Beyond a capped count, the total is one more than the loaded rows as long as more follow; the
 * last page gives the exact number.
 */
function getStateAfterPage({ total, isAtLeast, ...state }: RowSourceState, { rows, next }: ReadState): RowSourceState {
  if (next === null) return { ...state, status: 'ready', total: rows.length }
  return { ...state, status: 'ready', total: Math.max(total, rows.length + 1), ...(isAtLeast && { isAtLeast }) }
}

function appendPage(reading: ReadState, { results, next }: TrailPage): void {
  reading.entries = [...reading.entries, ...results]
  reading.rows = [...reading.rows, ...results.map(toTrailRow)]
  reading.next = next
}

function notify(context: TrailSourceState, state: RowSourceState): void {
  context.state = state
  for (const listener of [...context.listeners]) listener()
}

function toTrailRow({ seq, at, user_name, act, collection, subject, address }: TrailEntry): SourceRow {
  const base = { id: String(seq), version: 1, inserted_at: at, updated_at: at }
  const record: AnyRecord = { ...base, at, user_name, act, collection, subject, address }
  return { id: base.id, record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}
