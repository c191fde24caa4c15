import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealingKeyPath, sealingKeySchema } from '#contract/person-numbers/sealed-number.ts'
import { buildEscrowLabel, copyKeyPath, copyKeySchema } from '#contract/session/session.ts'
import { sealToServer } from '#mirror/vault/seal-to-server.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
const key = Uint8Array.from({ length: 32 }, (_, index) => index * 7)

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
}, 60_000)
afterAll(() => server.close())

async function requestCopyKey(person: SignedIn, userId: string, plaintext: Uint8Array<ArrayBuffer> = key) {
  const serverKey = sealingKeySchema.parse((await staff.inject({ url: sealingKeyPath })).json())
  const { keyId, box } = await sealToServer(serverKey, plaintext, buildEscrowLabel(userId))
  return await person.inject({ method: 'POST', url: copyKeyPath, payload: { key_id: keyId, box } })
}

test('a person gets the key of their unsent edits back, and the trail records it without the key', async () => {
  const response = await requestCopyKey(staff, staff.user.id)
  expect(response.statusCode, response.body).toBe(200)
  expect(Buffer.from(copyKeySchema.parse(response.json()).key, 'base64url')).toEqual(Buffer.from(key))
  const row = await server.db.selectFrom('audit').selectAll().where('act', '=', 'copy_key').executeTakeFirst()
  expect(row).toMatchObject({ user_id: staff.user.id, detail: null })
})

test('nobody else gets the key, in any role', async () => {
  const superuser = await server.signIn('superuser')
  const response = await requestCopyKey(superuser, staff.user.id)
  expect(response.statusCode).toBe(422)
  expect(response.json().message).toBe('이 기기에 남은 작업을 열 수 없습니다. 최고관리자에게 문의해 주세요.')
  const visitor = await server.app.inject({ method: 'POST', url: copyKeyPath, payload: {} })
  expect(visitor.statusCode).toBe(401)
})

test('refuses to open anything that is not such a key', async () => {
  expect((await requestCopyKey(staff, staff.user.id, key.slice(1))).statusCode).toBe(422)
  const elsewhere = { key_id: 'f'.repeat(16), box: 'A'.repeat(150) }
  expect((await staff.inject({ method: 'POST', url: copyKeyPath, payload: elsewhere })).statusCode).toBe(422)
})
