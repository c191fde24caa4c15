import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectionNames, getBook } from '#contract/books/collections.ts'
import { trimListPath } from '#contract/records/generic-resource.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  for (const name of ['나루건설', '가람개발', '다온산업']) {
    await makeRecord(staff, 'companies', { name })
    await makeRecord(staff, 'addresses', { jibun: `${name} 앞 1` })
  }
})
afterAll(() => server.close())

const get = (url: string, query: Record<string, string>) => staff.inject({ method: 'GET', url, query })
const buildListPath = (name: (typeof collectionNames)[number]) => `${trimListPath(getBook(name))}list/`

describe('sort_field and sort_direction', () => {
  test.each(collectionNames)('order the list of %s like `ordering`', async (name) => {
    const both = [
      [{ sort_field: 'inserted_at' }, { ordering: 'inserted_at' }],
      [{ sort_field: 'id', sort_direction: 'asc' }, { ordering: 'id' }],
      [{ sort_field: 'id', sort_direction: 'DESC' }, { ordering: '-id' }],
      [{ sort_field: 'id', ordering: '-inserted_at' }, { ordering: '-inserted_at' }],
      [{ sort_field: '', sort_direction: '' }, {}],
      [{ sort_direction: 'desc' }, {}],
    ] as const
    for (const [asked, same] of both) {
      const response = await get(buildListPath(name), asked)
      expect([response.statusCode, response.json()]).toEqual([200, (await get(buildListPath(name), same)).json()])
    }
    const unknown = await get(buildListPath(name), { sort_field: 'secret', sort_direction: 'desc' })
    expect([unknown.statusCode, unknown.json().fields]).toEqual([400, { sort_field: '정렬할 수 없는 항목입니다.' }])
    expect((await get(buildListPath(name), { sort_field: 'id', sort_direction: 'sideways' })).statusCode).toBe(400)
  })

  test('work together with page, page_size and search', async () => {
    const query = { page: '2', page_size: '1', search: '', sort_field: 'name', sort_direction: 'desc' }
    const { results } = (await get(getBook('companies').path, query)).json()
    expect(results).toMatchObject([{ name: '나루건설' }])
  })

  test('order the list of people', async () => {
    const superuser = await server.signIn('superuser')
    const list = async (query: Record<string, string>) =>
      await superuser.inject({ method: 'GET', url: '/api/mysql/user/', query })
    const [down, same] = [await list({ sort_field: 'name', sort_direction: 'desc' }), await list({ ordering: '-name' })]
    expect([down.statusCode, down.json()]).toEqual([200, same.json()])
    const unknown = await list({ sort_field: 'card_num' })
    expect([unknown.statusCode, unknown.json().fields]).toEqual([400, { sort_field: '정렬할 수 없는 항목입니다.' }])
  })

  test('order a sheet, and are validated there too', async () => {
    const url = `${trimListPath(getBook('companies'))}export_excel`
    const reason = { reason: '월말 보고' }
    expect((await get(url, { ...reason, sort_field: 'name', sort_direction: 'desc' })).statusCode).toBe(200)
    expect((await get(url, { ...reason, sort_field: '=1+1' })).statusCode).toBe(400)
  })
})
