import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { makeRecordId, makeStoredEntry } from '#tests/support/outbox/outbox-fixtures.ts'
import type { RawResponse } from './classify-response.ts'
import { classifyBatch } from './send-entries.ts'

const entries = [1, 2, 3].map((n) => makeStoredEntry({ seq: n, opId: `op-${n}`, recordId: makeRecordId(n) }))

function makeRawResponse(status: number, body: string, headers: Record<string, string> = {}): RawResponse {
  return { status, isRedirected: false, header: (name) => headers[name] ?? null, body }
}

function makeDone(n: number) {
  const headers = { 'op-id': `op-${n}`, etag: '"2"', 'change-seq': `10.${n}` }
  return { op_id: `op-${n}`, status: 200, headers, body: { id: makeRecordId(n), version: 2 } }
}

function makeBatch(...answers: unknown[]): RawResponse {
  return makeRawResponse(200, JSON.stringify({ v: 1, answers }))
}

function classify(response: RawResponse) {
  const verdict = classifyBatch(entries, response, 0)
  return verdict.kind === 'answered' ? verdict.verdicts.map(({ kind }) => kind) : verdict.kind
}

test('judges each entry by its own response, for any order of the responses', () => {
  const refusal = { op_id: 'op-2', status: 422, headers: { 'op-id': 'op-2' }, body: problem('refused') }
  expect(classify(makeBatch(makeDone(3), refusal, makeDone(1)))).toEqual(['applied', 'refused', 'applied'])
  const conflict = { ...refusal, status: 409, body: problem('conflict', { current: { version: 3 } }) }
  const unavailable = { op_id: 'op-3', status: 503, headers: {}, body: problem('unavailable') }
  expect(classify(makeBatch(makeDone(1), conflict, unavailable))).toEqual(['applied', 'conflict', 'unreachable'])
})

test('ignores a response for another opId or record, or without a log position', () => {
  const foreignResponses = [
    { ...makeDone(2), headers: { ...makeDone(2).headers, 'op-id': 'op-1' } },
    { ...makeDone(2), body: { id: makeRecordId(1), version: 2 } },
    { ...makeDone(2), headers: { 'op-id': 'op-2' } },
  ]
  for (const response of foreignResponses)
    expect(classify(makeBatch(makeDone(1), response, makeDone(3)))).toEqual(['applied', 'unreachable', 'applied'])
})

test.each<[string, RawResponse]>([
  ['lacks an entry', makeBatch(makeDone(1), makeDone(2))],
  ['names another entry', makeBatch(makeDone(1), makeDone(2), { ...makeDone(3), op_id: 'op-4' })],
  ['names one twice', makeBatch(makeDone(1), makeDone(2), makeDone(2))],
  ['contains more than was sent', makeBatch(makeDone(1), makeDone(2), makeDone(3), { ...makeDone(3), op_id: 'op-4' })],
  [
    'has another version',
    makeRawResponse(200, JSON.stringify({ v: 2, answers: [makeDone(1), makeDone(2), makeDone(3)] })),
  ],
  ['is an HTML page', makeRawResponse(200, '<!doctype html>')],
  ['is empty', makeRawResponse(204, '')],
  ['has another status', { ...makeBatch(makeDone(1), makeDone(2), makeDone(3)), status: 207 }],
  ['comes from a redirect', { ...makeBatch(makeDone(1), makeDone(2), makeDone(3)), isRedirected: true }],
])('a response that %s acknowledges nothing', (_name, response) => {
  expect(classify(response)).toEqual(['unreachable', 'unreachable', 'unreachable'])
})

test.each([400, 403, 404, 405, 409, 413, 415, 422, 426])(
  '%i for the request says nothing about its entries',
  (status) => {
    expect(classify(makeRawResponse(status, JSON.stringify(problem('not_found'))))).toBe('not_taken')
    expect(classify(makeRawResponse(status, '<html>'))).toBe('not_taken')
  },
)

test('401 and temporary failures mean the same as for a plain call', () => {
  expect(classify(makeRawResponse(401, ''))).toEqual(['signed_out', 'signed_out', 'signed_out'])
  for (const status of [408, 425, 428, 429, 500, 502, 503]) {
    const verdict = classifyBatch(entries, makeRawResponse(status, '', { 'retry-after': '7' }), 0)
    expect(verdict).toEqual({
      kind: 'answered',
      verdicts: entries.map(() => ({ kind: 'unreachable', retryAfterMs: 7000 })),
    })
  }
})
