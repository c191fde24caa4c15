import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildPersonFactorPath,
  enrolmentResponseSchema,
  factorPath,
  factorStatusSchema,
  newTotpSchema,
} from '#contract/session/second-factor.ts'
import { generateCode } from '#tests/support/people/authenticator-app.ts'
import { buildTestApp, type SignedIn, type TestAccount, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { loadDemoUsers } from '../demo-users.ts'

const minute = 60_000
const start = Date.parse('2026-11-26T00:00:00Z')
const list = '/api/mysql/realestate/list/'
const trail = '/api/audit/'
const staffId = '00000000-0000-7000-8000-000000000002'

let clock = start
let database: TestDatabase
let server: TestApp
beforeAll(async () => {
  database = await createTestDatabase()
  await loadDemoUsers(database.db)
  server = await buildOffice({ secondFactor: 'required' })
})
afterAll(async () => {
  await server.close()
  await database.drop()
})
beforeEach(async () => {
  clock += 24 * 60 * minute
  for (const table of ['passkey', 'recovery_code', 'second_factor'] as const)
    await database.db.deleteFrom(table).execute()
})

async function buildOffice(
  config: NonNullable<Parameters<typeof buildTestApp>[0]>['config'] & object,
): Promise<TestApp> {
  return await buildTestApp({ config, database, now: () => new Date(clock) })
}

const get = async (person: SignedIn, url: string, remoteAddress = '127.0.0.1') =>
  await person.inject({ method: 'GET', url, remoteAddress })
const post = async (person: SignedIn, path: string, payload?: object) =>
  await person.inject({ method: 'POST', url: `${factorPath}/${path}`, ...(payload && { payload }) })
const readFactorStatus = async (person: SignedIn) => factorStatusSchema.parse((await get(person, factorPath)).json())
const passFactor = async (person: SignedIn, kind: 'totp' | 'recovery', code: string) =>
  await post(person, 'pass', { kind, code })

/**
 * Sets up an authenticator app right after signing in; the clock advances one step, so that the
 * next code differs.
 */
async function enrolTotp(person: SignedIn): Promise<{ secret: string; codes: string[] }> {
  const { secret } = newTotpSchema.parse((await post(person, 'totp/new')).json())
  const done = await post(person, 'totp', { code: generateCode(secret, clock) })
  expect(done.statusCode).toBe(200)
  clock += 30_000
  return { secret, codes: enrolmentResponseSchema.parse(done.json()).recovery_codes ?? [] }
}

async function signInWithApp(account: TestAccount) {
  const person = await server.signIn(account)
  return { who: person, ...(await enrolTotp(person)) }
}

async function readFactorActs(userId = staffId) {
  const rows = await database.db
    .selectFrom('audit')
    .select('act')
    .where('user_id', '=', userId)
    .where('act', 'like', '%factor%')
    .orderBy('seq')
    .execute()
  return rows.map(({ act }) => act)
}

describe('where it is required', () => {
  test('staff without a factor see nothing until they set one up, and members are not asked', async () => {
    const staff = await server.signIn('staff')
    const refused = await get(staff, list)
    expect([refused.statusCode, refused.json().code, refused.json().factor]).toEqual([
      428,
      'second_factor_needed',
      'enrol',
    ])
    expect(refused.headers['retry-after']).toBe('60')
    expect((await get(await server.signIn('member'), '/api/session/devices')).statusCode).toBe(200)
    expect((await get(staff, '/api/blog/posts')).statusCode).toBe(200)
    const { codes } = await enrolTotp(staff)
    expect(new Set(codes).size).toBe(10)
    expect((await get(staff, list)).statusCode).toBe(200)
    expect(await readFactorActs()).toEqual(['factor_set_up', 'factor_passed'])
  })

  test('a new device must give it before it receives anything, and a code works once', async () => {
    const { secret } = await signInWithApp('staff')
    const second = await server.signIn('staff')
    expect((await get(second, list)).json().factor).toBe('pass')
    expect((await get(second, '/api/session/devices')).json().factor).toBe('pass')
    expect(await readFactorStatus(second)).toMatchObject({
      needs: 'pass',
      has_totp: true,
      totp_since: null,
      recovery_left: null,
    })
    const code = generateCode(secret, clock)
    expect((await passFactor(second, 'totp', `${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200)
    expect((await get(second, list)).statusCode).toBe(200)
    const third = await server.signIn('staff')
    expect((await passFactor(third, 'totp', code)).statusCode).toBe(422)
    // The previous code fails too, although its time is not over.
    expect((await passFactor(third, 'totp', generateCode(secret, clock - 30_000))).statusCode).toBe(422)
    expect((await passFactor(third, 'totp', generateCode(secret, clock + 30_000))).statusCode).toBe(200)
  })

  test('of two concurrent calls with one code only one succeeds', async () => {
    const { secret } = await signInWithApp('staff')
    const devices = await Promise.all([server.signIn('staff'), server.signIn('staff'), server.signIn('staff')])
    const responses = await Promise.all(
      devices.map(async (device) => await passFactor(device, 'totp', generateCode(secret, clock))),
    )
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  })

  test('the secret and the recovery codes are not in the database in plain text', async () => {
    const { secret, codes } = await signInWithApp('staff')
    const row = await database.db.selectFrom('second_factor').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify({ ...row, text: row.totp_cipher?.toString('latin1') })).not.toContain(secret)
    const stored = await database.db.selectFrom('recovery_code').selectAll().execute()
    expect(stored).toHaveLength(10)
    expect(codes.filter((code) => JSON.stringify(stored).includes(code))).toEqual([])
  })

  test('it is required again after twelve hours, and after half an hour without activity', async () => {
    const { who, secret } = await signInWithApp('staff')
    // Keeps tokens valid: their hourly renewal is not tested here.
    await database.db
      .updateTable('session_token')
      .set({ expires_at: new Date(clock + 48 * 60 * minute).toISOString() })
      .execute()
    const touch = async () => (await who.inject({ method: 'POST', url: '/api/session/activity' })).statusCode
    for (let hour = 0; hour < 23; hour += 1) {
      clock += 29 * minute
      expect(await touch()).toBe(200)
    }
    expect((await get(who, list)).statusCode).toBe(200)
    clock += 29 * minute
    await touch()
    clock += 29 * minute
    expect((await get(who, list)).json().factor).toBe('pass')
    expect((await passFactor(who, 'totp', generateCode(secret, clock))).statusCode).toBe(200)
    clock += 30 * minute
    expect((await get(who, list)).json().factor).toBe('idle')
    expect(await touch()).toBe(428)
    expect((await passFactor(who, 'totp', generateCode(secret, clock))).statusCode).toBe(200)
    expect((await get(who, list)).statusCode).toBe(200)
  })

  test('a session can change factors only right after signing in or with a fresh factor', async () => {
    const early = await server.signIn('staff')
    clock += 10 * minute
    const refused = await post(early, 'totp/new')
    expect([refused.statusCode, (await readFactorStatus(early)).may_change]).toEqual([422, false])
    const { who, secret } = await signInWithApp('staff')
    // The stolen session: signed in, without a factor.
    const stolen = await server.signIn('staff')
    for (const path of ['totp/new', 'passkey/new', 'recovery-codes'])
      expect([(await post(stolen, path)).statusCode, (await post(stolen, path)).json().factor]).toEqual([428, 'fresh'])
    clock += 10 * minute
    expect((await post(who, 'recovery-codes')).json().factor).toBe('fresh')
    await passFactor(who, 'totp', generateCode(secret, clock))
    expect((await post(who, 'recovery-codes')).json().recovery_codes).toHaveLength(10)
  })

  test('the last factor cannot be removed, and where it is optional takes the recovery codes along', async () => {
    const { who, secret } = await signInWithApp('staff')
    const remove = async (at: SignedIn) => await at.inject({ method: 'DELETE', url: `${factorPath}/totp` })
    expect((await remove(who)).statusCode).toBe(422)
    const optionalOffice = await buildOffice({ secondFactor: 'optional' })
    const optionalSession = await optionalOffice.signIn('staff')
    expect((await get(optionalSession, list)).json().factor).toBe('pass')
    await passFactor(optionalSession, 'totp', generateCode(secret, clock))
    expect((await remove(optionalSession)).statusCode).toBe(200)
    expect(await database.db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
    expect((await get(await optionalOffice.signIn('staff'), list)).statusCode).toBe(200)
    await optionalOffice.close()
  })
})

describe('failures', () => {
  async function fail(person: SignedIn, times: number) {
    const responses = []
    for (let n = 0; n < times; n += 1) responses.push((await passFactor(person, 'totp', '000000')).json().code)
    return responses
  }

  test('five in a row, over sessions and processes, lock the second step, next time twice as long', async () => {
    const { secret } = await signInWithApp('staff')
    const other = await buildOffice({ secondFactor: 'required' })
    const second = await other.signIn('staff')
    expect(await fail(await server.signIn('staff'), 2)).toEqual(['refused', 'refused'])
    expect(await fail(second, 3)).toEqual(['refused', 'refused', 'second_factor_locked'])
    const right = generateCode(secret, clock)
    const locked = await passFactor(second, 'totp', right)
    expect([locked.statusCode, locked.json().locked_until]).toEqual([429, expect.stringContaining('2026-')])
    clock += 15 * minute
    expect(await fail(second, 5)).toEqual(['refused', 'refused', 'refused', 'refused', 'second_factor_locked'])
    clock += 15 * minute
    expect((await passFactor(second, 'totp', generateCode(secret, clock))).statusCode).toBe(429)
    clock += 15 * minute
    expect((await passFactor(second, 'totp', generateCode(secret, clock))).statusCode).toBe(200)
    expect((await readFactorActs()).filter((act) => act === 'factor_locked')).toHaveLength(2)
    // A success in between resets the count.
    expect(await fail(second, 4)).toEqual(['refused', 'refused', 'refused', 'refused'])
    await passFactor(second, 'totp', generateCode(secret, clock + 30_000))
    expect(await fail(second, 4)).not.toContain('second_factor_locked')
    await other.close()
  })

  test('a recovery code opens the lock, works once, and is audited', async () => {
    const { codes } = await signInWithApp('staff')
    const second = await server.signIn('staff')
    await fail(second, 5)
    const [code = ''] = codes
    expect((await passFactor(second, 'recovery', 'aaaa-bbbb-cccc-dddd')).statusCode).toBe(429)
    expect((await passFactor(second, 'recovery', code.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(200)
    expect(await readFactorStatus(second)).toMatchObject({ needs: null, recovery_left: 9, locked_until: null })
    expect((await passFactor(await server.signIn('staff'), 'recovery', code)).statusCode).toBe(422)
    const rows = await database.db
      .selectFrom('audit')
      .select('detail')
      .where('act', '=', 'recovery_code_used')
      .execute()
    expect(rows.at(-1)?.detail).toEqual({ left: 9 })
  })

  test('a passkey of another person counts as a failure', async () => {
    await signInWithApp('staff')
    const person = await server.signIn('staff')
    const answer = { id: 'x', rawId: 'x', type: 'public-key', response: {} }
    expect((await post(person, 'pass', { kind: 'passkey', answer })).statusCode).toBe(422)
    const { failures } = await database.db.selectFrom('second_factor').select('failures').executeTakeFirstOrThrow()
    expect(failures).toBe(1)
  })
})

describe('help and networks', () => {
  test('a superuser can remove all factors of a person, which ends their sessions and is audited', async () => {
    const { who } = await signInWithApp('staff')
    const superuser = await signInWithApp('superuser')
    const reset = async () => await superuser.who.inject({ method: 'DELETE', url: buildPersonFactorPath(staffId) })
    expect((await who.inject({ method: 'DELETE', url: buildPersonFactorPath(staffId) })).statusCode).toBe(403)
    expect((await reset()).statusCode).toBe(200)
    expect((await get(who, list)).statusCode).toBe(401)
    expect((await get(await server.signIn('staff'), list)).json().factor).toBe('enrol')
    const row = await database.db
      .selectFrom('audit')
      .selectAll()
      .where('act', '=', 'factor_reset')
      .executeTakeFirstOrThrow()
    expect([row.user_name, row.subject, row.record_id]).toEqual(['한온결', '김가온', staffId])
    expect(
      (
        await superuser.who.inject({
          method: 'DELETE',
          url: buildPersonFactorPath('00000000-0000-7000-8000-0000000000ff'),
        })
      ).statusCode,
    ).toBe(404)
  })

  test('requests from an exempt network need no factor, others do', async () => {
    const office = await buildOffice({ secondFactor: 'required', factorExemptNetworks: ['192.168.0.0/24'] })
    const staff = await office.signIn('staff')
    expect((await get(staff, list, '192.168.0.9')).statusCode).toBe(200)
    expect((await get(staff, list, '192.168.1.9')).json().factor).toBe('enrol')
    await office.close()
  })

  test('with the local default, a request through a proxy still needs a factor', async () => {
    const office = await buildOffice({ secondFactor: 'optional_here' })
    const staff = await office.signIn('staff')
    expect((await get(staff, list)).statusCode).toBe(200)
    const forwarded = { method: 'GET', url: list, headers: { 'x-forwarded-for': '203.0.113.9' } } as const
    expect((await staff.inject(forwarded)).json().factor).toBe('enrol')
    await office.close()
  })

  test('superusers administer only from allowed networks, and other work is not affected', async () => {
    const office = await buildOffice({ secondFactor: 'optional', adminNetworks: ['192.168.0.0/24'] })
    const superuser = await office.signIn('superuser')
    expect((await get(superuser, trail)).statusCode).toBe(200)
    expect((await get(superuser, trail, '192.168.0.9')).statusCode).toBe(200)
    const refused = await get(superuser, trail, '203.0.113.9')
    expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('허용된 네트워크')])
    expect((await get(superuser, list, '203.0.113.9')).statusCode).toBe(200)
    const rows = await database.db.selectFrom('audit').selectAll().where('act', '=', 'admin_network_refused').execute()
    expect(rows.map(({ address, user_name }) => [address, user_name])).toEqual([['203.0.113.9', '한온결']])
    await office.close()
  })
})
