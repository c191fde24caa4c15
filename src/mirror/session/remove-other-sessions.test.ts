import { expect, test } from 'vitest'
import { makeFakeBrowser } from '../../../tests/support/fake-runtime.ts'
import { recordId, testUserId, tokens, updateOf, userInfo } from '../../../tests/support/outbox-fixtures.ts'
import { drainOnce } from '../outbox/drain-once.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { openOutbox } from '../outbox/open-outbox.ts'
import { removeOtherSessions } from './remove-other-sessions.ts'
import { saveSession } from './save-session.ts'

test('whoever signs in ends the sessions of those who worked here before; their unsent work stays and is sent by nobody', async () => {
  const asked: string[] = []
  const tab = makeFakeBrowser().openTab({ fetch: (url) => (asked.push(url), Promise.reject(new TypeError('cut'))) })
  const before = await openOutbox(tab.runtime, testUserId)
  await saveSession(before, tokens())
  await enqueue(before, updateOf(recordId(1), { owner: ['가', '나'] }))
  const newcomer = userInfo(recordId(9))
  const own = await openOutbox(tab.runtime, newcomer.id)
  await saveSession(own, tokens({ user_info: newcomer }))
  await removeOtherSessions(tab.runtime, newcomer.id)
  expect(await before.db.session.count()).toBe(0)
  expect(await before.db.ops.count()).toBe(1)
  expect(await own.db.session.count()).toBe(1)
  expect(await drainOnce(tab.runtime, AbortSignal.timeout(2000))).toEqual({ remaining: 0 })
  expect(asked).toEqual([])
})
