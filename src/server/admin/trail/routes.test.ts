import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { type TrailEntry, trailPageSchema, trailPath } from '#contract/trail/trail.ts'
import { readWorkbook } from '#server/documents/xlsx/read-workbook.ts'
import { newId } from '#server/new-id.ts'
import { type NewTrailEntry, writeTrail } from '#server/trail/write-trail.ts'
import { testStaffArea } from '#tests/support/people/staff-calls.ts'
import { largeCases } from '#tests/support/runner/test-depth.ts'
import { selectTrailRows } from './read-trail.ts'
import { buildTrailCondition } from './trail-conditions.ts'

const superuser = { staff: 403, superuser: 200 } as const
const area = testStaffArea({
  calls: [
    ['GET', `${trailPath}/?name=&act=&start=&end=&search=&limit=5`, null, superuser],
    ['GET', `${trailPath}/export_excel`, null, superuser],
    ['GET', `${trailPath}/export_signed`, null, superuser],
    ['GET', `${trailPath}/chain`, null, superuser],
    ['POST', `${trailPath}/chain`, null, superuser],
    ['GET', `${trailPath}/alerts`, null, superuser],
    [
      'POST',
      `${trailPath}/alerts/00000000-0000-7000-8000-000000000001/look`,
      { note: '확인' },
      { staff: 403, superuser: 404 },
    ],
    ['GET', `${trailPath}/reviews`, null, superuser],
    ['GET', `${trailPath}/reviews/2999-01`, null, { staff: 403, superuser: 404 }],
    ['POST', `${trailPath}/reviews/2999-01`, { remark: '' }, { staff: 403, superuser: 404 }],
  ],
  // Rows that devices submit are tested in reads/view-reports.test.ts.
  paths: /^\/api\/audit\/(?!seen|export_on_device)/,
})

const write = (entry: Partial<NewTrailEntry>) =>
  writeTrail(area.server().db, { user: null, ipAddress: '10.1.2.3', act: 'read', ...entry })
/** Writes rows under a unique name, so that only this test finds them. */
const writeAs = async (name: string, entries: readonly Partial<NewTrailEntry>[]) => {
  const user = { id: newId(), name }
  for (const entry of entries) await write({ user, ...entry })
}

async function readBy(who: 'superuser', filters: Record<string, string>) {
  const person = await area.server().signIn(who)
  const response = await person.inject({ url: `${trailPath}/`, query: filters })
  expect(response.statusCode, response.body).toBe(200)
  return trailPageSchema.parse(response.json())
}
const findRows = async (filters: Record<string, string>) => await readBy('superuser', filters)
async function downloadSheet(filters: Record<string, string>) {
  const person = await area.server().signIn('superuser')
  const response = await person.inject({ url: `${trailPath}/export_excel`, query: filters })
  expect(response.headers['content-disposition']).toMatch(/filename="audit_\d{4}-\d\d-\d\d\.xlsx"/)
  const limits = { maxBytes: 1e7, maxRows: 100, maxColumns: 20, maxCellLength: 1000 }
  const read = await readWorkbook({ name: 'audit.xlsx', bytes: new Uint8Array(response.rawPayload) }, limits)
  if ('refused' in read) throw new Error(read.refused.message)
  return read.sheet.rows
}
const listSubjects = (entries: readonly TrailEntry[]) => entries.map(({ subject }) => subject)

describe('filters and columns', () => {
  test('returns rows newest first, with who, when, from where, whose data and details', async () => {
    const recordId = newId()
    const detail = { fields: ['phone'] }
    await writeAs('순서인', [
      { act: 'create', collection: 'companies', subject: '가온건설' },
      { act: 'update', collection: 'companies', subject: '나래건설', recordId, detail },
    ])
    const { results, next, total_count } = await findRows({ name: '순서인' })
    expect(listSubjects(results)).toEqual(['나래건설', '가온건설'])
    expect(results[0]).toMatchObject({
      user_name: '순서인',
      address: '10.1.2.3',
      act: 'update',
      collection: 'companies',
      record_id: recordId,
      detail,
    })
    expect([next, total_count]).toEqual([null, 2])
  })

  test.each([
    ['an act', { act: 'delete,export' }, ['라', '나']],
    ['a word from the name of the data subject', { search: '마바' }, ['마바사 101동 1203호']],
    ['a partly typed word', { search: '마바사 101-12' }, ['마바사 101동 1203호']],
    ['initial consonants of the data subject', { search: 'ㅁㅂ' }, ['마바사 101동 1203호']],
    ['the word for an act', { search: '내보내기' }, ['라']],
    ['the word for an area', { search: '부서' }, ['다']],
    ['the beginning of an IP address', { search: '192.168.7' }, ['라']],
    ['two words that both occur', { search: '부서 다' }, ['다']],
    ['the data subject', { subject: 'ㅁㅂ 1203' }, ['마바사 101동 1203호']],
    ['the data subject, but not by the word for an act', { subject: '내보내기' }, []],
    ['an IP address', { address: '192.168.' }, ['라']],
    ['only the beginning of an IP address', { address: '168' }, []],
    ['nothing for an unknown word', { search: '없는말' }, []],
  ])('finds rows by %s', async (_case, filters, expected) => {
    const name = `찾는이${newId().slice(-6)}`
    await writeAs(name, [
      { act: 'create', subject: '가' },
      { act: 'delete', subject: '나' },
      { collection: 'departments', subject: '다' },
      { act: 'export', subject: '라', ipAddress: '192.168.7.9' },
      { subject: '마바사 101동 1203호' },
    ])
    expect(listSubjects((await findRows({ name, ...filters })).results)).toEqual(expected)
  })

  test('includes the last day of a period, by the clock of the office', async () => {
    const insertRead = (at: string, subject: string) =>
      sql`insert into audit (at, user_name, act, subject) values (${at}, '기간인', 'read', ${subject})`.execute(
        area.server().db,
      )
    await insertRead('2026-03-01T23:59:59+09:00', '전날')
    await insertRead('2026-03-02T00:00:00+09:00', '첫날')
    await insertRead('2026-03-03T23:59:59.9+09:00', '끝날')
    await insertRead('2026-03-04T00:00:00+09:00', '다음날')
    const { results } = await findRows({ name: '기간인', start: '2026-03-02', end: '2026-03-03' })
    expect(listSubjects(results)).toEqual(['끝날', '첫날'])
  })

  test('shows an act without a label as it is stored', async () => {
    await sql`insert into audit (user_name, act) values ('새행위인', 'invented_later')`.execute(area.server().db)
    expect((await findRows({ name: '새행위인', act: 'invented_later' })).results[0]?.act).toBe('invented_later')
  })
})

describe('copies made by devices', () => {
  const name = '복사인'
  const user = { id: newId(), name }
  const insertRowAt = (moment: string, act: string, collection: string) =>
    sql`insert into audit (at, user_id, user_name, address, act, collection)
      values (${moment}, ${user.id}, ${name}, '10.1.2.3', ${act}, ${collection})`.execute(area.server().db)
  const listActs = async (filters: Record<string, string>) =>
    (await findRows({ name, ...filters })).results.map(({ act, at: moment }) => `${act} ${moment.slice(11, 16)}`)

  test('are hidden unless asked for, and each copy of all books is one row', async () => {
    for (const [minute, collection] of ['real-estate', 'deposit-cases', 'companies'].entries())
      await insertRowAt(`2026-05-01T00:0${minute}:00Z`, 'copy', collection)
    await insertRowAt('2026-05-01T00:05:00Z', 'read', 'companies')
    await insertRowAt('2026-05-01T04:00:00Z', 'copy', 'real-estate')
    expect(await listActs({})).toEqual(['read 00:05'])
    const both = ['copy 04:00', 'copy 00:00']
    expect(await listActs({ copies: 'shown' })).toEqual([both[0], 'read 00:05', both[1]])
    expect([await listActs({ act: 'copy' }), await listActs({ search: '기기로 복사' })]).toEqual([both, both])
    expect((await findRows({ name, copies: 'shown' })).total_count).toBe(3)
    expect((await findRows({ name, act: 'copy' })).results.map(({ collection }) => collection)).toEqual([null, null])
  })

  test('appear in a signed file row by row', async () => {
    const person = await area.server().signIn('superuser')
    const { body } = await person.inject({ url: `${trailPath}/export_signed`, query: { name } })
    expect(body.match(/"copy"/g)).toHaveLength(4)
  })
})

describe('paging', () => {
  const makeSubjects = (count: number) => Array.from({ length: count }, (_, index) => ({ subject: `${index + 1}` }))

  test('joins pages without gaps or repeats while others act', async () => {
    await writeAs('쪽인', makeSubjects(7))
    const first = await findRows({ name: '쪽인', limit: '3' })
    await writeAs('쪽인', [{ subject: '나중' }])
    const second = await findRows({ name: '쪽인', limit: '3', after: first.next ?? '' })
    const third = await findRows({ name: '쪽인', limit: '3', after: second.next ?? '' })
    expect(listSubjects([...first.results, ...second.results, ...third.results])).toEqual([
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
      '1',
    ])
    expect([first.total_count, second.total_count, third.next]).toEqual([7, undefined, null])
  })

  test('orders rows of the same instant', async () => {
    const { db } = area.server()
    await sql`insert into audit (at, user_name, act, subject)
      select '2026-04-01T09:00:00+09:00', '동시인', 'read', n::text from generate_series(1, 5) n`.execute(db)
    const first = await findRows({ name: '동시인', limit: '2' })
    const second = await findRows({ name: '동시인', limit: '3', after: first.next ?? '' })
    expect(listSubjects([...first.results, ...second.results])).toEqual(['5', '4', '3', '2', '1'])
  })

  test('logs each query once for all its pages, and leaves it out of its own result', async () => {
    await writeAs('질문인', makeSubjects(4))
    const first = await findRows({ name: '질문인', limit: '2' })
    await findRows({ name: '질문인', limit: '2', after: first.next ?? '' })
    const rows = await area
      .server()
      .db.selectFrom('audit')
      .select(['act', 'detail', 'user_name'])
      .where('collection', '=', 'audit')
      .where(sql<boolean>`detail->>'name' = '질문인'`)
      .execute()
    expect(rows).toEqual([{ act: 'list', detail: { name: '질문인' }, user_name: '한온결' }])
    const own = await findRows({ search: '접속기록', act: 'list' })
    expect(own.results.filter(({ detail }) => JSON.stringify(detail) === '{"act":"list","search":"접속기록"}')).toEqual(
      [],
    )
  })

  test('refuses a cursor of a query that somebody else made', async () => {
    await writeAs('남의질문', makeSubjects(4))
    const { next } = await findRows({ name: '남의질문', limit: '2' })
    const person = await area.server().signIn('superuser')
    const [, seq, at] = (next ?? '').split('~')
    for (const query of [
      { name: '다른질문', after: next ?? '' },
      { name: '남의질문', after: `999999999~${seq}~${at}` },
    ]) {
      const response = await person.inject({ url: `${trailPath}/`, query })
      expect([response.statusCode, problemSchema.parse(response.json()).message]).toEqual([
        422,
        '이어서 읽을 수 없습니다. 목록을 새로고침해 주세요.',
      ])
    }
    const broken = await person.inject({ url: `${trailPath}/`, query: { after: '1~2~지금' } })
    expect(broken.statusCode).toBe(400)
  })
})

describe('masking and export', () => {
  test('masks a resident number typed into any field and allows no search for one', async () => {
    await writeAs('가림인', [
      { act: 'reveal', subject: '홍길동 900101-1234568', detail: { reason: '확인 900101-1234568' } },
    ])
    const { results } = await findRows({ name: '가림인' })
    expect(results[0]).toMatchObject({ subject: '홍길동 900101-1******', detail: { reason: '확인 900101-1******' } })
    const person = await area.server().signIn('superuser')
    const sheet = JSON.stringify(await downloadSheet({ name: '가림인' }))
    expect(sheet).toContain('홍길동 900101-1******')
    expect(sheet).not.toContain('1234568')
    const response = await person.inject({ url: `${trailPath}/`, query: { search: '900101-1234568' } })
    expect(response.statusCode).toBe(400)
  })
})

test('exports the rows of the query in the words of the screen and logs the export', async () => {
  await writeAs('엑셀인', [
    { act: 'list', collection: 'departments', detail: { search: '가' } },
    { act: 'destroy', collection: 'inquiries', subject: '문의한 이' },
  ])
  const rows = (await downloadSheet({ name: '엑셀인' })).map((row) => row.slice(1))
  expect(rows[0]).toEqual(['사용자', '행위', '업무', '대상', '접속 주소', '상세'])
  expect(rows[1]?.slice(0, 5)).toEqual(['엑셀인', '파기', '문의', '문의한 이', '10.1.2.3'])
  expect(rows[2]).toEqual(['엑셀인', '목록 조회', '부서', null, '10.1.2.3', '{"search":"가"}'])
  expect((await findRows({ act: 'export', search: '접속기록' })).results[0]?.detail).toEqual({
    name: '엑셀인',
    reason: null,
    is_masked: true,
  })
})

test.each(largeCases('no usual query scans all of a hundred thousand rows'))('%s', async () => {
  const { db, ownerDb } = area.server()
  await sql`insert into audit (at, user_name, act, collection, subject)
    select now() - n * interval '1 minute', '많은이' || n % 40, (array['read', 'list', 'update', 'copy'])[1 + n % 4], 'real-estate',
      case when n % 3 = 0 then '홍길동' || n end from generate_series(1, 100000) n`.execute(db)
  await sql`analyze audit`.execute(ownerDb)
  const after = { at: new Date(Date.now() - 60_000_000).toISOString(), seq: 1000 }
  for (const filters of [
    {},
    { name: '많은이7' },
    { act: 'reveal' },
    { act: 'update' },
    { copies: 'shown' as const },
    { start: '2026-01-01', end: '2026-01-02' },
    { name: '많은이7', act: 'update', start: '2026-01-01' },
  ]) {
    const condition = await buildTrailCondition(db, filters)
    for (const range of [
      { newest: 1e9, limit: 100 },
      { newest: 1e9, limit: 100, after },
    ]) {
      const { rows } = await sql`explain ${selectTrailRows(condition, range)}`.execute(db)
      expect(JSON.stringify(rows), JSON.stringify({ question: filters, range })).not.toContain('Seq Scan on audit')
    }
  }
})
