import type { ServerFailure } from '#contract/admin/server-failure.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Query } from '#contract/records/query.ts'
import type { RowSource, SourceRow, StoreFailure, ValueCount } from '#contract/records/row-source.ts'
import type { GlobalSearchParams, GlobalSearchResult } from './global-search/global-search.ts'
import type { StoredEntry } from './outbox/stored-entry.ts'
import type { PapersStatus, PapersView } from './papers/papers-api.ts'
import type { FigureName, FigureParams, FigureState } from './query/figures.ts'
import type { GroupQuery, GroupsState } from './query/group-records.ts'
import type { Seals } from './store/seal.ts'
import type { ViewLog } from './view-log/view-log.ts'

/**
 * What screens see of one signed-in user's offline copy. The mirror holds what the server
 * confirmed, the outbox what the user wants, and every read is mirror ⊕ outbox.
 */
export interface OfflineCopy {
  readonly userId: string
  /**
   * Encrypts what is stored on this device; undefined when the copy isn't sealed. Callers use it
   * for record data they store themselves.
   */
  readonly seals: Seals | undefined
  /**
   * Stores the edits of one action durably and in order, all or none. Resolves with the opIds of
   * their entries after the outbox transaction has completed (never on request success). Rejects
   * with `OutboxWriteError` when the device could not store them; the caller keeps the form open.
   * Any tab may call it, online or offline.
   */
  enqueue(...edits: readonly Edit[]): Promise<readonly string[]>
  /** One virtual result over the whole collection, computed by the worker. */
  openRows(collection: CollectionName, query: Query): RowSource
  /**
   * How often each value of a field occurs in a collection, most frequent first. Waits until the
   * whole collection is here.
   */
  countValues(params: {
    readonly collection: CollectionName
    readonly field: string
    readonly limit: number
  }): Promise<readonly ValueCount[]>
  /**
   * One record by id with the user's own edits applied, including every edit stored before the
   * call; null when this device doesn't have it.
   */
  getRow(collection: CollectionName, id: string): Promise<SourceRow | null>
  /**
   * Every record of a small collection (groups), sorted by its label; calls the listener again on
   * changes.
   */
  watchAll(collection: CollectionName, listener: (rows: readonly AnyRecord[]) => void): () => void
  /** Rows of the whole result of a query in order, in chunks, for export. */
  readAll(
    collection: CollectionName,
    query: Query,
    onChunk: (rows: readonly SourceRow[], doneCount: number, total: number) => Promise<void> | void,
  ): Promise<void>
  /**
   * Reports a figure over the whole collection (query/figures.ts) now and shortly after every
   * change that may affect it. Returns the unsubscribe function.
   */
  watchFigure<Name extends FigureName>(
    name: Name,
    params: FigureParams<Name>,
    listener: (state: FigureState<Name>) => void,
  ): () => void
  /**
   * Reports one line per value of a field under a query (query/group-records.ts), now and shortly
   * after every change that may affect it. Returns the unsubscribe function.
   */
  watchGroups(collection: CollectionName, params: GroupQuery, listener: (state: GroupsState) => void): () => void
  /**
   * Reports the best matches of a text in all collections, now and as records arrive and change. An
   * empty text prepares the index for the next one. Returns the unsubscribe function.
   */
  watchGlobalSearch(params: GlobalSearchParams, listener: (result: GlobalSearchResult) => void): () => void
  readonly outbox: OutboxView
  /**
   * Lets this device hold only these areas of work; null for everything. Resolves when
   * everything else is removed; missing books arrive once the server can be reached. Rejects when
   * the device could not write; the choice then applies from the next start.
   */
  chooseAreas(areas: readonly string[] | null): Promise<void>
  /**
   * How many records of each collection are on this device, and roughly how many bytes they take on
   * disk.
   */
  measureStorage(): Promise<Readonly<Partial<Record<CollectionName, StorageUsage>>>>
  /** The files of photographs and papers, which are transferred apart from their records. */
  readonly papers: PapersView
  /** Records what screens have shown of this data, for the trail (접속기록). */
  readonly viewLog: ViewLog
  getStatus(): SyncStatus
  subscribeStatus(listener: () => void): () => void
  /** Requests a pull and a drain now (refresh button, `online` event, tab coming to the front). */
  syncNow(): void
  setVisible(isVisible: boolean): void
  /** Stops worker, timers and channels of this page; data stays. */
  close(): void
}

export interface StorageUsage {
  readonly count: number
  readonly bytes: number
}

export type Edit = EditedRecord &
  (
    | {
        kind: 'create'
        fields: Record<string, FieldValue>
        /**
         * The record was deleted and `fields` holds its last values. While that delete is unsent,
         * the entry cancels it and nothing else is sent.
         */
        isRestore?: boolean
      }
    | {
        kind: 'update'
        /** Version of the confirmed record the user saw; 0 when the record is not confirmed yet. */
        baseVersion: number
        changes: Record<string, { old: FieldValue; new: FieldValue }>
      }
    | { kind: 'delete'; baseVersion: number }
  )

interface EditedRecord {
  collection: CollectionName
  id: string
  /**
   * Names the record on the outbox screen, even after somebody else deletes it. For a new record,
   * defaults to its first searched text.
   */
  caption?: string
  actId?: string
}

/**
 * Fields of an entry that screens show. `caption` is the owner's name or another name of the
 * record; `problem` is the last refusal or failure.
 */
type DisplayedEntryKey =
  | 'seq'
  | 'opId'
  | 'kind'
  | 'collection'
  | 'recordId'
  | 'caption'
  | 'changes'
  | 'state'
  | 'createdAt'
  | 'attempts'
  | 'problem'

/** One line of the outbox screen. */
export interface EntryView extends Readonly<Pick<StoredEntry, DisplayedEntryKey>> {
  /** Waits behind an entry of the same record that needs attention. */
  readonly isBlocked: boolean
  /**
   * The record was deleted, so sending this entry would fail. All edits of that record are resolved
   * together.
   */
  readonly isGone: boolean
  /** Shown as one piece of work with the previous entry of its record. */
  readonly isJoined: boolean
  /**
   * The server had this entry, forgot it when restored from a backup, and the user hasn't decided
   * about it yet.
   */
  readonly isLost?: true
}

export interface OutboxView {
  getEntries(): readonly EntryView[]
  subscribe(listener: () => void): () => void
  /**
   * Sends a rejected or held entry again under a new opId (linked to the old one), using the values
   * in `fixed` where given.
   */
  retry(opId: string, fixed?: Record<string, FieldValue>): Promise<void>
  /** Sends every entry the server has lost (`isLost`) again, except edits of deleted records. */
  retryLost(): Promise<void>
  /**
   * Settles a conflict per field: keep mine or take theirs. Mine is sent again on top of the
   * current row.
   */
  resolveConflict(opId: string, choice: Record<string, 'mine' | 'theirs'>): Promise<void>
  /**
   * Drops an entry that isn't being sent (the caller has asked the user) and leaves a tombstone in
   * the log. Entries of the record that depend on it (after a create) are dropped too.
   */
  discard(opId: string): Promise<void>
  /**
   * Replaces a deleted record with a new one with its last values and all waiting edits applied,
   * and drops those edits. Returns false and does nothing when the record came back or the user
   * deleted it too.
   */
  addAsNew(
    opId: string,
    record: { id: string; fields: Readonly<Record<string, FieldValue>>; caption: string },
  ): Promise<boolean>
  exportJson(): Promise<string>
}

export interface SyncStatus {
  readonly connection: 'online' | 'offline' | 'checking'
  /**
   * Why the server currently delivers nothing. Also set while it responds to the probe and fails at
   * everything else.
   */
  readonly trouble: ServerFailure | null
  readonly waiting: number
  readonly sending: number
  readonly attention: number
  /** Milliseconds since 1970 of the last complete pull; null before the first. */
  readonly lastSyncAt: number | null
  /** Why the server's data cannot be stored here now; retried until it can. */
  readonly storeFailure: StoreFailure | null
  /** When the server last reported progress of one of this user's tasks. */
  readonly tasksToldAt: number | null
  /** Records whose processing is stopped 처리정지, as `<collection>/<id>`. */
  readonly stopped: readonly string[]
  /** Transfer of paper files, in addition to the outbox entries. */
  readonly papers: PapersStatus
  /**
   * True only if nothing waits, the last pull was stored less than 60 s ago, and the probe
   * succeeded.
   */
  readonly isInSync: boolean
  readonly needsSignIn: boolean
  /** The server's last response required the second factor. Everything waits; nothing is lost. */
  readonly needsFactor: boolean
  /**
   * Why our server accepts nothing at the moment, as reported to a waiting entry; null when there
   * is no such report.
   */
  readonly waitReason: ProblemCode | null
  readonly needsUpdate: boolean
  /** The oldest waiting entry is older than 10 minutes although the device is online. */
  readonly isStuck: boolean
  /** Progress of a running first copy per collection. */
  readonly copying: Readonly<Partial<Record<CollectionName, { received: number; total: number }>>>
  /** The areas of work that this device holds (records/work-areas.ts); null: everything. */
  readonly syncedAreas: readonly string[] | null
  /** Set when the browser cleared this device's storage while the app was open. */
  readonly storageCleared: StorageCleared | null
  /** The outbox cannot be written (disk full, storage lost): Korean text for the red banner. */
  readonly storageProblem: string | null
  /** Only a reload of the page may bring the storage back, as in WebKit after its process ended. */
  readonly isStorageLost: boolean
}

export interface StorageCleared {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Waiting entries that were still in memory and were put back. */
  readonly saved: number
  /** Papers that waited to be sent; their bytes existed only on disk. */
  readonly papersLost: number
}

export class OutboxWriteError extends Error {
  override readonly name = 'OutboxWriteError'
  /**
   * `full`: no room on the device; `lost`: the storage stayed gone after reopening; `blocked`: an
   * old tab holds an upgrade; `silent`: the browser doesn't answer; `refused`: the browser stores
   * nothing at all; `resident_number`: free text contains one, and devices never store those;
   * `stopped`: the processing of a record is stopped 처리정지, and the server would refuse the edit.
   */
  readonly reason: 'full' | 'lost' | 'blocked' | 'silent' | 'refused' | 'invalid' | 'resident_number' | 'stopped'
  constructor(reason: OutboxWriteError['reason'], cause?: unknown) {
    super(`outbox write failed: ${reason}`, { cause })
    this.reason = reason
  }
}
