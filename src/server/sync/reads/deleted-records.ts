import { sql } from 'kysely'
import { z } from 'zod'
import { collectionNames } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { listIncomingPartReferences } from '#contract/books/references.ts'
import { type DeletedRecord, deletedRecordsSchema, maxDeletedRecords } from '#contract/sync/deleted-records.ts'
import { getOwnerKey, type Reader } from '#server/db/owned-rows.ts'
import type { App, Deps } from '#server/deps.ts'
import { requireStaff, type SignedInUser } from '#server/plugins/bearer.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import { listLoggedKeys } from './history.ts'

/**
 * `GET /api/sync/{collection}/deleted`: the deleted records of a book. It shows personal data, so
 * reading it leaves a trail row.
 */
export function registerDeletedRecords(
  app: App,
  deps: Deps,
  /** Throws when the collection does not exist or the person may not copy it. */
  requireReadable: (name: string, user: SignedInUser) => WritableBook,
): void {
  app.route({
    method: 'GET',
    url: '/api/sync/:collection/deleted',
    schema: {
      tags: ['동기화'],
      params: z.object({ collection: z.enum(collectionNames) }),
      response: { 200: deletedRecordsSchema },
    },
    onRequest: async (request) => void requireStaff(request),
    handler: async (request) => {
      const user = requireStaff(request)
      const book = requireReadable(request.params.collection, user)
      const partBooks = listIncomingPartReferences(book.name).map(({ from, key }) => ({
        book: requireReadable(from, user),
        key,
      }))
      const deletions = await readDeletions(deps, book, { reader: user })
      const shownDeletions = deletions.slice(0, maxDeletedRecords)
      const parts = await Promise.all(
        partBooks.map(async ({ book: partBook, key }) => {
          const of = { key, ids: shownDeletions.map(({ id }) => id) }
          return { book: partBook, key, deletions: await readDeletions(deps, partBook, { reader: user, of }) }
        }),
      )
      await writeTrail(deps.db, {
        user: { id: user.id, name: user.name },
        ipAddress: request.ip,
        act: 'list',
        collection: book.name,
        detail: { deleted: true, rows: shownDeletions.length },
      })
      const results = shownDeletions.map((deletion) => toDeletedRecord(book, deletion, parts))
      return { results, more: deletions.length > shownDeletions.length }
    },
  })
}

interface Deletion {
  readonly id: string
  readonly at: string
  readonly user_id: string | null
  readonly user_name: string
  readonly fields: Readonly<Record<string, { readonly old: FieldValue }>>
}

/** Deletions whose record does not exist again and was not destroyed, newest first. */
async function readDeletions(
  { db }: Deps,
  book: WritableBook,
  { reader, of }: { reader: Reader; of?: { readonly key: string; readonly ids: readonly string[] } },
): Promise<readonly Deletion[]> {
  if (of?.ids.length === 0) return []
  const ownerKey = getOwnerKey(book, reader)
  const owned = ownerKey === undefined ? sql`true` : sql`c.fields -> ${ownerKey} ->> 'old' = ${reader.id}`
  const parentCondition = of ? sql`c.fields -> ${of.key} ->> 'old' = any(${[...of.ids]}::text[])` : sql`true`
  const limit = of ? sql`` : sql`limit ${maxDeletedRecords + 1}`
  const { rows } = await sql<Deletion>`
    select c.record_id as id, c.at, c.user_id, c.user_name, c.fields
    from change c
    where c.kind = 'delete' and c.fields <> '{}'::jsonb and c.collection = ${book.name}
      and ${owned} and ${parentCondition}
      and not exists (select 1 from ${sql.table(book.table)} t where t.id = c.record_id)
      and not exists (
        select 1 from change later
        where later.collection = c.collection and later.record_id = c.record_id and later.version > c.version
      )
    order by c.at desc, c.txid desc, c.seq desc
    ${limit}
  `.execute(db)
  return rows
}

/** Parts are deleted just before their record, possibly in an earlier transaction. */
const maxPartLeadMs = 60_000

interface PartDeletions {
  readonly book: WritableBook
  readonly key: string
  readonly deletions: readonly Deletion[]
}

function toDeletedRecord(book: WritableBook, deletion: Deletion, parts: readonly PartDeletions[]): DeletedRecord {
  const { id, at, user_id, user_name } = deletion
  const belongs = (part: Deletion, key: string) => {
    const lead = Date.parse(at) - Date.parse(part.at)
    return part.fields[key]?.old === id && part.user_id === user_id && lead >= 0 && lead <= maxPartLeadMs
  }
  return {
    id,
    deleted_at: at,
    deleted_by: user_name,
    fields: pickLastValues(book, deletion),
    parts: parts.flatMap(({ book: partBook, key, deletions }) =>
      deletions
        .filter((part) => belongs(part, key))
        .map((part) => ({ collection: partBook.name, id: part.id, fields: pickLastValues(partBook, part) })),
    ),
  }
}

function pickLastValues(book: WritableBook, { fields }: Deletion): Record<string, FieldValue> {
  return Object.fromEntries(listLoggedKeys(book).flatMap((key) => (fields[key] ? [[key, fields[key].old]] : [])))
}
