import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildPaperContentPath, type PaperState, paperStateSchema } from '#contract/papers/papers.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { generatePdfPaper } from '#tests/support/outbox/paper-sender.ts'
import { signInAt } from '#tests/support/people/sign-in-at.ts'
import { spawnServer } from '#tests/support/processes/spawn-server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'

// Each round is a whole server that is killed with kill -9 while a piece is arriving.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const folder = mkdtempSync(join(tmpdir(), 'papers-killed-'))
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await loadDemoUsers(database.db)
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const file = generatePdfPaper(200_000)
const path = buildPaperContentPath(file.contentId)
const pieceBytes = 20_000

test('ends with the whole file exactly once after any number of kills while it arrives', async () => {
  // Kills in the middle, and on the piece that completes the file.
  const deaths = [
    { from: 100_000, afterMs: 2 },
    { from: 180_000, afterMs: 5 },
  ]
  for (const death of deaths) await sendInOneLife(death)
  const { state, downloaded } = await sendInOneLife()
  expect(state).toMatchObject({ received: file.bytes.length, is_whole: true })
  expect(downloaded.equals(file.bytes)).toBe(true)
  const stored = database.ownerDb.selectFrom('audit').select('seq').where('act', '=', 'file_kept')
  expect(await stored.execute()).toHaveLength(1)
})

/**
 * Continues sending the file. Returns its state and the bytes served; without bytes when the server
 * was killed.
 */
async function sendInOneLife(death?: {
  from: number
  afterMs: number
}): Promise<{ state: PaperState; downloaded: Buffer }> {
  const server = spawnServer({ DATABASE_URL: database.url, DATA_DIR: folder, RATE_LIMIT: '1000000' })
  const origin = await server.origin
  const headers = await signInAt(origin, 'staff')
  const call = (suffix: string, init: RequestInit & { type?: string }) =>
    fetch(`${origin}${path}${suffix}`, { ...init, headers: { ...headers, 'content-type': init.type ?? '' } })
  const declared = call('', { method: 'PUT', type: 'application/json', body: JSON.stringify(file.declaration) })
  let state = paperStateSchema.parse(await (await declared).json())
  while (!state.is_whole) {
    const from = state.received
    const body = new Uint8Array(file.bytes.subarray(from, from + pieceBytes))
    const answering = call(`?from=${from}`, { method: 'PATCH', type: 'application/octet-stream', body })
    if (death && from >= death.from) {
      setTimeout(() => server.child.kill('SIGKILL'), death.afterMs)
      await answering.catch(() => undefined)
      break
    }
    state = paperStateSchema.parse(await (await answering).json())
  }
  const downloaded = death ? new ArrayBuffer(0) : await (await fetch(`${origin}${path}`, { headers })).arrayBuffer()
  server.child.kill('SIGKILL')
  await server.ended
  return { state, downloaded: Buffer.from(downloaded) }
}
