import type { Filter } from '#contract/records/query.ts'
import { TextField } from '../fields/text-field.tsx'
import { chosenValues, valuesOf, type FilterableField } from './filter-question.ts'
import { DateRange, NumberRange } from './range-fields.tsx'
import { ValueList, type CountValues } from './value-list.tsx'

export interface FilterEditorProps {
  field: FilterableField
  filter: Filter | undefined
  countValues?: CountValues | undefined
  onFilter(filter: Filter): void
}

/**
 * Edits the filter of one field by its kind: a range of dates or numbers, checkboxes for values, or
 * a substring.
 */
export function FilterEditor({ field, filter, countValues, onFilter }: FilterEditorProps) {
  const range = filter?.op === 'between' ? filter : undefined
  // A filter on single values, or on empty ones, cannot be shown as a range.
  const isValue = filter?.op === 'equals' || filter?.op === 'one_of'
  if (field.kind === 'date' && !isValue) {
    return <DateRange field={field.field} filter={range} labels={['시작일', '종료일']} onFilter={onFilter} />
  }
  if ((field.kind === 'won' || field.kind === 'number') && !isValue) {
    const labels = ['최소', '최대'] as const
    return (
      <NumberRange
        field={field.field}
        filter={range}
        labels={labels}
        isWon={field.kind === 'won'}
        column={field.label}
        onFilter={onFilter}
      />
    )
  }
  if (filter?.op === 'contains' || !countValues) {
    return (
      <TextField
        label="포함하는 글자"
        value={filter?.op === 'contains' ? filter.text : ''}
        onValue={(text) => onFilter({ op: 'contains', field: field.field, text })}
      />
    )
  }
  return (
    <ValueList
      field={field}
      chosen={valuesOf(filter)}
      countValues={countValues}
      onChosen={(values) => onFilter(chosenValues(field.field, values))}
    />
  )
}
