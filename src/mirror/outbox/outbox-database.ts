import { Dexie, type EntityTable, type Table } from 'dexie'
import { z } from 'zod'
import type { Trace } from '#contract/sync/op-trace.ts'
import { userInfoSchema } from '#contract/session/session.ts'
import { OutboxWriteError } from '../offline-copy.ts'
import type { Runtime } from '../runtime.ts'
import { sealTables } from '../store/seal.ts'
import type { NewOp, StoredOp } from './stored-op.ts'

/** What the log keeps: why something left the table other than by ack-and-pull, and where an edit that was merged went. */
export interface LogRow {
  id: number
  opId: string
  at: number
  what: 'discarded' | 'merged' | 'vanished' | 'rebased' | 'retried' | 'resolved' | 'settled'
  /** The entry as it stood (tombstones), or the opId it lives on under. */
  op: unknown
  into: string | null
}

/** What one transaction has to tell the server about its edits; goes once it was told (report-traces.ts). */
export interface TraceRow {
  id: number
  traces: readonly Trace[]
}

/**
 * An edit that the server acknowledged and that has left the outbox: what it takes to enter it again, should the server be restored from a backup that does not
 * hold it. What it depended on is found anew then.
 */
export interface SentRow extends Pick<
  StoredOp,
  'opId' | 'seq' | 'kind' | 'collection' | 'recordId' | 'changes' | 'caption' | 'actId' | 'createdAt'
> {
  /** When it left the outbox, by this device's clock. */
  readonly ackedAt: number
}

/**
 * The session stands beside the outbox it may send, so that a worker without a page can drain. A database without this row is never drained.
 */
export const sessionRowSchema = z.object({
  id: z.literal('session'),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Milliseconds since 1970 by this device's clock; a hint only, the server's 401 decides. */
  expiresAt: z.number(),
  userInfo: userInfoSchema,
  /** The server refused to renew it: nothing is sent until the user signs in again. */
  isRefused: z.boolean(),
  /** The server answers nothing of the office before the second step was done; whether it still is so, the server is asked. */
  needsFactor: z.boolean().optional(),
})
export type SessionRow = z.infer<typeof sessionRowSchema>

export interface MetaRow {
  /** `sealed`: the id of the key under which every row has been stored since it was noted. `unasked`: everything was copied anew, and the server was not asked since which edits it still knows (worker/report-lost.ts). */
  key: 'stamp' | 'device' | 'unasked' | 'sealed'
  value: number | string
}

export type OutboxDatabase = Dexie & {
  ops: Table<StoredOp, number, NewOp>
  log: EntityTable<LogRow, 'id'>
  traces: EntityTable<TraceRow, 'id'>
  sent: Table<SentRow, number>
  session: Table<SessionRow, string>
  meta: Table<MetaRow, string>
}

const outboxNamePrefix = 'outbox-'

export function outboxName(userId: string): string {
  return outboxNamePrefix + userId
}

/** Whose outboxes stand on this device. */
export async function listOutboxOwners({ indexedDB }: Pick<Runtime, 'indexedDB'>): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  return names.filter((name) => name.startsWith(outboxNamePrefix)).map((name) => name.slice(outboxNamePrefix.length))
}

/** An upgrade held up by an old tab is given this long, then the user is told instead of waiting for ever. */
const blockedDeadlineMs = 10_000

/**
 * Describes the database without opening it. Versions are additive only: a table or index may be added, nothing is renamed or removed, no row is
 * rewritten (old rows are upcast when read). It is a database of its own, because a first copy running in the mirror's database would stall every
 * enqueue for seconds, and because whoever clears the mirror must not be able to name this one.
 */
export function outboxDatabase(runtime: Runtime, userId: string): OutboxDatabase {
  const db = new Dexie(outboxName(userId), {
    indexedDB: runtime.indexedDB,
    IDBKeyRange: runtime.IDBKeyRange,
    autoOpen: false,
    // Measured: strict costs 0.3 ms per edit and is the only mode that outlives a power cut.
    chromeTransactionDurability: 'strict',
  })
  db.version(1).stores({
    ops: '++seq, &opId, entityKey, state',
    log: '++id, opId, at',
    session: 'id',
    meta: 'key',
  })
  db.version(2).stores({ traces: '++id' })
  db.version(3).stores({ sent: 'seq, ackedAt' })
  sealTables(db, ['ops', 'log', 'sent'], runtime.seals?.outbox)
  return db as OutboxDatabase
}

/** Opens within ten seconds or says why not. */
export async function openOutboxDatabase(runtime: Runtime, db: OutboxDatabase): Promise<void> {
  const overdue = new AbortController()
  const deadline = runtime.wait(blockedDeadlineMs, overdue.signal).then(() => 'overdue' as const)
  deadline.catch(() => undefined)
  try {
    const first = await Promise.race([Promise.resolve(db.open()).then(() => 'open' as const), deadline])
    if (first === 'overdue') {
      db.close()
      throw new OutboxWriteError('blocked')
    }
  } finally {
    overdue.abort()
  }
}
