import { sql } from 'kysely'
import type { z } from 'zod'
import type { namedRecordsSchema } from '#contract/keeping/person-requests.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { bookRules } from '#domain/books/books.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Database } from '../../db/client.ts'
import { recordJson } from '../../db/record-json.ts'
import { writableCollection } from '../../db/writable-collection.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../audit/audit.ts'
import type { KeepingPerson } from '../policy.ts'
import { readRequest } from './write-requests.ts'

type Named = z.output<typeof namedRecordsSchema>

/**
 * Suspends the processing of records 처리정지: only superusers may write them, and no sheet includes
 * them. Records already suspended stay so.
 */
export async function blockRecords({ db, now, newId }: Deps, records: Named, by: KeepingPerson): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const request = await readRequest(trx, records.request)
    for (const { collection, id } of records.records) {
      const book = writableCollection(collection)
      const { rows } = await sql<{ row: AnyRecord }>`
        select ${recordJson(book, 't')} as row from ${sql.table(book.table)} t where id = ${id} for update
      `.execute(trx)
      const [found] = rows
      if (!found) continue
      const inserted = await sql`
        insert into record_block (id, record_id, collection, request_id, placed_by, placed_at)
        values (${newId()}, ${id}, ${collection}, ${request.id}, ${by.user.name}, ${now().toISOString()})
        on conflict (record_id, collection) where lifted_at is null do nothing returning id
      `.execute(trx)
      if (inserted.rows.length === 0) continue
      const subject = bookRules[collection].subjectOf(found.row)
      await audit(trx, { ...by, act: 'block', collection, recordId: id, subject, detail: { request: request.id } })
    }
  })
}

/** Ends the suspension. */
export async function liftBlocks({ db, now }: Deps, records: Named, by: KeepingPerson): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { collection, id } of records.records) {
      const lifted = await trx
        .updateTable('record_block')
        .set({ lifted_at: now().toISOString(), lifted_by: by.user.name })
        .where('record_id', '=', id)
        .where('collection', '=', collection)
        .where('lifted_at', 'is', null)
        .executeTakeFirst()
      if (lifted.numUpdatedRows === 0n) continue
      await audit(trx, {
        ...by,
        act: 'block',
        collection,
        recordId: id,
        detail: { lifted: true, request: records.request },
      })
    }
  })
}

/** Every record whose processing is suspended. */
export async function listBlocked(db: Database): Promise<{ collection: CollectionName; record_id: string }[]> {
  const rows = await db
    .selectFrom('record_block')
    .select(['collection', 'record_id'])
    .where('lifted_at', 'is', null)
    .orderBy('placed_at')
    .execute()
  return rows.map(({ collection, record_id }) => ({ collection: collection as CollectionName, record_id }))
}
