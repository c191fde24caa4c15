import { z } from 'zod'
import { textSchema } from './values.ts'

/** Why somebody takes personal data out of the house, as most do (research/domain.md §4 R9); the first is offered. Anything else is said in words of one's own. */
export const takeOutReasons = ['업무 처리', '의뢰인 요청', '기관 제출', '정산·회계', '내부 점검'] as const
export const defaultReason = takeOutReasons[0]

/**
 * What every call that takes personal data out may say beside its question. A plain client says nothing: it is answered, masked, and the trail has `reason: null`, for whoever
 * reviews it (decision 33). `masked=no` is asked for by our own screens alone, and for a reason that says more than the usual one.
 */
export const takeOutShape = {
  reason: textSchema(200).pipe(z.string().trim().min(2, '사유를 두 글자 이상 적어 주세요.')).optional(),
  masked: z.enum(['yes', 'no']).optional(),
}

/** Why something is taken out, and whether numbers and addresses of persons are hidden in it. */
export interface TakeOut {
  /** Null: nobody was asked. */
  readonly reason: string | null
  readonly isMasked: boolean
}

/** What stands in the way of a sheet that hides nothing; null: nothing does. */
export function unmaskedFault({ reason, isMasked }: TakeOut): string | null {
  if (isMasked || (reason !== null && reason !== defaultReason)) return null
  return `가리지 않고 내보내려면 ‘${defaultReason}’ 외의 사유를 선택해 주세요.`
}

/** As the call says it. */
export function takeOutParams({ reason, isMasked }: TakeOut): Record<string, string> {
  return { ...(reason !== null && { reason }), ...(!isMasked && { masked: 'no' }) }
}
