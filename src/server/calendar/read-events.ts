import { type RawBuilder, sql } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { listReferences } from '#contract/books/references.ts'
import type { Filter } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { type CalendarKind, calendarKinds } from '#domain/calendar/calendar-entries.ts'
import { type FeedEvent, listFeedEvents, listFeedFilters, maxEventsPerKind } from '#domain/calendar/feed-events.ts'
import type { Database } from '#server/db/client.ts'
import { buildFilterCondition } from '#server/db/lists/filter-conditions.ts'
import { joinConditions } from '#server/db/lists/list-description.ts'
import { buildVisibleCondition, type Reader } from '#server/db/owned-rows.ts'
import { selectRecordColumns } from '#server/db/record-json.ts'
import { isStopped } from '#server/db/stopped-records.ts'
import { createWritableBook, type WritableBook } from '#server/writes/writable-book.ts'

export interface FeedRequest {
  readonly books: readonly WritableBook[]
  readonly reader: Reader & { readonly name: string }
  readonly isOwnOnly: boolean
  readonly showsNames: boolean
  readonly today: string
}

/** The events of a person's feed, from what this person may see in the calendar. */
export async function readFeedEvents(db: Database, request: FeedRequest): Promise<FeedEvent[]> {
  const rowsByKind = await Promise.all(
    calendarKinds.map(async (kind) => [kind, await readKindRows(db, kind, request)] as const),
  )
  return listFeedEvents(rowsByKind, request)
}

async function readKindRows(db: Database, kind: CalendarKind, request: FeedRequest): Promise<SourceRow[]> {
  const { books, reader, isOwnOnly, today } = request
  const book = books.find(({ name }) => name === kind.collection)
  if (!book?.canRead(reader)) return []
  const { owned } = book
  const manager = isOwnOnly && !owned ? reader.name : ''
  const own = isOwnOnly && owned ? [sql<boolean>`${sql.ref(`r.${owned.key}`)} = ${reader.id}::uuid`] : []
  const alternatives = listFeedFilters(kind, { today, manager })
  if (alternatives.length === 0) return []
  const found = await Promise.all(alternatives.map((filters) => buildFilters(db, book, filters)))
  const condition = joinConditions([
    buildVisibleCondition(book, reader, 'r'),
    sql<boolean>`not ${isStopped(book.name, 'r')}`,
    ...own,
    sql<boolean>`(${sql.join(found, sql` or `)})`,
  ])
  const distance = sql`abs(${sql.ref(`r.${kind.day}`)} + ${kind.daysAfter}::int - ${today}::date)`
  const { rows } = await sql<AnyRecord>`
    select ${selectRecordColumns(book, 'r')} from ${sql.table(book.table)} r
    where ${condition} order by ${distance}, r.id limit ${maxEventsPerKind}
  `.execute(db)
  return await joinRecords(db, book, rows)
}

async function buildFilters(
  db: Database,
  book: WritableBook,
  filters: readonly Filter[],
): Promise<RawBuilder<boolean>> {
  const conditions = await Promise.all(filters.map((filter) => buildFilterCondition(db, book, filter)))
  return sql<boolean>`(${joinConditions(conditions)})`
}

/** The rows with the records they refer to, which their captions name. */
async function joinRecords(db: Database, { name }: WritableBook, records: readonly AnyRecord[]): Promise<SourceRow[]> {
  const references = await Promise.all(
    listReferences(name).map(async ({ key, to }) => {
      const ids = [...new Set(records.map((record) => record[key]).filter((id) => typeof id === 'string'))]
      const book = createWritableBook(to)
      const { rows } = await sql<AnyRecord>`
        select ${selectRecordColumns(book, 'r')} from ${sql.table(book.table)} r where r.id = any(${ids}::uuid[])
      `.execute(db)
      return [key, new Map(rows.map((row) => [row.id, row]))] as const
    }),
  )
  return records.map((record) => ({
    id: record.id,
    record,
    joined: Object.fromEntries(references.map(([key, byId]) => [key, byId.get(String(record[key]))])),
    marks: {},
    state: 'plain',
    isOutside: false,
  }))
}
