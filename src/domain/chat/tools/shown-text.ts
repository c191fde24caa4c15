import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import type { AnswerCell, TablePart } from '#contract/chat/answer.ts'
import type { Filter, Query } from '#contract/records/query.ts'
import { firstDay, formatDay } from '../../dates/office-date.ts'
import { formatMoment, officeMoment } from '../../dates/office-moment.ts'
import type { FoundRecord } from '../office-data.ts'
import { fieldOfPath } from './record-question.ts'

type CellKind = TablePart['columns'][number]['kind']

/** The alignment and format of a field's column. */
export function cellKindOf({ kind }: Field): CellKind {
  if (kind === 'won' || kind === 'number' || kind === 'date') return kind
  return 'text'
}

/** A field's value for display: states by label, references by name, instants in office time. */
export function cellOf(field: Field, { record, names }: FoundRecord): AnswerCell {
  const value = record[field.key] ?? null
  return field.kind === 'reference' ? (names[field.key] ?? '') : readable(field, value)
}

export function readable(field: Field, value: FieldValue): AnswerCell {
  if (value === null || value === '') return null
  if (typeof value === 'boolean') return value ? '예' : '아니요'
  if (field.kind === 'datetime') return formatMoment(String(value))
  return field.choices?.find((choice) => choice.value === value)?.label ?? value
}

/**
 * The conditions of a query in words: `담당자 박서준 · 등기접수일 2026.11.01 ~ 2026.11.30`; empty when there
 * are none.
 */
export function conditionText(collection: CollectionName, { filters, search }: Query): string {
  const conditions = filters.map((filter) => `${labelAt(collection, filter.field)} ${filterText(collection, filter)}`)
  return [...conditions, ...(search === '' ? [] : [`검색어 ‘${search}’`])].join(' · ')
}

/** The label of the field at a path, or the path itself. */
export function labelAt(collection: CollectionName, path: string): string {
  return fieldOfPath(collection, path)?.label ?? path
}

/** `사건 12건`: the book's name and the count with its Korean counter. */
export function countText(collection: CollectionName, count: number): string {
  return `${readableLabel(collection)} ${count.toLocaleString('ko-KR')}${units[collection] ?? '건'}`
}

/** 사건부 alone would not say which cases. */
export function readableLabel(collection: CollectionName): string {
  return collection === 'real-estate' ? '등기 사건' : bookOf(collection).label
}

/** Everything else is counted in 건. */
const units: Partial<Record<CollectionName, string>> = {
  managers: '명',
  companies: '곳',
  departments: '곳',
  'real-estate-groups': '개',
  projects: '개',
  titles: '개',
}

function filterText(collection: CollectionName, filter: Filter): string {
  const field = fieldOfPath(collection, filter.field)
  const read = (value: FieldValue) =>
    value === null
      ? '없음'
      : String(field?.kind === 'date' ? formatDay(String(value)) : field ? readable(field, value) : value)
  if (filter.op === 'equals') return read(filter.value)
  if (filter.op === 'one_of') return filter.values.map(read).join(', ')
  if (filter.op === 'contains') return `‘${filter.text}’`
  const write = (value: string | number | null) =>
    value === null
      ? ''
      : typeof value === 'number'
        ? `${value.toLocaleString('ko-KR')}${field?.kind === 'won' ? '원' : ''}`
        : field?.kind === 'datetime'
          ? formatDay(officeMoment(value)?.day ?? value)
          : field?.kind === 'date'
            ? formatDay(value)
            : value
  if ((filter.from === firstDay || filter.from === null) && filter.to === null) return '있음'
  if (filter.from === firstDay || filter.from === null)
    return `${write(filter.to)} 이하`.replace(/(\d{4}\.\d\d\.\d\d) 이하/, '$1까지')
  if (filter.to === null) return `${write(filter.from)} 이상`.replace(/(\d{4}\.\d\d\.\d\d) 이상/, '$1부터')
  return filter.from === filter.to ? write(filter.from) : `${write(filter.from)} ~ ${write(filter.to)}`
}
