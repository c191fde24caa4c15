import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let colleague: SignedIn
let groupId: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  colleague = await server.signIn('superuser')
  groupId = await makeGroup(staff)
})
afterAll(() => server.close())

/** An edit by a person who saw the first version. */
function put(person: SignedIn, payload: object) {
  return person.inject({ method: 'PUT', url: '/api/mysql/realestate/list/', payload, headers: { 'if-match': '"1"' } })
}

test('a partial row that reverts one’s own edit conflicts; a whole row as it was read changes nothing', async () => {
  const row = await makeCase(staff, groupId)
  await put(colleague, { id: row.id, proof: 5000 })
  await put(staff, { id: row.id, regi_date: '2026-01-02' })
  const back = await put(staff, { id: row.id, regi_date: null, owner: '나래' })
  expect([back.statusCode, back.json().conflicts]).toMatchObject([
    409,
    [{ field: 'regi_date', base: null, theirs: '2026-01-02' }],
  ])
  const full = await put(staff, { ...row })
  expect([full.statusCode, full.json()]).toMatchObject([200, { regi_date: '2026-01-02', proof: 5000, version: 3 }])
})
