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
  /** Why the first page is missing; null if it is there or loading. */
  getRefusal(): PageFailure | null
}

/** Default page size. A jump far down loads larger pages. */
const defaultLimit = 100
const maxLimit = 1000

interface ReadState {
  readonly params: TrailParams
  entries: readonly TrailEntry[]
  rows: readonly SourceRow[]
  next: string | null
  /** Index of the last row in view. */
  wantedCount: number
  isLoading: boolean
}

interface TrailSourceState {
  readonly readPage: ReadPage
  readonly listeners: Set<() => void>
  state: RowSourceState
  refusal: PageFailure | null
  /** The displayed result, and the latest request. */
  shown: ReadState
  pendingReading: ReadState
}

export function createTrailSource(readPage: ReadPage): TrailSource {
  const noReading = emptyReading({})
  const state = { status: 'loading', total: 0, isComplete: false, arrived: 0, generation: 0 } as const
  const context: TrailSourceState = {
    readPage,
    listeners: new Set(),
    state,
    refusal: null,
    shown: noReading,
    pendingReading: noReading,
  }
  return {
    getState: () => context.state,
    subscribe(listener) {
      context.listeners.add(listener)
      return () => context.listeners.delete(listener)
    },
    rowAt: (index) => context.shown.rows[index],
    rowById: (id) => context.shown.rows.find((row) => row.id === id),
    indexOf: (id) => context.shown.rows.findIndex((row) => row.id === id),
    // Trail rows never change.
    subscribeRow: () => () => undefined,
    ensureRange(_first, last) {
      context.shown.wantedCount = last
      if (context.state.status === 'ready') void readOn(context, context.shown)
    },
    setQuery: () => undefined,
    refresh() {
      const isCut = context.state.status === 'error' && context.refusal === null
      void (isCut ? readOn(context, context.shown) : startReading(context, context.pendingReading.params))
    },
    close: () => context.listeners.clear(),
    setParams: (params) => void startReading(context, params),
    getEntry: (id) => context.shown.entries.find(({ seq }) => String(seq) === id),
    getRefusal: () => context.refusal,
  }
}

function emptyReading(params: TrailParams): ReadState {
  return { params, entries: [], rows: [], next: null, wantedCount: 0, isLoading: false }
}

async function startReading(context: TrailSourceState, params: TrailParams): Promise<void> {
  const reading = emptyReading(params)
  context.pendingReading = reading
  context.refusal = null
  notify(context, { ...context.state, status: 'loading' })
  const result = await context.readPage(params, { after: '', limit: defaultLimit })
  if (context.pendingReading !== reading) return
  if (!result.ok) {
    context.refusal = result
    return notify(context, { ...context.state, status: 'error', message: result.problem.message })
  }
  appendPage(reading, result.value)
  context.shown = reading
  const { total_count: total = reading.rows.length, total_is_at_least: isAtLeast } = result.value
  const generation = context.state.generation + 1
  notify(context, { status: 'ready', total, isComplete: true, arrived: 0, generation, ...(isAtLeast && { isAtLeast }) })
}

async function readOn(context: TrailSourceState, reading: ReadState): Promise<void> {
  while (!reading.isLoading && reading.next !== null && reading.wantedCount >= reading.rows.length) {
    reading.isLoading = true
    const limit = Math.min(maxLimit, Math.max(defaultLimit, reading.wantedCount + 1 - reading.rows.length))
    const result = await context.readPage(reading.params, { after: reading.next, limit })
    reading.isLoading = false
    if (context.pendingReading !== reading) return
    if (!result.ok) return notify(context, { ...context.state, status: 'error', message: result.problem.message })
    appendPage(reading, result.value)
    notify(context, furtherState(context.state, reading))
  }
}

/**
 * Beyond a capped count, the total is one more than the loaded rows as long as more follow; the
 * last page gives the exact number.
 */
function furtherState({ total, isAtLeast, ...state }: RowSourceState, { rows, next }: ReadState): RowSourceState {
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
