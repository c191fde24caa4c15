import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { Book, FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { BookRules } from '#domain/books/book-rules.ts'
import { bookRules } from '#domain/books/books.ts'

/**
 * A book as screens use it: its description (contract) and the rules of its records (domain). One
 * object per collection, safe for dependency lists.
 */
export interface RecordBook {
  readonly collection: CollectionName
  readonly description: Book
  readonly rules: BookRules
}

const opened = new Map<CollectionName, RecordBook>()

export function recordBook(collection: CollectionName): RecordBook {
  const book = opened.get(collection) ?? { collection, description: bookOf(collection), rules: bookRules[collection] }
  opened.set(collection, book)
  return book
}

/**
 * The draft after a change of one field: derives the following fields again, replacing their
 * values.
 */
export function draftFollowing(
  { rules: { follows = [] } }: RecordBook,
  draft: Readonly<Record<string, FieldValue>>,
  changedKey: string,
): Readonly<Record<string, FieldValue>> {
  const following = follows.filter(({ of }) => of === changedKey)
  if (following.length === 0) return draft
  const derived = following.map(({ key, of, derive }) => [key, derive(draft[of] ?? null)] as const)
  return { ...draft, ...Object.fromEntries(derived) }
}

/** Whether users can create a record of this book from another screen. */
export function isCreatedByHand(collection: CollectionName): boolean {
  return bookOf(collection).madeBy === undefined
}

export function captionOfRow({ rules }: RecordBook, { record, joined }: Pick<SourceRow, 'record' | 'joined'>): string {
  return rules.captionOf(record, joined)
}

/** The question before a record is deleted. */
export function deleteQuestion(
  { description, rules }: RecordBook,
  { record, joined }: Pick<SourceRow, 'record' | 'joined'>,
): string {
  const caption = rules.captionOf(record, joined)
  const subject = [caption, rules.detailOf?.(record) ?? ''].filter((part) => part !== '').join(' · ')
  return description.deleteQuestion.replace('{subject}', () => subject)
}
