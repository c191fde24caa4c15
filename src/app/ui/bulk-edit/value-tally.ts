import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { compareKorean } from '#domain/text/search-text.ts'
import { formatCellValue, getCellValue } from '../data-table/cells/cell-text.ts'
import type { Column } from '../data-table/data-table-props.ts'

/** Current values of one field across the chosen records. */
export interface FieldTally {
  /** Number of distinct non-empty values. */
  readonly distinct: number
  readonly empty: number
  /** Most frequent first, then by label; at most `maxShownValues`. */
  readonly values: readonly TalliedValue[]
}

interface TalliedValue {
  readonly value: FieldValue
  readonly label: string
  readonly count: number
}

/** Maximum distinct values listed; the rest are only counted. */
export const maxShownValues = 50

/** Counts values row by row, so 100,000 records need not be in memory at once. */
export interface ValueTally {
  add(row: SourceRow): void
  countRows(): number
  getFieldTally(key: string): FieldTally
}

export function createValueTally(columns: readonly Column[]): ValueTally {
  const counted = new Map(columns.map((column) => [column.key, { column, counts: new Map<FieldValue, TallyCount>() }]))
  let rows = 0
  return {
    add(row) {
      rows += 1
      for (const { column, counts } of counted.values()) countValue(counts, getCellValue(column, row), row)
    },
    countRows: () => rows,
    getFieldTally(key) {
      const field = counted.get(key)
      return field ? buildTally(field) : { distinct: 0, empty: rows, values: [] }
    },
  }
}

/** `first` is a row that holds the value; it supplies the name of a referenced record. */
interface TallyCount {
  count: number
  readonly first: SourceRow
}

function countValue(counts: Map<FieldValue, TallyCount>, value: FieldValue, row: SourceRow): void {
  const name = value === '' ? null : value
  const existing = counts.get(name)
  if (existing) existing.count += 1
  else counts.set(name, { count: 1, first: row })
}

function buildTally({ column, counts }: { column: Column; counts: ReadonlyMap<FieldValue, TallyCount> }): FieldTally {
  const filled = [...counts].filter(([value]) => value !== null)
  const frequent = filled.toSorted(([, a], [, b]) => b.count - a.count).slice(0, maxShownValues)
  const values = frequent.map(([value, { count: times, first }]) => ({
    value,
    label: formatCellValue(column, value, first),
    count: times,
  }))
  return {
    distinct: filled.length,
    empty: counts.get(null)?.count ?? 0,
    values: values.toSorted((a, b) => b.count - a.count || compareKorean(a.label, b.label)),
  }
}

/** One line for a field, such as `모두 소유권이전` or `값 3가지 · 비어 있음 12건`. */
export function formatTally({ distinct, empty, values }: FieldTally): string {
  const [first] = values
  if (!first) return '모두 비어 있음'
  const filled =
    distinct === 1 ? (empty === 0 ? `모두 ${first.label}` : first.label) : `값 ${formatNumber(distinct)}가지`
  return empty === 0 ? filled : `${filled} · 비어 있음 ${formatNumber(empty)}건`
}
