import type { Query } from '#contract/records/query.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { RowSourceState, SourceRow, ValueCount } from '#contract/records/row-source.ts'
import type { EverythingQuestion } from '../everything/find-everything.ts'
import type { FoundEverything } from '../everything/found-everything.ts'
import type { FigureName, FigureState } from '../figures/figures.ts'
import type { HeldRoom, SyncStatus } from '../offline-copy.ts'
import type { GroupQuestion, GroupsState } from '../query/group-records.ts'

/** What a page asks of the engine (call-channel.ts): `row` and `counts` once, everything else until the page has enough. */
export type EngineCalls = {
  /** `stamp`: the outbox as the page knows it; the engine answers once it knows as much. */
  row: { question: { collection: CollectionName; id: string; stamp: number }; wish: never; answer: SourceRow | null }
  counts: { question: Asked & { field: string; limit: number }; wish: never; answer: readonly ValueCount[] }
  /** The rows of one query; another query is another call. */
  rows: { question: RowsQuestion; wish: RowsWish; answer: RowsAnswer }
  /** Every record of a small collection, by its label. */
  list: { question: { collection: CollectionName }; wish: never; answer: readonly AnyRecord[] }
  /** All rows of a query, a thousand at a time, each thousand when it is wished for. */
  chunks: { question: Asked; wish: 'next'; answer: Chunk }
  /** A line for each value of a field, told again when it may have changed. */
  groups: { question: { collection: CollectionName } & GroupQuestion; wish: never; answer: GroupsState }
  /** The best that a text finds in all collections, told again when it may have changed; another text is another call. */
  everything: { question: EverythingQuestion; wish: never; answer: FoundEverything }
  /** `question` is what the figure of that name asks (figures/figures.ts). */
  figure: { question: { name: FigureName; question: unknown }; wish: never; answer: FigureState }
  /** What this device is to hold from now on; answered once nothing else is on it. */
  hold: { question: { sections: readonly string[] | null }; wish: never; answer: null }
  /** How many records each collection has here, and what they take. */
  room: { question: null; wish: never; answer: Readonly<Partial<Record<CollectionName, HeldRoom>>> }
  /** How the engine stands, and what the page does that it must know of. */
  engine: {
    question: null
    wish: { type: 'sync_now' } | { type: 'visible'; isVisible: boolean }
    answer: { type: 'status'; status: EngineStatus } | { type: 'failed'; message: string }
  }
}

export interface Asked {
  readonly collection: CollectionName
  readonly query: Query
}

/** `generation`: what the result is numbered by; the engine takes a higher one when it turns out to begin with other records. */
export type RowsQuestion = Asked & { readonly generation: number }

export type RowsWish =
  | { type: 'range'; first: number; last: number }
  | { type: 'locate'; id: string }
  | { type: 'refresh'; generation: number }

/** `stamp`: the outbox as the engine knew it when it built the rows. */
export type RowsAnswer =
  | { type: 'result'; stamp: number; state: RowSourceState; rows: SourceRow[] }
  | { type: 'rows'; stamp: number; first: number; rows: SourceRow[] }
  | { type: 'changed'; stamp: number; state: RowSourceState; change: ResultChange }
  | { type: 'located'; id: string; index: number }

/** Rows that left go first (indexes before the change, ascending), then rows come in (indexes after all of it, ascending), then values change. */
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
  'connection' | 'trouble' | 'lastSyncAt' | 'lacksRoom' | 'tasksToldAt' | 'copying' | 'stopped' | 'held'
>

/** Rows sent with a new result and per answered page. */
export const rowsPerReport = 200
