import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { type AnswerCell, maxHrefLength, type SiteLink, type TablePart } from '#contract/chat/answer.ts'
import type { Filter, Query } from '#contract/records/query.ts'
import type { Grouping } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { buildHref, buildRecordHref } from '#domain/books/record-href.ts'
import { firstDay, formatDay } from '#domain/dates/office-date.ts'
import { formatMoment, toOfficeMoment } from '#domain/dates/office-moment.ts'
import { writeGrouping, writeSort } from '#domain/text/list-url-params.ts'
import { pickParticle } from '#domain/text/pick-particle.ts'
import type { OfficeRecord } from '../knowledge.ts'
import { findFieldByPath } from '../record-filters.ts'

type CellKind = TablePart['columns'][number]['kind']

/** The alignment and format of a field's column. */
export function resolveCellKind({ kind }: Field): CellKind {
  if (kind === 'won' || kind === 'number' || kind === 'date') return kind
  return 'text'
}

/** A field's value for display: states by label, references by name, instants in office time. */
export function toAnswerCell(field: Field, { record, names }: OfficeRecord): AnswerCell {
  const value = record[field.key] ?? null
  return field.kind === 'reference' ? (names[field.key] ?? '') : formatFieldValue(field, value)
}

export function formatFieldValue(field: Field, value: FieldValue): AnswerCell {
  if (value === null || value === '') return null
  if (typeof value === 'boolean') return value ? '예' : '아니요'
  if (field.kind === 'datetime') return formatMoment(String(value))
  return field.choices?.find((choice) => choice.value === value)?.label ?? value
}

/**
 * The conditions of a query in words: `담당자 박서준 · 등기접수일 2026.11.01 ~ 2026.11.30`; empty when there
 * are none.
 */
export function formatConditions(collection: CollectionName, { filters, search }: Query): string {
  // A single record is named by its row.
  const named = filters.filter(({ field }) => field !== 'id')
  const conditions = named.map((filter) => `${findLabel(collection, filter.field)} ${formatFilter(collection, filter)}`)
  return [...conditions, ...(search === '' ? [] : [`검색어 ‘${search}’`])].join(' · ')
}

/** The label of the field at a path, or the path itself. */
export function findLabel(collection: CollectionName, path: string): string {
  return findFieldByPath(collection, path)?.label ?? path
}

/** The book's name and the count with its Korean counter: 사건 12건. */
export function formatRecordCount(collection: CollectionName, count: number): string {
  return `${getReadableLabel(collection)} ${formatNumber(count)}${units[collection] ?? '건'}`
}

/** The book's label, made unambiguous: 사건부 alone could mean deposit cases, which have one, too. */
export function getReadableLabel(collection: CollectionName): string {
  return collection === 'real-estate' ? '등기 사건' : getBook(collection).label
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

function formatFilter(collection: CollectionName, filter: Filter): string {
  const field = findFieldByPath(collection, filter.field)
  const formatValue = (value: FieldValue) =>
    value === null
      ? '없음'
      : String(field?.kind === 'date' ? formatDay(String(value)) : field ? formatFieldValue(field, value) : value)
  if (filter.op === 'equals') return formatValue(filter.value)
  if (filter.op === 'one_of') return listSome(filter.values.map(formatValue))
  if (filter.op === 'none_of') return `${listSome(filter.values.map(formatValue))} 제외`
  if (filter.op === 'contains') return `‘${filter.text}’`
  const formatBound = (value: string | number | null) =>
    value === null
      ? ''
      : typeof value === 'number'
        ? `${formatNumber(value, 10)}${field?.kind === 'won' ? '원' : ''}`
        : field?.kind === 'datetime'
          ? formatDay(toOfficeMoment(value)?.day ?? value)
          : field?.kind === 'date'
            ? formatDay(value)
            : value
  if ((filter.from === firstDay || filter.from === null) && filter.to === null) return '있음'
  const open = formatOpenBound(field, filter)
  if (open !== null) return open
  if (filter.from === firstDay || filter.from === null)
    return `${formatBound(filter.to)} 이하`.replace(/(\d{4}\.\d\d\.\d\d) 이하/, '$1까지')
  if (filter.to === null) return `${formatBound(filter.from)} 이상`.replace(/(\d{4}\.\d\d\.\d\d) 이상/, '$1부터')
  return filter.from === filter.to
    ? formatBound(filter.from)
    : `${formatBound(filter.from)} ~ ${formatBound(filter.to)}`
}

/** The groups that share the first place: ‘강가온’, ‘오달래’가 8건으로 같고 가장 많습니다. */
export function formatLeaders(
  names: readonly string[],
  figure: string,
  { smallestFirst, isPerson }: { smallestFirst: boolean; isPerson: boolean },
): string {
  const shown = names.slice(0, maxTied)
  const others = `등 ${formatNumber(names.length)}${isPerson ? '명이' : '개가'}`
  const ending = names.length > shown.length ? ` ${others}` : pickParticle(shown.at(-1) ?? '', '이/가')
  const most = `${names.length > 1 ? '같고 ' : ''}가장 ${smallestFirst ? '적습니다' : '많습니다'}`
  return ` ${shown.map((name) => `‘${name}’`).join(', ')}${ending} ${figure}으로 ${most}.`
}

const maxTied = 3

/** The first of many values, and their number. */
function listSome(values: readonly string[]): string {
  return values.length > maxNamed + 3
    ? `${values.slice(0, maxNamed).join(', ')} 등 ${formatNumber(values.length)}가지`
    : values.join(', ')
}

const maxNamed = 6

/** 50 초과 rather than 50.0001 이상, of a number with decimals. */
function formatOpenBound(field: Field | null, { from, to }: { from: unknown; to: unknown }): string | null {
  const [value, sign, word] = to === null ? [from, -1, '초과'] : [to, 1, '미만']
  if (!field?.scale || typeof value !== 'number' || (from !== null && to !== null)) return null
  const bound = Number((value + sign * 10 ** -field.scale).toFixed(field.scale))
  return String(bound).length < String(value).length ? `${formatNumber(bound, 10)} ${word}` : null
}

/**
 * A table as text for a model. Each cell has its column's title, which says what its digits are
 * (계좌번호), so that personal numbers are recognized and hidden (secrets/). `more`: additional data
 * per row.
 */
export function formatLabelled(
  { title, columns, rows, total, count }: TablePart,
  more: readonly object[] = [],
): string {
  const labelCells = (cells: TablePart['rows'][number]) =>
    Object.fromEntries(columns.map(({ label }, index) => [label, cells[index] ?? null]))
  return JSON.stringify({
    title,
    count,
    rows: rows.map((cells, index) => ({ ...labelCells(cells), ...more[index] })),
    ...(total && { total: labelCells(total) }),
  })
}

/** A link to the book's screen with the same query, grouped by `by`. */
export function createListLink(
  collection: CollectionName,
  { filters, search, sort }: Query,
  by: Grouping | null,
): SiteLink {
  const { screen, label, isPart, order = [] } = getBook(collection)
  const single = filters.find((filter) => filter.op === 'equals' && filter.field === 'id')
  if (single?.op === 'equals') return createRecordLink(collection, String(single.value))
  // Its screen lists the records that it is a part of.
  if (isPart && screen.path === getBook('addresses').screen.path)
    return { label: `${label} 보기`, href: buildHref(screen.path, screen.search ?? {}) }
  if (collection === 'card-usage') return createCardLink(filters)
  const [first] = sort
  const isOwnOrder = first?.field === 'inserted_at' || JSON.stringify(order) === JSON.stringify(sort)
  const params = {
    ...screen.search,
    ...(search !== '' && { search }),
    ...(filters.length > 0 && { filters: JSON.stringify(filters) }),
    ...(by && { group: writeGrouping(by) }),
    ...(!by && first && !isOwnOrder && { sort: writeSort([first]) }),
  }
  const href = buildHref(screen.path, params)
  // Many values, like all names of a kind, make no address that opens.
  return href.length > maxHrefLength
    ? { label: `${label} 열기`, href: buildHref(screen.path, screen.search ?? {}) }
    : { label: `${label}에서 같은 조건으로 열기`, href }
}

/** The card screen only supports a period. */
function createCardLink(filters: Query['filters']): SiteLink {
  const days = filters.find((filter) => filter.op === 'between' && filter.field === 'created_at')
  const [from, to] = days?.op === 'between' ? [days.from, days.to].map((end) => toOfficeMoment(String(end))?.day) : []
  const params = from && to ? { mode: 'period', start: from, end: to } : {}
  return { label: '카드사용내역에서 열기', href: buildHref('/staff/card-report', params) }
}

/** A link that opens a record next to its list. */
export function createRecordLink(collection: CollectionName, id: string): SiteLink {
  return { label: `${getBook(collection).noun} 열기`, href: buildRecordHref(collection, id) }
}
