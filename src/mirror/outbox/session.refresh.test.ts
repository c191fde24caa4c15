import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { type FakeTab, makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import {
  enqueueEdit,
  makeRecordId,
  makeTokens,
  makeUpdateEdit,
  makeUserInfo,
  testUserId,
} from '#tests/support/outbox/outbox-fixtures.ts'
import { openOutbox } from './open-outbox.ts'
import { fetchWithSession, refreshSession, removeSession, saveSession, watchSession } from './session.ts'

const renewed = makeTokens({ access_token: 'access-2', refresh_token: 'refresh-2' })

function makeJson(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

async function open(tab: FakeTab) {
  const outbox = await openOutbox(tab.runtime, testUserId)
  await saveSession(outbox, makeTokens())
  return outbox
}

test('two tabs whose session expires renew it once, and every tab gets the new one', async () => {
  const browser = makeFakeBrowser()
  let requests = 0
  const respond = () => Promise.resolve((requests++, makeJson(renewed)))
  const [tab, other] = [browser.openTab({ fetch: respond }), browser.openTab({ fetch: respond })]
  const first = await open(tab)
  const second = await openOutbox(other.runtime, testUserId)
  const tokensSent: (string | undefined)[] = []
  watchSession(second, (session) => tokensSent.push(session?.accessToken))
  const outcomes = await Promise.all([refreshSession(first, 'access-1'), refreshSession(second, 'access-1')])
  await browser.settle()
  expect(outcomes).toEqual(['fresh', 'fresh'])
  expect(requests).toBe(1)
  expect(second.image.session?.accessToken).toBe('access-2')
  expect(tokensSent).toEqual(['access-2'])
})

test('a lost response is requested again with the same refresh token', async () => {
  const requestBodies: unknown[] = []
  const tab = makeFakeBrowser().openTab({
    fetch: (_, init) => {
      requestBodies.push(init?.body)
      return requestBodies.length === 1 ? Promise.reject(new TypeError('cut')) : Promise.resolve(makeJson(renewed))
    },
  })
  const outbox = await open(tab)
  expect(await refreshSession(outbox, 'access-1')).toBe('unreachable')
  expect(outbox.image.session?.accessToken).toBe('access-1')
  expect(await refreshSession(outbox, 'access-1')).toBe('fresh')
  expect(requestBodies[0]).toBe(requestBodies[1])
})

test.each<[string, Response]>([
  ['a portal page', new Response('<html></html>', { status: 200 })],
  ['401 from an intermediary', new Response('denied', { status: 401 })],
  ['403 from a proxy, in JSON', makeJson({ error: 'forbidden', message: 'blocked' }, 403)],
  ['403 in the shape of a refusal, with a code that belongs to another status', makeJson(problem('internal'), 403)],
  ['400 in the shape of a refusal, with a code that belongs to another status', makeJson(problem('signed_out'), 400)],
  ['a server error', makeJson(problem('internal'), 500)],
  ['the tokens of somebody else', makeJson(makeTokens({ user_info: makeUserInfo(makeRecordId(9)) }))],
])('%s ends no session', async (_, response) => {
  const tab = makeFakeBrowser().openTab({ fetch: () => Promise.resolve(response) })
  const outbox = await open(tab)
  expect(await refreshSession(outbox, 'access-1')).toBe('unreachable')
  expect(outbox.image.session).toMatchObject({ accessToken: 'access-1', isRefused: false })
})

test('a session the server ended is not requested again, and waiting entries are untouched', async () => {
  let requests = 0
  const tab = makeFakeBrowser().openTab({
    fetch: () => Promise.resolve((requests++, makeJson(problem('signed_out'), 401))),
  })
  const outbox = await open(tab)
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  expect(await refreshSession(outbox, 'access-1')).toBe('refused')
  expect(await refreshSession(outbox, 'access-1')).toBe('refused')
  expect(requests).toBe(1)
  expect(outbox.image.session?.isRefused).toBe(true)
  expect(outbox.image.entriesBySeq.size).toBe(1)
})

test('signing out removes only the session', async () => {
  const outbox = await open(makeFakeBrowser().openTab())
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  await removeSession(outbox)
  expect(await outbox.db.session.count()).toBe(0)
  expect(await outbox.db.ops.count()).toBe(1)
  expect(await refreshSession(outbox, 'access-1')).toBe('signed_out')
})

test('a session of another user is never stored next to an outbox', async () => {
  const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
  await expect(saveSession(outbox, makeTokens({ user_info: makeUserInfo(makeRecordId(9)) }))).rejects.toThrow(
    /its own outbox/,
  )
})

test('a call that gets 401 renews the session and is repeated with the new token', async () => {
  const accessTokens: (string | null)[] = []
  const tab = makeFakeBrowser().openTab({
    fetch: (url, init) => {
      if (url.includes('get_refresh_token')) return Promise.resolve(makeJson(renewed))
      const token = new Headers(init?.headers).get('authorization')
      accessTokens.push(token)
      return Promise.resolve(token === 'Bearer access-2' ? makeJson({ ok: true }) : new Response(null, { status: 401 }))
    },
  })
  const outbox = await open(tab)
  const respond = await fetchWithSession(outbox, '/api/sync/probe')
  expect(respond.status).toBe(200)
  expect(accessTokens).toEqual(['Bearer access-1', 'Bearer access-2'])
})

test('without a session a call gets 401 and sends nothing', async () => {
  const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
  expect((await fetchWithSession(outbox, '/api/sync/probe')).status).toBe(401)
})

test('a call without a response is given up after a minute', async () => {
  const browser = makeFakeBrowser()
  const tab = browser.openTab({
    fetch: (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new TypeError('given up')))
      }),
  })
  const outbox = await open(tab)
  let end: string | null = null
  fetchWithSession(outbox, '/api/sync/changes').catch((error: unknown) => (end = String(error)))
  await browser.advance(59_000)
  expect(end).toBeNull()
  await browser.advance(2_000)
  expect(end).toBe('TypeError: given up')
})
