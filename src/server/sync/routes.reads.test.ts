import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changesPageSchema,
  checksumsSchema,
  compareChangeSeq,
  probeSchema,
  rowsPageSchema,
} from '#contract/sync/sync.ts'
import { computeBucket, hashRow } from '#domain/devices/row-hash.ts'
import { newId } from '#server/new-id.ts'
import { loadDemoCaseBook } from '#server/real-estate/demo-case-book.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { listPageRecords } from '#tests/support/books/page-records.ts'
import { stopRecords } from '#tests/support/books/stop-record.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let groupId: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  groupId = await makeGroup(staff)
  await loadDemoCaseBook(server.ownerDb, { count: 120, now: new Date('2026-11-21T00:00:00Z') })
})
afterAll(() => server.close())

async function readRows(query: string) {
  const response = await staff.inject({ method: 'GET', url: `/api/sync/real-estate/rows?${query}` })
  return rowsPageSchema.parse(response.json())
}

async function readChanges(after: string, limit = 1000) {
  const response = await staff.inject({ method: 'GET', url: `/api/sync/changes?after=${after}&limit=${limit}` })
  return changesPageSchema.parse(response.json())
}

async function placeNow() {
  return (await readRows('limit=1')).cursor
}

const paths = [
  '/api/sync/real-estate/rows',
  '/api/sync/changes',
  '/api/sync/real-estate/checksums',
  '/api/sync/events',
  '/api/sync/probe',
]

test.each(paths)('%s is closed to visitors and members', async (url) => {
  const visitor = await server.app.inject({ method: 'GET', url })
  expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'signed_out'])
  const member = await (await server.signIn('member')).inject({ method: 'GET', url })
  expect([member.statusCode, member.json().code]).toEqual([403, 'not_permitted'])
})

test.each([
  ['/api/sync/real-estate/rows?after=7', 400],
  ['/api/sync/real-estate/rows?limit=5001', 400],
  ['/api/sync/secrets/rows', 400],
  ['/api/sync/changes?after=yesterday', 400],
  ['/api/sync/changes?collections=real-estate,secrets', 400],
  ['/api/sync/changes?collections=real-estate&collections=banks', 400],
  // PostgreSQL reads a leading zero as octal, where 8 is not a digit.
  ['/api/sync/changes?after=0283.1', 400],
  ['/api/sync/changes?after=017.1', 400],
  ['/api/sync/changes?after=99999999999999999999.1', 400],
])('%s gets status %i', async (url, status) => {
  expect((await staff.inject({ method: 'GET', url })).statusCode).toBe(status)
})

test('asks an outdated client to update and serves a current one', async () => {
  const readWithVersion = (version: string) =>
    staff.inject({ method: 'GET', url: '/api/sync/probe', headers: { 'x-client-version': version } })
  expect((await readWithVersion('0')).statusCode).toBe(426)
  expect((await readWithVersion('new')).statusCode).toBe(426)
  expect(probeSchema.parse((await readWithVersion('1')).json()).user_id).toBe(staff.user.id)
})

test('tells an outdated client which of its edits was refused, by opId', async () => {
  const opId = newId()
  const notify = (number: string) =>
    staff.inject({
      method: 'PUT',
      url: '/api/mysql/realestate/list/',
      payload: { id: newId(), fees: 1 },
      headers: { 'x-client-version': '0', 'idempotency-key': number },
    })
  const reported = await notify(opId)
  expect([reported.statusCode, reported.headers['op-id']]).toEqual([426, opId])
  expect((await notify('"></script>')).headers['op-id']).toBeUndefined()
})

test('the first copy returns every row once, in pages ordered by id', async () => {
  const ids: string[] = []
  let after = ''
  for (;;) {
    const page = await readRows(`limit=50${after}`)
    ids.push(...page.columns.id)
    if (page.next === null) break
    after = `&after=${page.next}`
  }
  const stored = await server.db.selectFrom('real_estate').select('id').orderBy('id').execute()
  expect(ids).toEqual(stored.map(({ id }) => id))
})

test('the headers of a page name the next one before the body has arrived', async () => {
  const url = '/api/sync/real-estate/rows'
  const page = await staff.inject({ method: 'GET', url, query: { limit: '1' } })
  const { id } = rowsPageSchema.parse(page.json()).columns
  expect(page.headers['next-page']).toBe(id[0])
  const last = await staff.inject({ method: 'GET', url, query: { limit: '5000' } })
  expect(last.headers['next-page']).toBeUndefined()
})

test('a copied row equals the row a write returns, without the joined group', async () => {
  const { group, ...row } = await makeCase(staff, groupId, { fees: 4_812_345_670, created_at: '2026-03-02' })
  expect(group).toMatchObject({ id: groupId })
  const page = await readRows('limit=5000')
  expect(listPageRecords(page).find(({ id }) => id === row.id)).toEqual(row)
})

test('changes come folded to one entry per record with its current state', async () => {
  const after = await placeNow()
  const row = await makeCase(staff, groupId)
  await staff.inject({ method: 'PUT', url: '/api/mysql/realestate/list/', payload: { id: row.id, fees: 10_000 } })
  const { changes, more } = await readChanges(after)
  expect(more).toBe(false)
  expect(changes).toMatchObject([{ collection: 'real-estate', id: row.id, version: 2, row: { fees: 10_000 } }])
})

test('a deleted record comes as null with the version of its delete', async () => {
  const row = await makeCase(staff, groupId)
  const after = await placeNow()
  await staff.inject({ method: 'DELETE', url: '/api/mysql/realestate/list/', payload: { id: row.id } })
  expect((await readChanges(after)).changes).toEqual([{ collection: 'real-estate', id: row.id, version: 2, row: null }])
})

test('a deleted record has the version of its delete even on a page that ends before the delete', async () => {
  const after = await placeNow()
  const row = await makeCase(staff, groupId)
  await staff.inject({ method: 'PUT', url: '/api/mysql/realestate/list/', payload: { id: row.id, owner: '나래' } })
  await staff.inject({ method: 'DELETE', url: '/api/mysql/realestate/list/', payload: { id: row.id } })
  const deleted = { collection: 'real-estate', id: row.id, version: 3, row: null }
  const page = await readChanges(after, 1)
  expect([page.changes, page.more]).toEqual([[deleted], true])
  expect((await readChanges(after)).changes).toEqual([deleted])
})

test('pages of changes follow each other without gap or repetition', async () => {
  let after = await placeNow()
  const created = []
  for (let n = 0; n < 7; n += 1) created.push((await makeCase(staff, groupId)).id)
  const pagedIds: string[] = []
  for (;;) {
    const page = await readChanges(after, 3)
    expect(compareChangeSeq(page.cursor, after)).toBeGreaterThan(0)
    pagedIds.push(...page.changes.map(({ id }) => id))
    after = page.cursor
    if (!page.more) break
  }
  expect(pagedIds).toEqual(created)
})

test('a write that began earlier and commits later is never skipped', async () => {
  const after = await placeNow()
  const lateId = newId()
  const late = await server.db.startTransaction().execute()
  await sql`insert into real_estate (id, group_id) values (${lateId}, ${groupId})`.execute(late)
  await sql`insert into change (collection, record_id, version, kind, fields, user_name)
    values ('real-estate', ${lateId}, 1, 'create', '{}', '')`.execute(late)
  const early = await makeCase(staff, groupId)
  const before = await readChanges(after)
  await late.commit().execute()
  const then = await readChanges(before.cursor)
  expect([...before.changes, ...then.changes].map(({ id }) => id).toSorted()).toEqual([early.id, lateId].toSorted())
})

test('a cursor that no transaction has reached yet gets another epoch, a current one does not', async () => {
  const { epoch, cursor } = await readChanges(await placeNow())
  expect((await readChanges(cursor)).epoch).toBe(epoch)
  const [transaction] = cursor.split('.')
  const ahead = await readChanges(`${BigInt(transaction ?? 0) + 1_000_000n}.0`)
  expect(ahead.epoch).not.toBe(epoch)
  expect(ahead).toMatchObject({ changes: [], more: false })
})

test('a first copy during writes is complete after following the changes', async () => {
  const first = await readRows('limit=10')
  const created = await makeCase(staff, groupId)
  const all = new Set(first.columns.id)
  for (let next = first.next; next !== null;) {
    const page = await readRows(`limit=100&after=${next}`)
    for (const id of page.columns.id) all.add(id)
    next = page.next
  }
  for (const { id } of (await readChanges(first.cursor)).changes) all.add(id)
  expect(all).toContain(created.id)
})

test('the checksums equal those the device computes from its rows', async () => {
  const response = await staff.inject({ method: 'GET', url: '/api/sync/real-estate/checksums' })
  const { buckets } = checksumsSchema.parse(response.json())
  const expected = new Map<number, { count: number; hash: number }>()
  for (const { id, version } of listPageRecords(await readRows('limit=5000'))) {
    const known = expected.get(computeBucket(id)) ?? { count: 0, hash: 0 }
    expected.set(computeBucket(id), { count: known.count + 1, hash: (known.hash ^ hashRow(id, version)) >>> 0 })
  }
  expect(buckets).toEqual(
    [...expected]
      .toSorted(([a], [b]) => a - b)
      .map(([bucket, { count, hash }]) => ({ bucket, count, hash: String(hash) })),
  )
})

test('a first copy leaves one trail row that names the person', async () => {
  const readCopyTrail = () => server.db.selectFrom('audit').selectAll().where('act', '=', 'copy').execute()
  const before = (await readCopyTrail()).length
  const page = await readRows('limit=50')
  await readRows(`limit=50&after=${page.next}`)
  const after = await readCopyTrail()
  expect(after).toHaveLength(before + 1)
  expect(after.at(-1)).toMatchObject({ user_id: staff.user.id, collection: 'real-estate' })
})

test('a copy that another device of the same person begins in the middle leaves its own trail row', async () => {
  const [first, second] = [await server.signIn('superuser'), await server.signIn('superuser')]
  expect(second.user.id).toBe(first.user.id)
  const readCopyTrail = () =>
    server.db
      .selectFrom('audit')
      .select('collection')
      .where('act', '=', 'copy')
      .where('user_id', '=', first.user.id)
      .orderBy('seq')
      .execute()
  const { next } = rowsPageSchema.parse((await first.inject({ url: '/api/sync/real-estate/rows?limit=1' })).json())
  const before = await readCopyTrail()
  for (const url of [`/api/sync/real-estate/rows?limit=1&after=${next}`, '/api/sync/changes?after=0.1&limit=1']) {
    await second.inject({ url })
    await second.inject({ url })
  }
  expect((await readCopyTrail()).slice(before.length)).toEqual([{ collection: 'real-estate' }, { collection: null }])
})

test('reading the change log in pages leaves one trail row a day, and none for the last page', async () => {
  const person = await server.signIn('superuser')
  const readCopyTrail = () =>
    server.db
      .selectFrom('audit')
      .select(['detail', 'collection'])
      .where('act', '=', 'copy')
      .where('user_id', '=', person.user.id)
      .execute()
  const read = (after: string, limit: number) =>
    person.inject({ url: `/api/sync/changes?after=${after}&limit=${limit}` })
  const before = (await readCopyTrail()).length
  await read(await placeNow(), 1)
  expect(await readCopyTrail()).toHaveLength(before)
  await read('0.1', 1)
  await read('0.2', 1)
  const after = await readCopyTrail()
  expect(after).toHaveLength(before + 1)
  expect(after.at(-1)).toMatchObject({ collection: null, detail: { changes: 'all' } })
})

test('stopped records come with the changes unless the device has the list already', async () => {
  const superuser = await server.signIn('superuser')
  const send = async (method: 'POST' | 'DELETE', url: string, payload: object) =>
    (await superuser.inject({ method, url, payload })).statusCode
  const readStopped = async (mark: string, person = staff) => {
    const url = `/api/sync/changes?after=${await placeNow()}&stopped=${encodeURIComponent(mark)}`
    return changesPageSchema.parse((await person.inject({ method: 'GET', url })).json()).stopped
  }
  const none = await readStopped('')
  expect(none?.records).toEqual([])
  expect(await readStopped(none?.mark ?? '')).toBeUndefined()
  expect((await readChanges(await placeNow())).stopped).toBeUndefined()

  const { id } = await makeCase(staff, groupId)
  const leave = newId()
  const listener = new pg.Client(server.databaseUrl)
  await listener.connect()
  const reported = new Promise((resolve) => listener.on('notification', resolve))
  await listener.query('listen change')
  const resume = await stopRecords(send, [{ collection: 'real-estate', id }])
  await reported
  await listener.end()
  // Staff get no entry for a book in which they see only their own rows.
  const [block] = await server.db.selectFrom('record_block').selectAll().execute()
  if (!block) throw new Error('nothing is stopped')
  await server.db
    .insertInto('record_block')
    .values({ ...block, id: newId(), collection: 'leave-requests', record_id: leave })
    .execute()
  const some = await readStopped(none?.mark ?? '')
  expect(some?.records).toEqual([`real-estate/${id}`])
  expect((await readStopped('', superuser))?.records).toEqual([`leave-requests/${leave}`, `real-estate/${id}`])
  expect(await readStopped(some?.mark ?? '')).toBeUndefined()
  await resume()
  expect((await readStopped(some?.mark ?? ''))?.records).toEqual([])
})
