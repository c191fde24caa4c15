import { expect, test } from 'vitest'
import { openOutbox, type Outbox } from '#mirror/outbox/open-outbox.ts'
import { writeOutbox } from '#mirror/outbox/write-outbox.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeRecordId, makeStoredEntry, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import {
  createMirroredData,
  findRowById,
  type MirroredData,
  overlayEntries,
  type SyncPosition,
} from './mirrored-data.ts'

const id = makeRecordId(1)

/** A record created on this device that the server acknowledged and no pull has brought yet. */
async function withTakenCreate(): Promise<{ outbox: Outbox; data: MirroredData }> {
  const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
  const changes = { owner: { old: null, new: '가상인' } }
  await writeOutbox(outbox, (write) => {
    const ack = { version: 1, changeSeq: '10.1', stamp: write.stamp }
    write.put(makeStoredEntry({ seq: 1, kind: 'create', recordId: id, changes, state: 'acked', ack }))
  })
  const data = createMirroredData(outbox)
  overlayEntries(data, 'all')
  return { outbox, data }
}

async function leaveOutbox(outbox: Outbox): Promise<void> {
  await writeOutbox(outbox, async (write) => (await write.entries(() => true)).forEach((entry) => write.remove(entry)))
}

test('an acknowledged record stays visible until this tab has seen its change', async () => {
  const { outbox, data } = await withTakenCreate()
  data.syncPosition.cursor = '9.3'
  await leaveOutbox(outbox)
  overlayEntries(data, 'all')
  expect(findRowById(data, 'real-estate', id)?.record['owner']).toBe('가상인')
})

test.each<[string, Partial<SyncPosition>]>([
  ['the pull has read past that change', { cursor: '10.2' }],
  ['a full copy began after it, even if its position belongs to another log', { cursor: '2.0', copyStamp: 1 }],
])('nothing remains of a record deleted before it was copied here once %s', async (_, syncPosition) => {
  const { outbox, data } = await withTakenCreate()
  Object.assign(data.syncPosition, syncPosition)
  await leaveOutbox(outbox)
  overlayEntries(data, 'all')
  expect(findRowById(data, 'real-estate', id)).toBeNull()
})
