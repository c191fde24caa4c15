import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { makeCase } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { checkOutboxInvariants, createWitness } from '#tests/support/outbox/check-outbox-invariants.ts'
import { makeRecordId, makeStoredEntry, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { addAsNew, discardEntry } from '../entries/repair-entry.ts'
import { openOutbox, type Outbox } from '../open-outbox.ts'
import { countOutbox, createOutboxView } from '../outbox-view.ts'
import type { StoredEntry } from '../stored-entry.ts'
import { writeOutbox } from '../write-outbox.ts'
import { applyDeletions } from './apply-deletions.ts'

const request = { method: 'PUT', path: '/', body: JSON.stringify({ id: makeRecordId(1) }), ifMatch: 1 } as const
const refused = { state: 'rejected', isFateKnown: true, attempts: 1, request, problem: problem('not_found') } as const
const laterUpdate = { seq: 2, opId: 'second', changes: { fees: { old: 300, new: 500 } } }
const record = { ...makeCase(1, { owner: '가상인', fees: 300, purpose: '소유권이전' }), id: makeRecordId(1) }

async function open(...stored: Partial<StoredEntry>[]): Promise<Outbox> {
  const outbox = await openOutbox(makeFakeBrowser().openTab().runtime, testUserId)
  await writeOutbox(outbox, (write) => stored.forEach((fields) => write.put(makeStoredEntry(fields))))
  return outbox
}

function listEntries(outbox: Outbox): StoredEntry[] {
  return [...outbox.image.entriesBySeq.values()]
}

const deletion = { collection: 'real-estate', id: makeRecordId(1), row: null } as const

test('keeps the values of a deleted record with waiting edits, once, and of no other record', async () => {
  const third = { seq: 3, opId: 'third', recordId: makeRecordId(2), entityKey: `real-estate/${makeRecordId(2)}` }
  const outbox = await open({}, laterUpdate, third)
  const other = { ...deletion, id: makeRecordId(9) }
  await applyDeletions(outbox, [deletion, other], () => record)
  expect(listEntries(outbox).map(({ lost }) => lost?.['purpose'])).toEqual(['소유권이전', undefined, undefined])
  await applyDeletions(outbox, [deletion], () => ({ ...record, purpose: '다른 것' }))
  expect(listEntries(outbox)[0]?.lost?.['purpose']).toBe('소유권이전')
})

test('an acknowledged edit keeps no values, and of an inquiry no copy stays', async () => {
  const ack = { version: 2, changeSeq: '9.1', stamp: 1 } as const
  const inquiry = {
    collection: 'inquiries',
    entityKey: `inquiries/${makeRecordId(2)}`,
    recordId: makeRecordId(2),
  } as const
  const outbox = await open({ state: 'acked', ack, request }, { seq: 2, opId: 'second', ...inquiry })
  await applyDeletions(outbox, [deletion, { ...inquiry, id: makeRecordId(2), row: null }], () => record)
  expect(listEntries(outbox).map(({ lost }) => lost)).toEqual([undefined, undefined])
})

test('edits of a deleted record count as one, apart from the create that makes it again', async () => {
  const third = { seq: 3, opId: 'third', kind: 'create', changes: { owner: { old: null, new: '라상인' } } } as const
  const outbox = await open(refused, laterUpdate, third)
  const view = createOutboxView(outbox)
    .getEntries()
    .map(({ isGone, isJoined }) => [isGone, isJoined])
  expect(view).toEqual([
    [true, false],
    [true, true],
    [false, false],
  ])
  expect(countOutbox(outbox)).toMatchObject({ attention: 1, waiting: 1 })
})

test('an entry refused for another reason stays separate', async () => {
  const outbox = await open({ ...refused, problem: problem('refused') }, laterUpdate)
  const view = createOutboxView(outbox).getEntries()
  expect(view.map(({ isGone, isJoined }) => [isGone, isJoined])).toEqual([
    [false, false],
    [false, false],
  ])
})

test('a further edit after an unanswered attempt is shown with it but never merged into it', async () => {
  const outbox = await open({ attempts: 1, request }, laterUpdate)
  expect(
    createOutboxView(outbox)
      .getEntries()
      .map(({ isJoined }) => isJoined),
  ).toEqual([false, true])
  expect(countOutbox(outbox)).toMatchObject({ waiting: 1 })
  expect(listEntries(outbox)).toHaveLength(2)
})

test('adding as new creates a record from the last values and the edits under a new id', async () => {
  const outbox = await open({ ...refused, dependsOn: ['real-estate-groups/1'] }, laterUpdate)
  const witness = createWitness()
  await checkOutboxInvariants(outbox, witness)
  const fields = { owner: '가상인', purpose: '소유권이전', tax: null }
  const newRecord = { id: makeRecordId(7), fields, caption: '가상인' }
  expect(await addAsNew(outbox, makeStoredEntry().opId, newRecord)).toBe('done')
  expect(listEntries(outbox)).toMatchObject([
    {
      kind: 'create',
      recordId: makeRecordId(7),
      entityKey: `real-estate/${makeRecordId(7)}`,
      baseVersion: 0,
      caption: '가상인',
      state: 'queued',
      attempts: 0,
      request: null,
      problem: null,
      formerOpIds: [],
      dependsOn: ['real-estate-groups/1'],
      changes: {
        owner: { old: null, new: '나상인' },
        purpose: { old: null, new: '소유권이전' },
        fees: { old: null, new: 500 },
      },
    },
  ])
  expect(await checkOutboxInvariants(outbox, witness)).toEqual([])
  expect(await addAsNew(outbox, makeStoredEntry().opId, newRecord)).toBe('gone')
})

test('the values of a deleted record survive the discard of its first edit', async () => {
  const outbox = await open({ ...refused, lost: record }, laterUpdate)
  await discardEntry(outbox, makeStoredEntry().opId)
  expect(listEntries(outbox)).toMatchObject([{ opId: 'second', lost: { purpose: '소유권이전' } }])
})

test('creates no record when it still exists or the user deleted it too', async () => {
  const newRecord = { id: makeRecordId(7), fields: {}, caption: '' }
  const recreated = await open({ ...refused, problem: problem('refused') })
  expect(await addAsNew(recreated, makeStoredEntry().opId, newRecord)).toBe('busy')
  const deleted = await open(refused, { seq: 2, opId: 'second', kind: 'delete', changes: {} })
  expect(await addAsNew(deleted, makeStoredEntry().opId, newRecord)).toBe('busy')
  expect(listEntries(deleted)).toHaveLength(2)
})

test('edits of a record that came back are sent again by themselves', async () => {
  const outbox = await open({ ...refused, lost: record }, laterUpdate)
  await applyDeletions(outbox, [{ ...deletion, row: record }], () => null)
  const [first, second] = listEntries(outbox)
  expect(first).toMatchObject({ state: 'queued', problem: null, request: null, formerOpIds: [makeStoredEntry().opId] })
  expect(first?.lost).toBeUndefined()
  expect(second).toMatchObject({ opId: 'second', state: 'queued' })
})
