import { Dexie, type Table } from 'dexie'
import type { MirrorDatabase } from './mirror-database.ts'

/** Runs one read-write transaction over these tables of the mirror. Rejects with the storage's own reason when that is what ended it (`isFull` knows it). */
export async function writeMirror<T>(
  database: MirrorDatabase,
  tables: readonly Table[],
  work: () => Promise<T>,
): Promise<T> {
  let native: IDBTransaction | undefined
  try {
    return await database.transaction('rw', [...tables], () => {
      native = Dexie.currentTransaction?.idbtrans
      return work()
    })
  } catch (error) {
    // Requests on an aborted transaction fail first, with errors that tell nothing; why the storage aborted it stands on the transaction.
    throw native?.error ?? error
  }
}
