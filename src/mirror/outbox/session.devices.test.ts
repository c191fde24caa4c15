import { expect, test } from 'vitest'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import {
  enqueueEdit,
  makeRecordId,
  makeTokens,
  makeUpdateEdit,
  makeUserInfo,
  testUserId,
} from '#tests/support/outbox/outbox-fixtures.ts'
import { openOutbox } from './open-outbox.ts'
import { drainOnce } from './sending/drain-once.ts'
import { findSession, listSessionOwners, removeOtherSessions, removeSession, saveSession } from './session.ts'
import { writeOutbox } from './write-outbox.ts'

test('finds the session next to an outbox without knowing its user, and none after sign-out', async () => {
  const { runtime } = makeFakeBrowser().openTab()
  expect(await findSession(runtime)).toBeNull()
  await openOutbox(runtime, makeRecordId(9))
  const outbox = await openOutbox(runtime, testUserId)
  await saveSession(outbox, makeTokens())
  expect(await findSession(runtime)).toMatchObject({ userInfo: { id: testUserId } })
  await removeSession(outbox)
  expect(await findSession(runtime)).toBeNull()
})

test('a user whose session was refused has not signed out', async () => {
  const { runtime } = makeFakeBrowser().openTab()
  await openOutbox(runtime, makeRecordId(9))
  const outbox = await openOutbox(runtime, testUserId)
  await saveSession(outbox, makeTokens())
  await writeOutbox(outbox, async (write) => {
    const row = await write.getSession()
    if (row) write.setSession({ ...row, isRefused: true })
  })
  expect(await findSession(runtime)).toBeNull()
  expect(await listSessionOwners(runtime)).toEqual([testUserId])
  await removeSession(outbox)
  expect(await listSessionOwners(runtime)).toEqual([])
})

test("signing in removes other users' sessions; their unsent work stays and is sent by nobody", async () => {
  const requests: string[] = []
  const tab = makeFakeBrowser().openTab({ fetch: (url) => (requests.push(url), Promise.reject(new TypeError('cut'))) })
  const before = await openOutbox(tab.runtime, testUserId)
  await saveSession(before, makeTokens())
  await enqueueEdit(before, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  const newcomer = makeUserInfo(makeRecordId(9))
  const newcomerOutbox = await openOutbox(tab.runtime, newcomer.id)
  await saveSession(newcomerOutbox, makeTokens({ user_info: newcomer }))
  await removeOtherSessions(tab.runtime, newcomer.id)
  expect(await before.db.session.count()).toBe(0)
  expect(await before.db.ops.count()).toBe(1)
  expect(await newcomerOutbox.db.session.count()).toBe(1)
  expect(await drainOnce(tab.runtime, AbortSignal.timeout(2000))).toEqual({ remaining: 0 })
  expect(requests).toEqual([])
})
