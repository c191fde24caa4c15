import { afterEach, beforeEach, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { createTestSeals } from '#tests/support/fakes/fake-encryption.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { type RecordingServer, startRecordingServer } from '#tests/support/fakes/recording-server.ts'
import { enqueueEdit, makeRecordId, makeTokens, makeUpdateEdit } from '#tests/support/outbox/outbox-fixtures.ts'
import { isAllAcked, listEntryStates, openOutboxTab } from '#tests/support/outbox/outbox-tab.ts'
import { saveSession } from './session.ts'

let server: RecordingServer
beforeEach(async () => {
  server = await startRecordingServer()
})
afterEach(() => server.close())

test('a window with keys sends held entries after a sign-in in a window without keys', async () => {
  const browser = makeFakeBrowser()
  const { outbox, drainer } = await openOutboxTab(browser, server.baseUrl, { seals: createTestSeals('staff') })
  await saveSession(outbox, makeTokens())
  server.respond = ({ path, token }) => {
    if (path.includes('get_refresh_token')) return { status: 401, body: JSON.stringify(problem('signed_out')) }
    return token === 'access-1' ? { status: 401, body: '' } : null
  }
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  await browser.runUntil(() => listEntryStates(outbox).every((state) => state === 'held_auth'))
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(2), { owner: ['가', '다'] }))
  expect(listEntryStates(outbox)).toEqual(['held_auth', 'held_auth'])

  const { outbox: keyless } = await openOutboxTab(browser, server.baseUrl, { isDraining: false })
  await saveSession(keyless, makeTokens({ access_token: 'access-2', refresh_token: 'refresh-2' }))
  await browser.runUntil(() => isAllAcked(outbox))
  expect(server.effects.size).toBe(2)
  drainer?.stop()
})
