import { chmodSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { readPersonNumbers } from '#server/person-numbers/number-at-rest.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { runScript } from '#tests/support/processes/run-script.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'

// Starts whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const folder = createTempFolder()
chmodSync(folder, 0o711)
const path = join(folder, 'numbers.key')
const keys = openOfficeKeys(path)
let database: TestDatabase
let office: TestApp
let staff: SignedIn
let owner: string
beforeAll(async () => {
  database = await createTestDatabase()
  office = await buildTestApp({ database, officeKeys: keys })
  const { loadDemoUsers } = await import('../session/demo-users.ts')
  await loadDemoUsers(database.db)
  staff = await office.signIn('staff')
  const unitId = (await makeRecord(staff, 'real-estate-units'))['id']
  owner = String((await makeRecord(staff, 'unit-owners', { unit_id: unitId, owner_num: '900101-1000002' }))['id'])
})
afterAll(async () => {
  await office.close()
  await database.drop()
})

const run = (args: string[], keyFile = path) =>
  runScript('numbers', args, {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    RRN_KEY_FILE: keyFile,
  })

test('makes a new key and encrypts all numbers under it, also for the running server', async () => {
  const before = keys.newest().id
  expect(await run([])).toEqual({ code: 0, output: `키 ${before}: 번호 1개\n` })
  const { code, output } = await run(['--rotate'])
  expect([code, statSync(path).mode & 0o777]).toEqual([0, 0o600])
  expect(output).toContain('새 키를 만들어 번호 1개를 다시 암호화했습니다.')
  expect(output).toContain(`키 ${keys.newest().id}: 번호 1개\n`)
  expect(keys.newest().id).not.toBe(before)
  expect((await readPersonNumbers(office.db, keys, { collection: 'unit-owners', ids: [owner] })).get(owner)).toBe(
    '9001011000002',
  )
  const trail = await database.ownerDb.selectFrom('audit').selectAll().where('act', '=', 'numbers_rotated').execute()
  expect(trail).toMatchObject([{ detail: { key: keys.newest().id, moved: 1, closed: 0 } }])
})

test('counts numbers whose key is missing from the file as unreadable', async () => {
  const other = join(folder, 'other.key')
  expect((await run([], other)).output).toBe(`키 ${keys.newest().id}: 번호 1개 — 키 파일에 없는 키라 열 수 없습니다\n`)
  rmSync(other)
})

test('refuses unknown options', async () => {
  expect(await run(['--rotat'])).toMatchObject({ code: 2, output: expect.stringContaining('사용법') })
})
