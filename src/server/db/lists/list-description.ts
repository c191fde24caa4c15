import type { RawBuilder } from 'kysely'
import type { Field } from '#contract/books/field.ts'
import type { AskedOrder } from '#contract/records/list-question.ts'
import type { Database } from '../client.ts'
import type { WritableCollection } from '../writable-collection.ts'

/** What every list is asked with; empty values count as absent. */
export interface ListQuestion extends AskedOrder {
  readonly search?: string | undefined
}

export type Conditions = RawBuilder<boolean>[]

/** A list of a collection's records, as read-list.ts reads it. Rows stand under the alias `r` in every condition and expression. */
export interface ListDescription<Question extends ListQuestion> {
  readonly collection: WritableCollection
  /** The `ordering` of a question that names none; absent where the book's description says its order. */
  readonly defaultOrder?: string
  /** What settles which of two equal rows comes first; by id when absent. */
  readonly tieOrder?: readonly string[]
  /** What parameters ask of a row that its description says nothing of (described-filters.ts). */
  filters?(db: Database, question: Question, today: string): Conditions | Promise<Conditions>
  /** What the search box asks of a row. Absent: the list has some thousand rows at most, and its words, those of its book's filters too, are looked up here (search-few.ts). */
  search?(db: Database, search: string): Conditions | Promise<Conditions>
  /** What else it can be ordered by, beside the fields, id, the two instants and the names joined to a row. */
  readonly sorts?: Readonly<Record<string, (db: Database) => Promise<RawBuilder<unknown>>>>
  /** The rows come without what the collection joins to one. */
  readonly isBare?: true
}

/** Can the list be ordered so? No `ordering` at all is the usual order. */
export function isOrderable({ collection, sorts = {} }: AnyList, ordering: string | undefined): boolean {
  const key = ordering?.replace(/^-/, '')
  if (!ordering || key === undefined) return true
  const isField = collection.description.fields.some((field: Field) => field.key === key)
  return isField || nameJoins(collection).includes(key) || Object.hasOwn(sorts, key) || recordKeys.includes(key)
}

export const recordKeys: readonly string[] = ['id', 'inserted_at', 'updated_at']

/** The joined keys that are plain names of what a row refers to; `group` and `balance` are not. */
export function nameJoins({ joins }: WritableCollection): string[] {
  return Object.keys(joins).filter((key) => key.endsWith('_name'))
}

/** A list whatever it is asked with. */
export type AnyList = Pick<ListDescription<never>, 'collection' | 'defaultOrder' | 'tieOrder' | 'sorts' | 'isBare'>
