import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { createUpdateEntry, send, type SentEntry } from '#tests/support/servers/batch-calls.ts'
import { buildTestApp, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { pruneOps } from './prune-ops.ts'

let server: TestApp
const now = new Date('2026-11-21T00:00:00Z')

beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

function createOp(receivedAt: string) {
  return { op_id: newId(), user_id: newId(), request_hash: 'x', received_at: receivedAt }
}

test('an opId is kept for 180 days and pruned afterwards, in any number', async () => {
  const stored = ['2026-05-26T00:00:00Z', '2026-11-20T00:00:00Z'].map(createOp)
  const old = Array.from({ length: 7000 }, () => createOp('2026-05-24T23:59:59Z'))
  for (const rows of [stored, old]) await server.db.insertInto('op').values(rows).execute()
  expect(await pruneOps(server.db, now)).toBe(7000)
  const opIds = stored.map(({ op_id }) => op_id)
  const remainingOps = await server.db.selectFrom('op').select('op_id').where('op_id', 'in', opIds).execute()
  expect(remainingOps).toHaveLength(2)
  expect(await pruneOps(server.db, now)).toBe(0)
})

test('a request repeated after its opId was pruned changes nothing a second time', async () => {
  const staff = await server.signIn('staff')
  const colleague = await server.signIn('superuser')
  const groupId = await makeGroup(staff)
  const [mine, shared, doomed] = [
    await makeCase(staff, groupId),
    await makeCase(staff, groupId),
    await makeCase(staff, groupId),
  ]
  const path = '/api/mysql/realestate/list/'
  const created = newId()
  const entries: SentEntry[] = [
    { op_id: newId(), method: 'POST', path, body: { id: created, group_id: groupId, owner: '김가온' } },
    createUpdateEntry({ id: mine.id, fees: 300 }, { base_version: 1 }),
    createUpdateEntry({ id: shared.id, fees: 300 }, { base_version: 1 }),
    { op_id: newId(), method: 'DELETE', path, body: { id: doomed.id }, base_version: 1 },
  ]
  await send(staff, entries)
  await colleague.inject({ method: 'PUT', url: path, payload: { id: shared.id, fees: 700 } })
  const ids = [created, mine.id, shared.id, doomed.id]
  const read = () =>
    Promise.all([
      server.db.selectFrom('real_estate').selectAll().where('id', 'in', ids).orderBy('id').execute(),
      server.db
        .selectFrom('change')
        .select(['record_id', 'version'])
        .where('record_id', 'in', ids)
        .orderBy('seq')
        .execute(),
    ])
  const before = await read()
  await pruneOps(server.db, new Date(Date.now() + 200 * 24 * 60 * 60 * 1000))
  const statuses = (await send(staff, entries)).map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 409, 404])
  expect(await read()).toEqual(before)
})
