import type { Filter } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { personName } from '#domain/text/person-name.ts'
import type { Column } from '../data-table/data-table-props.ts'
import { plainFilterValue } from './filter-question.ts'

/** 이 값으로 필터: finds rows with the same value as this cell; an empty cell finds empty ones. */
export function filterByCell({ row, column }: { row: SourceRow; column: Column }): Filter {
  const [key = '', joinedKey] = column.key.split('.')
  const raw = joinedKey === undefined ? row.record[key] : row.joined[key]?.[joinedKey]
  const stored = plainFilterValue(raw)
  // As in the filter's choices, which list each person once.
  const value = column.field.isPerson && typeof stored === 'string' ? personName(stored) : stored
  return { op: 'equals', field: column.key, value: value === '' ? null : value }
}
