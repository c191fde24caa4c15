import type { AnyRecord } from '#contract/books/field.ts'
import type { RowSource, RowSourceState, SourceRow } from '#contract/records/row-source.ts'
import type { TrailEntry, TrailPage } from '#contract/trail/trail.ts'
import type { Answer } from '#app/session/answer-of.ts'

type Question = Readonly<Record<string, string>>
type Refusal = Extract<Answer<unknown>, { ok: false }>

export type ReadPage = (question: Question, page: { after: string; limit: number }) => Promise<Answer<TrailPage>>

/** The rows of 접속기록 from the server, page by page with a cursor. */
export interface TrailSource extends RowSource {
  /** Sends a new query; the shown rows stay until the answer arrives. */
  setQuestion(question: Question): void
  entryOf(id: string): TrailEntry | undefined
  /** Why the first page is missing; null if it is there or loading. */
  getRefusal(): Refusal | null
}

/** Default page size. A jump far down loads larger pages. */
const defaultLimit = 100
const maxLimit = 1000

interface Reading {
  readonly question: Question
  entries: readonly TrailEntry[]
  rows: readonly SourceRow[]
  next: string | null
  /** Index of the last row in view. */
  wantedCount: number
  isOnItsWay: boolean
}

interface Context {
  readonly readPage: ReadPage
  readonly listeners: Set<() => void>
  state: RowSourceState
  refusal: Refusal | null
  /** The displayed result, and the latest request. */
  shown: Reading
  pendingReading: Reading
}

export function createTrailSource(readPage: ReadPage): TrailSource {
  const noReading = emptyReading({})
  const state = { status: 'loading', total: 0, isComplete: false, arrived: 0, generation: 0 } as const
  const context: Context = {
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
      void (isCut ? readOn(context, context.shown) : startReading(context, context.pendingReading.question))
    },
    close: () => context.listeners.clear(),
    setQuestion: (question) => void startReading(context, question),
    entryOf: (id) => context.shown.entries.find(({ seq }) => String(seq) === id),
    getRefusal: () => context.refusal,
  }
}

function emptyReading(question: Question): Reading {
  return { question, entries: [], rows: [], next: null, wantedCount: 0, isOnItsWay: false }
}

async function startReading(context: Context, question: Question): Promise<void> {
  const reading = emptyReading(question)
  context.pendingReading = reading
  context.refusal = null
  notify(context, { ...context.state, status: 'loading' })
  const answer = await context.readPage(question, { after: '', limit: defaultLimit })
  if (context.pendingReading !== reading) return
  if (!answer.ok) {
    context.refusal = answer
    return notify(context, { ...context.state, status: 'error', message: answer.problem.message })
  }
  appendPage(reading, answer.value)
  context.shown = reading
  const { total_count: total = reading.rows.length, total_is_at_least: isAtLeast } = answer.value
  const generation = context.state.generation + 1
  notify(context, { status: 'ready', total, isComplete: true, arrived: 0, generation, ...(isAtLeast && { isAtLeast }) })
}

async function readOn(context: Context, reading: Reading): Promise<void> {
  while (!reading.isOnItsWay && reading.next !== null && reading.wantedCount >= reading.rows.length) {
    reading.isOnItsWay = true
    const limit = Math.min(maxLimit, Math.max(defaultLimit, reading.wantedCount + 1 - reading.rows.length))
    const answer = await context.readPage(reading.question, { after: reading.next, limit })
    reading.isOnItsWay = false
    if (context.pendingReading !== reading) return
    if (!answer.ok) return notify(context, { ...context.state, status: 'error', message: answer.problem.message })
    appendPage(reading, answer.value)
    notify(context, furtherState(context.state, reading))
  }
}

/**
 * Beyond a capped count, the total is one more than the loaded rows as long as more follow; the
 * last page gives the exact number.
 */
function furtherState({ total, isAtLeast, ...state }: RowSourceState, { rows, next }: Reading): RowSourceState {
  if (next === null) return { ...state, status: 'ready', total: rows.length }
  return { ...state, status: 'ready', total: Math.max(total, rows.length + 1), ...(isAtLeast && { isAtLeast }) }
}

function appendPage(reading: Reading, { results, next }: TrailPage): void {
  reading.entries = [...reading.entries, ...results]
  reading.rows = [...reading.rows, ...results.map(rowOf)]
  reading.next = next
}

function notify(context: Context, state: RowSourceState): void {
  context.state = state
  for (const listener of [...context.listeners]) listener()
}

function rowOf({ seq, at, user_name, act, collection, subject, address }: TrailEntry): SourceRow {
  const base = { id: String(seq), version: 1, inserted_at: at, updated_at: at }
  const record: AnyRecord = { ...base, at, user_name, act, collection, subject, address }
  return { id: base.id, record, joined: {}, marks: {}, state: 'plain', isOutside: false }
}
