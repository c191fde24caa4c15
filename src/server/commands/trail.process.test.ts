import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { trailSignedPath } from '#contract/trail/trail-chain.ts'
import { checkBackup } from '#server/backup/read-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { markDemo } from '#server/demo/demo-rows.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { runScript } from '#tests/support/processes/run-script.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'

// Starts whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const folder = createTempFolder()
chmodSync(folder, 0o711)
let office: TestDatabase
beforeAll(async () => {
  office = await createTestDatabase()
  for (const subject of ['가', '나', '다'])
    await writeTrail(office.db, { user: null, ipAddress: null, act: 'read', subject, detail: { subject } })
})
afterAll(() => office.drop())

const run = (args: string[], { url, ownerUrl } = office, dataDir = folder) =>
  runScript('trail', args, { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: dataDir })

test('reports an intact trail in one line: its size, period and chain head', async () => {
  const { code, output } = await run(['--check'])
  const day = String.raw`\d{4}\.\d\d\.\d\d`
  expect(output).toMatch(
    new RegExp(`^접속기록이 온전합니다. 기록 3건, 연결 1개, ${day}~${day}, 마지막 연결 1번 [0-9a-f]{64}\\n$`),
  )
  expect(code).toBe(0)
})

test('backs up the chain, which is intact after a restore', async () => {
  const file = join(folder, 'office.backup')
  await writeBackup(office.ownerUrl, { file, now: new Date() })
  const restored = await createTestDatabase({ empty: true })
  await restoreBackup(restored.ownerUrl, await checkBackup({ file, key: undefined }), 'request-1')
  const { code, output } = await run(['--check'], { ...restored, url: restored.ownerUrl }, createTempFolder())
  expect(output).toMatch(/^접속기록이 온전합니다. 기록 4건, 연결 2개/)
  expect(code).toBe(0)
  await restored.drop()
})

test('names the row that somebody changed as the database owner', async () => {
  await office.ownerDb.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update audit set subject = '라' where subject = '나'`.execute(trx)
  })
  const { code, output } = await run(['--check'])
  expect(output).toMatch(
    /^접속기록이 온전하지 않습니다. 문제 1건 \(.*\)\n- 내용이 바뀐 기록: 2번 \(\d{4}\.\d\d\.\d\d, 연결 1\)\n$/,
  )
  expect(code).toBe(1)
})

test('verifies a signed export without a database and refuses a changed one', async () => {
  const database = await createTestDatabase()
  const server = await buildTestApp({ database, config: { dataDir: folder, trailKeyFile: join(folder, 'trail.key') } })
  await loadDemoUsers(database.db)
  await markDemo(database.ownerDb)
  const { body } = await (await server.signIn('superuser')).inject({ url: trailSignedPath })
  await server.close()
  await database.drop()
  const file = join(folder, 'signed.jsonl')
  writeFileSync(file, body)
  const nowhere = {
    ...office,
    url: 'postgres://nobody@127.0.0.1:1/none',
    ownerUrl: 'postgres://nobody@127.0.0.1:1/none',
  }
  const good = await run(['--verify', file], nowhere)
  expect(good.output).toMatch(
    /^서명 파일이 올바릅니다. 온결 법무사사무소, .*, 한온결, 기록 \d+건, 연결 1개\n키의 지문이 .* 지문 [0-9a-f]{64}\n$/,
  )
  expect(good.code).toBe(0)
  writeFileSync(file, body.replace('한온결', '김가온'))
  const bad = await run(['--verify', file], nowhere)
  expect([bad.code, bad.output.includes('서명한 뒤에 바뀌었습니다')]).toEqual([1, true])
})

test('prints its usage without options', async () => {
  expect(await run([])).toMatchObject({ code: 2 })
})
