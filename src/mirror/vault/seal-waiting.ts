import type { Dexie, Table } from 'dexie'
import { papersDatabase } from '../papers/papers-database.ts'
import type { Runtime } from '../runtime.ts'
import { seenDatabase } from '../seen/seen-database.ts'

/**
 * Stores anew, under the seal of `runtime`, what waited in the open when a copy was sealed: papers on their way and what was looked at. The outbox does the same when it is opened
 * (outbox/open-outbox.ts). Row by row: a paper is megabytes.
 */
export async function sealWaiting(runtime: Runtime, userId: string): Promise<void> {
  const papers = papersDatabase(runtime, userId)
  const seen = seenDatabase(runtime, userId)
  await sealRows(papers, [papers.contents, papers.bytes, papers.thumbs])
  await sealRows(seen, [seen.seen])
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
