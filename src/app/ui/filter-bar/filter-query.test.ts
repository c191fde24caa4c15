import { describe, expect, test } from 'vitest'
import type { Filter } from '#contract/records/query.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import type { Column } from '../data-table/data-table-props.ts'
import {
  buildAnyValueFilter,
  buildCellFilter,
  buildExcludingFilter,
  buildRangeFilter,
  buildValueFilter,
  emptyQuery,
  getRangeDays,
  keepNamedFields,
  listAddableFields,
  listFilterableFields,
  listFilterValues,
  toPlainFilterValue,
  withFilter,
  withoutField,
} from './filter-query.ts'
import { formatFilterTag } from './filter-texts.ts'

const owner: Filter = { op: 'contains', field: 'owner', text: '홍' }
const fees: Filter = { op: 'between', field: 'fees', from: 100_000, to: null }

describe('filters of a bar', () => {
  test('keeps one filter per field, and a new one takes the position of the old one', () => {
    const both = withFilter(withFilter(emptyQuery, owner), fees)
    const exact: Filter = { op: 'equals', field: 'owner', value: '홍길동' }
    expect(withFilter(both, exact).filters).toEqual([exact, fees])
    expect(withoutField(both, 'owner').filters).toEqual([fees])
  })

  test('does not offer a field that is in the bar again if another field has the same label', () => {
    const [name, group, status] = [
      { field: 'group_id.name', label: '사업구간', kind: 'text' },
      { field: 'group_id', label: '사업구간', kind: 'reference' },
      { field: 'status', label: '상태', kind: 'enum' },
    ] as const
    const controls = [{ field: 'group_id.name' }, { field: 'status' }]
    expect(listAddableFields([name, group, status], controls)).toEqual([group, status])
  })

  test.each<Filter>([
    { op: 'contains', field: 'owner', text: '  ' },
    { op: 'one_of', field: 'owner', values: [] },
    { op: 'between', field: 'owner', from: '', to: null },
  ])('removes the old filter when the new one is empty: $op', (emptyFilter) => {
    expect(withFilter(withFilter(emptyQuery, owner), emptyFilter).filters).toEqual([])
  })

  test('keeps 값 있음, and drops a range without ends', () => {
    const present = buildAnyValueFilter('fees')
    expect(withFilter(emptyQuery, present).filters).toEqual([present])
    expect(withFilter(emptyQuery, buildRangeFilter('fees', { from: 1, to: null })).filters).toHaveLength(1)
    expect(withFilter(emptyQuery, buildRangeFilter('fees', { from: null, to: null })).filters).toEqual([])
  })

  test('leaves out fields whose key is missing or "undefined"', () => {
    expect(keepNamedFields([{ field: '' }, { field: 'undefined' }, { field: 'owner' }])).toEqual([{ field: 'owner' }])
  })

  test('reads an object as its id, value or name', () => {
    expect(
      [{ id: 7, name: '가' }, { value: '나', name: '다' }, { name: '라' }, {}, [1], '마', 0].map(toPlainFilterValue),
    ).toEqual([7, '나', '라', null, null, '마', 0])
  })

  test('turns one chosen value into equality, several into one filter, none into no filter', () => {
    expect(buildValueFilter('purpose', ['매매'])).toEqual({ op: 'equals', field: 'purpose', value: '매매' })
    expect(listFilterValues(buildValueFilter('purpose', ['매매', null]))).toEqual(['매매', null])
    expect(withFilter(emptyQuery, buildValueFilter('purpose', [])).filters).toEqual([])
    expect(withFilter(emptyQuery, buildExcludingFilter('purpose', [])).filters).toEqual([])
  })
})

describe('a tag', () => {
  const field = { field: 'fees', label: '보수료', kind: 'won' as const }
  const group = { field: 'group_id', label: '사업구간', kind: 'reference' as const, labelOf: () => '솔빛마을' }

  test.each<[Filter, string]>([
    [{ op: 'equals', field: 'fees', value: 100_000 }, '보수료 = 100,000'],
    [{ op: 'equals', field: 'fees', value: null }, '보수료 비어 있음'],
    [{ op: 'between', field: 'fees', from: null, to: null }, '보수료 값 있음'],
    [{ op: 'one_of', field: 'fees', values: [1, 2, 3, 4, null] }, '보수료 = 1, 2, 3 외 2개'],
    [{ op: 'none_of', field: 'fees', values: [1, null] }, '보수료 ≠ 1, 비어 있음'],
    [{ op: 'contains', field: 'fees', text: ' 홍 ' }, '보수료 포함 홍'],
    [{ op: 'between', field: 'fees', from: 1_000, to: 2_000 }, '보수료 범위 1,000 ~ 2,000'],
    [{ op: 'between', field: 'fees', from: 1_000, to: null }, '보수료 ≥ 1,000'],
    [{ op: 'between', field: 'fees', from: null, to: '2026-01-31' }, '보수료 ≤ 2026-01-31'],
  ])('shows column, operator and value: %o', (filter, text) => {
    expect(formatFilterTag(filter, field)).toBe(text)
  })

  test('formats days as lists do, also those of instants', () => {
    const day = { field: 'regi_date', label: '등기예정일', kind: 'date' as const }
    expect(formatFilterTag({ op: 'between', field: 'regi_date', from: '2026-01-01', to: null }, day)).toBe(
      '등기예정일 ≥ 2026.01.01',
    )
    const instant = { field: 'used_at', label: '일시', kind: 'datetime' as const }
    expect(
      formatFilterTag({ op: 'between', field: 'used_at', from: null, to: '2026-01-31T14:59:59+00:00' }, instant),
    ).toBe('일시 ≤ 2026.01.31')
  })

  test('shows the name of a group, not its number', () => {
    expect(formatFilterTag({ op: 'equals', field: 'group_id', value: 'id' }, group)).toBe('사업구간 = 솔빛마을')
  })
})

describe('이 값으로 필터', () => {
  const record = {
    id: 'a',
    version: 1,
    inserted_at: '',
    updated_at: '',
    owner: '홍길동',
    fees: 0,
    purpose: '',
    group_id: 'g',
  }
  const row = {
    ...createPlainRow(record),
    joined: { group_id: { ...record, name: '솔빛마을', manager: '문새벽 과장' } },
  }
  const buildFilter = (key: string, field: object = {}) => buildCellFilter({ row, column: { key, field } as Column })

  test('finds the same value, the empty cells for an empty one, and what a joined cell shows', () => {
    expect(buildFilter('owner')).toEqual({ op: 'equals', field: 'owner', value: '홍길동' })
    expect(buildFilter('fees')).toEqual({ op: 'equals', field: 'fees', value: 0 })
    expect(
      [buildFilter('purpose'), buildFilter('stamp')].map((filter) => filter.op === 'equals' && filter.value),
    ).toEqual([null, null])
    expect(buildFilter('group_id.manager', { isPerson: true })).toMatchObject({ value: '문새벽' })
    expect(buildFilter('group_id.name')).toEqual({ op: 'equals', field: 'group_id.name', value: '솔빛마을' })
  })

  test('finds and names a received purpose by the kind that its cell shows', () => {
    const purpose = { label: '구분', kind: 'text', isCardPurpose: true }
    const useRow = { ...row, record: { ...record, purpose: 'Lunch' } }
    const column = { key: 'purpose', label: '구분', field: purpose } as unknown as Column
    expect(buildCellFilter({ row: useRow, column })).toEqual({ op: 'equals', field: 'purpose', value: '점심' })
    expect(buildFilter('purpose', purpose)).toMatchObject({ value: '기타' })
    const [field] = listFilterableFields([column])
    expect(formatFilterTag({ op: 'equals', field: 'purpose', value: 'Lunch' }, field)).toBe('구분 = 점심')
  })

  test('finds the office day of an instant', () => {
    const instantRow = { ...row, record: { ...record, received_at: '2026-11-27T15:30:00+00:00' } }
    const column = { key: 'received_at', field: { kind: 'datetime' } } as Column
    const filter = buildCellFilter({ row: instantRow, column })
    expect(filter).toEqual({
      op: 'between',
      field: 'received_at',
      from: '2026-11-27T15:00:00+00:00',
      to: '2026-11-28T14:59:59.999999+00:00',
    })
    expect(filter.op === 'between' && getRangeDays(filter)).toEqual({ start: '2026-11-28', end: '2026-11-28' })
  })
})
