import { z } from 'zod'
import {
  addressStatusPath,
  addressStatusSchema,
  type CheckedDocuments,
  checkedDocumentsSchema,
  checkOfficialDocumentPath,
  maxCheckedAddresses,
  officialDocumentRequestSchema,
} from '#contract/addresses/address-tasks.ts'
import { problem } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import { extractFilePath } from '#contract/registry/extract.ts'
import { exportTermsShape } from '#contract/trail/export-reason.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { buildOfficialDocument } from '#domain/official-documents/official-document.ts'
import { registerBulkUpdateRoute } from '#server/books/generic-writes.ts'
import type { App, Deps } from '#server/deps.ts'
import { buildAttachmentHeader } from '#server/documents/attachment.ts'
import { findUnprintable } from '#server/documents/forms/form-by-name.ts'
import { refuseStoppedDocument } from '#server/documents/refuse-stopped-document.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { startDaily } from '#server/tasks/daily.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import { readDocumentSources } from './documents/read-document-sources.ts'
import { readOrPrintExtract, sweepExtractFiles } from './extract-files.ts'

/** The PDF of one extract as issued; every download is audited. */
export function extractRoutes(app: App, deps: RouteDeps): void {
  const { db, officeKeys: keys, registrySource } = deps
  const stopSweeping = startDaily(app.log, {
    run: () => sweepExtractFiles(deps),
    onFailure: 'could not delete files of deleted extracts',
  })
  app.addHook('onClose', async () => {
    await stopSweeping()
    await registrySource.close?.()
  })
  app.route({
    method: 'GET',
    url: extractFilePath,
    schema: { tags: ['부동산 주소'], querystring: z.object({ id: idSchema, reason: exportTermsShape.reason }) },
    onRequest: async (request) => void requireStaff(request),
    handler: async (request, reply) => {
      const { id, reason = null } = request.query
      const { id: userId, name } = requireStaff(request)
      const extract = await db
        .selectFrom('address_extract as e')
        .innerJoin('address as a', 'a.id', 'e.address_id')
        .select(['e.issued_at', 'e.address_id', 'a.jibun', 'a.num'])
        .where('e.id', '=', id)
        .executeTakeFirst()
      if (extract) await refuseStoppedDocument(db, 'addresses', [extract.address_id])
      const pdf = extract && (await readOrPrintExtract(db, { keys, source: registrySource }, id))
      if (!pdf)
        throw new HttpProblem(
          problem('not_found', { message: '등본의 PDF 파일이 없습니다. 등본을 다시 발급해 주세요.' }),
        )
      await writeTrail(db, {
        user: { id: userId, name },
        ipAddress: request.ip,
        act: 'export',
        collection: 'address-extracts',
        recordId: id,
        subject: extract.jibun,
        detail: { reason },
      })
      const day = toOfficeDay(Date.parse(extract.issued_at ?? ''))
      const parcel = extract.num ?? extract.jibun.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
      return await reply
        .type('application/pdf')
        .header('content-length', pdf.byteLength)
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          buildAttachmentHeader({ ascii: `registry-extract-${day}.pdf`, korean: `등기부등본 ${parcel} ${day}.pdf` }),
        )
        .send(pdf)
    },
  })
}

/** `PUT` of the status of many addresses, for plain clients; screens send edits instead. */
export function addressStatusRoutes(app: App, deps: Deps & Pick<RouteDeps, 'writes'>): void {
  const { writes } = deps
  registerBulkUpdateRoute(
    app,
    { deps, writes },
    {
      url: addressStatusPath,
      book: createWritableBook('addresses'),
      policy: requireStaff,
      body: addressStatusSchema,
      readChange: ({ address_ids, status }) => ({ ids: [...new Set(address_ids)], changes: { status } }),
    },
  )
}

const addressesPerRead = 50

/**
 * `POST`: lists the empty boxes of official documents before they are made. Reads resident numbers,
 * but returns none.
 */
export function documentCheckRoutes(app: App, { db, officeKeys, now, config }: Deps): void {
  app.route({
    method: 'POST',
    url: checkOfficialDocumentPath,
    schema: { tags: ['부동산 주소'], body: officialDocumentRequestSchema, response: { 200: checkedDocumentsSchema } },
    config: { rateLimit: { max: Math.ceil(config.rateLimitPerMinute / 20), timeWindow: '1 minute' } },
    onRequest: async (request) => void requireStaff(request),
    handler: async (request) => {
      const { id, name } = requireStaff(request)
      const ids = [...new Set(request.body.address_ids)]
      await writeTrail(db, {
        user: { id, name },
        ipAddress: request.ip,
        act: 'read',
        collection: 'addresses',
        detail: { check: request.body.document_type, addresses: ids.length },
      })
      const context = { db, officeKeys, today: toOfficeDay(now().getTime()) }
      const result: CheckedDocuments = { total: ids.length, incomplete: 0, addresses: [] }
      for (let index = 0; index < ids.length; index += addressesPerRead) {
        for (const source of await readDocumentSources(
          context,
          request.body,
          ids.slice(index, index + addressesPerRead),
        )) {
          const { forms, missing } = buildOfficialDocument(request.body.document_type, source)
          const all = [...missing, ...forms.slice(0, 1).flatMap(findUnprintable)]
          if (all.length === 0) continue
          result.incomplete += 1
          if (result.addresses.length < maxCheckedAddresses)
            result.addresses.push({ address_id: source.address.id, jibun: source.address.jibun, missing: all })
        }
      }
      return result
    },
  })
}
