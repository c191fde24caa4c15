import { z } from 'zod'
import { extractFilePath } from '#contract/addresses/extract.ts'
import { problem } from '#contract/problem.ts'
import { takeOutShape } from '#contract/trail/take-out.ts'
import { idSchema } from '#contract/records/values.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import type { App } from '../deps.ts'
import type { ServerDeps } from '../server-deps.ts'
import { attachmentHeader } from '../documents/attachment.ts'
import { refuseStoppedPaper } from '../documents/refuse-stopped-paper.ts'
import { audit } from '../audit/audit.ts'
import { startDaily } from '../jobs/daily.ts'
import { Refusal } from '../http/refusal.ts'
import { requireStaff } from '../plugins/bearer.ts'
import { readOrPrint, sweepExtractFiles } from './extract-files.ts'

/** The PDF of one extract as issued; every download is audited. */
export function extractRoutes(app: App, deps: ServerDeps): void {
  const { db, numbers: keys, source } = deps
  const stopSweeping = startDaily(app.log, {
    run: () => sweepExtractFiles(deps),
    onFailure: 'could not delete files of deleted extracts',
  })
  app.addHook('onClose', async () => {
    await stopSweeping()
    await source.close?.()
  })
  app.route({
    method: 'GET',
    url: extractFilePath,
    schema: { tags: ['부동산 주소'], querystring: z.object({ id: idSchema, reason: takeOutShape.reason }) },
    onRequest: async (request) => void requireStaff(request),
    handler: async (request, reply) => {
      const { id, reason = null } = request.query
      const { id: userId, name } = requireStaff(request)
      const known = await db
        .selectFrom('address_extract as e')
        .innerJoin('address as a', 'a.id', 'e.address_id')
        .select(['e.issued_at', 'e.address_id', 'a.jibun', 'a.num'])
        .where('e.id', '=', id)
        .executeTakeFirst()
      if (known) await refuseStoppedPaper(db, 'addresses', [known.address_id])
      const pdf = known && (await readOrPrint(db, { keys, source }, id))
      if (!pdf)
        throw new Refusal(problem('not_found', { message: '등본의 PDF 파일이 없습니다. 등본을 다시 발급해 주세요.' }))
      await audit(db, {
        user: { id: userId, name },
        address: request.ip,
        act: 'export',
        collection: 'address-extracts',
        recordId: id,
        subject: known.jibun,
        detail: { reason },
      })
      const day = officeDay(Date.parse(known.issued_at ?? ''))
      const parcel = known.num ?? known.jibun.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
      return await reply
        .type('application/pdf')
        .header('content-length', pdf.byteLength)
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          attachmentHeader({ ascii: `registry-extract-${day}.pdf`, korean: `등기부등본 ${parcel} ${day}.pdf` }),
        )
        .send(pdf)
    },
  })
}
