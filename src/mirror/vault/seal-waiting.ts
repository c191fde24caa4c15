import type { Dexie, Table } from 'dexie'
import { papersDatabase } from '../papers/papers-database.ts'
import type { Runtime } from '../runtime.ts'
import { seenDatabase } from '../seen/seen-database.ts'

/**
 * Encrypts what was stored in the clear before the copy was sealed: waiting papers and views for
 * the trail. Opening the outbox does the same for edits (outbox/open-outbox.ts). Works row by row
 * because a paper takes megabytes.
 */
export async function sealWaiting(runtime: Runtime, userId: string): Promise<void> {
  const papers = papersDatabase(runtime, userId)
  const seenDb = seenDatabase(runtime, userId)
  await sealRows(papers, [papers.contents, papers.bytes, papers.thumbs])
  await sealRows(seenDb, [seenDb.seen])
}

async function sealRows(db: Dexie, tables: readonly Table[]): Promise<void> {
  await db.open()
  try {
    for (const table of tables) {
      for (const key of await table.toCollection().primaryKeys()) {
        await db.transaction('rw', table, async () => {
          const row: unknown = await table.get(key)
          // Sent, or dropped by its owner, meanwhile.
          if (row !== undefined) await table.put(row)
        })
      }
    }
  } finally {
    db.close()
  }
}
