import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Query } from '#contract/records/query.ts'
import type { RowSourceState, SourceRow, ValueCount } from '#contract/records/row-source.ts'
import type { GlobalSearchParams, GlobalSearchResult } from '#mirror/global-search/global-search.ts'
import type { StorageUsage, SyncStatus } from '#mirror/offline-copy.ts'
import type { FigureName, FigureState } from '#mirror/query/figures.ts'
import type { GroupQuery, GroupsState } from '#mirror/query/group-records.ts'

/**
 * The calls a page makes to the engine (call-channel.ts). `row`, `counts`, `chooseAreas` and `room`
 * are answered once, the others until the page ends them.
 */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface has no index signature, which channels require
export type EngineCalls = {
  /** `stamp`: the outbox version the page knows; the engine answers once it has caught up. */
  row: { params: { collection: CollectionName; id: string; stamp: number }; command: never; answer: SourceRow | null }
  counts: {
    params: CollectionQuery & { field: string; limit: number }
    command: never
    answer: readonly ValueCount[]
  }
  /** The rows of one query; another query is another call. */
  rows: { params: RowsQuery; command: RowsCommand; answer: RowsUpdate }
  /** Every record of a small collection, sorted by its label. */
  list: { params: { collection: CollectionName }; command: never; answer: readonly AnyRecord[] }
  /** All rows of a query in chunks of a thousand, each sent on request. */
  chunks: { params: CollectionQuery; command: 'next'; answer: Chunk }
  /** One line per value of a field, sent again when it may have changed. */
  groups: { params: { collection: CollectionName } & GroupQuery; command: never; answer: GroupsState }
  /**
   * The best matches of a text in all collections, sent again when they may have changed; another
   * text is another call.
   */
  everything: { params: GlobalSearchParams; command: never; answer: GlobalSearchResult }
  /** `params` are those of the figure with that name (query/figures.ts). */
  figure: { params: { name: FigureName; params: unknown }; command: never; answer: FigureState }
  /** The areas this device stores from now on; answered once everything else is removed. */
  chooseAreas: { params: { areas: readonly string[] | null }; command: never; answer: null }
  /** Record count and bytes of each collection on this device. */
  room: { params: null; command: never; answer: Readonly<Partial<Record<CollectionName, StorageUsage>>> }
  /** The engine's status, and page events the engine must know. */
  engine: {
    params: null
    command: { type: 'sync_now' } | { type: 'visible'; isVisible: boolean }
    answer: { type: 'status'; status: EngineStatus } | { type: 'failed'; message: string }
  }
}

export interface CollectionQuery {
  readonly collection: CollectionName
  readonly query: Query
}

/**
 * `generation` numbers the result. The engine raises it when the live result begins with other
 * records than the first page.
 */
export type RowsQuery = CollectionQuery & { readonly generation: number }

export type RowsCommand =
  | { type: 'range'; first: number; last: number }
  | { type: 'locate'; id: string }
  | { type: 'refresh'; generation: number }

/** `stamp`: the outbox version when the engine built the rows. */
export type RowsUpdate =
  | { type: 'result'; stamp: number; state: RowSourceState; rows: SourceRow[] }
  | { type: 'rows'; stamp: number; first: number; rows: SourceRow[] }
  | { type: 'changed'; stamp: number; state: RowSourceState; change: ResultChange }
  | { type: 'located'; id: string; index: number }

/**
 * Applied in this order: removals (indexes before the change, ascending), insertions (final
 * indexes, ascending), then new values.
 */
export interface ResultChange {
  removed: number[]
  inserted: { index: number; row: SourceRow }[]
  rows: SourceRow[]
}

export interface Chunk {
  readonly rows: SourceRow[]
  readonly done: number
  readonly total: number
}

/** The part of the status that the engine knows; the rest comes from the outbox. */
export type EngineStatus = Pick<
  SyncStatus,
  'connection' | 'trouble' | 'lastSyncAt' | 'storeFailure' | 'tasksToldAt' | 'copying' | 'stopped' | 'syncedAreas'
>

/** Rows sent with a new result and stored as its first page. */
export const rowsPerReport = 200
