import { expect, test } from 'vitest'
import { problem, problemStatus } from '#contract/problem.ts'
import { classifyResponse, type RawResponse } from './classify-response.ts'

const sentEntry = { opId: 'op-1', recordId: 'r-1', now: Date.parse('2026-11-20T00:00:00Z') }
const goodHeaders = { 'op-id': 'op-1', 'change-seq': '812.3', 'content-type': 'application/json' }
const goodBody = JSON.stringify({ id: 'r-1', version: 4, owner: '가상인' })
const outdated = JSON.stringify(problem('client_outdated'))

function makeRawResponse(status: number, body: string, headers: Record<string, string> = {}): RawResponse {
  return { status, body, isRedirected: false, header: (name) => headers[name] ?? null }
}

test('counts a write as done only if our server returns the row, the echoed opId and its log position', () => {
  expect(classifyResponse(sentEntry, makeRawResponse(200, goodBody, goodHeaders))).toEqual({
    kind: 'applied',
    version: 4,
    changeSeq: '812.3',
  })
  expect(classifyResponse(sentEntry, makeRawResponse(201, goodBody, goodHeaders)).kind).toBe('applied')
})

test.each<[string, RawResponse]>([
  [
    '200 with the page of a captive portal',
    makeRawResponse(200, '<html>로그인</html>', { 'content-type': 'text/html' }),
  ],
  ['a sign-in page reached by redirect', { ...makeRawResponse(200, goodBody, goodHeaders), isRedirected: true }],
  ['a redirect', makeRawResponse(302, '', { location: '/login' })],
  ['an opaque redirect', makeRawResponse(0, '')],
  ['204 without a body', makeRawResponse(204, '', goodHeaders)],
  ['truncated JSON', makeRawResponse(200, goodBody.slice(0, 20), goodHeaders)],
  ['a row without a version', makeRawResponse(200, JSON.stringify({ id: 'r-1' }), goodHeaders)],
  ['the row of another record', makeRawResponse(200, JSON.stringify({ id: 'r-2', version: 4 }), goodHeaders)],
  ['an echo of another op-id', makeRawResponse(200, goodBody, { ...goodHeaders, 'op-id': 'op-2' })],
  ['no echo', makeRawResponse(200, goodBody, { 'change-seq': '812.3' })],
  ['no change-seq', makeRawResponse(200, goodBody, { 'op-id': 'op-1' })],
  ['an error inside a 200', makeRawResponse(200, JSON.stringify(problem('refused')), goodHeaders)],
  ['408', makeRawResponse(408, '')],
  ['425', makeRawResponse(425, '')],
  ['428 from our own server', makeRawResponse(428, JSON.stringify(problem('second_factor_needed')))],
  ['429', makeRawResponse(429, JSON.stringify(problem('too_many_requests')))],
  ['500', makeRawResponse(500, JSON.stringify(problem('internal')))],
  ['502 from a proxy', makeRawResponse(502, '<html></html>')],
  ['503', makeRawResponse(503, JSON.stringify(problem('unavailable')))],
  ['507', makeRawResponse(507, JSON.stringify(problem('storage_full')))],
  ['403 from a proxy', makeRawResponse(403, '<html>blocked</html>', { 'content-type': 'text/html' })],
  ['404 from something else at that address', makeRawResponse(404, 'not found', { 'content-type': 'text/plain' })],
  ['422 with a problem that belongs to another status', makeRawResponse(422, JSON.stringify(problem('internal')))],
  ['409 without a body', makeRawResponse(409, '')],
  ['426 from a proxy', makeRawResponse(426, '', { upgrade: 'TLS/1.2' })],
  ['426 with our body and an echo of another op-id', makeRawResponse(426, outdated, { 'op-id': 'op-2' })],
])('resends a write unchanged after %s', (_, raw) => {
  expect(classifyResponse(sentEntry, raw).kind).toBe('unreachable')
})

test.each([
  ['400', makeRawResponse(400, JSON.stringify(problem('invalid_request')))],
  ['403', makeRawResponse(403, JSON.stringify(problem('not_permitted')))],
  ['404', makeRawResponse(404, JSON.stringify(problem('not_found')))],
  ['409 in use', makeRawResponse(409, JSON.stringify(problem('in_use')))],
  ['409 without the current row', makeRawResponse(409, JSON.stringify(problem('conflict')))],
  ['422', makeRawResponse(422, JSON.stringify(problem('refused', { fields: { fees: '확인해 주세요.' } })))],
  ['an op-id already used for something else', makeRawResponse(422, JSON.stringify(problem('op_reused')))],
])('%s from our server needs the user', (_, raw) => {
  expect(classifyResponse(sentEntry, raw)).toMatchObject({ kind: 'refused', problem: JSON.parse(raw.body) })
})

test('403 and 404 without the echoed opId leave the outcome of earlier attempts open', () => {
  const problemBody = JSON.stringify(problem('not_permitted'))
  expect(classifyResponse(sentEntry, makeRawResponse(403, problemBody))).toMatchObject({ isFateKnown: false })
  expect(classifyResponse(sentEntry, makeRawResponse(403, problemBody, { 'op-id': 'op-1' }))).toMatchObject({
    isFateKnown: true,
  })
  expect(classifyResponse(sentEntry, makeRawResponse(422, JSON.stringify(problem('refused'))))).toMatchObject({
    isFateKnown: true,
  })
})

test('an unknown problem code is still a refusal when it echoes the opId', () => {
  const raw = makeRawResponse(422, JSON.stringify({ code: 'brand_new', message: '새 규칙' }), { 'op-id': 'op-1' })
  expect(classifyResponse(sentEntry, raw)).toMatchObject({ kind: 'refused', problem: { code: 'refused' } })
})

test('409 with the current row is a conflict, 401 an expired session, 426 with the echo an outdated app', () => {
  const conflict = problem('conflict', { current: { id: 'r-1', version: 7 }, conflicts: [] })
  expect(classifyResponse(sentEntry, makeRawResponse(409, JSON.stringify(conflict)))).toEqual({
    kind: 'conflict',
    problem: conflict,
  })
  expect(classifyResponse(sentEntry, makeRawResponse(401, '')).kind).toBe('signed_out')
  expect(classifyResponse(sentEntry, makeRawResponse(426, outdated, { 'op-id': 'op-1' })).kind).toBe('outdated')
})

test.each([
  ['7', 7_000],
  ['Fri, 20 Nov 2026 00:01:00 GMT', 60_000],
  ['soon', null],
  ['-5', null],
])('honors Retry-After %s', (header, retryAfterMs) => {
  expect(classifyResponse(sentEntry, makeRawResponse(503, '', { 'retry-after': header }))).toEqual({
    kind: 'unreachable',
    retryAfterMs,
  })
})

test.each(['unavailable', 'storage_full', 'too_many_requests'] as const)(
  "%s keeps our server's problem, so that the user learns why the entry waits",
  (code) => {
    const problemBody = problem(code)
    expect(
      classifyResponse(sentEntry, makeRawResponse(problemStatus[code], JSON.stringify(problemBody))),
    ).toMatchObject({
      kind: 'unreachable',
      problem: problemBody,
    })
    const other = classifyResponse(sentEntry, makeRawResponse(502, JSON.stringify(problemBody)))
    expect(other).toEqual({ kind: 'unreachable', retryAfterMs: null })
  },
)

test('no bare status acknowledges or refuses a write', () => {
  const kinds = new Set(
    Array.from({ length: 600 }, (_, status) => classifyResponse(sentEntry, makeRawResponse(status, '')).kind),
  )
  expect([...kinds].toSorted()).toEqual(['signed_out', 'unreachable'])
})
