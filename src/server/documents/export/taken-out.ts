import { problem } from '#contract/problem.ts'
import { takeOutShape, unmaskedFault, type TakeOut } from '#contract/trail/take-out.ts'
import { z } from 'zod'
import { withoutEmpty } from '../../plugins/audit.ts'
import { Refusal } from '../../plugins/refusal.ts'

/** Parameters an export call may add to its query. */
const takeOutSchema = z.object(takeOutShape)

/** The reason and whether to mask. Refuses an unmasked export without a reason. */
export function takenOut(query: unknown): TakeOut {
  const { reason = null, masked } = takeOutSchema.parse(query)
  const taken = { reason, isMasked: masked !== 'no' }
  const fault = unmaskedFault(taken)
  if (fault !== null) throw new Refusal(problem('refused', { message: fault, fields: { reason: fault } }))
  return taken
}

/**
 * Audit detail of an export: the query, the reason and whether it was masked. `reason: null` marks
 * a call without a reason for the reviewer.
 */
export function takeOutDetail(query: unknown): Record<string, unknown> {
  const { reason, isMasked } = takenOut(query)
  const { masked: _masked, reason: _reason, ...question } = withoutEmpty(query)
  return { ...question, reason, is_masked: isMasked }
}
