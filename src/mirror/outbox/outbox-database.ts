import { Dexie, type EntityTable, type Table } from 'dexie'
import { z } from 'zod'
import { userInfoSchema } from '#contract/session/session.ts'
import type { Trace } from '#contract/sync/op-trace.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { limitOperations } from '#mirror/store/limit-operations.ts'
import { sealTables } from '#mirror/store/seal.ts'
import type { NewEntry, StoredEntry } from './stored-entry.ts'

/**
 * A log row: why an entry left the table other than by acknowledgement, or which entry absorbed it.
 */
export interface LogRow {
  id: number
  opId: string
  at: number
  what: 'discarded' | 'merged' | 'vanished' | 'rebased' | 'retried' | 'resolved' | 'settled'
  /** For tombstones, the removed entry. `into`: the opId of the entry that absorbed it. */
  op: unknown
  into: string | null
}

/** The traces of one transaction; removed once reported to the server (report-traces.ts). */
export interface TraceRow {
  id: number
  traces: readonly Trace[]
}

/**
 * An acknowledged edit that left the outbox, with what is needed to enter it again if the server is
 * restored from a backup without it. Its dependencies are determined again then.
 */
export interface SentRow extends Pick<
  StoredEntry,
  'opId' | 'seq' | 'kind' | 'collection' | 'recordId' | 'changes' | 'caption' | 'actId' | 'createdAt'
> {
  /** When it left the outbox, by this device's clock. */
  readonly ackedAt: number
}

/**
 * The session is stored next to the outbox it may send, so that a worker without a page can drain.
 * A database without this row is never drained.
 */
export const sessionRowSchema = z.object({
  id: z.literal('session'),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Milliseconds since 1970 by this device's clock; a hint only, the server's 401 decides. */
  expiresAt: z.number(),
  userInfo: userInfoSchema,
  /** The server refused to renew it; nothing is sent until the user signs in again. */
  isRefused: z.boolean(),
  /** The server's last response required the second factor. */
  needsFactor: z.boolean().optional(),
})
export type SessionRow = z.infer<typeof sessionRowSchema>

export interface MetaRow {
  /**
   * `sealed`: id of the key under which every row has been stored. `unasked`: a full copy was made,
   * and the server has not yet been asked which edits it still knows (worker/report-lost.ts).
   */
  key: 'stamp' | 'device' | 'unasked' | 'sealed'
  value: number | string
}

export type OutboxDatabase = Dexie & {
  ops: Table<StoredEntry, number, NewEntry>
  log: EntityTable<LogRow, 'id'>
  traces: EntityTable<TraceRow, 'id'>
  sent: Table<SentRow, number>
  session: Table<SessionRow, string>
  meta: Table<MetaRow, string>
}

const outboxNamePrefix = 'outbox-'

export function buildOutboxName(userId: string): string {
  return outboxNamePrefix + userId
}

/** Users with an outbox on this device. */
export async function listOutboxOwners({ indexedDB }: Pick<Runtime, 'indexedDB'>): Promise<string[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  return names.filter((name) => name.startsWith(outboxNamePrefix)).map((name) => name.slice(outboxNamePrefix.length))
}

/**
 * Describes the database without opening it. Versions only add: nothing is renamed or removed, and
 * no row is rewritten (old rows are upcast when read). It is separate because a first copy in the
 * mirror's database would block every enqueue for seconds, and because code that clears the mirror
 * must not be able to name it.
 */
export function createOutboxDatabase(runtime: Runtime, userId: string): OutboxDatabase {
  const db = new Dexie(buildOutboxName(userId), {
    indexedDB: runtime.indexedDB,
    IDBKeyRange: runtime.IDBKeyRange,
    autoOpen: false,
    // Measured: strict costs 0.3 ms per edit and is the only mode that survives a power cut.
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
  limitOperations(db)
  sealTables(db, ['ops', 'log', 'sent'], runtime.seals?.outbox)
  return db as OutboxDatabase
}
