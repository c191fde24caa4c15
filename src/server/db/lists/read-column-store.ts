import { sql, type RawBuilder } from 'kysely'
import { Buffer } from 'node:buffer'
import type { Database } from '../client.ts'
import { bytesPerId, type ChangedRow, type ColumnStore, dayZero, mostWords, noDay } from './column-store.ts'
import { differentWords } from './different-words.ts'
import type { LongTable } from './listed-table.ts'
import { seenColumns, type Seen } from './unchanged-since.ts'

/**
 * Reads the columns a table's lists are filtered by, packed by the database: a second or two for a million rows, most of it the database's. Undefined when the table
 * has fewer than `shortTable` rows (by its statistics), for which no memory is needed, or more different words than are told apart.
 */
export async function readColumnStore(
  db: Database,
  table: LongTable,
  shortTable: number,
): Promise<({ store: ColumnStore } & Seen) | undefined> {
  if ((await estimateRows(db, table)) < shortTable) return undefined
  const { words, days, newest } = table.picked
  // The words and the rows must be of one moment.
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const lists = await readWords(trx, table)
      if (lists.some(({ length }) => length > mostWords)) return undefined
      const packed = [
        sql`uuid_send(id)`,
        ...words.map((column, at) => sql`int2send((${codeOf(table, column, lists[at] ?? [])})::int2)`),
        ...days.map((column) => sql`int4send(coalesce(${sql.ref(column)} - ${dayZero}::date, ${sql.lit(noDay)}))`),
      ].map((bytes, at) => sql`string_agg(${bytes}, '') as ${sql.ref(`c${at}`)}`)
      const columns = ['id', ...words, ...days].map((column) => sql.ref(column))
      const result = await sql<Seen & Record<`c${number}`, Buffer | null>>`
      select ${sql.join(packed)}, ${seenColumns} from (
        select ${sql.join(columns)} from ${sql.table(table.collection.table)}
        order by ${sql.ref(newest)} desc nulls last, id
      ) newest_first
    `.execute(trx)
      const [row] = result.rows
      if (!row) throw new Error('an aggregate answers one row')
      const bytes = packed.map((_, at) => row[`c${at}`] ?? Buffer.alloc(0))
      return { snapshot: row.snapshot, epoch: row.epoch, store: unpack(table, lists, bytes) }
    })
}

async function estimateRows(db: Database, { collection }: LongTable): Promise<number> {
  const result = await sql<{
    rows: number
  }>`select reltuples::float8 as rows from pg_class where oid = ${collection.table}::regclass`.execute(db)
  return result.rows[0]?.rows ?? 0
}

async function readWords(db: Database, { collection, picked }: LongTable): Promise<string[][]> {
  const lists = picked.words.map((column) => sql`(${differentWords(collection.table, column)})::text[]`)
  const result = await sql<{ lists: string[][] }>`select json_build_array(${sql.join(lists)}) as lists`.execute(db)
  return (result.rows[0]?.lists ?? []).map((list) => list.toSorted(byBytes))
}

/** As the collation "C" sorts, and as PostgreSQL sorts a uuid. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** A word's place in the list, counted from 1; 0 for none. Sorted in one order on both sides, so that it is found by halving. */
function codeOf({ picked }: LongTable, column: string, list: readonly string[]): RawBuilder<unknown> {
  if (picked.type === 'uuid') return sql`coalesce(width_bucket(${sql.ref(column)}, ${list}::uuid[]), 0)`
  return sql`coalesce(width_bucket(${sql.ref(column)} collate "C", ${list}::text[]), 0)`
}

function unpack({ picked }: LongTable, lists: readonly string[][], packed: readonly Buffer[]): ColumnStore {
  const [ids = Buffer.alloc(0), ...columns] = packed
  const length = ids.length / bytesPerId
  const words = picked.words.map((column, at) => {
    const codes = new Uint16Array(length)
    Buffer.from(codes.buffer).set(columns[at] ?? [])
    Buffer.from(codes.buffer).swap16()
    return [column, { codes, words: lists[at] ?? [] }] as const
  })
  const days = picked.days.map((column, at) => {
    const numbers = new Int32Array(length)
    Buffer.from(numbers.buffer).set(columns[picked.words.length + at] ?? [])
    Buffer.from(numbers.buffer).swap32()
    return [column, numbers] as const
  })
  return { length, ids, newest: picked.newest, words: new Map(words), days: new Map(days), searches: new Map() }
}

/** The ids of all rows that a search finds, in no order, and in which history of the database that was. */
export async function readFound(
  db: Database,
  { collection }: LongTable,
  search: RawBuilder<boolean>,
): Promise<{ ids: Buffer; epoch: string }> {
  return await db.transaction().execute(async (trx) => {
    // The rows are found before they are added up, and handing them over is held cheap: then both processors of a small machine look for them.
    // With room for its map of rows, the search index need not have whole pages looked at again.
    await sql`select set_config('parallel_tuple_cost', '0', true), set_config('work_mem', '32MB', true)`.execute(trx)
    const result = await sql<{ ids: Buffer | null; epoch: string }>`
      select (
        select string_agg(uuid_send(id), '') from (select r.id from ${sql.table(collection.table)} r where ${search}) found
      ) as ids, (select epoch from meta) as epoch
    `.execute(trx)
    const [row] = result.rows
    if (!row) throw new Error('an aggregate answers one row')
    return { epoch: row.epoch, ids: row.ids ?? Buffer.alloc(0) }
  })
}

/** The records written since, as they stand now; undefined after more than `most`, or in another history of the database. */
export async function readChangedRows(
  db: Database,
  { collection, picked }: LongTable,
  { seen, searches, most }: { seen: Seen; searches: ReadonlyMap<string, RawBuilder<boolean>>; most: number },
): Promise<({ rows: ChangedRow[] } & Seen) | undefined> {
  const values = [...picked.words, ...picked.days].map(
    (column) => sql`${sql.lit(column)}::text, ${sql.ref(`r.${column}`)}::text`,
  )
  const found = [...searches.values()].map((search) => sql`coalesce((${search}), false)`)
  const result = await sql<Seen & { rows: (Omit<ChangedRow, 'foundBy'> & { found: boolean[] })[] }>`
    select ${seenColumns}, (
      select coalesce(json_agg(json_build_object(
        'id', changed.id,
        'values', case when r.id is not null then json_build_object(${sql.join(values)}) end,
        'found', json_build_array(${found.length > 0 ? sql.join(found) : sql``})
      )), '[]')
      from (
        select distinct record_id as id from change
        where txid >= pg_snapshot_xmin(${seen.snapshot}::pg_snapshot) and collection = ${collection.name}
          and not pg_visible_in_snapshot(txid, ${seen.snapshot}::pg_snapshot)
        limit ${most + 1}
      ) changed
      left join ${sql.table(collection.table)} r on r.id = changed.id
    ) as rows
  `.execute(db)
  const [row] = result.rows
  if (!row || row.epoch !== seen.epoch || row.rows.length > most) return undefined
  const keys = [...searches.keys()]
  const rows = row.rows.map(({ id, values: own, found: isFound }) => ({
    ...{ id, values: own },
    foundBy: keys.filter((_, at) => isFound[at]),
  }))
  return { snapshot: row.snapshot, epoch: row.epoch, rows }
}
