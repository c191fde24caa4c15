import { z } from 'zod'
import { buildTextSchema } from '#contract/records/values.ts'

/**
 * Common reasons for taking personal data out of the office; the first is the default. Users may
 * also type their own.
 */
export const exportReasons = ['업무 처리', '의뢰인 요청', '기관 제출', '정산·회계', '내부 점검'] as const
export const defaultReason = exportReasons[0]

/**
 * Parameters of every call that exports personal data. A plain client sends none: it gets masked
 * data, and the trail records `reason: null` for the reviewers. `masked=no` is sent only by our own
 * screens and needs a reason other than the default one.
 */
export const exportTermsShape = {
  reason: buildTextSchema(200).pipe(z.string().trim().min(2, '사유를 두 글자 이상 적어 주세요.')).optional(),
  masked: z.enum(['yes', 'no']).optional(),
}

/** Why data is exported, and whether personal numbers and addresses are masked in it. */
export interface ExportTerms {
  /** Null if nobody was asked. */
  readonly reason: string | null
  readonly isMasked: boolean
}

/** Error message if an unmasked export is not allowed, else null. */
export function findUnmaskedError({ reason, isMasked }: ExportTerms): string | null {
  if (isMasked || (reason !== null && reason !== defaultReason)) return null
  return `가리지 않고 내보내려면 ‘${defaultReason}’ 외의 사유를 선택해 주세요.`
}

/** As parameters of a call. */
export function exportTermsParams({ reason, isMasked }: ExportTerms): Record<string, string> {
  return { ...(reason !== null && { reason }), ...(!isMasked && { masked: 'no' }) }
}
