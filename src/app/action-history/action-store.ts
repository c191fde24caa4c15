import { Dexie, type Table } from 'dexie'
import { z } from 'zod'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { buildActionStoreName } from '#mirror/store/action-store-name.ts'
import { withReopening } from '#mirror/store/reconnect.ts'
import { type Seal, sealTables } from '#mirror/store/seal.ts'
import {
  type ActionChange,
  actionChangesSchema,
  type ActionLog,
  actionLogSchema,
  emptyLog,
  maxActionAgeMs,
} from './action.ts'

/**
 * Stores one user's undo history in the IndexedDB database `history-<uid>`: on the device, because
 * undo works offline. It has a separate database because every row of the outbox must be sent and
 * the mirror may be cleared at any time.
 */
export interface ActionStore {
  readLog(): Promise<ActionLog>
  /** Changes of an action; null when the store no longer has them. */
  readChanges(actionId: string): Promise<readonly ActionChange[] | null>
  /**
   * Writes the log and, if given, the changes of an action. Deletes changes the log doesn't refer
   * to.
   */
  save(log: ActionLog, action: { id: string; changes: readonly ActionChange[] } | null): Promise<void>
  close(): void
}

interface ActionLogRow {
  key: string
  at: number
  log: unknown
}
interface ChangesRow {
  id: string
  key: string
  at: number
  /** The changes of the action. The stored name of this field and of its table is older. */
  parts: unknown
}
type HistoryDatabase = Dexie & { logs: Table<ActionLogRow, string>; parts: Table<ChangesRow, string> }

interface ActionStoreOptions {
  readonly userId: string
  /** Tab and screen; see `useActionHistory`. */
  readonly key: string
  readonly now: () => number
  /** Encrypts the rows like the offline copy, because they hold earlier values of records. */
  readonly seal?: Seal | undefined
  /** For tests; defaults to this browser's. */
  readonly storage?: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }
}

/** Opens the database on first use. `readLog` also removes histories that nobody used for a day. */
export function openActionStore({ userId, key, now, seal, storage }: ActionStoreOptions): ActionStore {
  const { indexedDB, IDBKeyRange } = storage ?? createBrowserRuntime()
  const db = new Dexie(buildActionStoreName(userId), { indexedDB, IDBKeyRange }) as HistoryDatabase
  db.version(1).stores({ logs: 'key, at', parts: 'id, key, at' })
  sealTables(db, ['logs', 'parts'], seal)
  return {
    async readLog() {
      const row = await withReopening(db, async () => {
        await deleteExpired(db, now() - maxActionAgeMs)
        return await db.logs.get(key)
      })
      return actionLogSchema.safeParse(row?.log).data ?? emptyLog
    },
    async readChanges(actionId) {
      const row = await withReopening(db, () => db.parts.get(actionId))
      return actionChangesSchema.safeParse(row?.parts).data ?? null
    },
    save: (log, action) =>
      withReopening(db, () =>
        db.transaction('rw', [db.logs, db.parts], async () => {
          await db.logs.put({ key, at: now(), log })
          if (action) await db.parts.put({ id: action.id, key, at: now(), parts: action.changes })
          const loggedIds = new Set(log.actions.map(({ id }) => id))
          const storedIds = z.array(z.string()).parse(await db.parts.where('key').equals(key).primaryKeys())
          await db.parts.bulkDelete(storedIds.filter((id) => !loggedIds.has(id)))
        }),
      ),
    close: () => db.close(),
  }
}

async function deleteExpired(db: HistoryDatabase, before: number): Promise<void> {
  await db.transaction('rw', [db.logs, db.parts], async () => {
    await db.logs.where('at').below(before).delete()
    await db.parts.where('at').below(before).delete()
  })
}
