import { problem } from '#contract/problem.ts'
import { takeOutShape, unmaskedFault, type TakeOut } from '#contract/trail/take-out.ts'
import { z } from 'zod'
import { withoutEmpty } from '../../plugins/audit.ts'
import { Refusal } from '../../plugins/refusal.ts'

/** What a call that takes something out may say beside its question. */
const takeOutSchema = z.object(takeOutShape)

/** Why, and hidden or not. Refuses a sheet that hides nothing without a reason of its own. */
export function takenOut(query: unknown): TakeOut {
  const { reason = null, masked } = takeOutSchema.parse(query)
  const taken = { reason, isMasked: masked !== 'no' }
  const fault = unmaskedFault(taken)
  if (fault !== null) throw new Refusal(problem('refused', { message: fault, fields: { reason: fault } }))
  return taken
}

/** For the trail: the question, and why and how it was answered. A call that gave no reason says so (`reason: null`), for whoever reviews it. */
export function takeOutDetail(query: unknown): Record<string, unknown> {
  const { reason, isMasked } = takenOut(query)
  const { masked: _masked, reason: _reason, ...question } = withoutEmpty(query)
  return { ...question, reason, is_masked: isMasked }
}
