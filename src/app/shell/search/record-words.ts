import { referencesOf, type CollectionName } from '#contract/books/collections.ts'
import type { FieldKind } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import type { FoundRecord } from '#mirror/everything/found-everything.ts'

/** Most items that can be read at a glance. */
const maxTexts = 4

/**
 * Tells a found record from others with the same name: what it belongs to or refers to, other
 * searched texts, its day, its state.
 */
export function recordNote(collection: CollectionName, { row, whole }: FoundRecord): string {
  const caption = captionOfRow(recordBook(collection), row)
  const all = [
    ...(whole ? [captionOfRow(recordBook(whole.collection), whole.row)] : namesPointedAt(collection, row)),
    ...searchedTexts(collection, row),
    dayOf(collection, row),
    stateOf(collection, row),
  ]
  const noteTexts = all.filter((text, at) => text !== '' && !caption.includes(text) && all.indexOf(text) === at)
  return noteTexts.slice(0, maxTexts).join(' · ')
}

function namesPointedAt(collection: CollectionName, { joined }: SourceRow): string[] {
  return referencesOf(collection).map(({ key, name }) => textOf(joined[key]?.[name]))
}

function searchedTexts(collection: CollectionName, { record }: SourceRow): string[] {
  const { fields } = recordBook(collection).description
  return fields.filter((field) => field.searched && field.kind === 'text').map(({ key }) => textOf(record[key]))
}

/** The record's deadline with its label; otherwise its first day. */
function dayOf(collection: CollectionName, { record }: SourceRow): string {
  const { description, rules } = recordBook(collection)
  const due = description.fields.find(({ key }) => key === rules.deadline?.day)
  if (due && record[due.key]) return `${due.label} ${formatDay(textOf(record[due.key]))}`
  const field = description.fields.find(({ kind, key }) => dayKinds.includes(kind) && record[key])
  const day = field ? textOf(record[field.key]) : ''
  if (!field || day === '') return ''
  return field.kind === 'date' ? formatDay(day) : formatMoment(day)
}

const dayKinds: readonly FieldKind[] = ['date', 'datetime']

function stateOf(collection: CollectionName, { record }: SourceRow): string {
  const field = recordBook(collection).description.fields.find(({ choices }) => choices)
  return field?.choices?.find(({ value }) => value === record[field.key])?.label ?? ''
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
