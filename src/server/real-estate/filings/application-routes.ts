import { once } from 'node:events'
import type { FastifyRequest } from 'fastify'
import {
  checkApplicationPath,
  checkApplicationSchema,
  type CheckedUnit,
  downloadApplicationPath,
  downloadApplicationSchema,
  unitSelectionSchema,
} from '#contract/applications/applications.ts'
import { getBook } from '#contract/books/collections.ts'
import { listFilings } from '#domain/filings/list-filings.ts'
import type { App, Deps } from '#server/deps.ts'
import { buildAttachmentHeader } from '#server/documents/attachment.ts'
import { findUnprintable } from '#server/documents/forms/form-by-name.ts'
import { pdfMediaType } from '#server/documents/pdf/pdf-document.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import {
  buildApplicationFileName,
  createFilingDeps,
  type FilingDeps,
  refuseWrongSelection,
  writeApplications,
  writeUnitsTrail,
} from './filing-set.ts'
import { readFilingSources } from './read-filing-sources.ts'

const tags = [getBook('applications').label]
const staffOnly = async (request: FastifyRequest) => void requireStaff(request)

/**
 * Filings 등기신청서 of units as PDF: the check for missing values, and the file itself. The background
 * task is in `task-kinds.ts`.
 */
export function registerApplicationForms(app: App, deps: Deps & Pick<RouteDeps, 'readRates'>): void {
  const filingDeps = createFilingDeps(deps, deps.readRates)
  registerCheck(app, filingDeps)
  registerPdf(app, filingDeps)
}

function registerCheck(app: App, { deps, createContext }: FilingDeps): void {
  app.route({
    method: 'POST',
    url: checkApplicationPath,
    schema: { tags, body: unitSelectionSchema, response: { 200: checkApplicationSchema } },
    onRequest: staffOnly,
    handler: async (request) => {
      const { id, name } = requireStaff(request)
      const { property_ids } = request.body
      await refuseWrongSelection(deps.db, property_ids)
      await writeTrail(deps.db, {
        user: { id, name },
        ipAddress: request.ip,
        act: 'read',
        collection: 'real-estate-units',
        detail: { check: '등기신청서', property_ids },
      })
      const filingSources = await readFilingSources(createContext(), [...new Set(property_ids)])
      // Only these fields leave the server, without the numbers that were read.
      const units = filingSources.map(({ unitId, isSaved, source }): CheckedUnit => {
        const filings = listFilings(source).map((filing) => ({
          title: filing.texts['title'] ?? '',
          missing: [...filing.missing, ...findUnprintable(filing)],
        }))
        return {
          property_id: unitId,
          group_name: source.group.name,
          dongho: source.unit.dongho,
          is_saved: isSaved,
          filings,
        }
      })
      return { units }
    },
  })
}

function registerPdf(app: App, filingDeps: FilingDeps): void {
  const { deps } = filingDeps
  app.route({
    method: 'POST',
    url: downloadApplicationPath,
    schema: { tags, body: downloadApplicationSchema },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 20), timeWindow: '1 minute' } },
    onRequest: staffOnly,
    handler: async (request, reply) => {
      const { id, name } = requireStaff(request)
      const { property_ids } = request.body
      await refuseWrongSelection(deps.db, property_ids)
      await writeUnitsTrail(deps.db, { user: { id, name }, ipAddress: request.ip }, property_ids)
      const file = writeApplications(filingDeps, request.body)
      // Failures before the first byte become an error response instead of a broken file.
      await once(file, 'readable')
      return await reply
        .type(pdfMediaType)
        .header('cache-control', 'no-store')
        .header('content-disposition', buildAttachmentHeader(buildApplicationFileName(deps.now(), request.body)))
        .send(file)
    },
  })
}
