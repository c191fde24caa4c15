import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { makeOffice } from '#tests/support/books/master-data.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

const server = await buildTestApp()
afterAll(server.close)
const staff = await server.signIn('staff')
const office = await makeOffice(staff)

async function send(method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  return await staff.inject({ method, url: `/api/deposition/company${path}`, ...(payload && { payload }) })
}

function buildForm(name: string) {
  const payload = `--b\r\ncontent-disposition: form-data; name="name"\r\n\r\n${name}\r\n--b--\r\n`
  return { payload, headers: { 'content-type': 'multipart/form-data; boundary=b' } }
}

async function readName(id: string): Promise<unknown> {
  const response = await staff.inject({ method: 'GET', url: '/api/deposition/company/list' })
  return response.json().results.find((row: { id: string }) => row.id === id)?.name
}

describe('one record', () => {
  test('is created without an id, and changed and deleted under its own path', async () => {
    const created = await send('POST', '/create', { name: '누리철도건설단' })
    expect(created.statusCode).toBe(201)
    const { id } = created.json()
    const changed = await send('PUT', `/${id}/update/`, { name: '누리철도공단' })
    expect([changed.statusCode, changed.json().version, await readName(id)]).toEqual([200, 2, '누리철도공단'])
    const deleted = await send('DELETE', `/${id}/delete`)
    expect([deleted.statusCode, await readName(id)]).toEqual([200, undefined])
  })

  test('is identified by the path, and an id in the body is ignored', async () => {
    const other = await send('POST', '/create', { name: '다른 회사' })
    await send('PUT', `/${office.road.company}/update`, { id: other.json().id, name: '고친 회사' })
    expect([await readName(office.road.company), await readName(other.json().id)]).toEqual(['고친 회사', '다른 회사'])
  })

  test('is created only once when it is sent twice under one key', async () => {
    const headers = { 'idempotency-key': newId() }
    const payload = { name: '한 번' }
    const post = () => staff.inject({ method: 'POST', url: '/api/mysql/realestate/group/create', headers, payload })
    const [first, second] = [await post(), await post()]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
    const list = await staff.inject({
      method: 'GET',
      url: '/api/mysql/realestate/group/list',
      query: { search: '한 번' },
    })
    expect(list.json().total_count).toBe(1)
  })

  test('accepts forms and adds server-set fields, as under the path of its book', async () => {
    const ride = await staff.inject({ method: 'POST', url: '/api/quick/create', payload: { rider: '김가온' } })
    expect([ride.statusCode, ride.json()]).toMatchObject([201, { rider: '김가온', status: 'delivery' }])
    const company = await staff.inject({
      method: 'POST',
      url: '/api/deposition/company/create',
      ...buildForm('양식 회사'),
    })
    expect([company.statusCode, company.json()]).toMatchObject([201, { name: '양식 회사' }])
  })

  test('cannot be changed by a form, because the path accepts JSON only', async () => {
    const url = `/api/deposition/company/${office.road.company}/update`
    const response = await staff.inject({ method: 'PUT', url, ...buildForm('다른 이름') })
    expect([response.statusCode, response.json().code]).toEqual([415, 'unsupported_media_type'])
    expect(await readName(office.road.company)).not.toBe('다른 이름')
  })

  test.each([
    { method: 'POST', path: '/create', payload: { name: '' }, status: 400 },
    { method: 'POST', path: '/create', payload: { name: '회사', unknown: 1 }, status: 400 },
    { method: 'PUT', path: '/none/update', payload: { name: '회사' }, status: 400 },
    { method: 'DELETE', path: `/${newId()}/delete`, payload: {}, status: 404 },
  ] as const)('refuses $method $path with $payload', async ({ method, path, payload, status }) => {
    const result = await send(method, path, payload)
    expect([result.statusCode, typeof result.json().message]).toEqual([status, 'string'])
  })
})

describe('many records', () => {
  test('are changed one by one; a refused one is named and does not affect the others', async () => {
    const created = await send('POST', '/create', { name: '누리철도건설단' })
    const deleted = newId()
    const selectedItems = [created.json().id, deleted, office.road.company]
    const result = await send('POST', '/bulk_update', { selectedItems, data: { description: '시행자' } })
    expect(result.json()).toEqual({ count: 2, refused: [{ id: deleted, message: expect.stringMatching(/./) }] })
  })

  test('are deleted except for those that others reference, with the reason', async () => {
    const created = await send('POST', '/create', { name: '누리철도건설단' })
    const result = await send('POST', '/bulk_delete', { ids: [created.json().id, office.road.company] })
    const { count, refused } = result.json()
    expect([count, refused[0].id, refused[0].message]).toEqual([
      1,
      office.road.company,
      expect.stringContaining('부서'),
    ])
  })

  test('are refused as a whole when none of them can be written', async () => {
    const result = await send('POST', '/bulk_delete', { ids: [office.road.company] })
    expect([result.statusCode, result.json().message]).toEqual([409, expect.stringContaining('부서')])
  })

  test('may be one to a thousand in a call', async () => {
    for (const ids of [[], Array.from({ length: 1001 }, () => newId())]) {
      const result = await send('POST', '/bulk_delete', { ids })
      expect(result.statusCode).toBe(400)
    }
  })
})

test('filter options list fixed values and possible references by name', async () => {
  const response = await staff.inject({ method: 'GET', url: '/api/deposition/title/filter_options' })
  expect(response.json()).toEqual({
    project: [{ value: office.road.project, label: '누리천 정비 2차' }],
    status: ['대기중', '진행중', '완료', '보류'].map((name) => ({ value: name, label: name })),
  })
})
