import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { caseBookTable } from '#server/real-estate/list-case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../../../tests/support/build-test-app.ts'
import { makeCase, makeGroup } from '../../../../tests/support/case-book.ts'
import { caseBookCondition, caseBookOrder, readGroups } from '#server/real-estate/case-book-query.ts'
import { loadDemoCaseBook, removeDemoCaseBook } from '#server/real-estate/demo.ts'
import { createOrders, type RememberedOrders } from './remembered-orders.ts'

const caseUrl = '/api/mysql/realestate/list/'
const firstTen = { offset: 0, limit: 10 }
let server: TestApp
let staff: SignedIn
let groupId: string
let orders: RememberedOrders

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())
// `orders` is not the memory of the app that writes here: it stands for another server process on the same database.
beforeEach(async () => {
  await sql`delete from real_estate`.execute(server.db)
  groupId = await makeGroup(staff)
  for (const owner of ['나래', '가온', '다솜']) await makeCase(staff, groupId, { owner })
  orders = createOrders(server.db, caseBookTable)
})

async function question(ordering = 'owner') {
  const groups = await readGroups(server.db)
  return { condition: caseBookCondition({}, groups), order: caseBookOrder(ordering, groups) }
}

async function learn(ordering?: string): Promise<void> {
  await orders.learn(await question(ordering), { total: 3, waitFrom: 0 })
  expect(await owners(ordering), 'it is known from here on').toBeDefined()
}

async function owners(ordering?: string): Promise<unknown[] | undefined> {
  const page = await orders.page(await question(ordering), firstTen)
  return page?.rows.map(({ owner }) => owner)
}

async function ownerIds() {
  const rows = await server.db.selectFrom('real_estate').select(['id', 'owner']).orderBy('owner').execute()
  return rows.map(({ id }) => id)
}

test('a list nobody asked to remember is not known', async () => {
  expect(await owners()).toBeUndefined()
})

test('a remembered list answers any page and its total without asking for the order again', async () => {
  await learn()
  await sql`insert into real_estate (id, group_id, owner) values (${newId()}, ${groupId}, '가가')`.execute(server.db)
  expect(await owners(), 'a row without a change row shows that nothing was sorted').toEqual(['가온', '나래', '다솜'])
  const page = await orders.page(await question(), { offset: 2, limit: 2 })
  expect([page?.rows.map(({ owner }) => owner), page?.total]).toEqual([['다솜'], 3])
  const beyond = await orders.page(await question(), { offset: 20, limit: 20 })
  expect([beyond?.rows, beyond?.total]).toEqual([[], 3])
})

test.each([
  ['a create', async () => void (await makeCase(staff, groupId, { owner: '가가' }))],
  ['an edit', async () => void (await edit((await ownerIds())[0]))],
  ['a deletion', async () => void (await remove((await ownerIds())[1]))],
  ['a renamed group', async () => void (await rename())],
  ['an import by another process', importElsewhere],
])('%s makes a remembered list unknown at once', async (_act, write) => {
  await learn()
  await write()
  expect(await owners()).toBeUndefined()
})

test('a write that was under way while the order was read makes it unknown once it is committed', async () => {
  const late = await server.db.startTransaction().execute()
  const id = newId()
  await sql`insert into real_estate (id, group_id, owner) values (${id}, ${groupId}, '가가')`.execute(late)
  await sql`insert into change (collection, record_id, version, kind, fields, user_name)
    values ('real-estate', ${id}, 1, 'create', '{}', '')`.execute(late)
  await learn()
  expect(await owners()).toEqual(['가온', '나래', '다솜'])
  await late.commit().execute()
  expect(await owners()).toBeUndefined()
})

test('demo data makes a remembered list unknown although it has no change rows', async () => {
  await learn()
  await loadDemoCaseBook(server.ownerDb, { count: 30, now: new Date('2026-11-21T00:00:00Z') })
  expect(await owners()).toBeUndefined()
  await removeDemoCaseBook(server.ownerDb)
})

test('a list sorted by group name follows the names', async () => {
  await sql`delete from real_estate`.execute(server.db)
  const [last, first] = [await makeGroup(staff, { name: '하늘채' }), await makeGroup(staff, { name: '가람채' })]
  await makeCase(staff, last, { owner: '뒤' })
  await makeCase(staff, first, { owner: '앞' })
  await learn('group_id')
  expect(await owners('group_id')).toEqual(['앞', '뒤'])
  await staff.inject({ method: 'PUT', url: '/api/mysql/realestate/group/', payload: { id: first, name: '힘찬채' } })
  expect(await owners('group_id')).toBeUndefined()
  await learn('group_id')
  expect(await owners('group_id')).toEqual(['뒤', '앞'])
})

test('the list that was not used for longest is forgotten when memory is full', async () => {
  orders = createOrders(server.db, caseBookTable, { maxBytes: 2 * 3 * 16 })
  await learn('owner')
  await learn('fees')
  await owners('owner')
  await learn('proof')
  expect(await owners('fees')).toBeUndefined()
  expect([await owners('owner'), await owners('proof')].map((page) => page?.length)).toEqual([3, 3])
})

test('a list too long for the memory is never remembered', async () => {
  orders = createOrders(server.db, caseBookTable, { maxBytes: 3 * 16 })
  await orders.learn(await question(), { total: 3, waitFrom: 0 })
  expect(await owners()).toBeUndefined()
})

test('a page that is cheap to read does not wait for the order, one far down does', async () => {
  const asked = await question()
  const done = orders.learn(asked, { total: 3, waitFrom: 1 })
  const pages = [0, 1].map((offset) => orders.page(asked, { offset, limit: 1 }))
  const [first, second] = await Promise.all(pages)
  expect([first, second?.rows.map(({ owner }) => owner)]).toEqual([undefined, ['나래']])
  await done
})

test('a list that is written to before anybody used its order is left alone for a while', async () => {
  await orders.learn(await question(), { total: 3, waitFrom: 0 })
  await edit((await ownerIds())[0])
  expect(await owners()).toBeUndefined()
  await orders.learn(await question(), { total: 3, waitFrom: 0 })
  expect(await owners()).toBeUndefined()
})

function edit(id: string | undefined) {
  return staff.inject({ method: 'PUT', url: caseUrl, payload: { id, owner: '하늘' } })
}

function remove(id: string | undefined) {
  return staff.inject({ method: 'DELETE', url: caseUrl, payload: { id } })
}

function rename() {
  const payload = { id: groupId, name: '새 이름 구역' }
  return staff.inject({ method: 'PUT', url: '/api/mysql/realestate/group/', payload })
}

/** What another server process writes: rows and change rows of one transaction, past this process. */
async function importElsewhere(): Promise<void> {
  await server.db.transaction().execute(async (trx) => {
    for (const owner of ['가가', '나나']) {
      const id = newId()
      await sql`insert into real_estate (id, group_id, owner) values (${id}, ${groupId}, ${owner})`.execute(trx)
      await sql`insert into change (collection, record_id, version, kind, fields, user_name, act_id)
        values ('real-estate', ${id}, 1, 'create', '{}', '', ${groupId})`.execute(trx)
    }
  })
}
