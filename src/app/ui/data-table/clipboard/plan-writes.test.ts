import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordDescription } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { buildVisibleColumns } from '#tests/support/books/from-description.ts'
import { measureCpuMs } from '#tests/support/runner/measure-cpu.ts'
import { getCellValue } from '../cells/cell-text.ts'
import type { Column } from '../data-table-props.ts'
import type { EntryLineDraft } from '../editing/edit-action.ts'
import { layoutBlock } from './paste-cells.ts'
import {
  needsPreview,
  parsePasted,
  type PlannedWrite,
  type PlanOptions,
  planWrites,
  toEditAction,
} from './plan-writes.ts'

const description: RecordDescription = {
  name: 'x',
  label: '기록',
  groups: { basic: '기본' },
  fields: [
    { key: 'owner', label: '소유자', kind: 'text', group: 'basic', required: true, maxLength: 10 },
    { key: 'fees', label: '보수료', kind: 'won', group: 'basic' },
    { key: 'day', label: '등기일', kind: 'date', group: 'basic' },
    { key: 'area', label: '면적', kind: 'number', scale: 2, group: 'basic' },
    {
      key: 'status',
      label: '상태',
      kind: 'enum',
      group: 'basic',
      choices: [{ value: 'done', label: '완료' }],
    },
    { key: 'number', label: '번호', kind: 'text', group: 'basic', editable: false },
  ],
}
const columns = buildVisibleColumns(description)
const [owner, fees, day, area, status, number] = columns as readonly [Column, Column, Column, Column, Column, Column]

function makeRow(index: number): SourceRow {
  const stamp = '2026-11-01T09:00:00+09:00'
  return createPlainRow({
    id: `r${index}`,
    version: 1,
    inserted_at: stamp,
    updated_at: stamp,
    owner: `주인${index}`,
    fees: index,
    day: null,
    area: null,
    status: null,
    number: `제${index}호`,
  })
}

const options: PlanOptions = {
  kind: 'paste',
  today: '2026-11-20',
  canAddRows: false,
  columns,
  isEditable: (_row, column) => column.isEditable,
  getCurrent: (of, column) => getCellValue(column, of),
}

function write(rowIndex: number, column: Column, text: string): PlannedWrite {
  return { rowIndex, row: rowIndex < 10 ? makeRow(rowIndex) : null, column, cell: { text } }
}

describe('a pasted text', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['11/20/2026', '2026-11-20'],
    ['2026. 11. 20.', '2026-11-20'],
    ['2026-11-20 0:00', '2026-11-20'],
    ['2026년 11월 20일 금요일', '2026-11-20'],
    ['', null],
  ])('%j in a day column is %j', (text, value) => {
    expect(parsePasted(day, { text }, '2026-11-20')).toEqual({ ok: true, value })
  })

  test.each([
    ['₩1,234,000', 1_234_000],
    [' 1,234 ', 1234],
    ['(1,234)', -1234],
    ['-', null],
    ['1.2E+5', 120_000],
    ['1000.00', 1000],
    ['5,000원', 5000],
    ['', null],
  ])('%j in an amount column is %j', (text, value) => {
    expect(parsePasted(fees, { text }, '2026-11-20')).toEqual({ ok: true, value })
  })

  test.each([
    ['(12.3)', -12.3],
    ['1,234.5', 1234.5],
    ['-', null],
  ])('%j in a number column is %j', (text, value) => {
    expect(parsePasted(area, { text }, '2026-11-20')).toEqual({ ok: true, value })
  })

  test('is refused when it is no amount, not read as 0', () => {
    expect(parsePasted(fees, { text: '없음' }, '2026-11-20')).toMatchObject({ ok: false })
    expect(parsePasted(area, { text: '12.345' }, '2026-11-20')).toEqual({ ok: true, value: 12.35 })
    expect(parsePasted(status, { text: '보류' }, '2026-11-20')).toMatchObject({ ok: false })
  })

  test('from our own copy is read by its raw value only in a column of the same kind', () => {
    const raw = { value: 'done', from: { kind: 'enum' as const, refers: null } }
    expect(parsePasted(status, { text: '다른 글', raw }, '2026-11-20')).toEqual({ ok: true, value: 'done' })
    expect(parsePasted(owner, { text: '완료', raw }, '2026-11-20')).toEqual({ ok: true, value: '완료' })
  })
})

describe('a plan', () => {
  test('tells changed, equal, refused and read-only cells apart', () => {
    const plan = planWrites(
      [write(1, owner, '새 주인'), write(1, fees, '1'), write(2, fees, '없음'), write(2, number, '제9호')],
      options,
    )
    expect(toEditAction(plan).changes).toMatchObject([{ key: 'owner', old: '주인1', new: '새 주인' }])
    expect(plan.unchanged).toBe(1)
    expect(plan.refused.map(({ column }) => column.key)).toEqual(['fees', 'number'])
    expect(needsPreview(plan)).toBe(true)
  })

  test('needs no preview for any number of valid changes, but for clearing more than 200 cells', () => {
    const few = planWrites([write(1, owner, '가')], options)
    const many = planWrites(
      Array.from({ length: 201 }, (_, index) => ({
        rowIndex: index,
        row: makeRow(index),
        column: owner,
        cell: { text: '가' },
      })),
      options,
    )
    expect([needsPreview(few), needsPreview(many)]).toEqual([false, false])
    expect(needsPreview({ ...many, kind: 'clear' })).toBe(true)
  })

  test('creates records from rows beyond the end only where the screen does, each whole or not at all', () => {
    const writes = [write(10, owner, '하나'), write(10, fees, '100'), write(11, fees, '200'), write(12, owner, ' ')]
    expect(planWrites(writes, options)).toMatchObject({ newRows: [], beyondRows: 2 })
    const plan = planWrites(writes, { ...options, canAddRows: true })
    expect(plan.newRows).toEqual([{ owner: '하나', fees: 100 }])
    expect(plan.refused).toMatchObject([{ rowIndex: 11, reason: '소유자: 필수 항목입니다.' }])
    expect([plan.beyondRows, plan.refusedRows]).toEqual([0, 1])
  })

  test('fills the columns missing in rows pasted into the entry line from that line; pasted values win', () => {
    const entryLine = {
      draft: { owner: '이어진 주인', fees: 100, status: 'done' },
      derive: (draft: EntryLineDraft) => ({ ...draft, area: Number(draft['fees']) / 10 }),
    }
    const writes = [write(10, fees, '200'), write(10, status, ''), write(11, fees, '300')]
    expect(planWrites(writes, { ...options, canAddRows: true, entryLine }).newRows).toEqual([
      { owner: '이어진 주인', fees: 200, status: null, area: 20 },
      { owner: '이어진 주인', fees: 300, status: 'done', area: 30 },
    ])
  })

  test('accounts for every cell as changed, equal or refused', () => {
    const text = fc.constantFrom('가', '', '100', '2026-11-20', '완료', '없음', '너무나도 길어서 들어가지 않는 글')
    const column = fc.constantFrom(...columns)
    const writes = fc.uniqueArray(fc.tuple(fc.nat(9), column, text), {
      selector: ([index, { key }]) => `${index}${key}`,
    })
    fc.assert(
      fc.property(writes, (list) => {
        const plan = planWrites(
          list.map(([index, of, value]) => write(index, of, value)),
          options,
        )
        expect(plan.changes.length + plan.unchanged + plan.refused.length).toBe(list.length)
      }),
    )
  })

  test('handles 100,000 cells in a short time', () => {
    const rows = Array.from({ length: 25_000 }, (_, index) => makeRow(index))
    const writes = rows.flatMap((of, rowIndex) =>
      [owner, fees, day, area].map((column) => ({ rowIndex, row: of, column, cell: { text: String(rowIndex % 900) } })),
    )
    expect(measureCpuMs(() => planWrites(writes, options))).toBeLessThan(3000)
  })
})

describe('a block pasted on a selection', () => {
  test('fills every selected cell of every rectangle when it is one cell', () => {
    const placedCells = layoutBlock(
      [['x']],
      [
        { top: 0, left: 0, bottom: 1, right: 1 },
        { top: 5, left: 3, bottom: 5, right: 3 },
      ],
    )
    expect(placedCells).toHaveLength(5)
  })

  test('repeats along an axis where the selection is a multiple, else is placed once at the top left', () => {
    const block = [['a', 'b']]
    expect(layoutBlock(block, [{ top: 2, left: 1, bottom: 4, right: 1 }])).toHaveLength(6)
    expect(layoutBlock(block, [{ top: 0, left: 0, bottom: 0, right: 2 }]).map(({ column }) => column)).toEqual([0, 1])
  })

  test('leaves targets untouched where a ragged row has no cell', () => {
    const placedCells = layoutBlock([['a', 'b'], ['c']], [{ top: 0, left: 0, bottom: 0, right: 0 }])
    expect(placedCells.map(({ row: at, column, cell }) => `${at}${column}${cell}`)).toEqual(['00a', '01b', '10c'])
  })
})
