import { sql } from 'kysely'
import type { z } from 'zod'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { problem } from '#contract/problem.ts'
import {
  type chosenRecordsSchema,
  type PersonRequest,
  type requestCloseSchema,
  type requestCreateSchema,
  responseDeadlineDays,
} from '#contract/retention/person-requests.ts'
import { bookRules } from '#domain/books/books.ts'
import { addDays, toOfficeDay } from '#domain/dates/office-date.ts'
import type { Database } from '#server/db/client.ts'
import { selectRecordJson } from '#server/db/record-json.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem, requireVersion } from '#server/http/http-problem.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import type { RetentionManager } from '../policy.ts'

type RequestContext = Pick<Deps, 'db' | 'now'>

/** All requests, newest first. */
export async function listRequests(db: Database): Promise<PersonRequest[]> {
  const rows = await db
    .selectFrom('person_request')
    .selectAll()
    .orderBy('received_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()
  return rows.map(({ inserted_at: _insertedAt, ...request }) => request)
}

/** Throws `not_found`. */
export async function readRequest(db: Pick<Database, 'selectFrom'>, id: string): Promise<PersonRequest> {
  const row = await db.selectFrom('person_request').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new HttpProblem(problem('not_found', { message: notFoundMessage }))
  const { inserted_at: _insertedAt, ...request } = row
  return request
}

const notFoundMessage = '정보주체 요청을 찾을 수 없습니다.'

/** Records a request, due ten days after its receipt. Repeating the same id creates nothing new. */
export async function createRequest(
  { db, now }: RequestContext,
  input: z.output<typeof requestCreateSchema>,
  by: RetentionManager,
): Promise<PersonRequest> {
  const today = toOfficeDay(now().getTime())
  if (input.received_on > today) {
    const message = '받은 날이 오늘보다 뒤입니다.'
    throw new HttpProblem(problem('refused', { message, fields: { received_on: message } }))
  }
  await db.transaction().execute(async (trx) => {
    const auditFields = { updated_by: by.user.name, updated_at: now().toISOString(), closed_on: null }
    const created = await trx
      .insertInto('person_request')
      .values({ ...input, ...auditFields, due_on: addDays(input.received_on, responseDeadlineDays) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) return
    const { id: recordId, asked_for, person_name: subject } = input
    await writeTrail(trx, {
      ...by,
      act: 'create',
      collection: 'person-requests',
      recordId,
      subject,
      detail: { asked_for },
    })
  })
  return await readRequest(db, input.id)
}

/** Records the result of a request unless it was closed meanwhile. */
export async function closeRequest(
  { db, now }: RequestContext,
  { id, version, state, outcome }: z.output<typeof requestCloseSchema>,
  by: RetentionManager,
): Promise<PersonRequest> {
  await db.transaction().execute(async (trx) => {
    const row = await trx.selectFrom('person_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    const { person_name: subject } = await requireVersion(row, version, { notFoundMessage })
    const closed_on = toOfficeDay(now().getTime())
    const auditFields = { updated_by: by.user.name, updated_at: now().toISOString() }
    await trx
      .updateTable('person_request')
      .set({ ...auditFields, state, outcome, closed_on, version: version + 1 })
      .where('id', '=', id)
      .execute()
    await writeTrail(trx, {
      ...by,
      act: 'update',
      collection: 'person-requests',
      recordId: id,
      subject,
      detail: { state },
    })
  })
  return await readRequest(db, id)
}

type ChosenRecords = z.output<typeof chosenRecordsSchema>

/**
 * Stops the processing of records 처리정지: only superusers may write them, and no sheet includes
 * them. Records already stopped stay so.
 */
export async function stopProcessing(
  { db, now, newId }: Deps,
  chosen: ChosenRecords,
  by: RetentionManager,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const request = await readRequest(trx, chosen.request)
    for (const { collection, id } of chosen.records) {
      const book = createWritableBook(collection)
      const { rows } = await sql<{ row: AnyRecord }>`
        select ${selectRecordJson(book, 't')} as row from ${sql.table(book.table)} t where id = ${id} for update
      `.execute(trx)
      const [lockedRecord] = rows
      if (!lockedRecord) continue
      const inserted = await sql`
        insert into record_block (id, record_id, collection, request_id, placed_by, placed_at)
        values (${newId()}, ${id}, ${collection}, ${request.id}, ${by.user.name}, ${now().toISOString()})
        on conflict (record_id, collection) where lifted_at is null do nothing returning id
      `.execute(trx)
      if (inserted.rows.length === 0) continue
      const subject = bookRules[collection].subjectOf(lockedRecord.row)
      await writeTrail(trx, { ...by, act: 'block', collection, recordId: id, subject, detail: { request: request.id } })
    }
  })
}

export async function resumeProcessing({ db, now }: Deps, chosen: ChosenRecords, by: RetentionManager): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { collection, id } of chosen.records) {
      const resumed = await trx
        .updateTable('record_block')
        .set({ lifted_at: now().toISOString(), lifted_by: by.user.name })
        .where('record_id', '=', id)
        .where('collection', '=', collection)
        .where('lifted_at', 'is', null)
        .executeTakeFirst()
      if (resumed.numUpdatedRows === 0n) continue
      await writeTrail(trx, {
        ...by,
        act: 'block',
        collection,
        recordId: id,
        detail: { lifted: true, request: chosen.request },
      })
    }
  })
}

/** Every record whose processing is stopped. */
export async function listStopped(db: Database): Promise<{ collection: CollectionName; record_id: string }[]> {
  const rows = await db
    .selectFrom('record_block')
    .select(['collection', 'record_id'])
    .where('lifted_at', 'is', null)
    .orderBy('placed_at')
    .execute()
  return rows.map(({ collection, record_id }) => ({ collection: collection as CollectionName, record_id }))
}
