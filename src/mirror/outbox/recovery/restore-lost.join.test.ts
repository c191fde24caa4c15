import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { makeCase } from '#tests/support/books/mirror-fixtures.ts'
import { makeRecordId, makeStoredEntry } from '#tests/support/outbox/outbox-fixtures.ts'
import type { SentRow } from '../outbox-database.ts'
import { toSentRow } from '../sending/settle-acked.ts'
import type { StoredEntry } from '../stored-entry.ts'
import { joinLostEdits, type LostRecord } from './restore-lost.ts'

const current = { ...makeCase(1, { owner: '백업의 이름', fees: 100, tax: null }), id: makeRecordId(1), version: 3 }

/** An acknowledged edit: field to [before, after]. */
function makeSent(
  seq: number,
  changes: Record<string, [unknown, unknown]>,
  kind: StoredEntry['kind'] = 'update',
): SentRow {
  const entries = Object.entries(changes).map(([key, [old, value]]) => [key, { old, new: value }])
  const entry = makeStoredEntry({
    seq,
    opId: `op-${seq}`,
    kind,
    changes: Object.fromEntries(entries) as StoredEntry['changes'],
  })
  return toSentRow(entry, 0)
}

function join(record: Partial<LostRecord>) {
  return joinLostEdits({ collection: 'real-estate', lost: [], knownRows: [], lane: [], current, ...record })
}

test("joins updates into one with the last values, on top of the server's current record", () => {
  const lost = [
    makeSent(1, { owner: ['처음', '가'], fees: [1, 2] }),
    makeSent(2, { owner: ['가', '나'] }),
    makeSent(3, { tax: [null, 5] }),
  ]
  expect(join({ lost })).toEqual({
    kind: 'edit',
    edit: {
      kind: 'update',
      changes: {
        owner: { old: '백업의 이름', new: '나' },
        fees: { old: 100, new: 2 },
        tax: { old: null, new: 5 },
      },
      baseVersion: 3,
      isGone: false,
      absorbed: [],
    },
  })
})

test('a value that is already there is not lost', () => {
  expect(join({ lost: [makeSent(1, { owner: ['처음', '백업의 이름 '], fees: [null, 100] })] })).toEqual({
    kind: 'nothing',
  })
  expect(join({ lost: [makeSent(1, { owner: ['처음', '백업의 이름'], fees: [null, 7] })] })).toMatchObject({
    edit: { changes: { fees: { old: 100, new: 7 } } },
  })
})

test('leaves out a field that a later edit writes, for any outcome of that edit', () => {
  const lost = [makeSent(1, { owner: ['처음', '가'], fees: [null, 7], tax: [null, 5] })]
  const waiting = makeStoredEntry({ seq: 8, changes: { owner: { old: '가', new: '나' } } })
  const joined = join({ lost, lane: [waiting], knownRows: [makeSent(5, { fees: [7, 9] })] })
  expect(joined).toMatchObject({ edit: { changes: { tax: { old: null, new: 5 } } } })
  expect(joined).toHaveProperty('edit.changes', { tax: { old: null, new: 5 } })
  expect(join({ lost: [makeSent(1, { owner: ['처음', '가'] })], lane: [waiting] })).toEqual({ kind: 'nothing' })
})

test('a later deletion or recreation of the record settles everything before it', () => {
  const lost = [makeSent(1, { owner: ['처음', '가'] })]
  for (const kind of ['create', 'delete'] as const) {
    expect(join({ lost, lane: [makeStoredEntry({ seq: 9, kind, changes: {} })] })).toEqual({ kind: 'nothing' })
    expect(join({ lost, knownRows: [makeSent(4, {}, kind)] })).toEqual({ kind: 'nothing' })
  }
})

test('joins a create with its later updates into one create', () => {
  const lost = [
    makeSent(1, { owner: [null, '새 줄'], fees: [null, 10] }, 'create'),
    makeSent(2, { fees: [10, 20] }),
    makeSent(3, { tax: [null, 1] }),
  ]
  expect(join({ lost, current: null })).toEqual({
    kind: 'edit',
    edit: {
      kind: 'create',
      changes: { owner: { old: null, new: '새 줄' }, fees: { old: null, new: 20 }, tax: { old: null, new: 1 } },
      baseVersion: 0,
      isGone: false,
      absorbed: [],
    },
  })
})

test('absorbs waiting updates of a record that must be created again, unless they may be in transit', () => {
  const lost = [makeSent(1, { owner: [null, '새 줄'], fees: [null, 10] }, 'create')]
  const request = { method: 'PUT', path: '/', body: '{}', ifMatch: 1 } as const
  const waiting = makeStoredEntry({ seq: 4, changes: { fees: { old: 10, new: 30 } } })
  const refused = makeStoredEntry({
    seq: 5,
    opId: 'refused',
    state: 'rejected',
    attempts: 1,
    request,
    isFateKnown: true,
    problem: problem('not_found'),
    changes: { tax: { old: null, new: 4 } },
  })
  expect(join({ lost, current: null, lane: [waiting, refused] })).toMatchObject({
    edit: {
      kind: 'create',
      changes: { owner: { new: '새 줄' }, fees: { old: null, new: 30 }, tax: { old: null, new: 4 } },
      absorbed: [waiting, refused],
    },
  })
  expect(join({ lost, current: null, lane: [makeStoredEntry({ ...waiting, attempts: 1, request })] })).toEqual({
    kind: 'later',
  })
})

test("deletes a record again whose deletion was lost, and does nothing when it doesn't exist", () => {
  const lost = [makeSent(1, { owner: ['처음', '가'] }), makeSent(2, {}, 'delete')]
  expect(join({ lost })).toEqual({
    kind: 'edit',
    edit: { kind: 'delete', changes: {}, baseVersion: 3, isGone: false, absorbed: [] },
  })
  expect(join({ lost, current: null })).toEqual({ kind: 'nothing' })
})

test('updates an older record on the server to what its deletion and recreation led to', () => {
  const lost = [makeSent(1, {}, 'delete'), makeSent(2, { owner: [null, '되살린 이'], fees: [null, 100] }, 'create')]
  expect(join({ lost })).toMatchObject({
    edit: { kind: 'update', baseVersion: 3, changes: { owner: { old: '백업의 이름', new: '되살린 이' } } },
  })
})

test("marks an update of a record the server doesn't have as one of a deleted record", () => {
  const lost = [makeSent(1, { owner: ['처음', '가'] }), makeSent(2, { owner: ['가', '나'] })]
  expect(join({ lost, current: null })).toMatchObject({
    edit: { kind: 'update', isGone: true, baseVersion: 0, changes: { owner: { old: '처음', new: '나' } } },
  })
})
