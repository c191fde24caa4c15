import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { spawnServer } from '#tests/support/processes/spawn-server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'

vi.setConfig({ testTimeout: 90_000 })

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A port that something listens on. */
async function takePort(): Promise<{ port: number; free: () => void }> {
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(0, '127.0.0.1', done))
  const addressInfo = holder.address()
  return {
    port: typeof addressInfo === 'object' && addressInfo !== null ? addressInfo.port : 0,
    free: () => holder.close(),
  }
}

test("prints one line and exits when the port is taken, with the office's own database", async () => {
  const { port, free } = await takePort()
  const server = spawnServer({ PORT: String(port), DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl })
  const killTimer = setTimeout(() => server.child.kill('SIGKILL'), 60_000)
  expect([await server.ended, server.output()]).toEqual([
    1,
    `127.0.0.1:${port}: 다른 프로그램이 이미 이 포트를 사용하고 있습니다. PORT를 바꾸거나 그 프로그램을 종료해 주세요.\n`,
  ])
  clearTimeout(killTimer)
  free()
})
