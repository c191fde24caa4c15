import { josa } from 'es-hangul'
import { type CollectionName, getBook, mirroredCollections } from '#contract/books/collections.ts'
import type { Book, FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { BookRules } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'
import type { EntryView, OfflineCopy } from '#mirror/offline-copy.ts'

/**
 * A book as screens use it, with the rules of its records (domain). One object per collection, safe
 * for dependency lists.
 */
export interface RecordBook extends Book {
  readonly collection: CollectionName
  readonly rules: BookRules
}

const books = new Map<CollectionName, RecordBook>()

export function getRecordBook(collection: CollectionName): RecordBook {
  const book = books.get(collection) ?? { ...getBook(collection), collection, rules: bookRules[collection] }
  books.set(collection, book)
  return book
}

/**
 * The draft after a change of one field: derives the following fields again, replacing their
 * values.
 */
export function withDerivedFields(
  { rules: { follows = [] } }: RecordBook,
  draft: Readonly<Record<string, FieldValue>>,
  changedKey: string,
): Readonly<Record<string, FieldValue>> {
  const following = follows.filter(({ source }) => source === changedKey)
  if (following.length === 0) return draft
  const derived = following.map(({ key, source, derive }) => [key, derive(draft[source] ?? null)] as const)
  return { ...draft, ...Object.fromEntries(derived) }
}

/**
 * Whether all staff may create, and so delete, records of this book: not its visitors or the server
 * only, and not each of the staff for themselves.
 */
export function isCreatableByAllStaff(collection: CollectionName): boolean {
  return getBook(collection).creatableBy === undefined
}

export function getRowCaption({ rules }: RecordBook, { record, joined }: Pick<SourceRow, 'record' | 'joined'>): string {
  return rules.captionOf(record, joined)
}

/** The question before a record is deleted. */
export function deleteQuestion(book: RecordBook, { record, joined }: Pick<SourceRow, 'record' | 'joined'>): string {
  const caption = book.rules.captionOf(record, joined)
  const subject = [caption, book.rules.detailOf?.(record) ?? ''].filter((part) => part !== '').join(' · ')
  return book.deleteQuestion.replace('{subject}', () => subject)
}

/** Why an edit of a deleted record was refused. */
export function describeGoneRecord(collection: CollectionName): string {
  return `서버에 이 ${josa(getBook(collection).noun, '이/가')} 없습니다. 다른 사람이 삭제했을 수 있습니다.`
}

/** Text for a record that isn't on this device. */
export function describeAbsentRecord(collection: CollectionName): string {
  const { noun } = getBook(collection)
  return `삭제되었거나 이 기기에 아직 내려받지 않은 ${noun}입니다.`
}

/**
 * Name of an entry's record: from the entry itself, otherwise from this device; empty if neither
 * knows it.
 */
export async function readEntryCaption(copy: Pick<OfflineCopy, 'getRow'>, entry: EntryView): Promise<string> {
  if (entry.caption) return entry.caption
  const row = await copy.getRow(entry.collection, entry.recordId)
  return (row && findConfirmedName(row, entry.collection)) || findPreviousName(entry)
}

/** A deleted record still has the name the entry wanted to change. */
export function findPreviousName(entry: EntryView): string {
  for (const field of mirroredCollections[entry.collection].fields) {
    const old = 'searched' in field ? entry.changes[field.key]?.old : null
    if (typeof old === 'string' && old !== '') return old
  }
  return ''
}

/**
 * The record's first searched text, as last confirmed by the server, so that a renamed record keeps
 * its known name.
 */
function findConfirmedName(row: SourceRow, collection: EntryView['collection']): string {
  for (const field of mirroredCollections[collection].fields) {
    if (!('searched' in field) || field.kind !== 'text') continue
    const value = row.marks[field.key]?.confirmed ?? row.record[field.key]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}
