import { afterEach, expect, test, vi } from 'vitest'
import type { RecordDescription } from '#contract/books/field.ts'
import { quickDeliveryBook } from '#contract/books/quick-delivery.ts'
import { realEstateBook } from '#contract/books/real-estate.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { createArrayRowSource, createPlainRow } from '#tests/support/books/array-row-source.ts'
import { buildVisibleColumns } from '#tests/support/books/from-description.ts'
import { buildAllColumns } from '../columns/table-columns.ts'
import type { Column } from '../data-table-props.ts'
import { createTable } from '../table.ts'
import { changeSelection } from './cell-selection.ts'
import { createFigureTally, formatFigures, watchFigures } from './watch-figures.ts'

afterEach(() => {
  vi.useRealTimers()
})

function openTable(fees: readonly (number | null)[]) {
  vi.useFakeTimers()
  const rows = fees.map((fee, index) => makeRowAt(index, fee))
  const source = createArrayRowSource(rows)
  const columns = buildAllColumns(realEstateBook).filter(({ key }) => key === 'fees' || key === 'fees_vat')
  const table = createTable('grid', {
    tableId: 't',
    label: '사건부',
    source,
    columns,
    sort: [],
    queryKey: '',
    today: () => '2026-11-20',
    onMessage: () => undefined,
  })
  table.position = { row: 0, column: 0 }
  changeSelection(table, { corner: { row: fees.length - 1, column: 0 } })
  const figuresShown: string[] = []
  const stop = watchFigures(table, (text) => figuresShown.push(text))
  const settle = async () => {
    await vi.advanceTimersByTimeAsync(200)
    return figuresShown.at(-1)
  }
  return { rows, source, table, settle, stop, figuresShown }
}

function makeRowAt(index: number, fees: number | null): SourceRow {
  return createPlainRow({ id: `c${index}`, version: 1, inserted_at: '', updated_at: '', fees, fees_vat: null })
}

test('updates the sum on an edit on this screen, before it is sent', async () => {
  const { table, rows, settle } = openTable([100, 200, null])
  expect(await settle()).toBe('개수 2 · 합계 300 · 평균 150')
  const [row] = rows
  if (!row) throw new Error('no row')
  void table.pending.sendAction(
    { kind: 'cell', changes: [{ row, key: 'fees', old: 100, new: 1000 }] },
    () => new Promise(() => undefined),
  )
  expect(await settle()).toBe('개수 2 · 합계 1,200 · 평균 600')
})

test("updates the sum on a colleague's edit and on another result", async () => {
  const { source, settle } = openTable([100, 200])
  expect(await settle()).toBe('개수 2 · 합계 300 · 평균 150')
  source.replaceRow(makeRowAt(1, 500))
  expect(await settle()).toBe('개수 2 · 합계 600 · 평균 300')
  source.setRows([makeRowAt(0, 1), makeRowAt(1, 2)])
  expect(await settle()).toBe('개수 2 · 합계 3 · 평균 1.5')
})

test('stops adding up when nobody listens', async () => {
  const { source, settle, stop, figuresShown } = openTable([100, 200])
  await settle()
  stop()
  source.replaceRow(makeRowAt(1, 500))
  await settle()
  expect(figuresShown).toHaveLength(1)
})

const description: RecordDescription = {
  name: 'x',
  label: '기록',
  groups: { basic: '기본' },
  fields: [
    { key: 'owner', label: '소유자', kind: 'text', group: 'basic' },
    { key: 'area', label: '면적', kind: 'number', scale: 4, group: 'basic' },
  ],
}
const [owner, area] = buildVisibleColumns(description) as readonly [Column, Column]

const row = makeRowAt(0, null)

test('counts filled cells and sums only amounts and numbers, exactly', () => {
  const tally = createFigureTally()
  for (const value of [0.1, 0.2, null]) tally.add(area, row, value)
  tally.add(owner, row, '5')
  expect(tally.getFigures()).toEqual({ count: 3, sums: [{ label: '합계', sum: 0.3, average: 0.15 }] })
  expect(formatFigures(tally.getFigures())).toBe('개수 3 · 합계 0.3 · 평균 0.15')
})

test('shows only the count for text', () => {
  const tally = createFigureTally()
  tally.add(owner, row, '가')
  expect(formatFigures(tally.getFigures())).toBe('개수 1')
})

test('keeps amounts apart that do not add up', () => {
  const amount = buildAllColumns(quickDeliveryBook).find(({ key }) => key === 'amount')
  if (!amount) throw new Error('the book lost its amount')
  const tally = createFigureTally()
  const addRecord = (status: string, value: number) =>
    tally.add(amount, createPlainRow({ ...row.record, status, amount: value }), value)
  addRecord('delivery', 16_000)
  addRecord('delivery', 12_500)
  expect(formatFigures(tally.getFigures())).toBe('개수 2 · 사용액 28,500 · 평균 14,250')
  addRecord('balance_add', 200_000)
  expect(formatFigures(tally.getFigures())).toBe('개수 3 · 사용액 28,500 · 충전액 200,000')
})
