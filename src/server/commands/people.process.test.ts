import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { factorPath, newTotpSchema } from '#contract/session/second-factor.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { generateCode } from '#tests/support/people/authenticator-app.ts'
import { runScript } from '#tests/support/processes/run-script.ts'
import { buildTestApp, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'

// Starts whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const folder = createTempFolder()
let database: TestDatabase
let office: TestApp
beforeAll(async () => {
  database = await createTestDatabase()
  await loadDemoUsers(database.db)
  office = await buildTestApp({ database, config: { secondFactor: 'required' } })
})
afterAll(async () => {
  await office.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const run = (args: string[]) =>
  runScript('people', args, {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: folder,
  })

test('resets the second factor of the last superuser on the server itself and logs it', async () => {
  const superuser = await office.signIn('superuser')
  const { secret } = newTotpSchema.parse(
    (await superuser.inject({ method: 'POST', url: `${factorPath}/totp/new` })).json(),
  )
  await superuser.inject({ method: 'POST', url: `${factorPath}/totp`, payload: { code: generateCode(secret) } })
  expect((await superuser.inject({ method: 'GET', url: '/api/audit/' })).statusCode).toBe(200)
  const { code, output } = await run(['--reset-factor', '한온결'])
  expect([code, output]).toEqual([0, expect.stringContaining('한온결 님의 2단계 인증을 초기화')])
  expect((await superuser.inject({ method: 'GET', url: '/api/audit/' })).statusCode).toBe(401)
  const newSession = await office.signIn('superuser')
  expect((await newSession.inject({ method: 'GET', url: '/api/audit/' })).json().factor).toBe('enrol')
  const rows = await database.db.selectFrom('audit').selectAll().where('act', '=', 'factor_reset').execute()
  expect(rows.map(({ user_id, subject }) => [user_id, subject])).toEqual([[null, '한온결']])
})

test('refuses an unknown name, and needs an id for a name that two people share', async () => {
  expect(await run([])).toEqual({ code: 2, output: expect.stringContaining('사용법') })
  expect(await run(['--reset-factor', '없는사람'])).toEqual({
    code: 1,
    output: '"없는사람" 사용자를 찾을 수 없습니다.\n',
  })
  await database.db.updateTable('app_user').set({ nickname: '김가온' }).where('username', '=', 'member').execute()
  const twice = await run(['--reset-factor', '김가온'])
  expect([twice.code, twice.output]).toEqual([1, expect.stringContaining('staff@example.com')])
  const byId = await run(['--reset-factor', '00000000-0000-7000-8000-000000000002'])
  expect(byId.code).toBe(0)
})
