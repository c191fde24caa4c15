import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CollectionName } from '#contract/books/collections.ts'
import { problem } from '#contract/problem.ts'
import { type ExportTerms, exportTermsShape, findUnmaskedError } from '#contract/trail/export-reason.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import { withoutEmpty, writeTrail } from '#server/trail/write-trail.ts'
import { buildAttachmentHeader, type FileNames } from '../attachment.ts'
import { workbookMediaType } from '../xlsx/sheet.ts'
import type { BookProgress } from './write-book.ts'

/** A book that can be exported as a workbook, for the direct call and for the background task. */
export interface ExcelExport<Query extends z.ZodObject = z.ZodObject> {
  readonly path: string
  /** Heading in /api/docs. */
  readonly tag: string
  /** The collection named in the trail. */
  readonly collection: CollectionName
  readonly query: Query
  /** Throws 401 or 403. */
  policy(request: FastifyRequest): SignedInUser
  fileNames(today: string, query: z.output<Query>): FileNames
  /** Throws a refusal when the query names something that does not exist. */
  check?(db: Database, query: z.output<Query>): Promise<void>
  write(input: ExportRequest, query: z.output<Query>): Readable | Promise<Readable>
}

export interface ExportRequest {
  readonly db: Database
  readonly today: string
  /** Whether resident numbers and addresses of persons are masked. */
  readonly isMasked: boolean
  readonly onProgress?: BookProgress
  /** Absent in background tasks, which never export a person's own rows. */
  readonly reader?: SignedInUser
}

/**
 * `GET` of an export: the rows that match the filters, in screen order, as a workbook streamed
 * while it is read. Leaves a trail row.
 */
export function registerExportExcel<Query extends z.ZodObject>(
  app: App,
  deps: Deps,
  exported: ExcelExport<Query>,
): void {
  app.route({
    method: 'GET',
    url: exported.path,
    schema: { tags: [exported.tag], querystring: exported.query.extend(exportTermsShape) },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 100), timeWindow: '1 minute' } },
    onRequest: async (request) => void exported.policy(request),
    handler: async (request, reply) => {
      const reader = exported.policy(request)
      const query = request.query as z.output<Query>
      await exported.check?.(deps.db, query)
      const { isMasked } = readExportTerms(query)
      await writeTrail(deps.db, {
        user: reader,
        ipAddress: request.ip,
        act: 'export',
        collection: exported.collection,
        detail: buildExportTrailDetail(query),
      })
      const today = toOfficeDay(deps.now().getTime())
      const stream = await exported.write({ db: deps.db, today, reader, isMasked }, query)
      const timeout = AbortSignal.timeout(maxExportMs)
      timeout.addEventListener('abort', () => stream.destroy(new Error('the export took too long')), { once: true })
      return await reply
        .type(workbookMediaType)
        .header('content-disposition', buildAttachmentHeader(exported.fileNames(today, query)))
        .send(stream)
    },
  })
}

/**
 * Time limit of an export in ms: a slow reader keeps a database snapshot open and blocks a place in
 * the queue.
 */
const maxExportMs = 300_000

/** Parameters an export call may add to its query. */
const exportTermsSchema = z.object(exportTermsShape)

/** The reason and whether to mask. Refuses an unmasked export without a reason. */
export function readExportTerms(query: unknown): ExportTerms {
  const { reason = null, masked } = exportTermsSchema.parse(query)
  const terms = { reason, isMasked: masked !== 'no' }
  const error = findUnmaskedError(terms)
  if (error !== null) throw new HttpProblem(problem('refused', { message: error, fields: { reason: error } }))
  return terms
}

/**
 * Audit detail of an export: the query, the reason and whether it was masked. `reason: null` marks
 * a call without a reason for the reviewer.
 */
export function buildExportTrailDetail(query: unknown): Record<string, unknown> {
  const { reason, isMasked } = readExportTerms(query)
  const { masked: _masked, reason: _reason, ...question } = withoutEmpty(query)
  return { ...question, reason, is_masked: isMasked }
}
