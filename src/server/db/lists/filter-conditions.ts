import { type RawBuilder, sql } from 'kysely'
import type { Field, FieldKind, FieldValue } from '#contract/books/field.ts'
import { parseFieldPath } from '#contract/books/references.ts'
import type { Filter } from '#contract/records/query.ts'
import { toComparedValue } from '#domain/books/field-values.ts'
import { findFieldByPath } from '#domain/chat/record-filters.ts'
import { removeJobTitle } from '#domain/text/person-name.ts'
import { buildSearchText, compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import { createWritableBook, type WritableBook } from '#server/writes/writable-book.ts'
import type { Database } from '../client.ts'

/**
 * What a path of a query names: a column of the list's own rows (alias `r`), or of records they
 * reference.
 */
export interface ResolvedPath {
  readonly field: Field
  readonly table: string
  readonly column: string
  /** The reference field of the own rows; null: their own column. */
  readonly referenceField: string | null
}

export function resolvePath(book: WritableBook, path: string): ResolvedPath {
  const parsedPath = parseFieldPath(book.name, path)
  const field = findFieldByPath(book.name, path)
  if (!parsedPath || !field) throw new Error(`${book.name} has no field ${path}`)
  const { collection, by } = parsedPath
  return {
    field,
    column: field.key,
    table: by === null ? book.table : createWritableBook(collection).table,
    referenceField: by,
  }
}

/**
 * The condition of a filter over the alias `r`, equivalent to the one on devices
 * (mirror/query/query-engine.ts): empty text counts as no value, a person is the same with or
 * without 직급, and parts of words match by the general search rules. Only the purpose of a card use
 * is compared as received, because a question may name its words (주차).
 */
export async function buildFilterCondition(
  db: Database,
  book: WritableBook,
  filter: Filter,
): Promise<RawBuilder<boolean>> {
  if (filter.op === 'none_of') {
    const isListed = await buildFilterCondition(db, book, { ...filter, op: 'one_of' })
    return sql<boolean>`not coalesce(${isListed}, false)`
  }
  const resolved = resolvePath(book, filter.field)
  const wordConditions = await findMatchingWords(db, resolved, filter)
  // A described text may have another column type (the id of a person), and words are also searched
  // in numbers and days.
  const isText = resolved.field.kind === 'text' || wordConditions !== null
  const wrapColumn = (alias: string) => {
    const column = sql.ref(`${alias}.${resolved.column}`)
    return isText ? sql`${column}::text` : column
  }
  const condition = (alias: string) =>
    wordConditions
      ? buildWordsCondition(wrapColumn(alias), wordConditions)
      : buildPlainCondition(wrapColumn(alias), resolved, filter)
  if (resolved.referenceField === null) return condition('r')
  const reference = sql.ref(`r.${resolved.referenceField}`)
  const referred = sql<boolean>`${reference} in (select t.id from ${sql.table(resolved.table)} t where ${condition('t')})`
  return matchesEmpty(filter) ? sql<boolean>`(${reference} is null or ${referred})` : referred
}

/**
 * The matching distinct values of a column, where they have to be compared here; null where the
 * database can compare.
 */
async function findMatchingWords(db: Database, { field, table, column }: ResolvedPath, filter: Filter) {
  const isPersonFilter = field.isPerson === true && (filter.op === 'equals' || filter.op === 'one_of')
  if (filter.op !== 'contains' && !isPersonFilter && !field.isWonText) return null
  const name = sql.ref(column)
  const { rows } = await sql<{ word: string }>`
    select distinct ${name}::text as word from ${sql.table(table)} where ${name} is not null
  `.execute(db)
  const words = rows.map(({ word }) => word)
  if (field.isWonText) return findMatchingAmounts(field, words, filter)
  if (filter.op === 'contains') {
    const search = compileSearch(field.isPerson ? removeJobTitle(filter.text) : filter.text)
    return words.filter((word) => matchesSearch(buildSearchText([word]), search))
  }
  const personNames = new Set<FieldValue>(
    listValues(filter).map((value) => (typeof value === 'string' ? removeJobTitle(value) : null)),
  )
  const matchingNames = words.filter((word) => personNames.has(removeJobTitle(word) || null))
  return listValues(filter).some(isEmptyValue) ? [...matchingNames, ''] : matchingNames
}

/** Received texts whose amount the filter finds; a text contains no words. */
function findMatchingAmounts(field: Field, words: readonly string[], filter: Filter): string[] {
  const amountOf = (value: FieldValue) => (isEmptyValue(value) ? null : Number(toComparedValue(field, value)))
  if (filter.op === 'contains') return []
  if (filter.op === 'between') {
    const [from, to] = [amountOf(filter.from), amountOf(filter.to)]
    const isWithin = (amount: number) => (from === null || amount >= from) && (to === null || amount <= to)
    return words.filter((word) => word !== '' && isWithin(amountOf(word) ?? 0))
  }
  const targets = new Set(listValues(filter).map(amountOf))
  const matchingWords = words.filter((word) => targets.has(amountOf(word)))
  return targets.has(null) ? [...matchingWords, ''] : matchingWords
}

/** An empty word also matches null. */
function buildWordsCondition(column: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const equalsAny = sql<boolean>`${column} = any(${words}::text[])`
  return words.includes('') ? sql<boolean>`(${column} is null or ${equalsAny})` : equalsAny
}

function buildPlainCondition(
  column: RawBuilder<unknown>,
  { field }: ResolvedPath,
  filter: Filter,
): RawBuilder<boolean> {
  const type = sql.raw(sqlType(field))
  if (filter.op === 'between') {
    const isPresent = field.kind === 'text' ? sql<boolean>`${column} <> ''` : sql<boolean>`${column} is not null`
    const from = isEmptyValue(filter.from) ? sql`` : sql` and ${column} >= ${filter.from}::${type}`
    const to = isEmptyValue(filter.to) ? sql`` : sql` and ${column} <= ${filter.to}::${type}`
    return sql<boolean>`(${isPresent}${from}${to})`
  }
  const values = listValues(filter).filter((value) => !isEmptyValue(value))
  const isOne = sql<boolean>`${column} = any(${values}::${type}[])`
  if (!matchesEmpty(filter)) return isOne
  const isNone =
    field.kind === 'text' || field.kind === 'enum' ? sql`coalesce(${column}, '') = ''` : sql`${column} is null`
  return sql<boolean>`(${isNone} or ${isOne})`
}

function sqlType({ kind }: Field): string {
  return types[kind] ?? 'text'
}

const types: Partial<Record<FieldKind, string>> = {
  won: 'numeric',
  number: 'numeric',
  date: 'date',
  datetime: 'timestamptz',
  flag: 'boolean',
  reference: 'uuid',
}

function listValues(filter: Filter): readonly FieldValue[] {
  if (filter.op === 'equals') return [filter.value]
  return filter.op === 'one_of' ? filter.values : []
}

function matchesEmpty(filter: Filter): boolean {
  return listValues(filter).some(isEmptyValue)
}

function isEmptyValue(value: FieldValue): boolean {
  return value === null || value === ''
}
