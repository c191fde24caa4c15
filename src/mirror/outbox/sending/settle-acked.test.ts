import { expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeRecordId, makeStoredEntry, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { openOutbox, type Outbox } from '../open-outbox.ts'
import { writeOutbox } from '../write-outbox.ts'
import { getAckMark, readSent, settleAcked, settleCopied, toSentRow } from './settle-acked.ts'

async function withAcked(tab = makeFakeBrowser().openTab()): Promise<Outbox> {
  const outbox = await openOutbox(tab.runtime, testUserId)
  for (const [n, changeSeq] of ['9.1', '10.1', '10.2'].entries()) {
    await writeOutbox(outbox, (write) =>
      write.put(
        makeStoredEntry({
          seq: n + 1,
          opId: `op-${n}`,
          recordId: makeRecordId(n),
          state: 'acked',
          ack: { version: 2, changeSeq, stamp: write.stamp },
        }),
      ),
    )
  }
  await writeOutbox(outbox, (write) =>
    write.put(makeStoredEntry({ seq: 4, opId: 'waiting', recordId: makeRecordId(9) })),
  )
  return outbox
}

function listRemaining(outbox: Outbox): string[] {
  return [...outbox.image.entriesBySeq.values()].map((entry) => entry.opId)
}

test('removes an acknowledged entry once the pull has passed its log position', async () => {
  const outbox = await withAcked()
  await settleAcked(outbox, '10.1')
  expect(listRemaining(outbox)).toEqual(['op-2', 'waiting'])
  expect(await outbox.db.ops.count()).toBe(2)
})

test('removes entries acknowledged before a full copy began, at any log position', async () => {
  const outbox = await withAcked()
  const mark = getAckMark(outbox)
  await writeOutbox(outbox, (write) =>
    write.put(
      makeStoredEntry({
        seq: 5,
        opId: 'late',
        state: 'acked',
        ack: { version: 2, changeSeq: '1.1', stamp: write.stamp },
      }),
    ),
  )
  await settleCopied(outbox, mark)
  expect(listRemaining(outbox)).toEqual(['waiting', 'late'])
})

async function readRememberedOpIds(outbox: Outbox): Promise<string[]> {
  return (await outbox.db.sent.toArray()).map(({ opId }) => opId)
}

test('remembers removed entries as they were entered, for each way to remove them', async () => {
  const outbox = await withAcked()
  await settleAcked(outbox, '10.1')
  const { kind, collection, changes, caption, actId, createdAt } = makeStoredEntry()
  const about = { kind, collection, changes, caption, actId, createdAt, ackedAt: outbox.runtime.now() }
  expect(await outbox.db.sent.toArray()).toEqual([
    { seq: 1, opId: 'op-0', recordId: makeRecordId(0), ...about },
    { seq: 2, opId: 'op-1', recordId: makeRecordId(1), ...about },
  ])
  await settleCopied(outbox, getAckMark(outbox))
  expect(await readRememberedOpIds(outbox)).toEqual(['op-0', 'op-1', 'op-2'])
})

test('remembers nothing of an inquiry', async () => {
  const outbox = await withAcked()
  const inquiry = {
    collection: 'inquiries',
    entityKey: `inquiries/${makeRecordId(3)}`,
    recordId: makeRecordId(3),
  } as const
  const ack = { version: 2, changeSeq: '9.2', stamp: 1 }
  await writeOutbox(outbox, (write) =>
    write.put(makeStoredEntry({ seq: 5, opId: 'inquiry', ...inquiry, state: 'acked', ack })),
  )
  await settleAcked(outbox, '10.2')
  expect([await readRememberedOpIds(outbox), listRemaining(outbox)]).toEqual([['op-0', 'op-1', 'op-2'], ['waiting']])
})

test('remembers the newest five thousand for at most two weeks, and drops the rest step by step', async () => {
  const browser = makeFakeBrowser()
  const outbox = await withAcked(browser.openTab())
  const now = browser.clock.now()
  const fortnightMs = 14 * dayMs
  const row = toSentRow(makeStoredEntry(), now)
  // Older rows: 600 expired ones, and as many young ones as are kept.
  const old = Array.from({ length: 600 }, (_, n) => ({ ...row, seq: n - 9_000, ackedAt: now - fortnightMs - 1 }))
  const recentRows = Array.from({ length: 5_000 }, (_, n) => ({ ...row, seq: n - 6_000 }))
  await outbox.db.sent.bulkPut([...old, ...recentRows])
  await settleAcked(outbox, '9.1')
  expect(await outbox.db.sent.where('ackedAt').below(now).count()).toBe(200)
  expect(await readSent(outbox)).toHaveLength(5_001)
  await settleAcked(outbox, '10.1')
  await settleAcked(outbox, '10.2')
  expect(await outbox.db.sent.count()).toBe(5_000)
  expect((await outbox.db.sent.toCollection().first())?.seq).toBe(-5_997)
  expect((await readRememberedOpIds(outbox)).slice(-3)).toEqual(['op-0', 'op-1', 'op-2'])
})

test('on a full device acknowledged entries are removed anyway', async () => {
  const tab = makeFakeBrowser().openTab()
  const outbox = await withAcked(tab)
  let attempts = 0
  tab.faults.abortWith = () => (attempts++ === 0 ? 'QuotaExceededError' : null)
  await settleAcked(outbox, '10.1')
  expect([listRemaining(outbox), await readRememberedOpIds(outbox), outbox.storage]).toEqual([
    ['op-2', 'waiting'],
    [],
    'fine',
  ])
})
