import { Dexie } from 'dexie'
import { traceKinds, type Trace, type TraceKind } from '#contract/sync/op-trace.ts'
import { namesOf } from '../is-full.ts'
import { OutboxWriteError } from '../offline-copy.ts'
import { openOutboxDatabase, type LogRow, type SessionRow } from './outbox-database.ts'
import { noteOpen } from './yield-thread.ts'
import { recoverCleared, rereadOutbox, setStorageState, takeIn, type Outbox } from './open-outbox.ts'
import { OutboxClearedError } from './put-back-cleared.ts'
import { laneOf, type StampedChange } from './outbox-image.ts'
import { readOp, type NewOp, type StoredOp } from './stored-op.ts'

export interface Lane {
  readonly ops: readonly StoredOp[]
  readonly hasUnknown: boolean
}

/** The writer's hands inside one transaction. Only these and Dexie reads may be awaited in there: anything else lets the transaction end early. */
export interface OutboxWrite {
  /** The stamp this transaction commits under. */
  readonly stamp: number
  add(op: NewOp): Promise<StoredOp>
  put(op: StoredOp): void
  remove(op: StoredOp): void
  log(row: Pick<LogRow, 'opId' | 'what'> & Partial<Pick<LogRow, 'op' | 'into'>>): void
  /** For the server's watch over edits that never arrive; a `log` of the same kind is told by itself. */
  trace(opId: string, what: TraceKind, into?: string): void
  setSession(session: SessionRow | null): void
  getByOpId(opId: string): Promise<StoredOp | null>
  getBySeq(seq: number): Promise<StoredOp | null>
  /** Every entry of a lane that this version understands, in order, and whether there are others. */
  lane(entityKey: string): Promise<Lane>
  /** The entries for which this is so, in order. Look among them instead of awaiting each: Dexie loses its transaction in a row of more than a hundred awaits. */
  entries(isMeant: (op: StoredOp) => boolean): Promise<readonly StoredOp[]>
  getSession(): Promise<SessionRow | null>
}

/**
 * Runs one strict read-write transaction over the outbox and resolves after it has completed: with a full disk the request inside succeeds and only
 * the transaction fails. A lost connection is opened again and the work is run once more, so `work` must come to the same result when what it did
 * before was in fact kept.
 * @throws OutboxWriteError when the device could not keep it; then nothing was kept
 */
export async function writeOutbox<T>(outbox: Outbox, work: (write: OutboxWrite) => Promise<T> | T): Promise<T> {
  const { db } = outbox
  const close = noteOpen(outbox.open)
  try {
    const { result, change } = await withConnection(outbox, async () => {
      let native: IDBTransaction | undefined
      const stampBefore = outbox.image.stamp
      const run = db.transaction('rw', [db.ops, db.log, db.traces, db.sent, db.session, db.meta], async () => {
        const stamp = Number((await db.meta.get('stamp'))?.value ?? 0) + 1
        if (stamp <= stampBefore) throw new OutboxClearedError()
        native = Dexie.currentTransaction?.idbtrans
        const touched = nothingTouched()
        const done = await work(writerFor(outbox, stamp, touched))
        // All on their way before any is waited for: every round to the storage and back keeps the next edit waiting.
        await Promise.all(lastRequests(db, stamp, touched))
        return { result: done, change: changeIn(touched, stamp) }
      })
      // Requests on an aborted transaction fail first, with errors that tell nothing (a delete with Dexie's BulkError); why the storage aborted it stands on
      // the transaction, and nothing stands there when our own work threw.
      return await run.catch((error: unknown) => {
        throw native?.error ?? error
      })
    })
    if (!change) return result
    const { own: _own, ...told } = change
    outbox.channel.post({ type: 'change', ...told })
    await takeIn(outbox, change, 0)
    return result
  } finally {
    close()
  }
}

/** Reads or writes with the connection opened once again if it was lost, and with what was held put back once if the storage was cleared. */
export async function withConnection<T>(outbox: Outbox, work: () => Promise<T>): Promise<T> {
  let isPutBack = false
  for (let isAgain = false; ; isAgain = true) {
    const { connection } = outbox
    try {
      const result = await work()
      if (outbox.storage !== 'superseded') setStorageState(outbox, 'fine')
      return result
    } catch (error) {
      if (error instanceof OutboxClearedError && !isPutBack) {
        isPutBack = true
        await recoverCleared(outbox)
        await rereadOutbox(outbox)
        continue
      }
      if (isAgain || !isConnectionLost(error) || outbox.isClosed) throw namedFailure(outbox, error)
    }
    if (outbox.connection === connection) await reopenDatabase(outbox)
  }
}

function isChange({ changed, removed, session }: Touched): boolean {
  return changed.size > 0 || removed.size > 0 || session !== undefined
}

/** Those under way, and what is left to write. */
function lastRequests(db: Outbox['db'], stamp: number, touched: Touched): readonly unknown[] {
  const { changed, removed, traces, unwritten, requests } = touched
  const last = [...unwritten].flatMap((seq) => changed.get(seq) ?? [])
  return [
    ...requests,
    last.length > 0 && db.ops.bulkPut(last),
    removed.size > 0 && db.ops.bulkDelete([...removed]),
    // One row per transaction, whatever it did: rows cost more than what stands in them.
    traces.length > 0 && db.traces.add({ traces }),
    isChange(touched) && db.meta.put({ key: 'stamp', value: stamp }),
  ]
}

/** What all others are to be told; null when nothing changed. */
function changeIn(touched: Touched, stamp: number): StampedChange | null {
  if (!isChange(touched)) return null
  const { changed, removed, session } = touched
  const own = [...changed.values()]
  return { stamp, changed: own, own, removed: [...removed], ...(session !== undefined && { session }) }
}

interface Touched {
  changed: Map<number, StoredOp>
  removed: Set<number>
  session: SessionRow | null | undefined
  traces: Trace[]
  /** Of the changed ones, those that are written at the end, all in one request. */
  unwritten: Set<number>
  /** Writes under way. Nobody inside waits for them: requests of a transaction run in the order in which they were made. */
  requests: Promise<unknown>[]
}

function nothingTouched(): Touched {
  return { changed: new Map(), removed: new Set(), session: undefined, traces: [], requests: [], unwritten: new Set() }
}

function writerFor(outbox: Outbox, stamp: number, touched: Touched): OutboxWrite {
  const { db, runtime } = outbox
  const begin = (request: PromiseLike<unknown>) => {
    const begun = Promise.resolve(request)
    begun.catch(() => undefined)
    touched.requests.push(begun)
  }
  const trace = (opId: string, what: TraceKind, into?: string) => {
    const at = new Date(runtime.now()).toISOString()
    touched.traces.push({ op_id: opId, what, at, ...(into !== undefined && { into }) })
  }
  return {
    stamp,
    trace,
    async add(newOp) {
      const seq = await db.ops.add(newOp)
      const op = { ...newOp, seq } as StoredOp
      touched.changed.set(seq, op)
      return op
    },
    put(op) {
      touched.unwritten.add(op.seq)
      touched.changed.set(op.seq, op)
    },
    remove(op) {
      touched.unwritten.delete(op.seq)
      touched.changed.delete(op.seq)
      touched.removed.add(op.seq)
    },
    log(row) {
      begin(db.log.add({ op: null, into: null, ...row, at: runtime.now() }))
      const what = traceKinds.find((kind) => kind === row.what)
      if (what) trace(row.opId, what, row.into ?? undefined)
    },
    setSession(session) {
      begin(session ? db.session.put(session) : db.session.delete('session'))
      touched.session = session
    },
    ...readerFor(outbox, stamp, touched),
  }
}

type OutboxReads = Pick<OutboxWrite, 'getByOpId' | 'getBySeq' | 'lane' | 'entries' | 'getSession'>

function readerFor(outbox: Outbox, stamp: number, touched: Touched): OutboxReads {
  const { db } = outbox
  return {
    getByOpId: async (opId) => knownOrNull(await db.ops.get({ opId })),
    async getBySeq(seq) {
      if (touched.removed.has(seq)) return null
      const own = touched.changed.get(seq)
      if (own) return own
      return isImageCurrent(outbox, stamp)
        ? (outbox.image.opsBySeq.get(seq) ?? null)
        : knownOrNull(await db.ops.get(seq))
    },
    async lane(entityKey) {
      const stored = isImageCurrent(outbox, stamp) ? laneInImage(outbox, entityKey) : await readLane(db, entityKey)
      return { ...stored, ops: withTouched(stored.ops, touched, entityKey) }
    },
    async entries(isMeant) {
      const stored = isImageCurrent(outbox, stamp)
        ? [...outbox.image.opsBySeq.values()]
        : readKnown(await db.ops.orderBy('seq').toArray())
      return withTouched(stored, touched).filter(isMeant)
    },
    async getSession() {
      if (touched.session !== undefined) return touched.session
      return (await db.session.get('session')) ?? null
    },
  }
}

/**
 * Every transaction that touches an entry raises the stamp. When the stamp read in this one follows on the image's, nobody has written since: the image
 * is the table, and what it holds does not have to be read again.
 */
function isImageCurrent(outbox: Outbox, stamp: number): boolean {
  return outbox.image.stamp === stamp - 1
}

function laneInImage({ image }: Outbox, entityKey: string): Lane {
  const at = entityKey.indexOf('/')
  const ops = laneOf(image, { collection: entityKey.slice(0, at), recordId: entityKey.slice(at + 1) })
  return { ops, hasUnknown: [...image.unknownBySeq.values()].some((op) => op.entityKey === entityKey) }
}

async function readLane(db: Outbox['db'], entityKey: string): Promise<Lane> {
  const rows = await db.ops.where('entityKey').equals(entityKey).sortBy('seq')
  const ops = readKnown(rows)
  return { ops, hasUnknown: ops.length < rows.length }
}

/** Stored entries as this transaction leaves them so far. */
function withTouched(ops: readonly StoredOp[], { changed, removed }: Touched, entityKey?: string): readonly StoredOp[] {
  const seqs = new Set(ops.map(({ seq }) => seq))
  const kept = ops.filter(({ seq }) => !removed.has(seq)).map((op) => changed.get(op.seq) ?? op)
  const isAdded = (op: StoredOp) => !seqs.has(op.seq) && (entityKey === undefined || op.entityKey === entityKey)
  const added = [...changed.values()].filter(isAdded)
  return added.length === 0 ? kept : [...kept, ...added].toSorted((a, b) => a.seq - b.seq)
}

function readKnown(rows: readonly unknown[]): StoredOp[] {
  return rows.map((row) => readOp(row)).flatMap((read) => (read.known ? [read.op] : []))
}

function knownOrNull(row: unknown): StoredOp | null {
  return row === undefined ? null : (readKnown([row])[0] ?? null)
}

/** @throws OutboxWriteError when it cannot be had again */
async function reopenDatabase(outbox: Outbox): Promise<void> {
  outbox.reopening ??= (async () => {
    outbox.db.close()
    await openOutboxDatabase(outbox.runtime, outbox.db)
    outbox.connection += 1
  })().finally(() => {
    outbox.reopening = null
  })
  await outbox.reopening.catch((error: unknown) => {
    throw namedFailure(outbox, error)
  })
}

const lostNames = new Set([
  'InvalidStateError',
  'UnknownError',
  'DatabaseClosedError',
  'AbortError',
  'OpenFailedError',
  'TransactionInactiveError',
])

/** Whether the storage went away, as opposed to having no room. */
export function isConnectionLost(error: unknown): boolean {
  const names = namesOf(error)
  return !names.includes('QuotaExceededError') && names.some((name) => lostNames.has(name))
}

/** Names the failure as the screen needs it; anything that is not the storage's doing is a bug and stays what it is. */
function namedFailure(outbox: Outbox, error: unknown): unknown {
  if (error instanceof OutboxWriteError) {
    setStorageState(outbox, error.reason)
    return error
  }
  const reason = reasonOf(error)
  if (!reason) return error
  if (reason !== 'invalid' && !outbox.isClosed) setStorageState(outbox, reason)
  return new OutboxWriteError(reason, error)
}

function reasonOf(error: unknown): OutboxWriteError['reason'] | null {
  const names = namesOf(error)
  if (names.includes('QuotaExceededError')) return 'full'
  if (names.some((name) => lostNames.has(name))) return 'lost'
  return names.includes('DataCloneError') ? 'invalid' : null
}
