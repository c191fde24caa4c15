import { expect, test } from 'vitest'
import type { Edit } from '#mirror/offline-copy.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { enqueueEdit, makeRecordId, makeUpdateEdit, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { openOutbox } from '../open-outbox.ts'
import { enqueueEdits } from './enqueue-edits.ts'

const number = '900101-1234567'
const valid = makeUpdateEdit(makeRecordId(1), { owner: ['가상인', '나상인'] })

test.each<[what: string, edit: Edit]>([
  [
    'a create',
    { kind: 'create', collection: 'real-estate', id: makeRecordId(2), fields: { owner: `가상인 ${number}` } },
  ],
  ['an update', makeUpdateEdit(makeRecordId(3), { owner: ['가상인', number] })],
])('does not store %s with a resident number, nor the other edits of its action', async (_what, edit) => {
  const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
  await expect(enqueueEdits(outbox, [valid, edit])).rejects.toMatchObject({ reason: 'resident_number' })
  expect([await outbox.db.ops.count(), await outbox.db.log.count(), await outbox.db.traces.count()]).toEqual([0, 0, 0])
  expect(outbox.storage).toBe('fine')
})

test('allows removing an existing resident number and masks it in the caption', async () => {
  const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
  await enqueueEdit(outbox, {
    ...makeUpdateEdit(makeRecordId(1), { owner: [number, '900101-1******'] }),
    caption: `가상인 ${number}`,
  })
  expect([...outbox.image.entriesBySeq.values()]).toMatchObject([{ caption: '가상인 900101-1******' }])
})
