import type { FastifyRequest } from 'fastify'
import { sql, type Transaction } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import {
  exportOnDevicePath,
  exportOnDeviceSchema,
  type ReceivedViewEvent,
  viewReportResponseSchema,
  viewReportSchema,
  viewsPath,
} from '#contract/sync/view-reports.ts'
import type { Database } from '#server/db/client.ts'
import { selectRecordJson } from '#server/db/record-json.ts'
import type { App, Deps } from '#server/deps.ts'
import { refuseOutdatedClient } from '#server/http/http-problem.ts'
import { requireStaff, type SignedInUser } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { buildTrailRow, withoutEmpty } from '#server/trail/write-trail.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'

/**
 * `POST /api/audit/export_on_device` records a sheet before the device exports it. `POST
 * /api/audit/seen` adds what a device showed from its own copy to the trail, each row exactly
 * once. The device says when; the server determines the data subject. A row has the time it was
 * received and the device's time; an impossible device time is kept and marked.
 */
export function registerViewReports(app: App, deps: Deps, books: readonly WritableBook[]): void {
  const guards = [refuseOutdatedClient, async (request: FastifyRequest) => void requireStaff(request)]
  async function storeReports(request: FastifyRequest, reports: readonly ReceivedViewEvent[]) {
    const reporter = { user: requireStaff(request), ipAddress: request.ip, now: deps.now().getTime() }
    await deps.db.transaction().execute((trx) => insertReports(trx, { reports, reporter, books }))
    return { taken: reports.map(({ id }) => id) }
  }
  app.route({
    method: 'POST',
    url: exportOnDevicePath,
    schema: { tags: ['접속기록'], body: exportOnDeviceSchema, response: { 200: viewReportResponseSchema } },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 100), timeWindow: '1 minute' } },
    onRequest: guards,
    handler: (request) => storeReports(request, [request.body]),
  })
  app.route({
    method: 'POST',
    url: viewsPath,
    schema: { tags: ['접속기록'], body: viewReportSchema, response: { 200: viewReportResponseSchema } },
    // A device submits every few seconds at most, and in larger numbers after days offline.
    config: { rateLimit: { max: 240, timeWindow: '1 minute' } },
    onRequest: guards,
    handler: (request) => storeReports(request, request.body.seen),
  })
}

interface ViewReport {
  readonly reports: readonly ReceivedViewEvent[]
  readonly reporter: { readonly user: SignedInUser; readonly ipAddress: string; readonly now: number }
  readonly books: readonly WritableBook[]
}

async function insertReports(trx: Transaction<Tables>, { reports, reporter, books }: ViewReport): Promise<void> {
  // A fixed order, so that two tabs submitting the same rows never deadlock.
  const ids = [...new Set(reports.map(({ id }) => id))].toSorted()
  const inserted = await trx
    .insertInto('seen_report')
    .values(ids.map((seen_id) => ({ user_id: reporter.user.id, seen_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('seen_id')
    .execute()
  // One per id: two reports of one request may share an id.
  const newReports = new Map(inserted.map(({ seen_id }) => [seen_id, reports.find(({ id }) => id === seen_id)]))
  const rows = reports.filter((report) => newReports.get(report.id) === report)
  if (rows.length === 0) return
  const subjects = await readSubjects(trx, books, rows)
  await trx
    .insertInto('audit')
    .values(rows.map((report) => buildViewTrailRow(report, reporter, subjects.get(report.record_id ?? ''))))
    .execute()
}

function buildViewTrailRow(
  report: ReceivedViewEvent,
  { user, ipAddress, now }: ViewReport['reporter'],
  subject: string | undefined,
) {
  const { act, at, offline, collection, record_id: recordId, about } = report
  const clock = findClockError(Date.parse(at), now)
  const detail = { ...withoutEmpty(about), at_device: at, ...(offline && { offline }), ...(clock && { clock }) }
  return buildTrailRow({
    user: { id: user.id, name: user.name },
    ipAddress,
    act,
    ...(collection && { collection }),
    ...(recordId && { recordId }),
    ...(subject && { subject }),
    detail,
  })
}

/** Allowed clock skew. */
const maxClockSkewMs = 10 * 60_000

function findClockError(reportedAt: number, now: number): 'ahead' | 'long_ago' | null {
  if (reportedAt > now + maxClockSkewMs) return 'ahead'
  return reportedAt < now - viewReportRetentionMs ? 'long_ago' : null
}

/** The data subjects of these records by id; of deleted ones, from their last state. */
async function readSubjects(
  trx: Transaction<Tables>,
  books: readonly WritableBook[],
  rows: readonly ReceivedViewEvent[],
): Promise<ReadonlyMap<string, string>> {
  const subjects = new Map<string, string>()
  for (const book of books) {
    const bookReports = rows.filter((report) => report.collection === book.name)
    const ids = [...new Set(bookReports.flatMap(({ record_id }) => record_id ?? []))]
    if (ids.length === 0) continue
    for (const record of await readCurrentRecords(trx, book, ids)) subjects.set(record.id, book.rules.subjectOf(record))
  }
  return subjects
}

async function readCurrentRecords(
  trx: Transaction<Tables>,
  book: WritableBook,
  ids: readonly string[],
): Promise<AnyRecord[]> {
  const { rows } = await sql<{ row: AnyRecord }>`
    select ${selectRecordJson(book, 't')} as row from ${sql.table(book.table)} t where t.id = any(${ids}::uuid[])
  `.execute(trx)
  const existing = rows.map(({ row }) => row)
  const missing = ids.filter((id) => !existing.some((record) => record.id === id))
  if (missing.length === 0) return existing
  const deleted = await trx
    .selectFrom('change')
    .select(['record_id', 'version', 'fields'])
    .where('collection', '=', book.name)
    .where('record_id', 'in', missing)
    .where('kind', '=', 'delete')
    .execute()
  return [
    ...existing,
    ...deleted.map(({ record_id, version, fields }) => {
      const before = Object.fromEntries(Object.entries(fields).map(([key, { old }]) => [key, old]))
      return { ...before, id: record_id, version } as AnyRecord
    }),
  ]
}

/**
 * Retention of view reports, which prevent duplicates in the trail. A row repeated after this
 * is stored twice; its second copy is marked `long_ago`, like everything that old.
 */
const viewReportRetentionMs = 180 * dayMs

/** Rows per transaction, to keep transactions short. */
const batchSize = 5000

/**
 * Deletes seen reports submitted more than 180 days ago; returns how many. The trail rows they
 * created stay and have their own retention.
 */
export async function pruneViewReports(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - viewReportRetentionMs).toISOString()
  let pruned = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from seen_report where ctid = any(array(
        select ctid from seen_report where received_at < ${before}::timestamptz limit ${batchSize}
      ))
    `.execute(db)
    pruned += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < batchSize) return pruned
  }
}
