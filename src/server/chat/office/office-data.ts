import { sql, type RawBuilder } from 'kysely'
import { referencesOf, type CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { everyRecord, type Query } from '#contract/records/query.ts'
import type { FoundRecord, LeaveLeft, OfficeData } from '#domain/chat/office-data.ts'
import { writeSort } from '#domain/text/list-address.ts'
import { firstDay, officeDay } from '#domain/dates/office-date.ts'
import type { Database } from '../../db/client.ts'
import { allOf } from '../../db/lists/conditions.ts'
import { orderBy, rowOf } from '../../db/lists/find-page.ts'
import type { AnyList, ListDescription, ListQuestion } from '../../db/lists/list-description.ts'
import { readSortKeys } from '../../db/lists/list-order.ts'
import { openList } from '../../db/lists/read-list.ts'
import type { Reader } from '../../db/owned-rows.ts'
import { isStopped, readStoppedRecords } from '../../db/stopped-records.ts'
import { writableCollection } from '../../db/writable-collection.ts'
import { filterCondition } from './filter-conditions.ts'
import { groupSums } from './group-sums.ts'
import type { KnownWords } from './known-words.ts'

/** Other data the chat may read: the list of every book, and a person's own leave of this year. */
export interface OfficeSources {
  readonly lists: readonly AnyList[]
  leaveOf(db: Database, userId: string, now: Date): Promise<LeaveLeft | null>
}

export type StaffReader = Reader & { readonly name: string }

/** The office's data with the asker's permissions: readable books and visible rows. */
export function readOfficeData(
  { db, now, knownWords }: { db: Database; now: Date; knownWords: KnownWords },
  sources: OfficeSources,
  reader: StaffReader,
): OfficeData {
  const lists = new Map(
    sources.lists
      .filter(({ collection }) => collection.mayRead(reader))
      .map((list) => [list.collection.name, list as ListDescription<ListQuestion>]),
  )
  const today = officeDay(now.getTime())
  const open = async (name: CollectionName, query: Query) => {
    const list = lists.get(name)
    if (!list) throw new Error(`${name} is not available to this reader`)
    return { list, condition: await conditionOf(db, list, { query, reader, today }) }
  }
  return {
    today,
    reader: { name: reader.name, isSuperuser: reader.isSuperuser },
    collections: new Set(lists.keys()),
    leavesOut: async (name) => (await readStoppedRecords(db, [name])).length > 0,
    async find(name, query, { limit, sums: sumKeys }) {
      const { list, condition } = await open(name, query)
      const [rows, { count, sums }] = await Promise.all([
        findRows(db, list, { condition, query, limit }),
        groupSums(db, list.collection, { condition, sums: sumKeys, by: null }),
      ])
      return { rows, count, sums }
    },
    async record(name, id) {
      const { list, condition } = await open(name, everyRecord)
      const isIt = allOf([sql<boolean>`r.id = ${id}::uuid`, condition])
      const [row] = await findRows(db, list, {
        condition: isIt,
        query: everyRecord,
        limit: 1,
      })
      return row ?? null
    },
    async sum(name, query, { sums, by }) {
      const { list, condition } = await open(name, query)
      return await groupSums(db, list.collection, { condition, sums, by })
    },
    async words(name, field) {
      const { list, condition } = await open(name, everyRecord)
      if (!list.collection.owned) return await knownWords(list.collection, field)
      const { groups } = await groupSums(db, list.collection, { condition, sums: [], by: { field } })
      return groups.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
    },
    leaveLeft: () => sources.leaveOf(db, reader.id, now),
  }
}

async function conditionOf(
  db: Database,
  list: ListDescription<ListQuestion>,
  { query, reader, today }: { query: Query; reader: Reader; today: string },
): Promise<RawBuilder<boolean>> {
  // Without it the list of card uses covers only the last 30 days; no other list has start_date.
  const question = { search: query.search, start_date: firstDay }
  const [opened, ...filters] = await Promise.all([
    openList(db, list, { question, reader, today }).then(({ condition }) => condition),
    ...query.filters.map((filter) => filterCondition(db, list.collection, filter)),
  ])
  return allOf([opened, sql<boolean>`not ${isStopped(list.collection.name, 'r')}`, ...filters])
}

async function findRows(
  db: Database,
  list: ListDescription<ListQuestion>,
  { condition, query, limit }: { condition: RawBuilder<boolean>; query: Query; limit: number },
): Promise<FoundRecord[]> {
  const { collection } = list
  const [first] = query.sort
  const isOwnOrder = JSON.stringify(query.sort) === JSON.stringify(collection.description.order)
  const ordering = first && !isOwnOrder ? writeSort([first]) : undefined
  const keys = await readSortKeys(db, list, ordering)
  const table = sql.table(collection.table)
  // Selects ids first, so that JSON is built only for the records shown.
  const { rows } = await sql<{ record: AnyRecord }>`
    select ${rowOf({ ...list, isBare: true })} as record
    from unnest(array(select r.id from ${table} r where ${condition} order by ${orderBy(keys)} limit ${limit}))
      with ordinality shown (id, place)
    join ${table} r on r.id = shown.id order by shown.place
  `.execute(db)
  const records = rows.map(({ record }) => record)
  const names = await namesOf(db, collection.name, records)
  return records.map((record) => ({
    record,
    names: Object.fromEntries([...names].map(([key, byId]) => [key, byId.get(String(record[key] ?? '')) ?? ''])),
  }))
}

/** Names of referenced records by id, by reference field. */
async function namesOf(db: Database, collection: CollectionName, records: readonly AnyRecord[]) {
  const named = referencesOf(collection).map(async ({ key, to, name }) => {
    const ids = [...new Set(records.map((record) => record[key]).filter((id) => typeof id === 'string'))]
    const { rows } = await sql<{ id: string; name: string | null }>`
      select id::text, ${sql.ref(name)}::text as name from ${sql.table(writableCollection(to).table)} where id = any(${ids}::uuid[])
    `.execute(db)
    return [key, new Map(rows.map((row) => [row.id, row.name ?? '']))] as const
  })
  return new Map(await Promise.all(named))
}
