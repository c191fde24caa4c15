import ky from 'ky'
import { afterEach, expect, test, vi } from 'vitest'
import { problem } from '#contract/problem.ts'
import { toResult } from './api-result.ts'

afterEach(() => vi.unstubAllGlobals())

const makePage = (status: number) =>
  new Response('<html></html>', { status, headers: { 'content-type': 'text/html; charset=utf-8' } })

function callApi(respond: () => Promise<Response>, hasNetwork = true) {
  vi.stubGlobal('navigator', { onLine: hasNetwork })
  const api = ky.create({ fetch: respond, retry: 0, timeout: 50 })
  return toResult(api.get('http://office.test/api/people/').json())
}

test.each([
  [500, { kind: 'failed', status: 500 }, false],
  [502, { kind: 'no_answer' }, true],
  [503, { kind: 'no_answer' }, true],
  [504, { kind: 'no_answer' }, true],
  [522, { kind: 'no_answer' }, true],
  [200, { kind: 'foreign_answer' }, true],
  [403, { kind: 'foreign_answer' }, true],
])(
  'names the problem when a page with status %d comes instead of a JSON response',
  async (status, trouble, isUnreachable) => {
    expect(await callApi(async () => makePage(status))).toMatchObject({ ok: false, trouble, isUnreachable })
  },
)

test("passes on the server's own problem and marks only its failures as worth a retry", async () => {
  const refused = await callApi(async () => Response.json(problem('not_permitted'), { status: 403 }))
  expect(refused).toEqual({ ok: false, problem: problem('not_permitted'), isUnreachable: false })
  const failed = await callApi(async () => Response.json(problem('internal'), { status: 500 }))
  expect(failed).toMatchObject({ problem: problem('internal'), trouble: { kind: 'failed', status: 500 } })
  const starting = await callApi(async () => Response.json(problem('unavailable'), { status: 503 }))
  expect(starting).toMatchObject({ problem: problem('unavailable'), isUnreachable: false, trouble: { status: 503 } })
})

test('distinguishes an unresponsive server from a lost network', async () => {
  const rejectFetch = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await callApi(rejectFetch)).toMatchObject({ isUnreachable: true, trouble: { kind: 'no_answer' } })
  expect(await callApi(() => new Promise(() => {}))).toMatchObject({ trouble: { kind: 'no_answer' } })
  expect(await callApi(rejectFetch, false)).toMatchObject({
    problem: { message: '서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.' },
    trouble: { kind: 'no_network' },
  })
})
