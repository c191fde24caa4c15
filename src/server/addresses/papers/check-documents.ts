import {
  type CheckedDocuments,
  checkedDocumentsSchema,
  checkOfficialDocumentPath,
  maxCheckedAddresses,
  officialDocumentRequestSchema,
} from '#contract/addresses/official-documents.ts'
import { officialPaper } from '#domain/official-documents/official-paper.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import type { App, Deps } from '../../deps.ts'
import { unprintableOf } from '../../documents/forms/unprintable.ts'
import { audit } from '../../audit/audit.ts'
import { requireStaff } from '../../plugins/bearer.ts'
import { readPapers } from './read-papers.ts'

const addressesPerRead = 50

/**
 * `POST`: lists the empty boxes of official documents before they are made. Reads resident numbers,
 * but returns none.
 */
export function documentCheckRoutes(app: App, { db, numbers, now, config }: Deps): void {
  app.route({
    method: 'POST',
    url: checkOfficialDocumentPath,
    schema: { tags: ['부동산 주소'], body: officialDocumentRequestSchema, response: { 200: checkedDocumentsSchema } },
    config: { rateLimit: { max: Math.ceil(config.rateLimitPerMinute / 20), timeWindow: '1 minute' } },
    onRequest: async (request) => void requireStaff(request),
    handler: async (request) => {
      const { id, name } = requireStaff(request)
      const ids = [...new Set(request.body.address_ids)]
      await audit(db, {
        user: { id, name },
        address: request.ip,
        act: 'read',
        collection: 'addresses',
        detail: { check: request.body.document_type, addresses: ids.length },
      })
      const context = { db, numbers, today: officeDay(now().getTime()) }
      const answer: CheckedDocuments = { total: ids.length, incomplete: 0, addresses: [] }
      for (let at = 0; at < ids.length; at += addressesPerRead) {
        for (const source of await readPapers(context, request.body, ids.slice(at, at + addressesPerRead))) {
          const { forms, missing } = officialPaper(request.body.document_type, source)
          const all = [...missing, ...forms.slice(0, 1).flatMap(unprintableOf)]
          if (all.length === 0) continue
          answer.incomplete += 1
          if (answer.addresses.length < maxCheckedAddresses)
            answer.addresses.push({ address_id: source.address.id, jibun: source.address.jibun, missing: all })
        }
      }
      return answer
    },
  })
}
