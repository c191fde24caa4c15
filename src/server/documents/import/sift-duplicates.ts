import { josa } from 'es-hangul'
import { sql } from 'kysely'
import type { ImportReport } from '#contract/excel-import.ts'
import type { Database } from '#server/db/client.ts'
import type { WritableCollection } from '#server/db/writable-collection.ts'
import { isImported } from './header-row.ts'
import type { GoodRow, ImportError } from './read-sheet-rows.ts'

export interface Sifted {
  readonly fresh: readonly GoodRow[]
  readonly errors: readonly ImportError[]
  readonly warnings: ImportReport['warnings']
}

export interface BookOfRecords {
  readonly collection: WritableCollection
  /** Text or reference fields that tell most records apart, the first one required and indexed; equal records are looked for among those that share them. */
  readonly sharedKeys: readonly [string, ...string[]]
  /** What the book and its records are called in messages. */
  readonly words: { readonly book: string; readonly record: string }
}

/**
 * Keeps one sheet from being imported twice. A row whose 번호 stands in the book is that record and is refused; a row equal in every field to a record,
 * or to another row of the sheet, may be meant (two units of one owner) and is only pointed out.
 */
export async function siftDuplicates(db: Database, book: BookOfRecords, good: readonly GoodRow[]): Promise<Sifted> {
  const known = await findKnownIds(db, book, good)
  const isKnown = (row: GoodRow) => row.id !== null && known.has(row.id)
  const inBookById = good.filter(isKnown).map(({ row, id }) => ({
    row,
    field: 'id',
    value: id ?? '',
    message: `${book.words.book}에 이미 있는 ${book.words.record}입니다.`,
  }))
  const taken = await findTaken(
    db,
    book,
    good.filter((row) => !isKnown(row)),
  )
  const errors = [...inBookById, ...taken]
  const faulty = new Set(errors.map(({ row }) => row))
  const fresh = good.filter(({ row }) => !faulty.has(row))
  const equal = await findEqualRows(db, book, fresh)
  const inBook = fresh
    .filter(({ row }) => equal.has(row))
    .map(({ row }) => ({
      row,
      message: `같은 내용의 ${josa(book.words.record, '이/가')} ${book.words.book}에 있습니다.`,
    }))
  return {
    fresh,
    errors,
    warnings: [...inBook, ...findRepeats(fieldKeysOf(book), fresh)].toSorted((a, b) => a.row - b.row),
  }
}

/** Rows that bear what no two records may bear: held by the book already, or by a row above. */
async function findTaken(db: Database, { collection, words }: BookOfRecords, good: readonly GoodRow[]) {
  const { key } = collection.description.unique ?? { key: '' }
  const label = collection.description.fields.find((field) => field.key === key)?.label ?? ''
  const bearing = good.flatMap(({ row, fields }) => (fields[key] ? [{ row, value: String(fields[key]) }] : []))
  if (bearing.length === 0) return []
  const found = await sql<{ value: string }>`
    select ${sql.ref(key)} as value from ${sql.table(collection.table)}
    where ${sql.ref(key)} = any(${bearing.map(({ value }) => value)}::text[])
  `.execute(db)
  const inBook = new Set(found.rows.map(({ value }) => value))
  const firstRows = new Map(bearing.toReversed().map(({ row, value }) => [value, row]))
  return bearing.flatMap(({ row, value }): ImportError[] => {
    const first = firstRows.get(value) ?? row
    if (inBook.has(value)) return [{ row, field: key, value, message: `${words.book}에 이미 있는 ${label}입니다.` }]
    return first === row
      ? []
      : [{ row, field: key, value, message: `파일의 ${first}행과 ${josa(label, '이/가')} 같습니다.` }]
  })
}

async function findKnownIds(
  db: Database,
  { collection }: BookOfRecords,
  good: readonly GoodRow[],
): Promise<Set<string>> {
  const ids = good.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return new Set()
  const table = sql.table(collection.table)
  const found = await sql<{ id: string }>`select id from ${table} where id = any(${ids}::uuid[])`.execute(db)
  return new Set(found.rows.map(({ id }) => id))
}

function fieldKeysOf({ collection }: BookOfRecords): string[] {
  return collection.description.fields.filter(isImported).map(({ key }) => key)
}

/** Numbers of the sheet's rows that stand in the book with the same values. Joined by the shared keys; the rest is compared on what that leaves. */
async function findEqualRows(db: Database, book: BookOfRecords, fresh: readonly GoodRow[]): Promise<Set<number>> {
  const given = JSON.stringify(fresh.map(({ row, fields }) => ({ row, entry: fields })))
  const table = sql.table(book.collection.table)
  const [first, ...others] = book.sharedKeys
  const pair = (key: string) => [sql.ref(`r.${key}`), sql.ref(`entry.${key}`)] as const
  const [mine, theirs] = pair(first)
  const joined = others.map(pair).map(([left, right]) => sql` and coalesce(${left}, '') = coalesce(${right}, '')`)
  const same = fieldKeysOf(book)
    .map(pair)
    .map(([left, right]) => sql`${left} is not distinct from ${right}`)
  const found = await sql<{ row: number }>`
    select distinct given.row
    from jsonb_to_recordset(${given}::jsonb) as given (row integer, entry jsonb)
    cross join lateral jsonb_populate_record(null::${table}, given.entry) entry
    join ${table} r on ${mine} = ${theirs}${sql.join(joined, sql``)}
    where ${sql.join(same, sql` and `)}
  `.execute(db)
  return new Set(found.rows.map(({ row }) => row))
}

function findRepeats(fieldKeys: readonly string[], fresh: readonly GoodRow[]): ImportReport['warnings'] {
  const firstByContent = new Map<string, number>()
  return fresh.flatMap(({ row, fields }) => {
    const content = JSON.stringify(fieldKeys.map((key) => fields[key]))
    const first = firstByContent.get(content)
    if (first === undefined) firstByContent.set(content, row)
    return first === undefined ? [] : [{ row, message: `파일의 ${first}행과 내용이 같습니다.` }]
  })
}
