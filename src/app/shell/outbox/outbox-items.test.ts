import { expect, test } from 'vitest'
import type { EntryView } from '#mirror/offline-copy.ts'
import type { WaitingFile } from '#mirror/papers/papers-database.ts'
import { listChangedFields } from './entry-state.ts'
import { describeAction } from './entry-texts.ts'
import { classifyItem, listUnattachedFiles, toOutboxItems } from './outbox-items.ts'

function makeEntry(seq: number, recordId: string, overrides: Partial<EntryView> = {}): EntryView {
  const entryState = { state: 'queued', createdAt: seq, attempts: 0, problem: null, isBlocked: false } as const
  const entryHead = { kind: 'update', collection: 'real-estate', caption: '', changes: {} } as const
  return { seq, opId: `op-${seq}`, recordId, ...entryHead, ...entryState, isGone: false, isJoined: false, ...overrides }
}

test('makes one item of each separate entry, in outbox order', () => {
  const entries = [makeEntry(1, 'a'), makeEntry(2, 'b'), makeEntry(3, 'a')]
  expect(toOutboxItems(entries)).toEqual(entries.map((entry) => ({ entry, opIds: [entry.opId] })))
})

test('joins edits of a field into one item with the first old and the last new value', () => {
  const first = makeEntry(1, 'a', { changes: { fees: { old: 100, new: 200 } }, caption: '김가온' })
  const changes = { fees: { old: 200, new: 300 }, owner: { old: '가', new: '나' } }
  const [item, other, ...rest] = toOutboxItems([
    first,
    makeEntry(2, 'b'),
    makeEntry(3, 'a', { isJoined: true, changes }),
  ])
  expect(item?.opIds).toEqual(['op-1', 'op-3'])
  expect(item?.entry).toMatchObject({ opId: 'op-1', kind: 'update', caption: '김가온' })
  expect(item?.entry.changes).toEqual({ fees: { old: 100, new: 300 }, owner: { old: '가', new: '나' } })
  expect([other?.opIds, rest]).toEqual([['op-2'], []])
})

test('shows edits that end in deleting the record as a delete', () => {
  const [item] = toOutboxItems([makeEntry(1, 'a'), makeEntry(2, 'a', { isJoined: true, kind: 'delete' })])
  expect(item?.entry.kind).toBe('delete')
})

const photograph = {
  kind: 'create',
  collection: 'case-papers',
  caption: '현장 전경',
  changes: {
    name: { old: null, new: '현장 전경' },
    media_type: { old: null, new: 'image/jpeg' },
    content_id: { old: null, new: 'f1' },
    digest: { old: null, new: 'ab' },
    size: { old: null, new: 9 },
  },
} as const
const file = { contentId: 'f1', state: 'waiting' } as WaitingFile

test('shows a photograph as one item with its file, and the file alone once its record is stored', () => {
  const [item, ...rest] = toOutboxItems([makeEntry(1, 'p', photograph)], [file])
  expect([item?.file, rest]).toEqual([file, []])
  expect(listUnattachedFiles(item ? [item] : [], [file])).toEqual([])
  const acked = toOutboxItems([makeEntry(1, 'p', { ...photograph, state: 'acked' })], [file])
  expect(listUnattachedFiles(acked, [file])).toEqual([file])
})

test("needs attention as a whole when a photograph's file was refused", () => {
  const refused = { ...file, state: 'refused' } as const
  const sections = toOutboxItems([makeEntry(1, 'p', photograph), makeEntry(2, 'b')], [refused]).map(classifyItem)
  expect(sections).toEqual(['attention', 'waiting'])
})

test('calls a photograph 사진 1장 and lists no fields that follow from its file', () => {
  const entry = makeEntry(1, 'p', photograph)
  expect(describeAction(entry)).toBe('사진 1장')
  expect(describeAction({ ...entry, changes: { media_type: { old: null, new: 'application/pdf' } } })).toBe('서류 1건')
  expect(describeAction(makeEntry(2, 'b'))).toBe('수정')
  expect(listChangedFields(entry).map(({ label }) => label)).toEqual(['제목'])
  expect(listChangedFields({ collection: 'real-estate', changes: { unheard_of: { old: null, new: 'x' } } })).toEqual([])
})
