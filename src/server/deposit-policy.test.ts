import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../tests/support/build-test-app.ts'

/** Every call of the deposit area, with what it is sent and what a person of the office gets for it. */
const nowhere = newId()
const calls: readonly (readonly [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: object | null,
  served: number,
])[] = [
  ...['company', 'department', 'manager', 'project', 'title'].flatMap(
    (noun) =>
      [
        ['GET', `/api/deposition/${noun}/`, null, 200],
        ['GET', `/api/deposition/${noun}/list`, null, 200],
        ['POST', `/api/deposition/${noun}/`, {}, 400],
        ['PUT', `/api/deposition/${noun}/`, { id: nowhere }, 404],
        ['DELETE', `/api/deposition/${noun}/`, { id: nowhere }, 404],
        ['GET', `/api/deposition/${noun}/filter_options`, null, 200],
        ['POST', `/api/deposition/${noun}/create`, {}, 400],
        ['PUT', `/api/deposition/${noun}/${nowhere}/update`, {}, 404],
        ['DELETE', `/api/deposition/${noun}/${nowhere}/delete`, null, 404],
        ['POST', `/api/deposition/${noun}/bulk_delete`, { ids: [nowhere] }, 404],
        ['POST', `/api/deposition/${noun}/bulk_update`, { selectedItems: [nowhere], data: {} }, 404],
        ['GET', `/api/deposition/${noun}/export_excel`, null, 200],
        ['POST', `/api/deposition/${noun}/import_excel`, {}, 415],
        ['GET', `/api/deposition/${noun}/download_template/${nowhere}`, null, 200],
      ] as const,
  ),
  ['GET', '/api/mysql/deposition/list/', null, 200],
  ['POST', '/api/mysql/deposition/list/', {}, 400],
  ['PUT', '/api/mysql/deposition/list/', { id: nowhere }, 404],
  ['DELETE', '/api/mysql/deposition/list/', { id: nowhere }, 404],
  ['PUT', '/api/mysql/deposition/bulk_update/', {}, 400],
  ['GET', '/api/mysql/deposition/unique_fields/', null, 200],
  ['GET', '/api/mysql/deposition/summary_by_section/', null, 200],
  ['GET', '/api/mysql/deposition/export_excel', null, 200],
  ['GET', '/api/mysql/deposition/export_report_excel/?business_section=x', null, 200],
  ['POST', '/api/mysql/deposition/export_excel_bulk', {}, 200],
  ['GET', '/api/mysql/deposition/export_excel_bulk', null, 400],
  ['DELETE', '/api/mysql/deposition/export_excel_bulk', {}, 400],
  ['GET', '/api/mysql/deposition/export_excel_bulk/file', null, 400],
  ['POST', '/api/mysql/deposition/import_excel/', {}, 415],
  ['POST', '/api/mysql/deposition/report/', {}, 400],
  ['GET', '/api/mysql/deposition/report/', null, 200],
  ['GET', `/api/mysql/deposition/report/${nowhere}/pdf`, null, 404],
  ['GET', `/api/sync/companies/history?id=${nowhere}`, null, 200],
]

let server: TestApp
let people: Record<'member' | 'staff' | 'superuser', SignedIn>

beforeAll(async () => {
  server = await buildTestApp()
  const [member, staff, superuser] = await Promise.all([
    server.signIn('member'),
    server.signIn('staff'),
    server.signIn('superuser'),
  ])
  people = { member, staff, superuser }
})
afterAll(() => server.close())

const described = calls.map(([method, url, body, served]) => ({ method, url, body, served }))

describe.each(described)('$method $url', ({ method, url, body, served }) => {
  const request = { method, url, ...(body && { payload: body }) }

  test('is closed to visitors', async () => {
    const answer = await server.app.inject(request)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'signed_out'])
  })

  test('is closed to members', async () => {
    const answer = await people.member.inject(request)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_permitted'])
  })

  test.each(['staff', 'superuser'] as const)('answers %s', async (role) => {
    const answer = await people[role].inject(request)
    expect(answer.statusCode).toBe(served)
  })
})

test('the picture of a company is the one thing that anybody sees who has its address', async () => {
  const answer = await server.app.inject({ method: 'GET', url: `/api/deposition/company/picture/${'0'.repeat(64)}` })
  expect(answer.statusCode).toBe(404)
})

test('no call of the deposit area is missing here', () => {
  const { paths = {} } = server.app.swagger()
  const known = new Set(calls.map(([method, url]) => `${method} ${plain(url)}`))
  known.add('GET /api/deposition/company/picture/{}')
  const missing = Object.entries(paths)
    .filter(([path]) => /^\/api\/(mysql\/)?deposition\//.test(path))
    .flatMap(([path, item]) => Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${plain(path)}`))
    .filter((call) => !known.has(call))
  expect(missing).toEqual([])
})

/** Without question, parameters and the slash at the end. */
function plain(path: string): string {
  return path
    .replace(/\?.*$/, '')
    .replace(/\{\w+\}|[0-9a-f-]{36}/g, '{}')
    .replace(/\/$/, '')
}
