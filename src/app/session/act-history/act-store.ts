import { Dexie, type Table } from 'dexie'
import { z } from 'zod'
import { partsSchema, type ActPart } from './act.ts'
import { actLimits, actLogSchema, emptyLog, type ActLog } from './act-log.ts'

/**
 * Where the acts of one user are kept, in a database of its own, `history-<uid>`. grid.md §14 line 21 keeps them on the server; here they have to work in a
 * tablet without a network, and undoing is an ordinary edit that the server judges anyway, so that nothing is lost by keeping the list on the device. It
 * is not in the outbox's database, whose every row is owed to the server, nor in the mirror's, which may be cleared at any time.
 */
export interface ActStore {
  readLog(): Promise<ActLog>
  /** The parts of an act; null when they are no longer there. */
  readParts(actId: string): Promise<readonly ActPart[] | null>
  /** Writes the log and the parts of a new or completed act; parts that no act of the log names are let go. */
  save(log: ActLog, act: { id: string; parts: readonly ActPart[] } | null): Promise<void>
  close(): void
}

type LogRow = { key: string; at: number; log: unknown }
type PartsRow = { id: string; key: string; at: number; parts: unknown }
type HistoryDatabase = Dexie & { logs: Table<LogRow, string>; parts: Table<PartsRow, string> }

export interface ActStoreOptions {
  readonly userId: string
  /** Tab and screen; see tab-name.ts. */
  readonly key: string
  readonly now: () => number
  /** Given in tests. */
  readonly storage?: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }
}

export function actStoreName(userId: string): string {
  return `history-${userId}`
}

/** Opens on first use. Acts of tabs that were closed a day ago are removed then. */
export function openActStore({ userId, key, now, storage }: ActStoreOptions): ActStore {
  const db = new Dexie(actStoreName(userId), storage ?? {}) as HistoryDatabase
  db.version(1).stores({ logs: 'key, at', parts: 'id, key, at' })
  return {
    async readLog() {
      await removeOld(db, now() - actLimits.ms)
      const row = await db.logs.get(key)
      return actLogSchema.safeParse(row?.log).data ?? emptyLog
    },
    async readParts(actId) {
      const row = await db.parts.get(actId)
      return partsSchema.safeParse(row?.parts).data ?? null
    },
    save: (log, act) =>
      db.transaction('rw', [db.logs, db.parts], async () => {
        await db.logs.put({ key, at: now(), log })
        if (act) await db.parts.put({ id: act.id, key, at: now(), parts: act.parts })
        const known = new Set(log.acts.map(({ id }) => id))
        const kept = z.array(z.string()).parse(await db.parts.where('key').equals(key).primaryKeys())
        await db.parts.bulkDelete(kept.filter((id) => !known.has(id)))
      }),
    close: () => db.close(),
  }
}

async function removeOld(db: HistoryDatabase, before: number): Promise<void> {
  await db.transaction('rw', [db.logs, db.parts], async () => {
    await db.logs.where('at').below(before).delete()
    await db.parts.where('at').below(before).delete()
  })
}
