import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { makeOffice } from '#tests/support/books/master-data.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let office: Awaited<ReturnType<typeof makeOffice>>

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  office = await makeOffice(staff)
})
afterAll(() => server.close())

type Change = Readonly<Record<string, unknown>>

describe('refuses a project and names the field', () => {
  test.each<[Change, number, string, string]>([
    [{ name: '' }, 400, 'name', '사업구간명: 필수 항목입니다.'],
    [{ name: '가'.repeat(101) }, 400, 'name', '100자 이하로 입력해 주세요.'],
    [{ name: '가\u0000' }, 400, 'name', '사용할 수 없는 글자가 들어 있습니다.'],
    [{ name: 7 }, 400, 'name', '글자로 입력해 주세요.'],
    [{ manager: '7' }, 400, 'manager', '번호 형식이 올바르지 않습니다.'],
    [{ manager: newId() }, 422, 'manager', '관리자: 없는 자료를 가리킵니다. 다시 선택해 주세요.'],
    [{ progress_percentage: 101 }, 400, 'progress_percentage', '0에서 100 사이의 숫자로 입력해 주세요.'],
    [{ progress_percentage: 1.5 }, 400, 'progress_percentage', '정수로 입력해 주세요.'],
    [{ start_date: '2026-02-30' }, 400, 'start_date', '2026년 2월에는 30일이 없습니다.'],
    [{ is_demo: true }, 400, 'is_demo', '알 수 없는 항목입니다.'],
  ])('with %j', async (change, status, field, message) => {
    const payload = { id: newId(), name: '구간', manager: office.road.manager, status: '대기중', ...change }
    const response = await staff.inject({ method: 'POST', url: '/api/deposition/project/', payload })
    expect([response.statusCode, response.json().fields]).toEqual([status, { [field]: message }])
  })

  test('with an unknown state', async () => {
    const payload = { id: office.road.project, status: '진행' }
    const response = await staff.inject({ method: 'PUT', url: '/api/deposition/project/', payload })
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['status']])
  })
})

test.each([
  ['/api/deposition/company/?page=0', 400],
  ['/api/deposition/company/?page_size=10001', 400],
  ['/api/deposition/company/?search=%00', 400],
  ['/api/deposition/company/?search=%25%27%5B(', 200],
  ['/api/deposition/manager/?company_id=7', 400],
  ['/api/deposition/title/?project=x', 400],
  ['/api/deposition/title/?ordering=__proto__', 400],
  ['/api/sync/companies/history?id=7', 400],
  [`/api/sync/companies/history?id=${newId()}&before=x`, 400],
  ['/api/sync/nothing/history?id=7', 400],
  ['/api/deposition/company/picture/..%2F..%2Fetc', 400],
] as const)('%s gets status %i', async (url, status) => {
  const response = await staff.inject({ method: 'GET', url })
  expect([response.statusCode, typeof response.json().message]).toEqual([
    status,
    status === 200 ? 'undefined' : 'string',
  ])
})

describe('refuses a letter and names the field', () => {
  test.each<[Change, string]>([
    [{ title: undefined }, 'title'],
    [{ title: '가'.repeat(201) }, 'title'],
    [{ content: '가'.repeat(10_001) }, 'content'],
    [{ content: '가\u0000' }, 'content'],
    [{ deposition: '7' }, 'deposition'],
    [{ id: 'x' }, 'id'],
  ])('with %j', async (change, field) => {
    const payload = { title: '공문', content: '본문', deposition: newId(), ...change }
    const response = await staff.inject({ method: 'POST', url: '/api/mysql/deposition/report/', payload })
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_request'])
    expect(Object.keys(response.json().fields)).toEqual([field])
    expect(response.json().fields[field]).toMatch(/[가-힣]/)
  })
})
