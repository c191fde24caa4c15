import type { Query } from '#contract/query.ts'
import type { CollectionName } from '#contract/records/collections.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { RowSourceState, SourceRow, ValueCount } from '#contract/row-source.ts'
import type { FigureName, FigureState } from '../figures/figures.ts'
import type { SyncStatus } from '../offline-copy.ts'

/**
 * What page and engine say to each other. A protocol of our own instead of proxied calls (comlink): half of the traffic is the engine speaking unasked, answers and
 * news must arrive in the order they were made (a range is only right together with the splices before it), and the same messages serve an engine in the
 * same thread, as tests and the service worker have it.
 *
 * `result` names a row source, `ticket` one query of it: what arrives under an older ticket is ignored.
 */
export type Command =
  | { type: 'query'; result: number; ticket: number; collection: CollectionName; query: Query; isRefresh: boolean }
  | { type: 'range'; result: number; ticket: number; first: number; last: number }
  | { type: 'locate'; result: number; ticket: number; id: string }
  | { type: 'close'; result: number }
  /** `stamp`: the outbox as the page knows it; the engine answers once it knows as much. */
  | { type: 'get'; request: number; collection: CollectionName; id: string; stamp: number }
  | { type: 'watch'; watch: number; collection: CollectionName }
  | { type: 'unwatch'; watch: number }
  | { type: 'read'; request: number; collection: CollectionName; query: Query }
  | { type: 'read_next'; request: number }
  | { type: 'read_end'; request: number }
  | { type: 'count'; request: number; collection: CollectionName; query: Query; field: string; limit: number }
  /** `question` is what the figure of that name asks (figures/figures.ts). */
  | { type: 'figure'; figure: number; name: FigureName; question: unknown }
  | { type: 'figure_end'; figure: number }
  | { type: 'sync_now' }
  | { type: 'visible'; isVisible: boolean }

/** `stamp`: the outbox as the engine knew it when it built the rows. */
export type Report =
  | { type: 'result'; result: number; ticket: number; stamp: number; state: RowSourceState; rows: SourceRow[] }
  | { type: 'rows'; result: number; ticket: number; stamp: number; first: number; rows: SourceRow[] }
  | { type: 'changed'; result: number; ticket: number; stamp: number; state: RowSourceState; change: ResultChange }
  | { type: 'located'; result: number; ticket: number; id: string; index: number }
  | { type: 'got'; request: number; row: SourceRow | null }
  | { type: 'watched'; watch: number; rows: AnyRecord[] }
  | { type: 'chunk'; request: number; rows: SourceRow[]; done: number; total: number; problem?: string }
  | { type: 'counted'; request: number; values: ValueCount[] }
  | { type: 'figure'; figure: number; state: FigureState }
  | { type: 'status'; status: EngineStatus }
  | { type: 'failed'; message: string }

/** Rows that left go first (indexes before the change, ascending), then rows come in (indexes after all of it, ascending), then values change. */
export interface ResultChange {
  removed: number[]
  inserted: { index: number; row: SourceRow }[]
  rows: SourceRow[]
}

/** The part of the status that the engine knows; the rest comes from the outbox. */
export type EngineStatus = Pick<SyncStatus, 'connection' | 'lastSyncAt' | 'lacksRoom' | 'copying'>

/** Rows sent with a new result and per answered page. */
export const rowsPerReport = 200
