import { type RawBuilder, sql } from 'kysely'
import type { Field, RecordDescription } from '#contract/books/field.ts'
import { listDayFields } from '#contract/records/generic-resource.ts'
import { type RequestedOrder, splitValues } from '#contract/records/list-query.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { toInstant } from '#domain/dates/office-moment.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { Database } from '../client.ts'

/** Parameters common to all lists; empty values count as absent. */
export interface ListParams extends RequestedOrder {
  readonly search?: string | undefined
}

export type Conditions = RawBuilder<boolean>[]

/**
 * A list of a collection's records for read-list.ts. Conditions and expressions use the alias `r`.
 */
export interface ListDescription<Question extends ListParams> {
  readonly book: WritableBook
  /** The default `ordering`; absent when the book defines the order. */
  readonly defaultOrder?: string
  /** Tie breakers between equal rows; the id when absent. */
  readonly tieOrder?: readonly string[]
  /**
   * Conditions for parameters that the book does not cover.
   */
  filters?(db: Database, params: Question, today: string): Conditions | Promise<Conditions>
  /**
   * Condition for the search box. Absent: the list has at most some thousand rows, and its search,
   * including word filters of the book, happens here in memory (read-list.ts).
   */
  search?(db: Database, search: string): Conditions | Promise<Conditions>
  /** Additional sort orders besides the fields, the id, the two instants and joined names. */
  readonly sorts?: Readonly<Record<string, (db: Database) => Promise<RawBuilder<unknown>>>>
  /** Rows come without joined data. */
  readonly isBare?: true
}

/** Whether the list supports this ordering. No `ordering` means the default. */
export function isOrderable({ book, sorts = {} }: AnyList, ordering: string | undefined): boolean {
  const key = ordering?.replace(/^-/, '')
  if (!ordering || key === undefined) return true
  const isField = book.fields.some((field: Field) => field.key === key)
  return isField || listNameJoins(book).includes(key) || Object.hasOwn(sorts, key) || commonKeys.includes(key)
}

export const commonKeys: readonly string[] = ['id', 'inserted_at', 'updated_at']

/** The joined keys that are plain names of referenced records; `group` and `balance` are not. */
export function listNameJoins({ joins }: WritableBook): string[] {
  return Object.keys(joins).filter((key) => key.endsWith('_name'))
}

/** A list with any parameters. */
export type AnyList = Pick<ListDescription<never>, 'book' | 'defaultOrder' | 'tieOrder' | 'sorts' | 'isBare'>

/** Joins conditions with AND. */
export function joinConditions(conditions: Conditions): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/**
 * `column` (of the alias `r`) holds one of the values. A single value uses `=`, because only then
 * does an index on the column and the list's order return rows in that order.
 */
export function matchesAny(column: string, values: readonly string[], type: 'text' | 'uuid'): RawBuilder<boolean> {
  const name = sql.ref(`r.${column}`)
  const [only, ...more] = values
  const kind = sql.raw(type)
  if (only !== undefined && more.length === 0) return sql<boolean>`${name} = ${only}::${kind}`
  return sql<boolean>`${name} = any(${values}::${kind}[])`
}

/** `matchesAny` for a parameter with comma-separated values; an empty one adds no condition. */
export function matchListed(column: string, listed: string | undefined, type: 'text' | 'uuid' = 'text'): Conditions {
  const values = splitValues(listed ?? '')
  return values.length === 0 ? [] : [matchesAny(column, values, type)]
}

/** `column` equals the value; an empty value adds no condition. */
export function matchIfGiven(column: string, value: string | undefined, type: 'text' | 'uuid'): Conditions {
  return value ? [matchesAny(column, [value], type)] : []
}

/** The parameters of a list request, by name. */
export type FilterValues = Readonly<Record<string, unknown>>

/**
 * Conditions over the alias `r` for the filters common to all lists (`buildListFilters`,
 * contract/records/generic-resource.ts).
 */
export function buildDescribedConditions(description: RecordDescription, query: FilterValues): Conditions {
  const values = description.fields.flatMap(({ key, kind }: Field) => {
    if (kind === 'enum') return matchListed(key, getText(query, key))
    return kind === 'reference' ? matchListed(key, getText(query, key), 'uuid') : []
  })
  return [...values, ...buildDayRangeConditions(description, query)]
}

/**
 * Only the date filters: `{field}_start` and `{field}_end`, both inclusive; instants are compared
 * by the office's day.
 */
export function buildDayRangeConditions(description: RecordDescription, query: FilterValues): Conditions {
  return listDayFields(description).flatMap(({ key, kind }) => {
    const column = sql.ref(`r.${key}`)
    const [start, end] = [getText(query, `${key}_start`), getText(query, `${key}_end`)]
    if (kind !== 'datetime') {
      return [
        ...(start ? [sql<boolean>`${column} >= ${start}::date`] : []),
        ...(end ? [sql<boolean>`${column} <= ${end}::date`] : []),
      ]
    }
    // The column stays outside any function, so that its index can be used.
    return [
      ...(start ? [sql<boolean>`${column} >= ${toInstant(start, '00:00')}::timestamptz`] : []),
      ...(end ? [sql<boolean>`${column} < ${toInstant(addDays(end, 1), '00:00')}::timestamptz`] : []),
    ]
  })
}

function getText(query: FilterValues, name: string): string {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}

/**
 * A subquery for the distinct values of a column as an array. It steps down the column's index
 * instead of reading a million rows. Without an index that begins with the column, each step reads
 * the table.
 */
export function selectDistinctValues(table: string, column: string): RawBuilder<unknown> {
  const [from, name] = [sql.table(table), sql.ref(column)]
  return sql`
    with recursive words (word) as (
      (select ${name} from ${from} order by ${name} limit 1)
      union all
      select (select ${name} from ${from} where ${name} > word order by ${name} limit 1) from words where word is not null
    )
    select coalesce(array_agg(word), '{}') from words where word is not null
  `
}
