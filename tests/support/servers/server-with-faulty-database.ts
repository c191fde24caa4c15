import { openDatabase } from '#server/db/client.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { createFaultyProxy, type FaultyProxy } from './faulty-database-proxy.ts'
import { createTestDatabase } from './test-database.ts'

export interface ServerWithFaultyDatabase {
  server: TestApp
  /** The proxy between the server and its database. */
  proxy: FaultyProxy
  /** Simulates a full disk under the database; full-disk.process.test.ts uses a real one. */
  setFull(isFull: boolean): void
  /** Current version of a case-book entry; null when there is none. */
  readVersion(id: string): Promise<number | null>
  close(): Promise<void>
}

/** The real server, with a database connection that can be cut. */
export async function openServerWithFaultyDatabase(): Promise<ServerWithFaultyDatabase> {
  const direct = await createTestDatabase()
  await loadDemoUsers(direct.db)
  const proxy = await createFaultyProxy(direct.url)
  const db = openDatabase({ url: proxy.url, maxConnections: 4 })
  let isFull = false
  const storage = { isFull: () => isFull, reportFull: () => undefined, stop: async () => undefined }
  const server = await buildTestApp({ database: { ...direct, db, url: proxy.url }, storage })
  return {
    server,
    proxy,
    setFull: (full) => {
      isFull = full
    },
    readVersion: async (id) => {
      const row = await direct.db.selectFrom('real_estate').select('version').where('id', '=', id).executeTakeFirst()
      return row?.version ?? null
    },
    close: async () => {
      await server.close()
      await db.destroy()
      await proxy.close()
      await direct.drop()
    },
  }
}
