import type { Filter } from '#contract/query.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { Column } from '../data-table/data-table-props.ts'
import { plainFilterValue } from './filter-question.ts'

/** 이 값으로 필터: rows with the same value as this cell; an empty cell finds the empty ones. */
export function filterByCell({ row, column }: { row: SourceRow; column: Column }): Filter {
  const [key = '', joinedKey] = column.key.split('.')
  const given = joinedKey === undefined ? row.record[key] : row.joined[key]?.[joinedKey]
  const value = plainFilterValue(given)
  return { op: 'equals', field: column.key, value: value === '' ? null : value }
}
