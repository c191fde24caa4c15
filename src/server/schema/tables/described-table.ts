import type { Generated } from 'kysely'
import type { RecordDescription, RecordOf } from '#contract/books/field.ts'

/**
 * The table of a described record. `Filled`: fields that a form may leave empty but the server
 * always fills. tables.test.ts compares it with the database.
 */
export type RecordTable<D extends RecordDescription, Filled extends string = never> = {
  [Key in D['fields'][number]['key']]: Key extends Filled ? NonNullable<RecordOf<D>[Key]> : RecordOf<D>[Key]
} & {
  id: string
  version: Generated<number>
  is_demo: Generated<boolean>
  inserted_at: Generated<string>
  updated_at: Generated<string>
}

/** Columns of tables with a stored search text (../../db/lists/stored-search.ts). */
export interface SearchColumns {
  search_text: Generated<string>
  search_grams: Generated<number[]>
}

/** By table, the fields the server always fills. */
export const filledByServer = {
  leave_request: ['requester_id', 'requester_name', 'state'],
  inquiry: ['received_at'],
} as const
