import { join } from 'node:path'
import * as XLSX from '@e965/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maskCard, peopleListSchema, peoplePath, personSchema } from '#contract/people/people.ts'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { newId } from '#server/new-id.ts'
import { decryptPersonNumber, rotatePersonNumbers } from '#server/person-numbers/number-at-rest.ts'
import { hireStaff } from '#tests/support/people/hire-staff.ts'
import { insertPerson, readRecordTrail } from '#tests/support/people/insert-person.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'

const keyFile = join(createTempFolder(), 'numbers.key')
const keys = openOfficeKeys(keyFile)
const logged: string[] = []
const server = await buildTestApp({
  now: () => new Date('2026-11-24T01:00:00Z'),
  officeKeys: keys,
  config: { logLevel: 'debug' },
  logTo: { write: (line) => void logged.push(line) },
})
afterAll(server.close)
let superuser: SignedIn
beforeAll(async () => {
  superuser = await server.signIn('superuser')
})

const put = (path: string, payload: object, person = superuser) =>
  person.inject({ method: 'PUT', url: `${peoplePath}/${path}`, payload })
const get = (path: string, person = superuser) => person.inject({ url: `${peoplePath}/${path}` })

async function list(query = '') {
  const response = await get(query)
  expect(response.statusCode).toBe(200)
  return peopleListSchema.parse(response.json())
}

async function readName(id: string) {
  const { nickname } = await server.db
    .selectFrom('app_user')
    .select('nickname')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return nickname
}

describe('the record', () => {
  test('updates single fields, takes over the name everywhere, and logs only the changed keys', async () => {
    const id = await insertPerson(server.db, 'staff', { nickname: '한나래' })
    const response = await put('', {
      id,
      name: '한나래',
      email: 'narae@example.com',
      position: '과장',
      employment_date: '2025-03-02',
    })
    expect(personSchema.parse(response.json())).toMatchObject({
      name: '한나래',
      email: 'narae@example.com',
      position: '과장',
      employment_date: '2025-03-02',
      role: 'staff',
      state: 'active',
      version: 2,
      vacation_over_days: 17,
    })
    expect(await readRecordTrail(server.db, id)).toMatchObject([
      { act: 'role_change' },
      {
        act: 'update',
        collection: 'users',
        user_name: '한온결',
        subject: '한나래',
        detail: { fields: ['name', 'position', 'email', 'employment_date'] },
      },
    ])
  })

  test('keeps the name set by the office through later sign-ins and uses it everywhere', async () => {
    const { user } = await server.signIn('member')
    await put(`${user.id}/update`, { name: '박새론(민원)' })
    const reopenedSession = await server.signIn('member')
    expect(reopenedSession.user.nickname).toBe('박새론(민원)')
    await put(`${user.id}/update`, { name: '박새론' })
  })

  test('numbers the second of two people with the same name and refuses a name already taken', async () => {
    const [first, member] = [
      await insertPerson(server.db, 'staff', { nickname: '김민준' }),
      await insertPerson(server.db, 'member', { nickname: '김민준' }),
    ]
    expect(await readName(member)).toBe('김민준')
    await put(`${member}/role`, { role: 'staff' })
    expect([await readName(first), await readName(member)]).toEqual(['김민준', '김민준 2'])
    const third = await insertPerson(server.db, 'staff', { nickname: '김민준' })
    expect(await readName(third)).toBe('김민준 3')
    const taken = await put('', { id: third, name: '김민준 2' })
    const message = '같은 이름의 직원이 있습니다. 이름 뒤에 숫자나 부서를 붙여 구분해 주세요.'
    expect([taken.statusCode, taken.json().fields]).toEqual([422, { name: message }])
    expect((await put('', { id: third, name: '김민준(등기)' })).json().name).toBe('김민준(등기)')
    await put('', { id: first, left_on: '2026-10-31', employment_date: '2020-03-02' })
    await put(`${first}/role`, { role: 'member' })
    expect(
      await readName(await insertPerson(server.db, 'staff', { nickname: '김민준' })),
      'one who left has a history',
    ).toBe('김민준 3')
  })

  test('stops annual leave from accruing after the last day of employment', async () => {
    const id = await insertPerson(server.db)
    const departed = await put('', { id, employment_date: '2025-03-02', left_on: '2026-01-10' })
    expect(departed.json().vacation_over_days).toBe(1)
    const response = await put('', { id, left_on: '2025-03-01' })
    expect([response.statusCode, response.json().fields]).toEqual([
      422,
      { left_on: '퇴사일은 입사일보다 빠를 수 없습니다.' },
    ])
  })

  test('refuses the second of two concurrent changes and names who was first', async () => {
    const id = await insertPerson(server.db)
    expect((await put('', { id, version: 1, position: '대리' })).statusCode).toBe(200)
    const late = await put('', { id, version: 1, position: '과장' })
    expect([late.statusCode, late.json().message]).toEqual([409, '한온결 님이 2026.11.24 10:00에 먼저 저장했습니다.'])
  })

  test.each([
    ['name', { name: '  ' }, '이름: 필수 항목입니다.'],
    ['email', { email: null }, '이메일: 필수 항목입니다.'],
    ['phone_num', { phone_num: '' }, '휴대전화: 필수 항목입니다.'],
    ['employment_date', { employment_date: '2026-02-30' }, '2026년 2월에는 30일이 없습니다.'],
  ])('%s is refused at its field', async (field, change, message) => {
    const response = await put('', { id: await insertPerson(server.db), ...change })
    expect([response.statusCode, response.json().fields]).toEqual([400, { [field]: message }])
  })

  test('refuses an unknown user and fields outside the record', async () => {
    expect((await put('', { id: newId(), position: '과장' })).statusCode).toBe(404)
    const id = await insertPerson(server.db)
    expect((await put('', { id, is_superuser: true })).statusCode).toBe(400)
    expect((await put('', { id, vacation_over_days: 30 })).statusCode).toBe(400)
  })
})

describe('the number of a card', () => {
  const digits = '9410123456789012'

  test('is encrypted at rest, masked in every response, and readable after a key rotation', async () => {
    const id = await insertPerson(server.db)
    const response = await put('', { id, card_num: '9410-1234 5678-9012' })
    expect(response.json().card_num).toBe('9410-****-****-9012')
    const [row] = await server.db.selectFrom('party_number').selectAll().where('record_id', '=', id).execute()
    expect(row && decryptPersonNumber(keys, row, row)).toBe(digits)
    const everything = JSON.stringify([await list(), await readRecordTrail(server.db, id), row])
    expect(everything).not.toContain('12345678')
    await rotatePersonNumbers(server.db, { path: keyFile, keys })
    const [moved] = await server.db.selectFrom('party_number').selectAll().where('record_id', '=', id).execute()
    expect(moved?.key_id).not.toBe(row?.key_id)
    expect(moved && decryptPersonNumber(keys, moved, moved)).toBe(digits)
  })

  test('appears in no table, backup or log line, also when searched for or mistyped', async () => {
    const [card, mistyped] = ['9440123412341234', '94401234123412345678']
    const id = await insertPerson(server.db)
    await put('', { id, card_num: card })
    expect((await put('', { id, card_num: mistyped })).statusCode).toBe(422)
    await list(`?name=${card}&search=9440-1234-1234-1234`)
    expect((await get(`export_excel?name=${card}`)).rawPayload.includes(card)).toBe(false)
    const tables = await server.ownerDb.introspection.getTables()
    const holding: string[] = []
    for (const { schema = '', name } of tables) {
      const { rows } = await sql`select 1 from ${sql.id(schema, name)} t where t::text ~ '1234-?1234-?1234'`.execute(
        server.ownerDb,
      )
      if (rows.length > 0) holding.push(name)
    }
    expect(tables.length).toBeGreaterThan(40)
    expect(holding).toEqual([])
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.join('')).not.toMatch(/1234-?1234-?1234/)
  })

  test('stays when its masked form is sent back, is replaced by a new one, and is removed by an empty one', async () => {
    const id = await insertPerson(server.db)
    await put('', { id, card_num: digits })
    expect((await put('', { id, card_num: maskCard(digits), position: '과장' })).json().card_num).toBe(
      '9410-****-****-9012',
    )
    expect((await readRecordTrail(server.db, id)).at(-1)?.detail).toEqual({ fields: ['position'] })
    expect((await put('', { id, card_num: '5555444433332222' })).json().card_num).toBe('5555-****-****-2222')
    expect((await put('', { id, card_num: null })).json().card_num).toBe(null)
  })

  test.each(['1234', '9410-****-****-0000', '카드 번호', '12345678901234567890'])(
    '%s is not a card number',
    async (card_num) => {
      const response = await put('', { id: await insertPerson(server.db), card_num })
      expect([response.statusCode, response.json().fields]).toEqual([
        422,
        { card_num: '카드 번호 14~19자리를 숫자로 입력해 주세요.' },
      ])
    },
  )
})

describe('the list of people', () => {
  test('filters by name and position with the rules of every search, and by role and state', async () => {
    const id = await insertPerson(server.db, 'staff', { nickname: '표누리', position: '선임 과장' })
    const listIds = async (query: string) => (await list(`?${query}`)).results.map((person) => person.id)
    expect(await listIds('name=ㅍㄴㄹ')).toEqual([id])
    expect(await listIds('position=선임&role=staff&state=active')).toEqual([id])
    expect(await listIds('position=선임&role=member,superuser')).toEqual([])
    expect(await listIds('search=표누리')).toEqual([id])
    expect((await get('?role=boss')).statusCode).toBe(400)
  })

  test('is paged and sorted as requested', async () => {
    const all = await list('?page_size=1000&ordering=-role')
    expect(all.results[0]?.role).toBe('superuser')
    expect(all.total_count).toBe(all.results.length)
    const second = await list('?page_size=2&page=2&ordering=-role')
    expect(second.results.map(({ id }) => id)).toEqual(all.results.slice(2, 4).map(({ id }) => id))
    expect((await get('?ordering=card_num')).statusCode).toBe(400)
  })

  test('exports a sheet with the columns of the screen and logs both the list and the export', async () => {
    const response = await get('export_excel?name=한온결')
    expect(response.headers['content-disposition']).toContain(encodeURIComponent('사용자목록_2026-11-24.xlsx'))
    const book = XLSX.read(response.rawPayload)
    const rows = XLSX.utils.sheet_to_json<string[]>(Object.values(book.Sheets)[0] ?? {}, { header: 1 })
    expect(rows[0]?.slice(0, 7)).toEqual(['이름', '권한', '상태', '최근 로그인', '직급', '이메일', '휴대전화'])
    expect(rows.slice(1).map(([name]) => name)).toEqual(['한온결'])
    const trail = await server.db
      .selectFrom('audit')
      .select(['act', 'detail'])
      .where('collection', '=', 'users')
      .execute()
    expect(trail).toContainEqual({ act: 'export', detail: { name: '한온결', reason: null, is_masked: true } })
    expect(trail.some(({ act }) => act === 'list')).toBe(true)
  })
})

test('offers the positions and departments in use', async () => {
  await insertPerson(server.db, 'staff', { position: '사무장', dept: '등기 1팀' })
  const options = (await get('filter_options')).json()
  expect(options.position).toContainEqual({ value: '사무장', label: '사무장' })
  expect(options.dept).toContainEqual({ value: '등기 1팀', label: '등기 1팀' })
})

test('returns all staff when there are more than one page', async () => {
  await hireStaff(server.db, 30)
  const { total_count } = await list()
  expect(total_count).toBeGreaterThan(30)
  expect((await list('?name=직원')).results).toHaveLength(20)
})
