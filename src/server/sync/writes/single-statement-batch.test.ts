import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BatchResponseEntry } from '#contract/sync/sync.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { createUpdateEntry, postBatch, send } from '#tests/support/servers/batch-calls.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let groupId: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  groupId = await makeGroup(staff)
})
afterAll(() => server.close())

async function makeCases(count: number) {
  return await Promise.all(Array.from({ length: count }, () => makeCase(staff, groupId, { fees: 100 })))
}

async function readEffects(opIds: readonly string[]) {
  return await server.db.selectFrom('change').selectAll().where('op_id', 'in', opIds).execute()
}

test('an entry whose database connection breaks gets 503, and takes effect once when resent', async () => {
  const [free, locked] = await makeCases(2)
  const entries = [
    createUpdateEntry({ id: free?.id, fees: 5 }),
    createUpdateEntry({ id: locked?.id, fees: 5, group_id: await makeGroup(staff) }),
  ]
  const responses = await runWhileLocked([locked?.id ?? ''], () => send(staff, entries))
  expect(responses.map(({ status }) => status)).toEqual([200, 503])
  expect(responses[1]).toMatchObject({ headers: {}, body: { code: 'unavailable' } })
  const replayed = await send(staff, entries)
  expect(replayed.map(({ status }) => status)).toEqual([200, 200])
  expect(replayed[0]).toEqual(responses[0])
  expect(await readEffects(entries.map(({ op_id: opId }) => opId))).toHaveLength(2)
})

test('a database lost before any entry was decided refuses the whole request', async () => {
  const rows = await makeCases(6)
  const target = await makeGroup(staff)
  const entries = rows.map(({ id }) => createUpdateEntry({ id, fees: 5, group_id: target }))
  const response = await runWhileLocked(
    rows.map(({ id }) => id),
    () => postBatch(staff, entries),
  )
  expect([response.statusCode, response.json().code]).toEqual([503, 'unavailable'])
  expect(await readEffects(entries.map(({ op_id: opId }) => opId))).toEqual([])
})

test('ordinary edits in one statement each have their change, trail row and stored response', async () => {
  const rows = await makeCases(40)
  const entries = rows.map(({ id }, n) => createUpdateEntry({ id, fees: 1000 + n }, { base_version: 1 }))
  const responses = await send(staff, entries)
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  const opIds = entries.map(({ op_id: opId }) => opId)
  const changes = await readEffects(opIds)
  expect(changes).toHaveLength(40)
  expect(new Set(changes.map(({ txid }) => txid)).size).toBeLessThan(10)
  for (const [n, { id }] of rows.entries()) {
    const change = changes.find((candidate) => candidate.record_id === id)
    expect(change).toMatchObject({ version: 2, op_id: opIds[n], fields: { fees: { old: 100, new: 1000 + n } } })
    expect(responses[n]?.headers).toEqual({
      'op-id': opIds[n],
      etag: '"2"',
      'change-seq': `${change?.txid}.${change?.seq}`,
    })
  }
  const ids = rows.map(({ id }) => id)
  const trail = await server.db.selectFrom('audit').selectAll().where('record_id', 'in', ids).execute()
  const updates = trail.filter(({ act }) => act === 'update')
  expect(updates).toHaveLength(40)
  for (const update of updates) {
    expect(update).toMatchObject({
      user_id: staff.user.id,
      address: '127.0.0.1',
      subject: '김가온',
      detail: { fields: ['fees', 'fees_vat'] },
    })
  }
  const stored = await server.db.selectFrom('op').selectAll().where('op_id', 'in', opIds).execute()
  expect(stored.map(({ status, user_id: by }) => [status, by])).toEqual(entries.map(() => [200, staff.user.id]))
})

test('a record locked by another person delays its own edit only', async () => {
  const rows = await makeCases(10)
  const [locked, ...free] = rows
  const entries = rows.map(({ id }) => createUpdateEntry({ id, fees: 5 }, { base_version: 1 }))
  const sending: { responses?: Promise<BatchResponseEntry[]> } = {}
  await server.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('real_estate')
      .set({ proof: 1 })
      .where('id', '=', locked?.id ?? '')
      .execute()
    sending.responses = send(staff, entries)
    const ids = free.map(({ id }) => id)
    const readVersions = () => server.db.selectFrom('real_estate').select('version').where('id', 'in', ids).execute()
    await expect.poll(async () => (await readVersions()).every(({ version }) => version === 2)).toBe(true)
  })
  const responses = await sending.responses
  expect(responses?.map(({ status }) => status)).toEqual(rows.map(() => 200))
})

/** Holds locks on the records; once anything waits for them, the waiting connections are broken. */
async function runWhileLocked<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
  return await server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('real_estate').select('id').where('id', 'in', ids).forUpdate().execute()
    const holder = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    let isDone = false
    const working = work().finally(() => {
      isDone = true
    })
    while (!isDone) {
      // From outside the transaction, which would only see the connections of its first query.
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and ${holder.rows[0]?.pid} = any(pg_blocking_pids(pid))
      `.execute(server.ownerDb)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return await working
  })
}

test('search finds records of one batch by the new text, and those with only new sums as before', async () => {
  const [renamed, priced] = await makeCases(2)
  await send(staff, [
    createUpdateEntry({ id: renamed?.id, owner: '함께바꿈' }),
    createUpdateEntry({ id: priced?.id, owner: '먼저씀' }),
  ])
  await send(staff, [
    createUpdateEntry({ id: renamed?.id, owner: '다시바꿈' }),
    createUpdateEntry({ id: priced?.id, fees: 77 }),
  ])
  const findOwners = async (search: string) =>
    (await staff.inject({ method: 'GET', url: '/api/mysql/realestate/list/', query: { search } }))
      .json()
      .results.map(({ id }: { id: string }) => id)
  expect([await findOwners('다시바꿈'), await findOwners('함께바꿈'), await findOwners('먼저씀')]).toEqual([
    [renamed?.id],
    [],
    [priced?.id],
  ])
})
