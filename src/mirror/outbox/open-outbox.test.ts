import { expect, test } from 'vitest'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import {
  enqueueEdit,
  makeRecordId,
  makeStoredEntry,
  makeUpdateEdit,
  testUserId,
} from '#tests/support/outbox/outbox-fixtures.ts'
import { openOutbox, rereadOutbox } from './open-outbox.ts'
import { applyOutboxChange, createEmptyImage, replaceImage } from './outbox-image.ts'

const edit = makeUpdateEdit(makeRecordId(1), { owner: ['가상인', '나상인'] })

test('applies a change that overtakes the table read on top of it', () => {
  const image = createEmptyImage()
  const later = makeStoredEntry({ seq: 2, opId: '0193c000-0000-7000-8000-000000000002' })
  expect(applyOutboxChange(image, { stamp: 8, changed: [later], removed: [] }).hasGap).toBe(true)
  replaceImage(image, { stamp: 7, rows: [makeStoredEntry()], session: null })
  expect(image.stamp).toBe(8)
  expect([...image.entriesBySeq.keys()]).toEqual([1, 2])
  expect(image.earlyChanges.size).toBe(0)
})

test('a re-read includes everything committed before it, even while an older read is running', async () => {
  const browser = makeFakeBrowser()
  const [first, second] = [browser.openTab(), browser.openTab()]
  const outbox = await openOutbox(first.runtime, testUserId)
  const other = await openOutbox(second.runtime, testUserId)
  const older = Promise.withResolvers<void>()
  outbox.rereading = older.promise
  // Its message is lost, so only reading the table can reveal the change.
  other.channel.close()
  await enqueueEdit(other, edit)
  const later = rereadOutbox(outbox)
  older.resolve()
  await browser.finish(later)
  expect(outbox.image.stamp).toBe(other.image.stamp)
  expect(outbox.image.entriesBySeq.size).toBe(1)
})

test('keeps a change that arrives during a read of an older state', async () => {
  const browser = makeFakeBrowser()
  const { runtime } = browser.openTab()
  const outbox = await openOutbox(runtime, testUserId)
  await enqueueEdit(outbox, edit)
  const stamp = outbox.image.stamp + 1
  const foreign = makeStoredEntry({ seq: 7, opId: '0193c000-0000-7000-8000-000000000007' })
  outbox.db.meta.hook('reading', (row: unknown) => {
    applyOutboxChange(outbox.image, { stamp, changed: [foreign], removed: [] })
    return row
  })
  await browser.finish(rereadOutbox(outbox))
  expect(outbox.image.stamp).toBe(stamp)
  expect([...outbox.image.entriesBySeq.keys()]).toEqual([1, 7])
})
