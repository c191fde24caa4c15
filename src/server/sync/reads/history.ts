import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { collectionNames } from '#contract/books/collections.ts'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import {
  type HistoryEntry,
  historyPageSize,
  type RecordHistory,
  recordHistoryQuerySchema,
  recordHistorySchema,
} from '#contract/records/generic-resource.ts'
import { getOwnerKey, type Reader } from '#server/db/owned-rows.ts'
import { selectRecordJson } from '#server/db/record-json.ts'
import type { App, Deps } from '#server/deps.ts'
import { requireStaff, type SignedInUser } from '#server/plugins/bearer.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'

/**
 * `GET /api/sync/{collection}/history`: the change history 변경 이력 of one record. It shows personal
 * data, so reading it leaves a trail row.
 */
export function registerHistory(
  app: App,
  deps: Deps,
  /** Throws when the collection does not exist or the person may not copy it. */
  requireReadable: (name: string, user: SignedInUser) => WritableBook,
): void {
  app.route({
    method: 'GET',
    url: '/api/sync/:collection/history',
    schema: {
      tags: ['동기화'],
      params: z.object({ collection: z.enum(collectionNames) }),
      querystring: recordHistoryQuerySchema,
      response: { 200: recordHistorySchema },
    },
    onRequest: async (request) => void requireStaff(request),
    handler: async (request) => {
      const user = requireStaff(request)
      const book = requireReadable(request.params.collection, user)
      // The same response as for a record that never existed.
      if (!(await canSeeRecord(deps, book, { reader: user, id: request.query.id }))) return { results: [], more: false }
      const [history] = await Promise.all([
        readHistory(deps, book, request.query),
        writeReadingTrail(deps, request, { book, id: request.query.id }),
      ])
      return history
    },
  })
}

/** Whether this person may know of the record, which may be deleted. */
async function canSeeRecord(
  { db }: Deps,
  book: WritableBook,
  { reader, id }: { reader: Reader; id: string },
): Promise<boolean> {
  const key = getOwnerKey(book, reader)
  if (key === undefined) return true
  const { rows } = await sql`
    select 1 from ${sql.table(book.table)} t where t.id = ${id} and ${sql.ref(`t.${key}`)} = ${reader.id}::uuid
    union all
    select 1 from change where collection = ${book.name} and record_id = ${id} and kind = 'delete'
      and fields -> ${key} ->> 'old' = ${reader.id}
    limit 1
  `.execute(db)
  return rows.length > 0
}

async function readHistory(
  { db }: Deps,
  book: WritableBook,
  { id, before }: { id: string; before?: number | undefined },
): Promise<RecordHistory> {
  let query = db
    .selectFrom('change')
    .select(['version', 'kind', 'at', 'user_name', 'fields'])
    .where('collection', '=', book.name)
    .where('record_id', '=', id)
    .orderBy('version', 'desc')
    .limit(historyPageSize + 1)
  if (before !== undefined) query = query.where('version', '<', before)
  const rows = await query.execute()
  const results = rows.slice(0, historyPageSize).map(({ version, kind, at, user_name, fields }) => ({
    version,
    kind,
    changed_at: at,
    changed_by: user_name,
    fields: withoutSecrets(book, fields),
  }))
  return { results, more: rows.length > historyPageSize }
}

function withoutSecrets(book: WritableBook, fields: HistoryEntry['fields']): HistoryEntry['fields'] {
  return Object.fromEntries(listLoggedKeys(book).flatMap((key) => (fields[key] ? [[key, fields[key]]] : [])))
}

/**
 * The logged fields that people may see: only those that the record still has, because a removed
 * field may have held a secret.
 */
export function listLoggedKeys(book: WritableBook): string[] {
  return book.fields.filter(({ kind }: Field) => kind !== 'secret').map(({ key }) => key)
}

async function writeReadingTrail(
  { db }: Deps,
  request: FastifyRequest,
  { book, id }: { book: WritableBook; id: string },
): Promise<void> {
  const user = requireStaff(request)
  const { rows } = await sql<{ row: AnyRecord }>`
    select ${selectRecordJson(book, 't')} as row from ${sql.table(book.table)} t where t.id = ${id}
  `.execute(db)
  await writeTrail(db, {
    user: { id: user.id, name: user.name },
    ipAddress: request.ip,
    act: 'read',
    collection: book.name,
    recordId: id,
    ...(rows[0] && { subject: book.rules.subjectOf(rows[0].row) }),
    detail: { history: true },
  })
}
