import { expect, test } from 'vitest'
import { type KnownOpsResponse, knownOpsSchema } from '#contract/sync/sync.ts'
import { makeRecordId } from '#tests/support/outbox/outbox-fixtures.ts'
import { fetchKnownOps } from './fetch-from-server.ts'

const copyId = { userId: 'me', epoch: 'now' }
const [first, second] = [makeRecordId(1), makeRecordId(2)]

/** Queries a server that knows only the first opId; `falsify` changes the response on the way. */
function requestKnownOps(
  opIds: readonly string[],
  falsify: (response: KnownOpsResponse) => unknown = (response) => response,
) {
  const sizes: number[] = []
  const answer = fetchKnownOps(
    async (_path, init) => {
      const { op_ids: sent } = knownOpsSchema.parse(await new Request('http://server', init).json())
      sizes.push(sent.length)
      const answers = sent.map((opId) => ({ op_id: opId, is_known: opId === first }))
      return Response.json(falsify({ user_id: 'me', epoch: 'now', answers }))
    },
    opIds,
    copyId,
  )
  return { answer, sizes }
}

test('returns the operations the server says it knows', async () => {
  expect(await requestKnownOps([second, first]).answer).toEqual(new Set([first]))
})

test('splits a long list into several calls', async () => {
  const { answer, sizes } = requestKnownOps(Array.from({ length: 1_200 }, (_, n) => makeRecordId(n)))
  expect(await answer).toEqual(new Set([first]))
  expect(sizes).toEqual([500, 500, 200])
})

test.each<[string, (response: KnownOpsResponse) => unknown]>([
  ['for another person', (response) => ({ ...response, user_id: 'somebody' })],
  ['for other data', (response) => ({ ...response, epoch: 'before' })],
  ['to another request', (response) => ({ ...response, answers: [{ op_id: makeRecordId(3), is_known: false }] })],
  ['to only part of the request', (response) => ({ ...response, answers: response.answers.slice(1) })],
  ['with an unexpected shape', () => ({ ok: true })],
])('rejects a response %s', async (_what, falsify) => {
  expect(await requestKnownOps([first, second], falsify).answer).toBeNull()
})

test('returns null on a refusal or a failed connection', async () => {
  expect(await fetchKnownOps(async () => new Response('{}', { status: 404 }), [first], copyId)).toBeNull()
  expect(await fetchKnownOps(() => Promise.reject(new TypeError('no network')), [first], copyId)).toBeNull()
})
