import type { FastifyRequest } from 'fastify'
import { trailDescription, type TrailQuestion } from '#contract/trail/trail.ts'
import type { Database } from '#server/db/client.ts'
import { exportAuditDetail } from '#server/documents/export/export-detail.ts'
import { auditRow, withoutEmpty } from '#server/audit/audit.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'

/**
 * Logs a query of the trail and returns the number of its trail row. The query then reads only rows
 * before that one.
 */
export async function auditQuery(
  db: Database,
  request: FastifyRequest,
  { act, question, isSigned = false }: { act: 'list' | 'export'; question: TrailQuestion; isSigned?: boolean },
): Promise<number> {
  const { id, name } = requireSuperuser(request)
  const entry = { user: { id, name }, address: request.ip, act, collection: trailDescription.name }
  const detail = act === 'export' ? exportAuditDetail(question) : withoutEmpty(question)
  const row = auditRow({ ...entry, detail: { ...detail, ...(isSigned && { signed: true }) } })
  const { seq } = await db.insertInto('audit').values(row).returning('seq').executeTakeFirstOrThrow()
  return seq
}
