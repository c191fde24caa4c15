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
import { discardEntry } from './entries/repair-entry.ts'
import { openOutbox } from './open-outbox.ts'
import { toSentRow } from './sending/settle-acked.ts'
import { removeSession, saveSession } from './session.ts'
import { writeOutbox } from './write-outbox.ts'

test('after sign-out the outbox only contains what was never sent', async () => {
  const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
  await saveSession(outbox, makeTokens())
  const { opId: waiting } = await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(1), { owner: ['가나다', '라마바'] }))
  const { opId: dropped } = await enqueueEdit(outbox, makeUpdateEdit(makeRecordId(2), { owner: ['사아자', '차카타'] }))
  await discardEntry(outbox, dropped)
  await writeOutbox(outbox, (write) =>
    write.put(
      makeStoredEntry({
        seq: 90,
        opId: 'sent',
        recordId: makeRecordId(3),
        entityKey: `real-estate/${makeRecordId(3)}`,
        state: 'acked',
        ack: { version: 2, changeSeq: '1.1', stamp: write.stamp },
      }),
    ),
  )
  await outbox.db.sent.put(toSentRow(makeStoredEntry({ seq: 80 }), 0))
  await outbox.db.meta.put({ key: 'unasked', value: 'a copy' })
  await removeSession(outbox)
  expect([await outbox.db.sent.count(), await outbox.db.meta.get('unasked')]).toEqual([0, undefined])
  expect((await outbox.db.ops.toArray()).map(({ opId }) => opId)).toEqual([waiting])
  expect([...outbox.image.entriesBySeq.values()].map(({ opId }) => opId)).toEqual([waiting])
  expect(await outbox.db.log.toArray()).toMatchObject([{ opId: dropped, what: 'discarded', op: null }])
})
