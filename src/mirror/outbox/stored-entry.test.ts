import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import {
  enqueueEdit,
  makeRecordId,
  makeStoredEntry,
  makeTokens,
  makeUpdateEdit,
  testUserId,
} from '#tests/support/outbox/outbox-fixtures.ts'
import { openOutbox } from './open-outbox.ts'
import { countOutbox, createOutboxView } from './outbox-view.ts'
import { planSending } from './sending/drain-loop.ts'
import { saveSession } from './session.ts'
import { payloadVersion, readEntry } from './stored-entry.ts'

/**
 * Rows exactly as each shipped version wrote them. Never edit a fixture; a new version adds a file.
 */
const goldenV1 = JSON.parse(readFileSync(new URL('./fixtures/op-v1.json', import.meta.url), 'utf8')) as unknown[]

test('entries written by version 1 of the app are read completely', () => {
  for (const row of goldenV1) expect(readEntry(row)).toEqual({ known: true, entry: row })
})

test('older entries are upcast one version at a time', () => {
  const { isAgeConfirmed: _, caption, ...rest } = makeStoredEntry()
  const old = { ...rest, v: payloadVersion - 2, title: caption }
  const steps = {
    [payloadVersion - 2]: (row: Record<string, unknown>) => ({ ...row, caption: row['title'] }),
    [payloadVersion - 1]: (row: Record<string, unknown>) => ({ ...row, isAgeConfirmed: false }),
  }
  expect(readEntry(old, steps)).toMatchObject({
    known: true,
    entry: { v: payloadVersion, caption, isAgeConfirmed: false },
  })
})

test('fields added by a later build survive when this one rewrites the entry', () => {
  const read = readEntry({ ...makeStoredEntry(), color: 'red' })
  expect(read).toMatchObject({ known: true, entry: { color: 'red' } })
})

test('an entry of a newer app version blocks its record, is shown, and stays untouched', async () => {
  const browser = makeFakeBrowser()
  const first = await openOutbox(browser.openTab().runtime, testUserId)
  const future = { ...makeStoredEntry({ seq: 1 }), v: payloadVersion + 1, changes: 'packed differently' }
  await first.db.table('ops').put(future)
  await first.db.meta.put({ key: 'stamp', value: 1 })
  const outbox = await openOutbox(browser.openTab().runtime, testUserId)
  await saveSession(outbox, makeTokens())
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가', '나'] }))
  await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(2), { owner: ['가', '나'] }))
  expect(planSending(outbox.image, browser.clock.now()).ready.map((entry) => entry.recordId)).toEqual([makeRecordId(2)])
  expect(createOutboxView(outbox).getEntries()[0]).toMatchObject({ opId: future.opId, state: 'held_version' })
  expect(countOutbox(outbox).needsUpdate).toBe(true)
  expect(await outbox.db.ops.get(1)).toEqual(future)
})
