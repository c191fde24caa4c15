import { expect, test } from 'vitest'
import { makeFakeBrowser } from '../../../tests/support/fake-runtime.ts'
import { recordId, storedOp, testUserId } from '../../../tests/support/outbox-fixtures.ts'
import { openOutbox, type Outbox } from './open-outbox.ts'
import { ackMark, settleAcked, settleCopied } from './settle-acked.ts'
import { writeOutbox } from './write-outbox.ts'

async function withAcked(): Promise<Outbox> {
  const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
  for (const [n, changeSeq] of ['9.1', '10.1', '10.2'].entries()) {
    await writeOutbox(outbox, (write) =>
      write.put(
        storedOp({
          seq: n + 1,
          opId: `op-${n}`,
          recordId: recordId(n),
          state: 'acked',
          ack: { version: 2, changeSeq, stamp: write.stamp },
        }),
      ),
    )
  }
  await writeOutbox(outbox, (write) => write.put(storedOp({ seq: 4, opId: 'waiting', recordId: recordId(9) })))
  return outbox
}

function left(outbox: Outbox): string[] {
  return [...outbox.image.opsBySeq.values()].map((op) => op.opId)
}

test('an acknowledged entry goes when the pull has passed its place in the log, compared as numbers', async () => {
  const outbox = await withAcked()
  await settleAcked(outbox, '10.1')
  expect(left(outbox)).toEqual(['op-2', 'waiting'])
  expect(await outbox.db.ops.count()).toBe(2)
})

test('a full copy holds what was acknowledged before it began, whatever its place; later acknowledgements stay', async () => {
  const outbox = await withAcked()
  const mark = ackMark(outbox)
  await writeOutbox(outbox, (write) =>
    write.put(
      storedOp({ seq: 5, opId: 'late', state: 'acked', ack: { version: 2, changeSeq: '1.1', stamp: write.stamp } }),
    ),
  )
  await settleCopied(outbox, mark)
  expect(left(outbox)).toEqual(['waiting', 'late'])
})
