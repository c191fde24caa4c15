import { Dexie } from 'dexie'
import { type Trace, type TraceKind, traceKinds } from '#contract/sync/op-trace.ts'
import { trackOpen } from '#mirror/runtime/timing.ts'
import { getConnection, isConnectionLost, reopen } from '#mirror/store/reconnect.ts'
import { findStorageFailure, toWriteError } from '#mirror/store/storage-failure.ts'
import {
  type Outbox,
  OutboxClearedError,
  receiveChange,
  recoverCleared,
  rereadOutbox,
  setStorageState,
} from './open-outbox.ts'
import type { LogRow, SessionRow } from './outbox-database.ts'
import { getLane, type StampedChange } from './outbox-image.ts'
import { type NewEntry, readEntry, type StoredEntry } from './stored-entry.ts'

export interface Lane {
  readonly entries: readonly StoredEntry[]
  readonly hasUnknown: boolean
}

/**
 * Operations inside one transaction. Only these and Dexie reads may be awaited there; anything else
 * lets the transaction end early.
 */
export interface OutboxWrite {
  /** The stamp this transaction commits under. */
  readonly stamp: number
  add(entry: NewEntry): Promise<StoredEntry>
  put(entry: StoredEntry): void
  remove(entry: StoredEntry): void
  log(row: Pick<LogRow, 'opId' | 'what'> & Partial<Pick<LogRow, 'op' | 'into'>>): void
  /**
   * Adds a trace for the server's detection of missing edits; a `log` row of the same kind adds its
   * own.
   */
  trace(opId: string, what: TraceKind, into?: string): void
  setSession(session: SessionRow | null): void
  getByOpId(opId: string): Promise<StoredEntry | null>
  getBySeq(seq: number): Promise<StoredEntry | null>
  /** All entries of a lane this version understands, in order, and whether there are others. */
  lane(entityKey: string): Promise<Lane>
  /**
   * The entries that match, in order. Filter here instead of awaiting each entry: Dexie loses its
   * transaction after more than a hundred awaits in a row.
   */
  entries(matches: (entry: StoredEntry) => boolean): Promise<readonly StoredEntry[]>
  getSession(): Promise<SessionRow | null>
}

/**
 * Runs one strict read-write transaction over the outbox and resolves after it has completed: with
 * a full disk the request inside succeeds and only the transaction fails. A lost connection is
 * reopened and the work runs once more, so `work` must give the same result when its first run was
 * stored after all.
 * @throws OutboxWriteError when the device could not store it; then nothing was stored
 */
export async function writeOutbox<T>(outbox: Outbox, work: (write: OutboxWrite) => Promise<T> | T): Promise<T> {
  const { db } = outbox
  const untrack = trackOpen(outbox.openTransactions)
  try {
    const { result, change } = await withConnection(outbox, async () => {
      let native: IDBTransaction | undefined
      const stampBefore = outbox.image.stamp
      const run = db.transaction('rw', [db.ops, db.log, db.traces, db.sent, db.session, db.meta], async () => {
        native = Dexie.currentTransaction?.idbtrans
        const stamp = Number((await db.meta.get('stamp'))?.value ?? 0) + 1
        if (stamp <= stampBefore) throw new OutboxClearedError()
        const pending = createPendingWrites()
        const workResult = await work(createWriter(outbox, stamp, pending))
        // Start all requests before awaiting any: every round trip to the storage delays the next
        // edit.
        await Promise.all(startRemainingRequests(db, stamp, pending))
        return { result: workResult, change: toStampedChange(pending, stamp) }
      })
      // After an abort, requests fail first with errors that say nothing (a delete with Dexie's
      // BulkError); the storage's reason is on the transaction, which has none when our own work
      // threw.
      return await run.catch((error: unknown) => {
        throw native?.error ?? error
      })
    })
    if (!change) return result
    const { parsedEntries: _own, ...message } = change
    outbox.channel.post({ type: 'change', ...message })
    await receiveChange(outbox, change, 0)
    return result
  } finally {
    untrack()
  }
}

/**
 * Reads or writes; reopens a lost connection once, and restores the entries once if the storage was
 * cleared.
 */
export async function withConnection<T>(outbox: Outbox, work: () => Promise<T>): Promise<T> {
  let isRestored = false
  for (let isRetry = false; ; isRetry = true) {
    const connection = getConnection(outbox.db)
    try {
      const result = await work()
      if (outbox.storage !== 'superseded') setStorageState(outbox, 'fine')
      return result
    } catch (error) {
      if (error instanceof OutboxClearedError && !isRestored) {
        isRestored = true
        await recoverCleared(outbox)
        await rereadOutbox(outbox)
        continue
      }
      if (isRetry || !isConnectionLost(error) || outbox.isClosed) throw reportFailure(outbox, error)
    }
    await reopen(outbox.db, connection).catch((error: unknown) => {
      throw reportFailure(outbox, error)
    })
  }
}

function hasChanges({ changed, removed, session }: PendingWrites): boolean {
  return changed.size > 0 || removed.size > 0 || session !== undefined
}

/** The requests already started, and the remaining writes. */
function startRemainingRequests(db: Outbox['db'], stamp: number, pending: PendingWrites): readonly unknown[] {
  const { changed, removed, traces, unwritten, requests } = pending
  const unwrittenEntries = [...unwritten].flatMap((seq) => changed.get(seq) ?? [])
  return [
    ...requests,
    unwrittenEntries.length > 0 && db.ops.bulkPut(unwrittenEntries),
    removed.size > 0 && db.ops.bulkDelete([...removed]),
    // One row per transaction, because rows cost more than their content.
    traces.length > 0 && db.traces.add({ traces }),
    hasChanges(pending) && db.meta.put({ key: 'stamp', value: stamp }),
  ]
}

/** The change for the other tabs; null when nothing changed. */
function toStampedChange(pending: PendingWrites, stamp: number): StampedChange | null {
  if (!hasChanges(pending)) return null
  const { changed, removed, session } = pending
  const changedEntries = [...changed.values()]
  return {
    stamp,
    changed: changedEntries,
    parsedEntries: changedEntries,
    removed: [...removed],
    ...(session !== undefined && { session }),
  }
}

interface PendingWrites {
  changed: Map<number, StoredEntry>
  removed: Set<number>
  session: SessionRow | null | undefined
  traces: Trace[]
  /** Changed entries that are written at the end, in one request. */
  unwritten: Set<number>
  /**
   * Writes in progress. They need no awaiting inside, because a transaction runs its requests in
   * order.
   */
  requests: Promise<unknown>[]
}

function createPendingWrites(): PendingWrites {
  return { changed: new Map(), removed: new Set(), session: undefined, traces: [], requests: [], unwritten: new Set() }
}

function createWriter(outbox: Outbox, stamp: number, pending: PendingWrites): OutboxWrite {
  const { db, runtime } = outbox
  const start = (request: PromiseLike<unknown>) => {
    const started = Promise.resolve(request)
    started.catch(() => undefined)
    pending.requests.push(started)
  }
  const trace = (opId: string, what: TraceKind, into?: string) => {
    const at = new Date(runtime.now()).toISOString()
    pending.traces.push({ op_id: opId, what, at, ...(into !== undefined && { into }) })
  }
  return {
    stamp,
    trace,
    async add(newEntry) {
      const seq = await db.ops.add(newEntry)
      const entry = { ...newEntry, seq } as StoredEntry
      pending.changed.set(seq, entry)
      return entry
    },
    put(entry) {
      pending.unwritten.add(entry.seq)
      pending.changed.set(entry.seq, entry)
    },
    remove(entry) {
      pending.unwritten.delete(entry.seq)
      pending.changed.delete(entry.seq)
      pending.removed.add(entry.seq)
    },
    log(row) {
      start(db.log.add({ op: null, into: null, ...row, at: runtime.now() }))
      const what = traceKinds.find((kind) => kind === row.what)
      if (what) trace(row.opId, what, row.into ?? undefined)
    },
    setSession(session) {
      start(session ? db.session.put(session) : db.session.delete('session'))
      pending.session = session
    },
    ...createReader(outbox, stamp, pending),
  }
}

type OutboxReads = Pick<OutboxWrite, 'getByOpId' | 'getBySeq' | 'lane' | 'entries' | 'getSession'>

function createReader(outbox: Outbox, stamp: number, pending: PendingWrites): OutboxReads {
  const { db } = outbox
  return {
    getByOpId: async (opId) => readKnownOrNull(await db.ops.get({ opId })),
    async getBySeq(seq) {
      if (pending.removed.has(seq)) return null
      const changedEntry = pending.changed.get(seq)
      if (changedEntry) return changedEntry
      return isImageCurrent(outbox, stamp)
        ? (outbox.image.entriesBySeq.get(seq) ?? null)
        : readKnownOrNull(await db.ops.get(seq))
    },
    async lane(entityKey) {
      const stored = isImageCurrent(outbox, stamp)
        ? readLaneFromImage(outbox, entityKey)
        : await readLane(db, entityKey)
      return { ...stored, entries: withPending(stored.entries, pending, entityKey) }
    },
    async entries(matches) {
      const stored = isImageCurrent(outbox, stamp)
        ? [...outbox.image.entriesBySeq.values()]
        : readKnown(await db.ops.orderBy('seq').toArray())
      return withPending(stored, pending).filter(matches)
    },
    async getSession() {
      if (pending.session !== undefined) return pending.session
      return (await db.session.get('session')) ?? null
    },
  }
}

/**
 * Every transaction that changes an entry raises the stamp. If this one's stamp directly follows
 * the image's, nobody wrote since, and the image can be used instead of reading the table.
 */
function isImageCurrent(outbox: Outbox, stamp: number): boolean {
  return outbox.image.stamp === stamp - 1
}

function readLaneFromImage({ image }: Outbox, entityKey: string): Lane {
  const slashIndex = entityKey.indexOf('/')
  const entries = getLane(image, {
    collection: entityKey.slice(0, slashIndex),
    recordId: entityKey.slice(slashIndex + 1),
  })
  return { entries, hasUnknown: [...image.unknownBySeq.values()].some((entry) => entry.entityKey === entityKey) }
}

async function readLane(db: Outbox['db'], entityKey: string): Promise<Lane> {
  const rows = await db.ops.where('entityKey').equals(entityKey).sortBy('seq')
  const entries = readKnown(rows)
  return { entries, hasUnknown: entries.length < rows.length }
}

/** Stored entries with this transaction's changes so far. */
function withPending(
  entries: readonly StoredEntry[],
  { changed, removed }: PendingWrites,
  entityKey?: string,
): readonly StoredEntry[] {
  const seqs = new Set(entries.map(({ seq }) => seq))
  const remaining = entries.filter(({ seq }) => !removed.has(seq)).map((entry) => changed.get(entry.seq) ?? entry)
  const isAdded = (entry: StoredEntry) =>
    !seqs.has(entry.seq) && (entityKey === undefined || entry.entityKey === entityKey)
  const added = [...changed.values()].filter(isAdded)
  return added.length === 0 ? remaining : [...remaining, ...added].toSorted((a, b) => a.seq - b.seq)
}

function readKnown(rows: readonly unknown[]): StoredEntry[] {
  return rows.map((row) => readEntry(row)).flatMap((parsed) => (parsed.known ? [parsed.entry] : []))
}

function readKnownOrNull(row: unknown): StoredEntry | null {
  return row === undefined ? null : (readKnown([row])[0] ?? null)
}

/** As `toWriteError`, and shows the reason. */
function reportFailure(outbox: Outbox, error: unknown): unknown {
  const reason = findStorageFailure(error)
  if (reason && reason !== 'invalid' && !outbox.isClosed) setStorageState(outbox, reason)
  return toWriteError(error)
}
