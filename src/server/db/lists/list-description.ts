import type { RawBuilder } from 'kysely'
import type { Field } from '#contract/books/field.ts'
import type { RequestedOrder } from '#contract/records/list-question.ts'
import type { Database } from '../client.ts'
import type { WritableCollection } from '../writable-collection.ts'

/** Parameters common to all lists; empty values count as absent. */
export interface ListQuestion extends RequestedOrder {
  readonly search?: string | undefined
}

export type Conditions = RawBuilder<boolean>[]

/**
 * A list of a collection's records for read-list.ts. Conditions and expressions use the alias `r`.
 */
export interface ListDescription<Question extends ListQuestion> {
  readonly collection: WritableCollection
  /** The default `ordering`; absent when the book's description defines the order. */
  readonly defaultOrder?: string
  /** Tie breakers between equal rows; the id when absent. */
  readonly tieOrder?: readonly string[]
  /**
   * Conditions for parameters that the book's description does not cover (described-filters.ts).
   */
  filters?(db: Database, question: Question, today: string): Conditions | Promise<Conditions>
  /**
   * Condition for the search box. Absent: the list has at most some thousand rows, and its search,
   * including word filters of the book, happens here in memory (search-few.ts).
   */
  search?(db: Database, search: string): Conditions | Promise<Conditions>
  /** Additional sort orders besides the fields, the id, the two instants and joined names. */
  readonly sorts?: Readonly<Record<string, (db: Database) => Promise<RawBuilder<unknown>>>>
  /** Rows come without joined data. */
  readonly isBare?: true
}

/** Whether the list supports this ordering. No `ordering` means the default. */
export function isOrderable({ collection, sorts = {} }: AnyList, ordering: string | undefined): boolean {
  const key = ordering?.replace(/^-/, '')
  if (!ordering || key === undefined) return true
  const isField = collection.description.fields.some((field: Field) => field.key === key)
  return isField || nameJoins(collection).includes(key) || Object.hasOwn(sorts, key) || recordKeys.includes(key)
}

export const recordKeys: readonly string[] = ['id', 'inserted_at', 'updated_at']

/** The joined keys that are plain names of referenced records; `group` and `balance` are not. */
export function nameJoins({ joins }: WritableCollection): string[] {
  return Object.keys(joins).filter((key) => key.endsWith('_name'))
}

/** A list with any parameters. */
export type AnyList = Pick<ListDescription<never>, 'collection' | 'defaultOrder' | 'tieOrder' | 'sorts' | 'isBare'>
