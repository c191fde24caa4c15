import type { FieldKind, FieldValue } from '#contract/books/field.ts'
import type { Filter } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { getValueKind, isComparedOtherwise, toComparedValue } from '#domain/books/field-values.ts'
import { toInstantBounds, toOfficeMoment } from '#domain/dates/office-moment.ts'
import type { DayRange } from '#domain/dates/periods.ts'
import { removeJobTitle } from '#domain/text/person-name.ts'
import type { Column } from '../data-table/data-table-props.ts'

/** The state of a filter bar: search text and at most one filter per field, joined by AND. */
export interface FilterQuery {
  readonly search: string
  readonly filters: readonly Filter[]
}

/** A field that can be filtered. */
export interface FilterableField {
  /** Path as in a query, such as `owner` or `group_id.region`. */
  readonly field: string
  readonly label: string
  readonly kind: FieldKind
  /**
   * Display name of a stored value, such as a group's name or a state's label; null when unknown.
   * Absent when the value is shown as stored.
   */
  readonly labelOf?: (value: FieldValue) => string | null
  /** Its values are texts shown as stored, so a part of one can be searched. */
  readonly isPlainText?: boolean
  /** Its days lie ahead, such as due days. */
  readonly isComing?: boolean
}

export const emptyQuery: FilterQuery = { search: '', filters: [] }

/** Replaces the filter of its field; an empty filter only removes the old one. */
export function withFilter({ search, filters }: FilterQuery, filter: Filter): FilterQuery {
  const index = filters.findIndex((existing) => existing.field === filter.field)
  const otherFilters = filters.filter((existing) => existing.field !== filter.field)
  if (!hasCondition(filter)) return { search, filters: otherFilters }
  return { search, filters: index === -1 ? [...otherFilters, filter] : otherFilters.toSpliced(index, 0, filter) }
}

export function withoutField({ search, filters }: FilterQuery, field: string): FilterQuery {
  return { search, filters: filters.filter((filter) => filter.field !== field) }
}

export function findFilter({ filters }: FilterQuery, field: string): Filter | undefined {
  return filters.find((filter) => filter.field === field)
}

export function isEmptyQuery({ search, filters }: FilterQuery): boolean {
  return search.trim() === '' && filters.length === 0
}

/** Drops filter fields whose key is missing or the string "undefined". */
export function keepNamedFields<T extends { readonly field: string }>(fields: readonly T[]): readonly T[] {
  return fields.filter(({ field }) => field !== '' && field !== 'undefined')
}

/** The fields that 필터 추가 offers. Of two with the same label, the one in the bar is left out. */
export function listAddableFields(
  fields: readonly FilterableField[],
  controls: readonly { readonly field: string }[],
): readonly FilterableField[] {
  const isInBar = ({ field }: FilterableField) => controls.some((control) => control.field === field)
  const hasNamesake = (field: FilterableField) => fields.some((other) => other !== field && other.label === field.label)
  return fields.filter((field) => !(isInBar(field) && hasNamesake(field)))
}

/**
 * Reads an object as its id, value or name; anything else that is not a plain value becomes empty.
 */
export function toPlainFilterValue(raw: unknown): FieldValue {
  if (typeof raw === 'object' && raw !== null) {
    const { id, value, name } = raw as { id?: unknown; value?: unknown; name?: unknown }
    return toPlainFilterValue(id ?? value ?? name)
  }
  return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean' ? raw : null
}

/** A filter on chosen values: several become one filter, none becomes an empty one. */
export function buildValueFilter(field: string, values: readonly FieldValue[]): Filter {
  const plainValues = values.map(toPlainFilterValue)
  const [single] = plainValues
  if (plainValues.length === 1 && single !== undefined) return { op: 'equals', field, value: single }
  return { op: 'one_of', field, values: plainValues.filter((value) => typeof value !== 'boolean') }
}

/** The chosen values of a filter; none for a range, a substring or excluded values. */
export function listFilterValues(filter: Filter | undefined): readonly FieldValue[] {
  if (filter?.op === 'equals') return [filter.value]
  return filter?.op === 'one_of' ? filter.values : []
}

/** All values but these; without one it has no condition. */
export function buildExcludingFilter(field: string, values: readonly FieldValue[]): Filter {
  return { op: 'none_of', field, values: values.filter((value) => typeof value !== 'boolean') }
}

/** The table columns that can be filtered by hand: all but secrets. */
export function listFilterableFields(columns: readonly Column[]): readonly FilterableField[] {
  return columns
    .filter(({ field }) => field.kind !== 'secret')
    .map((column) => ({
      field: column.key,
      label: column.label,
      kind: getValueKind(column.field),
      isPlainText:
        column.field.kind === 'text' && !isComparedOtherwise(column.field) && !column.derive && !column.options,
      labelOf: (value) => findValueLabel(column, value),
    }))
}

/** The name under which a column shows a value: its option's, or the kind of a received text. */
export function findValueLabel({ field, options }: Column, value: FieldValue): string | null {
  if (field.isCardPurpose) return String(toComparedValue(field, value))
  return options?.().find((option) => option.value === value)?.label ?? null
}

/** Finds records with any value in the field. */
export function buildAnyValueFilter(field: string): RangeFilter {
  return { op: 'between', field, from: null, to: null }
}

export type RangeFilter = Filter & { readonly op: 'between' }

export function isAnyValueFilter(filter: Filter | undefined): boolean {
  return filter?.op === 'between' && filter.from === null && filter.to === null
}

export function isEmptyValueFilter(filter: Filter | undefined): boolean {
  return filter?.op === 'equals' && (filter.value === null || filter.value === '')
}

/** A range as a filter; without both ends it has no condition. */
export function buildRangeFilter(field: string, { from, to }: Pick<RangeFilter, 'from' | 'to'>): Filter {
  const isOpen = (from ?? '') === '' && (to ?? '') === ''
  return isOpen ? buildValueFilter(field, []) : { op: 'between', field, from, to }
}

/** A range of days, as a filter of a date field or of one with instants. */
export function buildDaysFilter(field: string, days: DayRange, isInstant: boolean): Filter {
  const { start, end } = days
  return buildRangeFilter(field, isInstant ? toInstantBounds(start, end) : { from: start || null, to: end || null })
}

/** The days of a range of dates or instants; an open end is empty. */
export function getRangeDays({ from, to }: Pick<RangeFilter, 'from' | 'to'>): DayRange {
  const toDay = (end: string | number | null) => {
    const text = String(end ?? '')
    return isInstantText(text) ? (toOfficeMoment(text)?.day ?? '') : text
  }
  return { start: toDay(from), end: toDay(to) }
}

/** Whether the ends of a range are instants. */
export function isInstantRange({ from, to }: Pick<RangeFilter, 'from' | 'to'>): boolean {
  return [from, to].some((end) => isInstantText(String(end ?? '')))
}

function isInstantText(text: string): boolean {
  return text.length > '2026-11-20'.length
}

function hasCondition(filter: Filter): boolean {
  switch (filter.op) {
    case 'equals':
      return true
    case 'one_of':
    case 'none_of':
      return filter.values.length > 0
    case 'contains':
      return filter.text.trim() !== ''
    case 'between':
      return (filter.from ?? '') !== '' || (filter.to ?? '') !== '' || isAnyValueFilter(filter)
  }
}

/**
 * 이 값으로 필터: finds rows with the same value as this cell; an empty cell finds empty ones, and an
 * instant those of its day.
 */
export function buildCellFilter({ row, column }: { row: SourceRow; column: Column }): Filter {
  const [key = '', joinedKey] = column.key.split('.')
  const raw = column.derive?.(row) ?? (joinedKey === undefined ? row.record[key] : row.joined[key]?.[joinedKey])
  const stored = toComparedValue(column.field, toPlainFilterValue(raw))
  if (column.field.kind === 'datetime' && typeof stored === 'string' && stored !== '') {
    const day = toOfficeMoment(stored)?.day ?? ''
    return buildDaysFilter(column.key, { start: day, end: day }, true)
  }
  // As in the filter's choices, which list each person once.
  const value = column.field.isPerson && typeof stored === 'string' ? removeJobTitle(stored) : stored
  return { op: 'equals', field: column.key, value: value === '' ? null : value }
}
