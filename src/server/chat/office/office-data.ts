import { type RawBuilder, sql } from 'kysely'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { listReferences } from '#contract/books/references.ts'
import { everyRecord, type Query } from '#contract/records/query.ts'
import type { GroupedRecords, Grouping } from '#contract/records/row-source.ts'
import type { LeaveBalance, OfficeData, OfficeRecord } from '#domain/chat/knowledge.ts'
import { firstDay, toOfficeDay } from '#domain/dates/office-date.ts'
import { writeSort } from '#domain/text/list-url-params.ts'
import { removeJobTitle } from '#domain/text/person-name.ts'
import { compareKorean } from '#domain/text/search-text.ts'
import type { Database } from '#server/db/client.ts'
import { buildFilterCondition, type ResolvedPath, resolvePath } from '#server/db/lists/filter-conditions.ts'
import { buildOrder, readSortKeys, selectRow } from '#server/db/lists/find-page.ts'
import {
  type AnyList,
  joinConditions,
  type ListDescription,
  type ListParams,
} from '#server/db/lists/list-description.ts'
import { openList } from '#server/db/lists/read-list.ts'
import type { Reader } from '#server/db/owned-rows.ts'
import { isStopped, readStoppedRecords } from '#server/db/stopped-records.ts'
import { createWritableBook, type WritableBook } from '#server/writes/writable-book.ts'

/** Other data the chat may read: the list of every book, and a person's own leave of this year. */
export interface OfficeSources {
  readonly lists: readonly AnyList[]
  readLeave(db: Database, userId: string, now: Date): Promise<LeaveBalance | null>
}

type StaffReader = Reader & { readonly name: string }

/** The office's data with the asker's permissions: readable books and visible rows. */
export function readOfficeData(
  { db, now, knownWords }: { db: Database; now: Date; knownWords: KnownWords },
  sources: OfficeSources,
  reader: StaffReader,
): OfficeData {
  const lists = new Map(
    sources.lists
      .filter(({ book }) => book.canRead(reader))
      .map((list) => [list.book.name, list as ListDescription<ListParams>]),
  )
  const today = toOfficeDay(now.getTime())
  const resolveList = async (name: CollectionName, query: Query) => {
    const list = lists.get(name)
    if (!list) throw new Error(`${name} is not available to this reader`)
    return { list, condition: await buildCondition(db, list, { query, reader, today }) }
  }
  return {
    today,
    asker: { name: reader.name, isSuperuser: reader.isSuperuser },
    collections: new Set(lists.keys()),
    hasStoppedRecords: async (name) => (await readStoppedRecords(db, [name])).length > 0,
    async find(name, query, { limit, sums: sumKeys }) {
      const { list, condition } = await resolveList(name, query)
      const [rows, { count, sums }] = await Promise.all([
        findRows(db, list, { condition, query, limit }),
        sumGroups(db, list.book, { condition, sums: sumKeys, by: null }),
      ])
      return { rows, count, sums }
    },
    async findRecord(name, id) {
      const { list, condition } = await resolveList(name, everyRecord)
      const matchesId = joinConditions([sql<boolean>`r.id = ${id}::uuid`, condition])
      const [row] = await findRows(db, list, {
        condition: matchesId,
        query: everyRecord,
        limit: 1,
      })
      return row ?? null
    },
    async sum(name, query, { sums, by }) {
      const { list, condition } = await resolveList(name, query)
      return await sumGroups(db, list.book, { condition, sums, by })
    },
    async listValues(name, field) {
      const { list, condition } = await resolveList(name, everyRecord)
      if (!list.book.owned) return await knownWords(list.book, field)
      const { groups } = await sumGroups(db, list.book, { condition, sums: [], by: { field } })
      return groups.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
    },
    readLeaveBalance: () => sources.readLeave(db, reader.id, now),
  }
}

async function buildCondition(
  db: Database,
  list: ListDescription<ListParams>,
  { query, reader, today }: { query: Query; reader: Reader; today: string },
): Promise<RawBuilder<boolean>> {
  // Without it the list of card uses covers only the last 30 days; no other list has start_date.
  const listQuery = { search: query.search, start_date: firstDay }
  const [opened, ...filters] = await Promise.all([
    openList(db, list, { listQuery, reader, today }).then(({ condition }) => condition),
    ...query.filters.map((filter) => buildFilterCondition(db, list.book, filter)),
  ])
  return joinConditions([opened, sql<boolean>`not ${isStopped(list.book.name, 'r')}`, ...filters])
}

async function findRows(
  db: Database,
  list: ListDescription<ListParams>,
  { condition, query, limit }: { condition: RawBuilder<boolean>; query: Query; limit: number },
): Promise<OfficeRecord[]> {
  const { book } = list
  const [first] = query.sort
  const isOwnOrder = JSON.stringify(query.sort) === JSON.stringify(book.order)
  const ordering = first && !isOwnOrder ? writeSort([first]) : undefined
  const keys = await readSortKeys(db, list, ordering)
  const table = sql.table(book.table)
  // Selects ids first, so that JSON is built only for the records shown.
  const { rows } = await sql<{ record: AnyRecord }>`
    select ${selectRow({ ...list, isBare: true })} as record
    from unnest(array(select r.id from ${table} r where ${condition} order by ${buildOrder(keys)} limit ${limit}))
      with ordinality shown (id, place)
    join ${table} r on r.id = shown.id order by shown.place
  `.execute(db)
  const records = rows.map(({ record }) => record)
  const names = await readNames(db, book.name, records)
  return records.map((record) => ({
    record,
    names: Object.fromEntries([...names].map(([key, byId]) => [key, byId.get(String(record[key] ?? '')) ?? ''])),
  }))
}

/** Names of referenced records by id, by reference field. */
async function readNames(db: Database, collection: CollectionName, records: readonly AnyRecord[]) {
  const namesByReference = listReferences(collection).map(async ({ key, to, labelKey }) => {
    const ids = [...new Set(records.map((record) => record[key]).filter((id) => typeof id === 'string'))]
    const { rows } = await sql<{ id: string; name: string | null }>`
      select id::text, ${sql.ref(labelKey)}::text as name from ${sql.table(createWritableBook(to).table)} where id = any(${ids}::uuid[])
    `.execute(db)
    return [key, new Map(rows.map((row) => [row.id, row.name ?? '']))] as const
  })
  return new Map(await Promise.all(namesByReference))
}

/**
 * Counts the rows of the alias `r` that match and sums the fields `sums`: in total, and for each
 * value of `by`, by name. Empty amounts count as 0.
 */
async function sumGroups(
  db: Database,
  book: WritableBook,
  { condition, sums, by }: { condition: RawBuilder<boolean>; sums: readonly string[]; by: Grouping | null },
): Promise<GroupedRecords> {
  const resolved = by && resolvePath(book, by.field)
  const sumColumns = sums.map(
    (path) => sql`coalesce(sum(${sql.ref(`r.${resolvePath(book, path).column}`)}), 0)::float8`,
  )
  const { rows } = await sql<{ value: FieldValue; count: number; sums: number[] }>`
    select ${resolved ? buildGroupExpression(resolved, by) : sql`null::text`} as value, count(*)::int as count, array[${sql.join(sumColumns)}]::float8[] as sums
    from ${sql.table(book.table)} r where ${condition} group by 1
  `.execute(db)
  const merged = mergePersons(rows, resolved)
  const names =
    resolved && by ? await readLabels(db, book, { by, values: merged.map(({ value }) => value) }) : new Map()
  const groups = merged.map((row) => ({ ...row, label: names.get(row.value) ?? String(row.value ?? '') }))
  const total = (index: number) => rows.reduce((sum, row) => sum + (row.sums[index] ?? 0), 0)
  return {
    groups: resolved ? sortByName(groups, resolved) : [],
    count: rows.reduce((count, row) => count + row.count, 0),
    sums: sums.map((_, index) => total(index)),
  }
}

function buildGroupExpression(
  { field, table, column, referenceField }: ResolvedPath,
  { part }: Grouping,
): RawBuilder<unknown> {
  const resolvedColumn = referenceField
    ? sql`(select ${sql.ref(`t.${column}`)} from ${sql.table(table)} t where t.id = ${sql.ref(`r.${referenceField}`)})`
    : sql.ref(`r.${column}`)
  if (part) {
    const local = field.kind === 'datetime' ? sql`(${resolvedColumn} at time zone 'Asia/Seoul')` : resolvedColumn
    return sql`to_char(${local}, ${part === 'month' ? 'YYYY-MM' : 'YYYY'})`
  }
  return sql`nullif(${resolvedColumn}::text, '')`
}

interface SumRow {
  value: FieldValue
  count: number
  sums: number[]
}

/** Merges a person's groups with and without 직급. */
function mergePersons(rows: readonly SumRow[], resolved: ResolvedPath | null): SumRow[] {
  if (resolved?.field.isPerson !== true) return [...rows]
  const byName = new Map<string, SumRow>()
  for (const row of rows) {
    const name = removeJobTitle(String(row.value ?? ''))
    const personGroup = byName.get(name) ?? { value: name || null, count: 0, sums: row.sums.map(() => 0) }
    personGroup.count += row.count
    personGroup.sums = personGroup.sums.map((sum, index) => sum + (row.sums[index] ?? 0))
    byName.set(name, personGroup)
  }
  return [...byName.values()]
}

/** Labels of groups: names of referenced records, and labels of choices. */
async function readLabels(
  db: Database,
  book: WritableBook,
  { by, values }: { by: Grouping; values: readonly FieldValue[] },
): Promise<ReadonlyMap<FieldValue, string>> {
  const reference = listReferences(book.name).find(({ key }) => key === by.field)
  if (reference) {
    const { table } = createWritableBook(reference.to)
    const { rows } = await sql<{ id: string; name: string }>`
      select id::text, ${sql.ref(reference.labelKey)}::text as name from ${sql.table(table)} where id = any(${values}::uuid[])
    `.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  const choices = getBook(book.name).fields.find(({ key }) => key === by.field)?.choices ?? []
  return new Map(choices.map(({ value, label }) => [value, label]))
}

function sortByName(groups: GroupedRecords['groups'], { field }: ResolvedPath): GroupedRecords['groups'] {
  const choices = field.choices?.map(({ value }) => value)
  return groups.toSorted((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
    const byChoice = choices ? choices.indexOf(String(a.value)) - choices.indexOf(String(b.value)) : 0
    return byChoice || compareKorean(a.label, b.label)
  })
}

export type KnownWords = (book: WritableBook, field: string) => Promise<readonly string[]>

/**
 * The distinct texts of a column, cached for half a minute: one question needs several, and new
 * sections must be found soon.
 */
export function createKnownWords(db: Database, now: () => Date): KnownWords {
  const cachedWords = new Map<
    `${CollectionName} ${string}`,
    { readonly readAt: number; readonly words: Promise<string[]> }
  >()
  return async (book, field) => {
    const key = `${book.name} ${field}` as const
    const before = cachedWords.get(key)
    if (before && now().getTime() - before.readAt < freshMs) return await before.words
    const words = readWords(db, book, field)
    cachedWords.set(key, { readAt: now().getTime(), words })
    words.catch(() => cachedWords.delete(key))
    return await words
  }
}

const freshMs = 30_000

async function readWords(db: Database, book: WritableBook, field: string): Promise<string[]> {
  const column = sql.ref(resolvePath(book, field).column)
  const { rows } = await sql<{ word: string }>`
    select distinct ${column}::text as word from ${sql.table(book.table)} where ${column} <> ''
  `.execute(db)
  return rows.map(({ word }) => word)
}
