import type { ProblemCode } from '#contract/problem.ts'
import type { ServerTrouble } from '#contract/admin/server-trouble.ts'
import type { Query } from '#contract/records/query.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { RowSource, SourceRow, ValueCount } from '#contract/records/row-source.ts'
import type { EverythingQuestion } from './everything/find-everything.ts'
import type { FoundEverything } from './everything/found-everything.ts'
import type { FigureName, FigureQuestion, FigureState } from './figures/figures.ts'
import type { GroupQuestion, GroupsState } from './query/group-records.ts'
import type { Seals } from './store/seal.ts'
import type { StoredOp } from './outbox/stored-op.ts'
import type { PapersView } from './papers/papers-seen.ts'
import type { PapersStatus } from './papers/papers-status.ts'
import type { SeenLog } from './seen/seen-log.ts'

/**
 * What screens see of the offline copy of one signed-in user (design §4): the mirror holds what the server confirmed, the outbox what the user wants, and
 * every read is mirror ⊕ outbox.
 */
export interface OfflineCopy {
  readonly userId: string
  /** What it is sealed with on this device; undefined: with nothing. For what else is kept of records beside it. */
  readonly seals: Seals | undefined
  /**
   * Takes the edits of one action down durably, in their order: all of them are kept or none. Resolves after the outbox transaction has completed (never on
   * request success) with the opIds of the entries they live in; rejects with `OutboxWriteError` when the device could not keep them: the caller keeps the form
   * open. Any tab may call it, online or not.
   */
  enqueue(...edits: readonly Edit[]): Promise<readonly string[]>
  /** One virtual result over the whole collection, answered by the worker. */
  openRows(collection: CollectionName, query: Query): RowSource
  /** How often each value of a field occurs in a collection, the most frequent first. Waits for the whole collection. */
  countValues(question: {
    readonly collection: CollectionName
    readonly field: string
    readonly limit: number
  }): Promise<readonly ValueCount[]>
  /** One record by id with the user's own changes on top, every edit kept before the call among them; null when this device does not have it. */
  getRow(collection: CollectionName, id: string): Promise<SourceRow | null>
  /** Every record of a small collection (groups), sorted by its label; called again on changes. */
  watchAll(collection: CollectionName, listener: (rows: readonly AnyRecord[]) => void): () => void
  /** Rows of the whole result of a query in order, in chunks, for export. */
  readAll(
    collection: CollectionName,
    query: Query,
    onChunk: (rows: readonly SourceRow[], done: number, total: number) => Promise<void> | void,
  ): Promise<void>
  /** A figure over the whole collection (figures/figures.ts), told now and a moment after every change that may move it. Answers how to stop. */
  watchFigure<Name extends FigureName>(
    name: Name,
    question: FigureQuestion<Name>,
    listener: (state: FigureState<Name>) => void,
  ): () => void
  /** A line for each value of a field under a query (query/group-records.ts), told now and a moment after every change that may move it. Answers how to stop. */
  watchGroups(collection: CollectionName, question: GroupQuestion, listener: (state: GroupsState) => void): () => void
  /** The best that a text finds in all collections, told now and again as records come and change. An empty text makes ready for the next one. Answers how to stop. */
  watchEverything(question: EverythingQuestion, listener: (found: FoundEverything) => void): () => void
  readonly outbox: OutboxView
  /**
   * Lets this device hold these sections of work and nothing else, null for everything. Resolves when what it is not to hold any more is gone from it; what it is to hold comes when the server can
   * be asked. Rejects when the device could not write; what was chosen then holds from the next start.
   */
  holdSections(sections: readonly string[] | null): Promise<void>
  /** How many records of each collection stand here, and roughly what they take on the disk, in bytes. */
  measureRoom(): Promise<Readonly<Partial<Record<CollectionName, HeldRoom>>>>
  /** Photographs and papers: their bytes, which travel beside the records that show them. */
  readonly papers: PapersView
  /** What screens have shown of all this, for the trail. */
  readonly seen: SeenLog
  getStatus(): SyncStatus
  subscribeStatus(listener: () => void): () => void
  /** Asks for a pull and a drain now (the refresh button, the `online` event, a tab coming to the front). */
  syncNow(): void
  setVisible(isVisible: boolean): void
  /** Stops worker, timers and channels of this page; data stays. */
  close(): void
}

export interface HeldRoom {
  readonly count: number
  readonly bytes: number
}

export type Edit = EditedRecord &
  (
    | {
        kind: 'create'
        fields: Record<string, FieldValue>
        /** The record was deleted, and `fields` are what it held then: while the delete waits unsent, only the delete goes. */
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
  /** Whose record it is or was, for the outbox screen: somebody else may delete it meanwhile. Of a new one the first searched text names it otherwise. */
  caption?: string
  actId?: string
}

/** What of an entry is to be seen. Its caption is the owner's name or what else names the record to a person; `problem` stands on what was refused or failed last time. */
type SeenOfEntry =
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
export interface OutboxEntry extends Readonly<Pick<StoredOp, SeenOfEntry>> {
  /** True when it waits behind an entry of the same record that needs attention. */
  readonly isBlocked: boolean
  /** Its record was deleted, so that sending it again must fail. All edits of that record are so, and are decided together. */
  readonly isGone: boolean
  /** Stands with the entry of its record before it, as one piece of work. */
  readonly isJoined: boolean
  /** The server had it and, restored from an older backup, has it no more; nobody has decided about it yet. */
  readonly isLost?: true
}

export interface OutboxView {
  getEntries(): readonly OutboxEntry[]
  subscribe(listener: () => void): () => void
  /** Sends a rejected or held entry again under a new opId (linked to the old), with `fixed` values in place of its own where given. */
  retry(opId: string, fixed?: Record<string, FieldValue>): Promise<void>
  /** Sends everything again that the server has lost (`isLost`), save for edits of records that are gone. */
  retryLost(): Promise<void>
  /** Settles a conflict: per conflicting field keep mine or take theirs. Mine goes out again on top of the current row. */
  resolveConflict(opId: string, choice: Record<string, 'mine' | 'theirs'>): Promise<void>
  /** Drops an entry that is not being sent (the caller has asked); leaves a tombstone in the log. Entries of the record that depend on it (after a create) go with it. */
  discard(opId: string): Promise<void>
  /**
   * Of an edit whose record is gone: makes a new record of what that one held last, with all edits of it on top, which go with that. False: the record came
   * back, or the user deleted it too; nothing was done.
   */
  addAsNew(
    opId: string,
    made: { id: string; fields: Readonly<Record<string, FieldValue>>; caption: string },
  ): Promise<boolean>
  exportJson(): Promise<string>
}

export interface SyncStatus {
  readonly connection: 'online' | 'offline' | 'checking'
  /** Why nothing comes from the server just now. Also stands while it answers the probe and fails at everything else. */
  readonly trouble: ServerTrouble | null
  readonly waiting: number
  readonly sending: number
  readonly attention: number
  /** Milliseconds since 1970 of the last complete pull; null before the first. */
  readonly lastSyncAt: number | null
  /** The server has news that could not be written: this device is full. It is tried again until there is room. */
  readonly lacksRoom: boolean
  /** When the server last said that a task of this person went on. */
  readonly tasksToldAt: number | null
  /** Records whose processing is stopped 처리정지, as `<collection>/<id>`. */
  readonly stopped: readonly string[]
  /** Contents of papers on their way, beside the entries of the outbox. */
  readonly papers: PapersStatus
  /** True only if nothing waits, the last pull is under 60 s old and was written, and the probe was answered. */
  readonly isInSync: boolean
  readonly needsSignIn: boolean
  /** The server asked for the second step when it was last asked for anything: everything waits, nothing is lost. */
  readonly needsFactor: boolean
  /** Why our server takes nothing just now, as it told an entry that still waits; null when none does or nobody said. */
  readonly serverHolds: ProblemCode | null
  readonly needsUpdate: boolean
  /** The oldest waiting entry is older than 10 minutes although the connection is there. */
  readonly isStuck: boolean
  /** Progress of a running first copy per collection. */
  readonly copying: Readonly<Partial<Record<CollectionName, { received: number; total: number }>>>
  /** The sections of work that this device holds (records/work-sections.ts); null: everything. */
  readonly held: readonly string[] | null
  /** The browser cleared the storage of this device while the app was open; null: it did not. */
  readonly storageCleared: StorageCleared | null
  /** The outbox cannot be written (disk full, storage lost): Korean text for the red banner. */
  readonly storageProblem: string | null
}

export interface StorageCleared {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Waiting entries that were still in memory and were put back. */
  readonly saved: number
  /** Papers that waited to be sent; their bytes stood on the disk only. */
  readonly papersLost: number
}

export class OutboxWriteError extends Error {
  override readonly name = 'OutboxWriteError'
  /**
   * `full`: no room on the device; `lost`: the storage went away even after reopening; `blocked`: an old tab holds an upgrade; `resident_number`: one stands in
   * free text, where no device keeps it (decision 29); `stopped`: the processing of a record is stopped 처리정지, and the server would refuse it.
   */
  readonly reason: 'full' | 'lost' | 'blocked' | 'invalid' | 'resident_number' | 'stopped'
  constructor(reason: OutboxWriteError['reason'], cause?: unknown) {
    super(`outbox write failed: ${reason}`, { cause })
    this.reason = reason
  }
}
