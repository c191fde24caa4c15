import { expect, test } from 'vitest'
import type { Edit } from '#mirror/offline-copy.ts'
import type { StoredEntry } from '#mirror/outbox/stored-entry.ts'
import { makeCase } from '#tests/support/books/mirror-fixtures.ts'
import { makeStoredEntry } from '#tests/support/outbox/outbox-fixtures.ts'
import { foldEdits, foldRecord } from './fold.ts'

const change = { owner: { old: '김가온', new: '이나래' } }
const confirmed = { record: makeCase(1, { owner: '김가온', fees: 1000, version: 3 }), version: 3 }
const nothing = { record: null, version: 0 }
const fold = (base: typeof confirmed | typeof nothing, ...entries: Partial<StoredEntry>[]) =>
  foldRecord(
    base,
    entries.map((entry) => makeStoredEntry(entry)),
  )
const makeAck = (version: number, ifMatch: number | null = version - 1) => ({
  state: 'acked' as const,
  request: { method: ifMatch ? ('PUT' as const) : ('POST' as const), path: '/', body: '{}', ifMatch: ifMatch || null },
  ack: { version, changeSeq: '9.1', stamp: 1 },
})

test.each([
  ['queued', 'queued'],
  ['sending', 'sending'],
  ['held_auth', 'held'],
  ['held_version', 'held'],
  ['held_old', 'held'],
  ['rejected', 'refused'],
] as const)('an update that is %s shows the new value, marked %s, with the confirmed value', (state, mark) => {
  const folded = fold(confirmed, { changes: change, state })
  expect(folded.record?.['owner']).toBe('이나래')
  expect(folded.marks).toMatchObject({ owner: { state: mark, confirmed: '김가온' } })
  expect(folded).toMatchObject({ state: 'plain', isHidden: false })
})

test('a refused field carries its reason', () => {
  const problem = { code: 'refused' as const, message: '요청을 처리할 수 없습니다.', fields: { owner: '너무 깁니다.' } }
  expect(fold(confirmed, { changes: change, state: 'rejected', problem }).marks['owner']?.message).toBe('너무 깁니다.')
})

test('a conflict marks the contested field with the other value and its author, and holds the rest', () => {
  const conflicts = [
    { field: 'owner', base: '김가온', theirs: '박다온', changed_by: '동료', changed_at: '2026-11-21T09:00:00+09:00' },
  ]
  const problem = { code: 'conflict' as const, message: '겹칩니다.', conflicts }
  const changes = { ...change, fees: { old: 1000, new: 2000 } }
  const { marks } = fold(confirmed, { changes, state: 'conflict', problem })
  expect(marks['owner']).toMatchObject({ state: 'conflict', theirs: '박다온', changedBy: '동료' })
  expect(marks['fees']?.state).toBe('held')
})

test('marks fee and tax in conflict as decided together, with both values of the other user', () => {
  const about = { changed_by: '동료', changed_at: '2026-11-21T09:00:00+09:00' }
  const conflicts = [
    { field: 'fees', base: 1000, theirs: 3000, ...about },
    { field: 'fees_vat', base: 100, theirs: 300, ...about },
  ]
  const problem = { code: 'conflict' as const, message: '겹칩니다.', conflicts }
  const changes = { fees: { old: 1000, new: 2000 }, fees_vat: { old: 100, new: 200 } }
  const { marks } = fold(confirmed, { changes, state: 'conflict', problem })
  const together = [
    { key: 'fees', label: '보수료', theirs: 3000 },
    { key: 'fees_vat', label: '부가세', theirs: 300 },
  ]
  expect(marks).toMatchObject({ fees: { state: 'conflict', together }, fees_vat: { state: 'conflict', together } })
})

test('an acknowledged update stays on top without a mark until the confirmed record has its version', () => {
  const waiting = fold(confirmed, { changes: change, ...makeAck(4) })
  expect(waiting.record).toMatchObject({ owner: '이나래', version: 4 })
  expect(waiting.marks).toEqual({})
  const arrived = fold(
    { record: makeCase(1, { owner: '박다온', version: 4 }), version: 4 },
    { changes: change, ...makeAck(4) },
  )
  expect(arrived.record?.['owner']).toBe('박다온')
})

test('does not claim a version whose values this screen does not show', () => {
  const merged = fold(confirmed, { changes: change, ...makeAck(5, 3) })
  expect(merged.record).toMatchObject({ owner: '이나래', version: 3 })
  const later = fold(
    confirmed,
    { changes: change, ...makeAck(5, 3) },
    { seq: 2, changes: { tax: { old: null, new: 9 } }, ...makeAck(6, 5) },
  )
  expect(later.record).toMatchObject({ owner: '이나래', tax: 9, version: 3 })
})

test('a record created here is new until it is acknowledged, with later edits on top', () => {
  const creation = { kind: 'create' as const, changes: { owner: { old: null, new: '새 사람' } } }
  expect(fold(nothing, creation)).toMatchObject({ state: 'new', record: { owner: '새 사람', fees: null } })
  expect(
    fold(nothing, creation, { seq: 2, changes: { owner: { old: '새 사람', new: '고친 사람' } } }).record?.['owner'],
  ).toBe('고친 사람')
  expect(fold(nothing, { ...creation, ...makeAck(1) })).toMatchObject({
    state: 'plain',
    record: { version: 1 },
    marks: {},
  })
  expect(fold(confirmed, creation).record?.['owner']).toBe('김가온')
})

test('a waiting delete hides the record, a refused one shows it marked', () => {
  expect(fold(confirmed, { kind: 'delete', changes: {} })).toMatchObject({ state: 'deleted', isHidden: true })
  expect(fold(confirmed, { kind: 'delete', changes: {}, ...makeAck(4) })).toMatchObject({ isHidden: true })
  expect(fold(confirmed, { kind: 'delete', changes: {}, state: 'rejected' })).toMatchObject({
    state: 'deleted',
    isHidden: false,
  })
})

test('an edit of a deleted record without stored values shows nothing and waits in the outbox', () => {
  expect(fold(nothing, { changes: change }).record).toBeNull()
})

test('a deleted record is shown with its last values and the edits on top until they are decided', () => {
  const lostRow = makeCase(1, { owner: '김가온', fees: 1000, version: 3 })
  const later = { seq: 2, opId: 'second', changes: { fees: { old: 1000, new: 2000 } } }
  const folded = fold(nothing, { changes: change, state: 'rejected', lost: lostRow }, later)
  expect(folded).toMatchObject({ state: 'deleted', isGone: true, isHidden: false })
  expect(folded.record).toMatchObject({ owner: '이나래', fees: 2000 })
  expect(folded.marks).toMatchObject({ owner: { state: 'refused', confirmed: '김가온' }, fees: { state: 'queued' } })
  expect(fold(nothing, { changes: change, lost: lostRow, ...makeAck(3) }).record).toBeNull()
  expect(fold(confirmed, { changes: change, lost: lostRow }).isGone).toBeUndefined()
})

test.each([
  ['nothing', []],
  ['a waiting edit of the same field', [{ changes: change }]],
  ['an acknowledged edit of the same field', [{ changes: change, ...makeAck(4) }]],
  ['a record created here', [{ kind: 'create' as const, changes: { owner: { old: null, new: '새 사람' } } }]],
  ['a refused delete', [{ kind: 'delete' as const, changes: {}, state: 'rejected' as const }]],
] as const)('a new edit over %s shows at once what the worker will show', (_, below) => {
  const base = below[0] && 'kind' in below[0] && below[0].kind === 'create' ? nothing : confirmed
  const edits = [
    { owner: { old: '이나래', new: '박다온' } },
    { fees: { old: 1000, new: 2000 }, owner: { old: '박다온', new: '최라온' } },
  ]
  const entries = edits.map((changes, index) => ({ seq: 5 + index, opId: `op-${index}`, changes }))
  const { record, marks, state } = fold(base, ...below)
  if (!record) throw new Error('nothing is shown')
  const row = { id: record.id, record, marks, state, joined: {}, isOutside: false }
  const shown = foldEdits(
    row,
    entries.map(({ opId, changes }) => {
      const edit: Edit = { kind: 'update', collection: 'real-estate', id: record.id, baseVersion: 3, changes }
      return { opId, stamp: 1, edit }
    }),
  )
  const worker = fold(base, ...below, ...entries)
  expect(shown).toEqual({ ...row, record: worker.record, marks: worker.marks, state: worker.state })
})

test('a new delete marks the row, and undoing it shows the row as before', () => {
  const row = { id: 'a', record: confirmed.record, marks: {}, state: 'plain' as const, joined: {}, isOutside: false }
  const about = { collection: 'real-estate', id: 'a' } as const
  const deletion = { opId: 'op', stamp: 1, edit: { ...about, kind: 'delete', baseVersion: 3 } } as const
  const restore = {
    opId: 'op',
    stamp: 2,
    edit: { ...about, kind: 'create', fields: {}, isRestore: true },
  } as const
  expect(foldEdits(row, [deletion])).toEqual({ ...row, state: 'deleted' })
  expect(foldEdits(row, [deletion, restore])).toEqual(row)
})
