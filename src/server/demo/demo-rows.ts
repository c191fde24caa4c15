import { type Kysely, sql } from 'kysely'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { listIncomingReferences } from '#contract/books/references.ts'
import { type CachedValue, createCachedValue } from '#server/db/cached-value.ts'
import type { Database } from '#server/db/client.ts'
import { collectionsWithSearchText, tableByCollection, type Tables } from '#server/schema/tables/tables.ts'
import { createWritableBook, type WritableBook } from '#server/writes/writable-book.ts'
import { createDemoId } from './demo-picker.ts'

type TableName = keyof Tables & string

/**
 * Makes the demo rows of a book: its fields are empty unless given, and the columns that follow
 * from them are derived.
 */
export function createDemoRowMaker(name: CollectionName, seed: number) {
  const { fields: described, derive } = createWritableBook(name)
  const empty = Object.fromEntries(described.map(({ key, kind }) => [key, kind === 'flag' ? false : null]))
  return (index: number, given: object) => {
    const fields = { ...empty, ...given }
    return { id: createDemoId(seed, index), version: 1, is_demo: true, ...fields, ...derive(fields) }
  }
}

/**
 * Inserts rows whose ids do not exist yet; returns how many. Demo rows have no change rows, see
 * `startNewEpoch`.
 */
export async function insertDemoRows(db: Database, table: TableName, rows: readonly object[]): Promise<number> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  const result = await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do nothing
  `.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/**
 * A log of a hundred thousand creates would be slower to follow than a first copy. Instead the
 * database gets a new epoch, and devices rebuild their mirror (their outbox stays).
 */
export async function startNewEpoch(db: Database): Promise<void> {
  await db
    .updateTable('meta')
    .set({ epoch: sql<string>`gen_random_uuid()` })
    .execute()
}

const chunkSize = 5000

/** A book and the number of its demo records. */
interface DemoLoad {
  readonly name: CollectionName
  readonly count: number
}

/** Loads the demo records of a book in one transaction; returns how many were new. */
export async function loadDemoBook(db: Database, load: DemoLoad, makeRow: (index: number) => object): Promise<number> {
  const added = await db.transaction().execute((trx) => loadDemoRows(trx, load, makeRow))
  if (added > 0) await sql`vacuum (analyze) ${sql.table(tableByCollection[load.name])}`.execute(db)
  return added
}

/**
 * Makes and inserts the rows in chunks, so that a hundred thousand are never in memory at once;
 * returns how many were new.
 */
export async function loadDemoRows(
  trx: Database,
  { name, count }: DemoLoad,
  makeRow: (index: number) => object,
): Promise<number> {
  const table = tableByCollection[name]
  const hasSearchIndex = collectionsWithSearchText.some((searched) => searched === name)
  const rebuildIndex = count > chunkSize && hasSearchIndex ? await dropIndexForLoad(trx, `${table}_search`) : undefined
  let inserted = 0
  for (let start = 0; start < count; start += chunkSize) {
    const rows = Array.from({ length: Math.min(chunkSize, count - start) }, (_, offset) => makeRow(start + offset))
    inserted += await insertDemoRows(trx, table, rows)
  }
  await rebuildIndex?.()
  if (inserted > 0) await startNewEpoch(trx)
  return inserted
}

/**
 * Rebuilding a search index afterwards is ten times faster than updating it during a bulk load.
 * Readers wait until the load commits.
 */
async function dropIndexForLoad(trx: Database, index: string): Promise<() => Promise<unknown>> {
  const result = await sql<{ definition: string }>`
    select pg_get_indexdef(${index}::regclass) as definition
  `.execute(trx)
  await sql`drop index ${sql.ref(index)}`.execute(trx)
  return () => sql.raw(result.rows[0]?.definition ?? '').execute(trx)
}

/**
 * Removes the demo records of these books, edited or not, with their history, except those that a
 * record of the office references. Returns how many were removed.
 */
export async function removeDemoRecords(
  db: Database,
  names: readonly CollectionName[] = collectionNames,
): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    let removed = 0
    for (const name of orderReferencingFirst().filter((collection) => names.includes(collection)))
      removed += await removeFromCollection(trx, name)
    if (removed > 0) await startNewEpoch(trx)
    return removed
  })
}

/** Orders books so that referencing records are removed first. */
function orderReferencingFirst(): CollectionName[] {
  const order = new Set<CollectionName>()
  const visit = (name: CollectionName): void => {
    for (const { from } of listIncomingReferences(name)) if (from !== name && !order.has(from)) visit(from)
    order.add(name)
  }
  for (const name of collectionNames) visit(name)
  return [...order]
}

/** Counts of removed records of a book, and the records kept because something references them. */
export interface RemovedRecords {
  readonly name: CollectionName
  readonly removed: number
  readonly edited: number
  readonly unmarked: readonly AnyRecord[]
}

/**
 * `removeDemoRecords` for an office in operation: devices receive ordinary deletes by this person
 * instead of a new copy of everything, and the records that stay become the office's own. Runs
 * within the caller's transaction; returns every book that had demo records.
 */
export async function removeReportedDemoRecords(
  trx: Database,
  books: readonly Pick<WritableBook, 'name' | 'owned'>[],
  user: { userId: string; userName: string },
): Promise<RemovedRecords[]> {
  const results: RemovedRecords[] = []
  for (const name of orderReferencingFirst()) {
    const owner = books.find((book) => book.name === name)?.owned?.key
    const table = sql.table(tableByCollection[name])
    const edited = await sql<{ count: number }>`
      select count(*)::int as count from ${table} where is_demo and version > 1 and ${buildUnreferenced(name)}
    `.execute(trx)
    const removed = await removeFromCollection(trx, name, { ...user, owner })
    const unmarked = await sql<AnyRecord>`update ${table} set is_demo = false where is_demo returning *`.execute(trx)
    if (removed + unmarked.rows.length > 0)
      results.push({ name, removed, edited: edited.rows[0]?.count ?? 0, unmarked: unmarked.rows })
  }
  return results
}

interface ReportedDeletes {
  readonly userId: string
  readonly userName: string
  /** The owner field, where other people must not learn of the record. */
  readonly owner: string | undefined
}

async function removeFromCollection(trx: Database, name: CollectionName, reported?: ReportedDeletes): Promise<number> {
  const table = sql.table(tableByCollection[name])
  // Waits for concurrent writes that reference these records. Without this lock the next statement
  // would not see them, and its delete would fail.
  await sql`select from ${table} where is_demo for update`.execute(trx)
  const result = await sql`
    with gone as (delete from ${table} where is_demo and ${buildUnreferenced(name)} returning *),
      forgotten as (delete from change where record_id in (select id from gone)),
      unsealed as (delete from party_number where record_id in (select id from gone))
      ${reported ? sql`, reported as (${insertDeletes(name, reported)})` : sql``}
    select id from gone
  `.execute(trx)
  return result.rows.length
}

/** Change rows as an ordinary delete leaves them, without the records' values. */
function insertDeletes(name: CollectionName, { userId, userName, owner }: ReportedDeletes) {
  const fields = owner
    ? sql`jsonb_build_object(${owner}::text, jsonb_build_object('old', ${sql.ref(`gone.${owner}`)}, 'new', null))`
    : sql`'{}'::jsonb`
  return sql`
    insert into change (collection, record_id, version, kind, fields, user_id, user_name)
    select ${name}, gone.id, gone.version + 1, 'delete', ${fields}, ${userId}::uuid, ${userName} from gone
  `
}

function buildUnreferenced(name: CollectionName) {
  const table = tableByCollection[name]
  const conditions = listIncomingReferences(name).map(
    ({ from, key }) =>
      sql`not exists (select 1 from ${sql.table(tableByCollection[from])} x where ${sql.ref(`x.${key}`)} = ${sql.ref(`${table}.id`)})`,
  )
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** Marks that the office holds demo data. */
export async function markDemo(db: Database): Promise<void> {
  if (!(await hasDemoData(db))) await db.insertInto('demo_mark').defaultValues().execute()
}

export async function unmarkDemo(db: Database): Promise<void> {
  await db.deleteFrom('demo_mark').execute()
}

export async function hasDemoData(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('demo_mark').select('since').executeTakeFirst()) !== undefined
}

/** Whether demo data exists, for the banner on every page. */
export function createDemoMark({ db, now }: { db: Database; now(): Date }): DemoMark {
  return createCachedValue(() => hasDemoData(db), { now, first: true })
}

export type DemoMark = CachedValue<boolean>
