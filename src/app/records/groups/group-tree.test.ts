import { expect, test } from 'vitest'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { CardFields } from '#contract/books/field.ts'
import { quickDeliveryBook } from '#contract/books/quick-delivery.ts'
import type { RecordGroup, SourceRow } from '#contract/records/row-source.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import {
  buildCardAmounts,
  buildGroupCard,
  buildTreeRows,
  chooseGroupColumns,
  isRestRow,
  toTableColumns,
} from './group-tree.ts'

const group = ''
const shown = buildAllColumns({
  name: 'cases',
  label: '사건부',
  groups: {},
  card: { title: 'owner' },
  fields: [
    { key: 'due', label: '등기예정일', kind: 'date', pinned: true, group },
    { key: 'owner', label: '소유자', kind: 'text', pinned: true, group },
    { key: 'unit', label: '동호수', kind: 'text', pinned: true, group },
    { key: 'purpose', label: '등기목적', kind: 'text', group },
    { key: 'address', label: '주소', kind: 'text', group, maxLength: 300, width: 97 },
    { key: 'day', label: '접수일', kind: 'date', group },
    { key: 'fees', label: '보수료', kind: 'won', group },
  ],
})
const chooseKeys = (field: string, card?: CardFields, part?: 'month') => {
  const { name, others, summed } = chooseGroupColumns(shown, { field, ...(part && { part }) }, card)
  return [name?.key, others.map(({ key }) => key), summed.map(({ key }) => key)]
}
const base = { version: 1, inserted_at: '', updated_at: '' }
const [open, closed] = [createPlainRow({ ...base, id: 'string:가' }), createPlainRow({ ...base, id: 'string:나' })]
const makeGroup = (value: string): RecordGroup => ({ value, label: value, count: 21, sums: [] })
const groups = new Map([
  [open, makeGroup('가')],
  [closed, makeGroup('나')],
])
const record = createPlainRow({ ...base, id: 'r1', owner: '김가온', unit: '101', day: '2026-11-24', fees: 300 })

function buildTree(opened: readonly SourceRow[], total: number) {
  const columns = chooseGroupColumns(shown, { field: 'purpose' })
  const openIds = new Set([open.id])
  return buildTreeRows({ groups, openIds, columns, opened: new Map([[open.id, { rows: opened, total }]]) })
}

test('shows a record in a group by title, days and amounts, without the field it is grouped by', () => {
  expect(chooseKeys('purpose')).toEqual(['owner', ['due', 'unit', 'day'], ['fees']])
  expect(chooseKeys('owner')).toEqual(['due', ['unit', 'day'], ['fees']])
  expect(chooseKeys('day')).toEqual(['owner', ['due', 'unit'], ['fees']])
})

test('keeps the day of a record in a group of a month', () => {
  expect(chooseKeys('day', {}, 'month')).toEqual(['owner', ['due', 'unit', 'day'], ['fees']])
  expect(chooseKeys('due', {}, 'month')).toEqual(['owner', ['due', 'unit', 'day'], ['fees']])
})

test('shows both ends of a ride', () => {
  const card = { title: 'owner', section: 'purpose', place: 'address', isRoute: true } as const
  expect(chooseKeys('unit', card)).toEqual(['owner', ['due', 'purpose', 'address', 'day'], ['fees']])
})

test('shows what the card of a record shows, before its days', () => {
  const card = { title: 'owner', note: 'purpose', place: 'address' }
  expect(chooseKeys('unit', card)).toEqual(['owner', ['due', 'purpose', 'address', 'day'], ['fees']])
  expect(chooseKeys('purpose', card)).toEqual(['owner', ['due', 'unit', 'address', 'day'], ['fees']])
})

test('sorts no groups by the columns of their records', () => {
  expect(
    toTableColumns(chooseGroupColumns(shown, { field: 'purpose' })).map(({ key, sortField }) => [key, sortField]),
  ).toEqual([
    ['place0', null],
    ['place1', null],
    ['place2', null],
  ])
})

test('puts the title and the first field that is no day on a card', () => {
  expect(buildGroupCard(chooseGroupColumns(shown, { field: 'purpose' }), { field: 'purpose' }).fields).toMatchObject({
    title: 'name',
    note: 'place1',
    place: null,
  })
})

test("puts what the record's own card shows on a card in any order of the columns", () => {
  const card = { title: 'owner', note: 'purpose', place: 'address' }
  expect(
    buildGroupCard(chooseGroupColumns(shown, { field: 'day' }, card), { field: 'day' }, card).fields,
  ).toMatchObject({
    note: 'place2',
    place: 'place3',
  })
  expect(
    buildGroupCard(chooseGroupColumns(shown, { field: 'purpose' }, card), { field: 'purpose' }, card).fields,
  ).toMatchObject({
    note: 'place1',
    place: 'place2',
  })
})

test('puts the day that groups by month on a card, and the day of the own card', () => {
  const month = { field: 'day', part: 'month' } as const
  expect(buildGroupCard(chooseGroupColumns(shown, month), month).fields).toMatchObject({ section: 'place2' })
  const card = { note: 'due' }
  expect(
    buildGroupCard(chooseGroupColumns(shown, { field: 'unit' }, card), { field: 'unit' }, card).fields,
  ).toMatchObject({
    note: 'place0',
    section: null,
  })
})

test('puts sums that do not add up on a card under their own names, without empty ones', () => {
  const rides = buildAllColumns(quickDeliveryBook)
  const columns = chooseGroupColumns(rides, { field: 'status' }, quickDeliveryBook.card)
  const { fields } = buildGroupCard(columns, { field: 'status' }, quickDeliveryBook.card)
  expect(fields).toMatchObject({ place: 'cardPlace', amount: 'cardAmount' })
  const formatAmounts = (amounts: readonly number[]) => Object.values(buildCardAmounts(columns.summed, amounts))
  expect(formatAmounts([0, 860_000])).toEqual(['충전액 860,000원', null])
  expect(formatAmounts([961_400, 860_000])).toEqual(['사용액 961,400원', '충전액 860,000원'])
  expect(formatAmounts([0, 0])).toEqual(['사용액 0원', null])
  expect(buildCardAmounts(chooseGroupColumns(shown, { field: 'unit' }).summed, [300])).toEqual({})
})

test('gives an address more width than a crowded list does', () => {
  const columns = toTableColumns(chooseGroupColumns(shown, { field: 'unit' }, { title: 'owner', place: 'address' }))
  expect(columns.find(({ label }) => label === '주소')?.width).toBe(180)
})

test('lists the records of an open group below it, with the texts of the list', () => {
  const rows = [...buildTree([record], 1)]
  expect(rows.map(([{ id }, { kind, level, isOpen, number }]) => [id, kind, level, isOpen, number])).toEqual([
    ['string:가', 'group', 1, true, 1],
    ['r1', 'record', 2, null, 1],
    ['string:나', 'group', 1, false, 2],
  ])
  expect(rows[1]?.[0].record).toMatchObject({ name: '김가온', place1: '101', place2: '2026.11.24', sum0: 300 })
  expect(rows[1]?.[1].record).toBe(record)
})

test('ends a group with more records than are shown with a row that leads to all of them', () => {
  const [, , rest] = [...buildTree([record], 1234)]
  expect(rest?.[0].record['name']).toBe('… 1,234건 모두 보기')
  expect(rest && isRestRow(rest[0])).toBe(true)
  expect([...buildTree([record], 1).keys()].some(isRestRow)).toBe(false)
})

test('replaces the row of a group that opens, and keeps the row of an unchanged group', () => {
  const rows = [...buildTree([], 0).keys()]
  expect(rows[0]).not.toBe(open)
  expect(rows[1]).toBe(closed)
})
