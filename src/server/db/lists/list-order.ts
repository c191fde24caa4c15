import { sql, type RawBuilder } from 'kysely'
import type { Field } from '#contract/books/field.ts'
import type { Sort } from '#contract/records/query.ts'
import type { Database } from '../client.ts'
import type { WritableCollection } from '../writable-collection.ts'
import { type AnyList, recordKeys } from './list-description.ts'

/** One of the things that rows are ordered by. */
export interface SortKey {
  readonly key: string
  /** Over the alias `r`. */
  readonly value: RawBuilder<unknown>
  /** `desc nulls last`. */
  readonly direction: RawBuilder<unknown>
  readonly isDescending: boolean
  readonly isEmptyFirst: boolean
}

/** How the rows of a list stand: by `ordering`, then by what settles ties, else as usual. Empty values stand last in both directions, unless the book's own order has them first. */
export async function readSortKeys(db: Database, list: AnyList, ordering: string | undefined): Promise<SortKey[]> {
  const asked = ordering || list.defaultOrder
  const { order = [sortOf('id')] } = list.collection.description
  const sorts = asked ? orderingsOf(list, asked).map((key) => sortOf(key)) : order
  return await Promise.all(sorts.map((sort) => sortKeyOf(db, list, sort)))
}

function sortOf(ordering: string): Sort {
  return ordering.startsWith('-')
    ? { field: ordering.slice(1), direction: 'desc' }
    : { field: ordering, direction: 'asc' }
}

/** Ties are turned round with the order that they belong to. Nothing comes after an id. */
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
  // An index gives its order only to the same words: those of a column that is never empty say nothing of nulls.
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

/** Hangul syllables stand in dictionary order by code point, whatever collation the database has: the order is the same in every office. */
function inCodePointOrder(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${text})::text collate "C"`
}

/** 101동 before 1001동, as devices have it: every number in the text is written with ten digits. */
function withPaddedNumbers(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`regexp_replace(regexp_replace(${text}, '([0-9]+)', '000000000\\1', 'g'), '[0-9]*([0-9]{10})', '\\1', 'g')`
}

function isText({ kind }: Field): boolean {
  return kind === 'text' || kind === 'enum' || kind === 'secret'
}

/**
 * A reference stands where the name of what it points at stands among all names; equal names share a place. Both arrays are made once per statement: looking the name
 * up for each row takes many times as long.
 */
function placeOfReferred(table: string, label: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  const [from, name] = [sql.table(table), sql.ref(label)]
  return sql`(
    select array_agg(place order by id) from (select id, dense_rank() over (order by ${name} collate "C") as place from ${from}) named
  )[array_position((select array_agg(id order by id) from ${from}), ${column})]`
}
