import type { FieldValue } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { toOfficeMoment } from '#domain/dates/office-moment.ts'
import { type FilterableField, isAnyValueFilter } from './filter-query.ts'

export interface FilterTexts {
  readonly label: string
  readonly operator: string
  readonly value: string
}

/** A filter as its tag shows it: `열 연산자 값`. */
export function filterTexts(filter: Filter, field: FilterableField | undefined): FilterTexts {
  // Filters on ids are not made by hand; they come from the link to the records of one import.
  if (filter.field === 'id') return { label: '가져온 자료만', operator: '', value: '' }
  const label = field?.label ?? filter.field
  const formatValue = (value: FieldValue) => formatFilterValue(value, field)
  switch (filter.op) {
    case 'equals':
      return filter.value === null || filter.value === ''
        ? { label, operator: emptyWord, value: '' }
        : { label, operator: '=', value: formatValue(filter.value) }
    case 'one_of':
    case 'none_of': {
      const valueTexts = filter.values.map(formatValue)
      const moreCount = valueTexts.length - maxListedValues
      return {
        label,
        operator: filter.op === 'one_of' ? '=' : '≠',
        value: valueTexts.slice(0, maxListedValues).join(', ') + (moreCount > 0 ? ` 외 ${moreCount}개` : ''),
      }
    }
    case 'contains':
      return { label, operator: '포함', value: filter.text.trim() }
    case 'between':
      if (isAnyValueFilter(filter)) return { label, operator: presentWord, value: '' }
      return { label, ...formatRange(filter.from, filter.to, formatValue) }
  }
}

/** The whole tag in one line. */
export function formatFilterTag(filter: Filter, field: FilterableField | undefined): string {
  const { label, operator, value } = filterTexts(filter, field)
  return [label, operator, value].filter((word) => word !== '').join(' ')
}

export const emptyWord = '비어 있음'
export const presentWord = '값 있음'

/** Display text of one value, for a tag or a list of choices. */
export function formatFilterValue(value: FieldValue, field: FilterableField | undefined): string {
  if (value === null || value === '') return emptyWord
  const label = field?.labelOf?.(value)
  if (label) return label
  if (typeof value === 'boolean') return value ? '예' : '아니오'
  if (field?.kind === 'date') return formatDay(String(value))
  // Instants are filtered by day.
  if (field?.kind === 'datetime') return formatDay(toOfficeMoment(String(value))?.day ?? String(value))
  return typeof value === 'number' ? formatNumber(value) : value
}

/** Above this number, values are counted instead of listed. */
const maxListedValues = 3

function formatRange(
  from: FieldValue,
  to: FieldValue,
  formatValue: (value: FieldValue) => string,
): { operator: string; value: string } {
  const isOpenBelow = from === null || from === ''
  const isOpenAbove = to === null || to === ''
  if (isOpenBelow) return { operator: '≤', value: formatValue(to) }
  if (isOpenAbove) return { operator: '≥', value: formatValue(from) }
  return { operator: '범위', value: `${formatValue(from)} ~ ${formatValue(to)}` }
}
