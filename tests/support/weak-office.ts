import { openDatabase } from '#server/db/client.ts'
import { loadDemoUsers } from '#server/session/demo.ts'
import { createBlackHole, type BlackHole } from './black-hole.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { createTestDatabase } from './test-database.ts'

export interface WeakOffice {
  server: TestApp
  /** The server's way to its database. */
  hole: BlackHole
  /** As if the disk under the database were full; with a real disk: full-disk.process.test.ts. */
  setFull(isFull: boolean): void
  /** The version of a case-book entry as it stands; null when there is none. */
  versionOf(id: string): Promise<number | null>
  close(): Promise<void>
}

/** The real server, whose database can be taken from it. */
export async function openWeakOffice(): Promise<WeakOffice> {
  const direct = await createTestDatabase()
  await loadDemoUsers(direct.db)
  const hole = await createBlackHole(direct.url)
  const db = openDatabase({ url: hole.url, maxConnections: 4 })
  let isFull = false
  const storage = { isFull: () => isFull, noteFull: () => undefined, stop: async () => undefined }
  const server = await buildTestApp({ database: { ...direct, db, url: hole.url }, storage })
  return {
    server,
    hole,
    setFull: (full) => {
      isFull = full
    },
    versionOf: async (id) => {
      const row = await direct.db.selectFrom('real_estate').select('version').where('id', '=', id).executeTakeFirst()
      return row?.version ?? null
    },
    close: async () => {
      await server.close()
      await db.destroy()
      await hole.close()
      await direct.drop()
    },
  }
}
