import { expect, test } from 'vitest'
import { openOutbox } from '#mirror/outbox/open-outbox.ts'
import { writeOutbox } from '#mirror/outbox/write-outbox.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeRecordId, makeStoredEntry, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { yieldThread } from './timing.ts'

test('blocking work begins only after the edit being written is stored', async () => {
  const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
  const writing = writeOutbox(outbox, (write) =>
    write.put(makeStoredEntry({ seq: 1, opId: 'op-1', recordId: makeRecordId(1) })),
  )
  await yieldThread(outbox.openTransactions)
  expect(outbox.image.entriesBySeq.get(1)?.opId).toBe('op-1')
  await writing
  expect(outbox.openTransactions.size).toBe(0)
})

test('a failed transaction counts as ended too', async () => {
  const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
  const failing = writeOutbox(outbox, () => {
    throw new Error('bug')
  })
  await Promise.all([expect(failing).rejects.toThrow('bug'), yieldThread(outbox.openTransactions)])
  expect(outbox.openTransactions.size).toBe(0)
})
