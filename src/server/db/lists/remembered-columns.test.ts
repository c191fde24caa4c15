import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { depositPicks, depositSearch } from '#server/deposit-cases/deposit-case-query.ts'
import { findWords } from '#server/deposit-cases/case-words.ts'
import { depositCaseTable } from '#server/deposit-cases/list-deposit-cases.ts'
import { caseBookTable } from '#server/real-estate/list-case-book.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../../../tests/support/build-test-app.ts'
import { makeCase, makeGroup } from '../../../../tests/support/case-book.ts'
import { makeDepositCase } from '../../../../tests/support/deposit-cases.ts'
import { createColumns, type RememberedColumns } from './remembered-columns.ts'

const url = '/api/mysql/deposition/list/'
let server: TestApp
let staff: SignedIn
let columns: RememberedColumns

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
})
afterAll(() => server.close())
// `columns` is not the memory of the app that writes here: it stands for another server process on the same database.
beforeEach(async () => {
  await sql`delete from deposit_case`.execute(server.db)
  await makeDepositCase(staff, { owner_name: '가온', status: 'pending', created_at: '2026-03-01' })
  await makeDepositCase(staff, { owner_name: '나래', status: 'completed', created_at: '2026-03-05' })
  await makeDepositCase(staff, { owner_name: '다솜', status: null, created_at: null })
  columns = createColumns(server.db, depositCaseTable, { shortTable: -1 })
})

async function owners(filters: Record<string, string> = {}) {
  const picks = depositPicks(filters, await findWords(server.db, filters))
  const page = await columns.page({ picks, search: depositSearch(filters) }, { offset: 0, limit: 50 })
  return page && [page.rows.map((row) => row['owner_name']), page.total]
}

test('nothing is known before it was learnt, and of a short table never', async () => {
  expect(await owners()).toBeUndefined()
  const short = createColumns(server.db, depositCaseTable)
  await short.learn()
  expect(await short.page({ picks: [] }, { offset: 0, limit: 10 })).toBeUndefined()
})

test('every filter is answered from memory as the table would', async () => {
  await columns.learn()
  await sql`update deposit_case set status = 'on_hold'`.execute(server.db)
  expect(
    await owners({ status: 'pending' }),
    'an edit without a change row shows that the table was not asked',
  ).toEqual([['가온'], 1])
  expect(await owners()).toEqual([['나래', '가온', '다솜'], 3])
  expect(await owners({ status: 'completed,pending', created_at_start: '2026-03-02' })).toEqual([['나래'], 1])
  expect(await owners({ business_section: '없는 구간' })).toEqual([[], 0])
  expect(await owners({ date_filter_end: '2026-03-01' })).toEqual([['가온'], 1])
})

test('a create, an edit and a deletion are in the next answer, at their places', async () => {
  await columns.learn()
  const made = await makeDepositCase(staff, { owner_name: '라온', status: 'pending', created_at: '2026-03-03' })
  expect(await owners()).toEqual([['나래', '라온', '가온', '다솜'], 4])
  const edit = { id: made.id, created_at: null, status: 'cancelled', business_section: '새 구간' }
  await staff.inject({ method: 'PUT', url, payload: edit })
  expect(await owners({ status: 'cancelled' })).toEqual([['라온'], 1])
  expect(await owners({ business_section: '새' })).toEqual([['라온'], 1])
  expect((await owners())?.[0]).toHaveLength(4)
  await staff.inject({ method: 'DELETE', url, payload: { id: made.id } })
  expect(await owners()).toEqual([['나래', '가온', '다솜'], 3])
})

test('a search is remembered, goes with any filter, and follows what is written', async () => {
  await columns.learn()
  expect(await owners({ search: '나' })).toEqual([['나래'], 1])
  await sql`update deposit_case set search_text = ''`.execute(server.db)
  expect(await owners({ search: '나' }), 'an edit without a change row shows that nothing was searched').toEqual([
    ['나래'],
    1,
  ])
  const made = await makeDepositCase(staff, { owner_name: '나라', status: 'pending', created_at: '2026-03-09' })
  expect(await owners({ search: '나' })).toEqual([['나라', '나래'], 2])
  expect(await owners({ search: '나', status: 'pending' })).toEqual([['나라'], 1])
  expect(await owners({ search: '나 나라' })).toEqual([['나라'], 1])
  await staff.inject({ method: 'PUT', url, payload: { id: made.id, owner_name: '하람' } })
  expect(await owners({ search: '나' })).toEqual([['나래'], 1])
  expect(await owners({ search: '나 나라' })).toEqual([[], 0])
})

test('what is known is not read again when a list asks for it to be', async () => {
  await columns.learn()
  expect(await owners({ search: '나' })).toEqual([['나래'], 1])
  await sql`update deposit_case set search_text = '', status = 'on_hold'`.execute(server.db)
  await columns.learn()
  expect([await owners({ search: '나' }), await owners({ status: 'on_hold' })]).toEqual([
    [['나래'], 1],
    [[], 0],
  ])
})

test('more searches than are remembered are all answered, also while others write', async () => {
  await columns.learn()
  const words = Array.from({ length: 40 }, (_, at) => ['가온', '나래', `없는 말 ${at}`][at % 3] ?? '')
  const asked = Promise.all(words.map((search) => owners({ search })))
  const [answers] = await Promise.all([asked, makeDepositCase(staff, { owner_name: '가온 둘' })])
  const ofSecond = answers.flatMap((answer, at) => (answer && at % 3 === 1 ? [answer[1]] : []))
  expect(new Set(ofSecond)).toEqual(new Set([1]))
  expect((await owners({ search: '가온 둘' }))?.[0]).toEqual(['가온 둘'])
})

test('a write that was under way while the columns were read is in the answer once it is committed', async () => {
  const late = await server.db.startTransaction().execute()
  const id = newId()
  await sql`insert into deposit_case (id, business_section, business_manager, owner_name, address, purpose)
    values (${id}, '구간', '담당', '늦은이', '산 1', '이전')`.execute(late)
  await sql`insert into change (collection, record_id, version, kind, fields, user_name)
    values ('deposit-cases', ${id}, 1, 'create', '{}', '')`.execute(late)
  await columns.learn()
  await makeDepositCase(staff, { owner_name: '라온', created_at: '2026-03-09' })
  expect(await owners()).toEqual([['라온', '나래', '가온', '다솜'], 4])
  await late.commit().execute()
  expect((await owners())?.[1]).toBe(5)
})

test('many who ask while others write all get whole answers', async () => {
  await columns.learn()
  const writing = Array.from({ length: 10 }, (_, at) =>
    makeDepositCase(staff, { owner_name: `새 ${at}`, created_at: null }),
  )
  const asked = Promise.all(Array.from({ length: 20 }, () => owners()))
  await Promise.all(writing)
  const answers = (await asked).filter((answer) => answer !== undefined)
  expect(answers.map(([names]) => (names as unknown[]).length)).toEqual(answers.map(([, total]) => total))
  expect((await owners())?.[1]).toBe(13)
})

test('rows taken out past the server, and another history of the database, are noticed', async () => {
  await columns.learn()
  await sql`delete from deposit_case where owner_name = '가온'`.execute(server.db)
  expect(await owners()).toBeUndefined()
  await columns.learn()
  expect(await owners()).toEqual([['나래', '다솜'], 2])
  await sql`update meta set epoch = gen_random_uuid()`.execute(server.ownerDb)
  expect(await owners()).toBeUndefined()
})

test('the case book is known by its groups', async () => {
  const [roads, river] = [await makeGroup(staff, { name: '해든' }), await makeGroup(staff, { name: '누리' })]
  await makeCase(staff, roads, { owner: '박새론', created_at: '2026-03-01', receipted_at: '2026-02-01' })
  await makeCase(staff, river, { owner: '이든', created_at: '2026-03-02' })
  columns = createColumns(server.db, caseBookTable, { shortTable: -1 })
  await columns.learn()
  const ask = async (picks: Parameters<RememberedColumns['page']>[0]['picks']) =>
    (await columns.page({ picks }, { offset: 0, limit: 5 }))?.rows.map((row) => row['owner'])
  expect(await ask([])).toEqual(['이든', '박새론'])
  expect(await ask([{ column: 'group_id', oneOf: [roads] }])).toEqual(['박새론'])
  expect(await ask([{ column: 'receipted_at', start: '2026-01-01' }])).toEqual(['박새론'])
})
