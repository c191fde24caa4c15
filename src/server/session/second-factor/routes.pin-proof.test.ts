import { afterAll, beforeAll, expect, test } from 'vitest'
import { factorPath, newTotpSchema, pinProofPath } from '#contract/session/second-factor.ts'
import { generateCode } from '#tests/support/people/authenticator-app.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

const minute = 60_000
const list = '/api/mysql/realestate/list/'
const proof = 'p'.repeat(43)
const another = 'x'.repeat(43)

let clock = Date.parse('2026-11-26T00:00:00Z')
let server: TestApp
beforeAll(async () => {
  server = await buildTestApp({ config: { secondFactor: 'required' }, now: () => new Date(clock) })
})
afterAll(() => server.close())

const post = async (person: SignedIn, path: string, payload?: object) =>
  await person.inject({ method: 'POST', url: `${factorPath}/${path}`, ...(payload && { payload }) })
const readRequiredFactor = async (person: SignedIn) =>
  (await person.inject({ method: 'GET', url: list })).json<{ factor?: string }>().factor
const sendProof = async (person: SignedIn, method: 'PUT' | 'POST', text = proof) =>
  (await person.inject({ method, url: pinProofPath, payload: { proof: text } })).statusCode

async function advanceClock(time: number): Promise<void> {
  clock += time
  // Keeps tokens valid: their hourly renewal is not tested here.
  const expiresAt = new Date(clock + 48 * 60 * minute).toISOString()
  await server.db.updateTable('session_token').set({ expires_at: expiresAt }).execute()
}

test('the right PIN on the device ends the idle lock of its session, and nothing else', async () => {
  const person = await server.signIn('staff')
  const { secret } = newTotpSchema.parse((await post(person, 'totp/new')).json())
  expect((await post(person, 'totp', { code: generateCode(secret, clock) })).statusCode).toBe(200)
  const other = await server.signIn('staff')
  expect([await sendProof(other, 'PUT'), await sendProof(other, 'POST')]).toEqual([428, 422])
  expect(await sendProof(person, 'PUT')).toBe(200)
  const stored = await server.db.selectFrom('session').select('pin_proof_hash').execute()
  expect(JSON.stringify(stored)).not.toContain(proof)
  await advanceClock(31 * minute)
  expect(await readRequiredFactor(person)).toBe('idle')
  // A person who found the device cannot register another secret.
  expect([await sendProof(person, 'PUT', another), await sendProof(person, 'POST', another)]).toEqual([428, 422])
  expect(await readRequiredFactor(person)).toBe('idle')
  expect(await sendProof(person, 'POST')).toBe(200)
  expect(await readRequiredFactor(person)).toBeUndefined()
  const unlocks = await server.db.selectFrom('audit').select('detail').where('act', '=', 'unlock').execute()
  expect(unlocks).toMatchObject([{ detail: { kind: 'pin' } }])
  // It is not a fresh factor and does not extend the twelve hours.
  expect((await post(person, 'recovery-codes')).json().factor).toBe('fresh')
  await advanceClock(12 * 60 * minute)
  expect(await readRequiredFactor(person)).toBe('pass')
  expect(await sendProof(person, 'POST')).toBe(422)
})
