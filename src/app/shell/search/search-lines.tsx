import { ArrowRight, FileText } from 'lucide-react'
import type { RecentRow } from '#app/records/detail/recent-records.ts'
import { getRecordBook, getRowCaption } from '#app/records/record-book.ts'
import { buildListLink, buildRecordLink, type LinkTarget } from '#app/records/url-state/record-links.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { FieldKind } from '#contract/books/field.ts'
import { listReferences } from '#contract/books/references.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { getValueKind } from '#domain/books/field-values.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { formatWon } from '#domain/money/won.ts'
import { listMatchedLabels, readSearchedValue } from '#domain/text/searched-value.ts'
import type { BookMatches, GlobalSearchResult, SearchHit } from '#mirror/global-search/global-search.ts'
import type { PanelGroup, PanelLine } from './search-panel.tsx'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Found records grouped by book, with a link to the book's list if it has more. */
export function buildRecordGroups(result: GlobalSearchResult): SearchGroup[] {
  const marked = result.reading ? `${result.text} ${result.reading.text}` : result.text
  return result.books.map((book) => ({
    value: `${getBook(book.collection).label} ${formatNumber(book.count)}건`,
    items: [
      ...book.records.map((record) => toRecordLine(book.collection, record, { marked, foundBy: result.text })),
      ...listMoreLines(book, result),
    ],
  }))
}

/** Recently opened records. */
export function buildRecentGroup(recent: readonly RecentRow[]): SearchGroup {
  const lines = recent.map(({ collection, row }) =>
    toRecordLine(collection, { row, parent: null }, { marked: '', foundBy: null }),
  )
  return {
    value: '최근에 연 기록',
    items: lines.map((line, index) => ({
      ...line,
      note: [getBookLabel(recent[index]), line.note].filter(Boolean).join(' · '),
    })),
  }
}

function getBookLabel(recent: RecentRow | undefined): string {
  return recent ? getBook(recent.collection).label : ''
}

/** A part opens the record it belongs to. */
function toRecordLine(
  collection: CollectionName,
  result: SearchHit,
  by: Pick<SearchLine, 'marked' | 'foundBy'>,
): SearchLine {
  const target = result.parent ?? { collection, row: result.row }
  return {
    key: `${collection}/${result.row.id}`,
    label: getRowCaption(getRecordBook(collection), result.row),
    note: buildRecordNote(collection, result, by.foundBy),
    icon: <FileText {...icon} />,
    ...by,
    action: buildRecordLink(target.collection, target.row.id),
  }
}

/** Parts have no separate list. */
function listMoreLines(
  { collection, count, isByValue, records }: BookMatches,
  { text, reading }: GlobalSearchResult,
): SearchLine[] {
  const book = getBook(collection)
  if (count <= records.length || book.isPart || isByValue) return []
  return [
    {
      key: `${collection}/`,
      label: `${book.label}에서 모두 보기 (${formatNumber(count)})`,
      note: '',
      icon: <ArrowRight {...icon} />,
      marked: '',
      foundBy: text,
      action: buildListLink(collection, { search: (reading?.isAlone ? reading.text : text).trim() }),
    },
  ]
}

/** Most items that can be read at a glance. */
const maxTexts = 4

/**
 * Tells a found record from others with the same name: what it belongs to or refers to, other
 * searched texts, its day, its state.
 */
function buildRecordNote(collection: CollectionName, { row, parent }: SearchHit, foundBy: string | null): string {
  const caption = getRowCaption(getRecordBook(collection), row)
  const all = [
    ...(foundBy === null ? [] : listMatchedValues(collection, row, foundBy)),
    ...(parent ? [getRowCaption(getRecordBook(parent.collection), parent.row)] : listReferencedNames(collection, row)),
    ...listSearchedTexts(collection, row),
    formatRecordDay(collection, row),
    findStateLabel(collection, row),
  ]
  const noteTexts = all.filter((text, index) => text !== '' && !caption.includes(text) && all.indexOf(text) === index)
  return noteTexts.slice(0, maxTexts).join(' · ')
}

/** What the record was found by, if the text is an amount or a day. */
function listMatchedValues(collection: CollectionName, { record }: SourceRow, text: string): string[] {
  const searched = readSearchedValue(text, getOfficeToday())
  if (searched === null) return []
  const value = searched.kind === 'won' ? `${formatWon(searched.value)}원` : formatDay(searched.value)
  const { fields } = getRecordBook(collection)
  return listMatchedLabels(fields, record, searched).map((label) => `${label} ${value}`)
}

function listReferencedNames(collection: CollectionName, { joined }: SourceRow): string[] {
  return listReferences(collection).map(({ key, labelKey }) => toText(joined[key]?.[labelKey]))
}

function listSearchedTexts(collection: CollectionName, { record }: SourceRow): string[] {
  const { fields } = getRecordBook(collection)
  return fields
    .filter((field) => field.searched && getValueKind(field) === 'text')
    .map(({ key }) => toText(record[key]))
}

/** The record's deadline with its label; otherwise its first day. */
function formatRecordDay(collection: CollectionName, { record }: SourceRow): string {
  const { fields, rules } = getRecordBook(collection)
  const due = fields.find(({ key }) => key === rules.deadline?.day)
  if (due && record[due.key]) return `${due.label} ${formatDay(toText(record[due.key]))}`
  const field = fields.find(({ kind, key }) => dayKinds.includes(kind) && record[key])
  const day = field ? toText(record[field.key]) : ''
  if (!field || day === '') return ''
  return field.kind === 'date' ? formatDay(day) : formatMoment(day)
}

const dayKinds: readonly FieldKind[] = ['date', 'datetime']

function findStateLabel(collection: CollectionName, { record }: SourceRow): string {
  const field = getRecordBook(collection).fields.find(({ choices }) => choices)
  return field?.choices?.find(({ value }) => value === record[field.key])?.label ?? ''
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** One result: it leads to a screen or runs an action. */
export interface SearchLine extends PanelLine {
  readonly action: LinkTarget | (() => void)
}

export type SearchGroup = PanelGroup<SearchLine>

export function isLinkTarget(action: SearchLine['action']): action is LinkTarget {
  return typeof action !== 'function'
}
