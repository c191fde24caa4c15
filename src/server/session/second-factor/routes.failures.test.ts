import { afterAll, beforeAll, expect, test } from 'vitest'
import { factorPath, factorStatusSchema, newTotpSchema } from '#contract/session/second-factor.ts'
import { generateCode } from '#tests/support/people/authenticator-app.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let clock = Date.parse('2026-11-26T00:00:00Z')
let server: TestApp
beforeAll(async () => {
  server = await buildTestApp({ config: { secondFactor: 'required' }, now: () => new Date(clock) })
})
afterAll(() => server.close())

async function post(person: SignedIn, path: string, payload: object = {}) {
  return await person.inject({ method: 'POST', url: `${factorPath}/${path}`, payload })
}

const passFactor = async (person: SignedIn, code: string) => await post(person, 'pass', { kind: 'totp', code })

async function fail(person: SignedIn, times: number) {
  const codes: unknown[] = []
  for (let n = 0; n < times; n += 1) codes.push((await passFactor(person, '000000')).json().code)
  return codes
}

test('the fifth failure ends a session that gave its factor; failures elsewhere do not lock it', async () => {
  const own = await server.signIn('staff')
  const { secret } = newTotpSchema.parse((await post(own, 'totp/new')).json())
  expect((await post(own, 'totp', { code: generateCode(secret, clock) })).statusCode).toBe(200)
  clock += 30_000
  // Somebody else has a session without a factor, and guesses.
  const stranger = await server.signIn('staff')
  expect(await fail(stranger, 5)).toContain('second_factor_locked')
  expect((await passFactor(own, generateCode(secret, clock))).statusCode).toBe(200)
  expect(await fail(stranger, 1)).toEqual(['second_factor_locked'])
  clock += 31 * 60_000
  const status = (await own.inject({ method: 'GET', url: factorPath })).json()
  expect(factorStatusSchema.parse(status)).toMatchObject({ needs: 'idle', locked_until: null })
  expect((await passFactor(own, generateCode(secret, clock))).statusCode).toBe(200)
  expect(await fail(own, 4)).toEqual(['refused', 'refused', 'refused', 'refused'])
  clock += 30_000
  expect((await passFactor(own, generateCode(secret, clock))).statusCode).toBe(200)
  expect(await fail(own, 5)).toEqual(['refused', 'refused', 'refused', 'refused', 'signed_out'])
  expect((await own.inject({ method: 'GET', url: '/api/mysql/realestate/list/' })).statusCode).toBe(401)
})
