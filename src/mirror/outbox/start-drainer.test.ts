import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFakeBrowser } from '../../../tests/support/fake-runtime.ts'
import { recordId, testUserId, tokens, updateOf } from '../../../tests/support/outbox-fixtures.ts'
import { startRecordingServer, type RecordingServer } from '../../../tests/support/recording-server.ts'
import { saveSession } from '../session/save-session.ts'
import { enqueue } from './enqueue.ts'
import { openOutbox } from './open-outbox.ts'
import { startDrainer } from './start-drainer.ts'

let server: RecordingServer
beforeEach(async () => {
  server = await startRecordingServer()
})
afterEach(async () => {
  await server.close()
})

test('an edit goes out once and waits as acknowledged until the mirror holds it', async () => {
  const browser = makeFakeBrowser()
  const tab = browser.openTab({ fetch, baseUrl: server.baseUrl })
  const outbox = await openOutbox(tab.runtime, testUserId)
  await saveSession(outbox, tokens())
  const { opId } = await enqueue(outbox, updateOf(recordId(1), { owner: ['가상인', '나상인'] }))
  const drainer = startDrainer(outbox, { isVisible: true })
  await browser.runUntil(() => [...outbox.image.opsBySeq.values()].every((op) => op.state === 'acked'))
  drainer.stop()
  expect(server.requests).toHaveLength(1)
  expect(server.requests[0]).toMatchObject({
    opId,
    method: 'PUT',
    path: '/api/mysql/realestate/list/',
    ifMatch: '"1"',
    token: 'access-1',
    body: JSON.stringify({ id: recordId(1), owner: '나상인' }),
  })
  expect([...outbox.image.opsBySeq.values()][0]?.ack).toMatchObject({ version: 1, changeSeq: '1.1' })
})
