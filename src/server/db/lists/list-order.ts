import { sql, type RawBuilder } from 'kysely'
import type { Field } from '#contract/books/field.ts'
import type { Sort } from '#contract/records/query.ts'
import type { Database } from '../client.ts'
import type { WritableCollection } from '../writable-collection.ts'
import { type AnyList, recordKeys } from './list-description.ts'

/** One sort key of a list. */
export interface SortKey {
  readonly key: string
  /** Over the alias `r`. */
  readonly value: RawBuilder<unknown>
  /** `desc nulls last`. */
  readonly direction: RawBuilder<unknown>
  readonly isDescending: boolean
  readonly isEmptyFirst: boolean
}

/**
 * The sort keys of a list: `ordering`, then tie breakers, otherwise the default order. Empty values
 * come last in both directions, unless the book's own order puts them first.
 */
export async function readSortKeys(db: Database, list: AnyList, ordering: string | undefined): Promise<SortKey[]> {
  const requested = ordering || list.defaultOrder
  const { order = [sortOf('id')] } = list.collection.description
  const sorts = requested ? orderingsOf(list, requested).map((key) => sortOf(key)) : order
  return await Promise.all(sorts.map((sort) => sortKeyOf(db, list, sort)))
}

function sortOf(ordering: string): Sort {
  return ordering.startsWith('-')
    ? { field: ordering.slice(1), direction: 'desc' }
    : { field: ordering, direction: 'asc' }
}

/** Tie breakers are reversed with the order they belong to. Nothing follows an id. */
function orderingsOf({ tieOrder = ['id'] }: AnyList, first: string): string[] {
  const turned = tieOrder.map((key) => (key.startsWith('-') ? key.slice(1) : `-${key}`))
  if (first === tieOrder[0]) return [...tieOrder]
  if (first === turned[0]) return turned
  return /^-?id$/.test(first) ? [first] : [first, ...tieOrder]
}

async function sortKeyOf(
  db: Database,
  { collection, sorts }: AnyList,
  { field: key, direction, empty }: Sort,
): Promise<SortKey> {
  const field = collection.description.fields.find((candidate: Field) => candidate.key === key)
  // An index is used only if the clause matches exactly, so columns that are never null have no
  // `nulls` clause.
  const isNeverEmpty = recordKeys.includes(key) || field?.required === true
  return {
    key,
    isDescending: direction === 'desc',
    isEmptyFirst: empty === 'first',
    value: (await sorts?.[key]?.(db)) ?? valueOf(collection, key, field),
    direction: sql.raw(isNeverEmpty ? direction : `${direction} nulls ${empty ?? 'last'}`),
  }
}

function valueOf(collection: WritableCollection, key: string, field: Field | undefined): RawBuilder<unknown> {
  const column = sql.ref(`r.${key}`)
  const target = collection.references[key]
  if (target && field?.refers) return placeOfReferred(target, field.refers.label, column)
  if (field?.isUnitNumber) return inCodePointOrder(withPaddedNumbers(column))
  if (field) return isText(field) ? inCodePointOrder(column) : column
  const join = collection.joins[key]
  return join ? inCodePointOrder(join('r')) : column
}

/**
 * In code point order Hangul syllables are in dictionary order, regardless of the database's
 * collation.
 */
function inCodePointOrder(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${text})::text collate "C"`
}

/** Sorts 101동 before 1001동 as devices do, by padding every number to ten digits. */
function withPaddedNumbers(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`regexp_replace(regexp_replace(${text}, '([0-9]+)', '000000000\\1', 'g'), '[0-9]*([0-9]{10})', '\\1', 'g')`
}

function isText({ kind }: Field): boolean {
  return kind === 'text' || kind === 'enum' || kind === 'secret'
}

/**
 * Sorts a reference by the rank of the referenced name; equal names share a rank. Both arrays are
 * built once per statement, because a lookup per row is many times slower.
 */
function placeOfReferred(table: string, label: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const [from, name] = [sql.table(table), sql.ref(label)]
  return sql`(
    select array_agg(place order by id) from (select id, dense_rank() over (order by ${name} collate "C") as place from ${from}) named
  )[array_position((select array_agg(id order by id) from ${from}), ${column})]`
}
