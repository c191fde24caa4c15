import type { FastifyRequest } from 'fastify'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import {
  applicationFileNames,
  checkApplicationPath,
  checkApplicationSchema,
  downloadApplicationPath,
  downloadApplicationSchema,
  downloadApplicationTaskPath,
  unitSelectionSchema,
  type CheckedUnit,
  type DownloadApplication,
} from '#contract/application-forms.ts'
import { bookOf } from '#contract/books/collections.ts'
import { filingsOf } from '#domain/filings/filings-of.ts'
import { officeDay } from '#domain/office-date.ts'
import type { App, Deps } from '../../deps.ts'
import { attachmentHeader } from '../../documents/attachment.ts'
import { unprintableOf } from '../../documents/forms/unprintable.ts'
import { writeForms } from '../../documents/forms/write-forms.ts'
import { pdfMediaType } from '../../documents/pdf/pdf-document.ts'
import type { DownloadQueue } from '../../jobs/download-queue.ts'
import { registerDownload } from '../../jobs/register-download.ts'
import { audit } from '../../plugins/audit.ts'
import { requireCaseBookAccess } from '../policy.ts'
import { filingSets, refuseWrongSelection } from './filing-set.ts'
import { trailUnits } from './filing-trail.ts'
import { readFilingSources, type FilingGround, type ReadRates } from './read-filing-sources.ts'

const tags = [bookOf('applications').label]
const staffOnly = async (request: FastifyRequest) => void requireCaseBookAccess(request)

/** Filings 등기신청서 of units as PDF: what is missing of them, the file at once, and the file as a download task. */
export function registerApplicationForms(
  app: App,
  { deps, queue }: { deps: Deps; queue: DownloadQueue },
  readRates: ReadRates,
): void {
  const papers: Papers = {
    deps,
    ground: () => ({
      ...{ db: deps.db, numbers: deps.numbers, readRates },
      today: officeDay(deps.now().getTime()),
    }),
  }
  registerCheck(app, papers)
  registerPdf(app, papers)
  registerTask(app, papers, queue)
}

interface Papers {
  readonly deps: Deps
  ground(): FilingGround
}

function registerCheck(app: App, { deps, ground }: Papers): void {
  app.route({
    method: 'POST',
    url: checkApplicationPath,
    schema: { tags, body: unitSelectionSchema, response: { 200: checkApplicationSchema } },
    onRequest: staffOnly,
    handler: async (request) => {
      const { id, name } = requireCaseBookAccess(request)
      const { property_ids } = request.body
      await refuseWrongSelection(deps.db, property_ids)
      await audit(deps.db, {
        ...{ user: { id, name }, address: request.ip, act: 'read', collection: 'real-estate-units' },
        detail: { check: '등기신청서', property_ids },
      })
      const found = await readFilingSources(ground(), [...new Set(property_ids)])
      // No more than this leaves: the numbers that were looked for are not among it.
      const units = found.map(({ unitId, isSaved, source }): CheckedUnit => {
        const filings = filingsOf(source).map((filing) => ({
          title: filing.texts['title'] ?? '',
          missing: [...filing.missing, ...unprintableOf(filing)],
        }))
        return {
          ...{ property_id: unitId, group_name: source.group.name, dongho: source.unit.dongho },
          ...{ is_saved: isSaved, filings },
        }
      })
      return { units }
    },
  })
}

function registerPdf(app: App, papers: Papers): void {
  const { deps } = papers
  app.route({
    method: 'POST',
    url: downloadApplicationPath,
    schema: { tags, body: downloadApplicationSchema },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 20), timeWindow: '1 minute' } },
    onRequest: staffOnly,
    handler: async (request, reply) => {
      const { id, name } = requireCaseBookAccess(request)
      const { property_ids } = request.body
      await refuseWrongSelection(deps.db, property_ids)
      await trailUnits(deps.db, { user: { id, name }, address: request.ip }, property_ids)
      const file = pdfOf(papers, request.body)
      // What goes wrong before the first byte is answered as an error, not as a broken file.
      await once(file, 'readable')
      return await reply
        .type(pdfMediaType)
        .header('cache-control', 'no-store')
        .header('content-disposition', attachmentHeader(fileNames(deps.now(), request.body)))
        .send(file)
    },
  })
}

function registerTask(app: App, papers: Papers, queue: DownloadQueue): void {
  const { deps } = papers
  registerDownload(
    app,
    { deps, queue },
    {
      name: 'application-forms',
      path: downloadApplicationTaskPath,
      ...{ tag: bookOf('applications').label, collection: 'applications', mediaType: pdfMediaType },
      input: downloadApplicationSchema,
      batchSize: 50,
      isFetchedOnce: true,
      policy: requireCaseBookAccess,
      fileNames: (requestedAt, input) => fileNames(requestedAt, downloadApplicationSchema.parse(input)),
      check: ({ property_ids }) => refuseWrongSelection(deps.db, property_ids),
      trail: (tx, { by, input }) => trailUnits(tx, by, input.property_ids),
      write: (input, onProgress) => pdfOf(papers, input, onProgress),
    },
  )
}

function pdfOf(
  { deps, ground }: Papers,
  asked: DownloadApplication,
  onProgress?: (progress: { done: number; total: number }) => void,
): Readable {
  const total = new Set(asked.property_ids).size
  let done = 0
  onProgress?.({ done, total })
  return writeForms(filingSets(ground(), asked), {
    ...{ title: '등기신청서', author: '법무사 사무소', createdAt: deps.now().toISOString() },
    onDrawn() {
      done += 1
      onProgress?.({ done, total })
    },
  })
}

function fileNames(now: Date, { property_ids }: DownloadApplication) {
  return applicationFileNames(new Set(property_ids).size, officeDay(now.getTime()))
}
