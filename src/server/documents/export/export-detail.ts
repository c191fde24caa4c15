import { problem } from '#contract/problem.ts'
import { takeOutShape, unmaskedFault, type TakeOut } from '#contract/trail/take-out.ts'
import { z } from 'zod'
import { withoutEmpty } from '../../audit/audit.ts'
import { Refusal } from '../../http/refusal.ts'

/** Parameters an export call may add to its query. */
const exportReasonSchema = z.object(takeOutShape)

/** The reason and whether to mask. Refuses an unmasked export without a reason. */
export function readExportReason(query: unknown): TakeOut {
  const { reason = null, masked } = exportReasonSchema.parse(query)
  const detail = { reason, isMasked: masked !== 'no' }
  const fault = unmaskedFault(detail)
  if (fault !== null) throw new Refusal(problem('refused', { message: fault, fields: { reason: fault } }))
  return detail
}

/**
 * Audit detail of an export: the query, the reason and whether it was masked. `reason: null` marks
 * a call without a reason for the reviewer.
 */
export function exportAuditDetail(query: unknown): Record<string, unknown> {
  const { reason, isMasked } = readExportReason(query)
  const { masked: _masked, reason: _reason, ...question } = withoutEmpty(query)
  return { ...question, reason, is_masked: isMasked }
}
