import { z } from 'zod'
import { idSchema } from '../records/values.ts'
import { addressIdsSchema, officialDocuments } from './address-actions.ts'

const line = (maxLength: number) => z.string().trim().max(maxLength).optional()
const day = z.iso.date().optional()

/** Grounds for the deposit, by item of 토지보상법 §40②. */
export const depositGrounds = [
  { value: 'refused', label: '1호 · 수령 거부 또는 수령 불능' },
  { value: 'unknown_holder', label: '2호 · 받을 자를 알 수 없음' },
  { value: 'ruling_disputed', label: '3호 · 사업시행자의 재결 불복' },
  { value: 'seized', label: '4호 · 압류 또는 가압류' },
] as const
export type DepositContext = (typeof depositGrounds)[number]['value']

/**
 * Details that no record holds and that apply to all addresses of the request. All are optional:
 * without one its box stays empty and the check reports it.
 */
export const paperDetailsSchema = z.object({
  /** For 보상협의요청서: 협의기간, 협의장소, 협의방법, 보상의 시기, 구비서류. */
  consultation_from: day,
  consultation_to: day,
  consultation_place: line(200),
  consultation_method: line(200),
  payment_time: line(200),
  required_papers: line(500),
  /** For 공탁서 and 공탁통지서. */
  deposit_ground: z.enum(depositGrounds.map(({ value }) => value)).optional(),
  ruling_committee: line(100),
  ruling_day: day,
  /** 수용(사용)개시일. */
  use_day: day,
  court: line(100),
  bank: line(100),
})
export type PaperDetails = z.infer<typeof paperDetailsSchema>

export const officialDocumentRequestSchema = addressIdsSchema.extend({
  document_type: z.enum(officialDocuments.map(({ value }) => value)),
  details: paperDetailsSchema.default({}),
})
export type OfficialDocumentRequest = z.output<typeof officialDocumentRequestSchema>

/** `POST`: returns which boxes of the documents would stay empty. */
export const checkOfficialDocumentPath = '/api/deposition/address/check_official_document'
/** Maximum addresses listed; `incomplete` counts all of them. */
export const maxCheckedAddresses = 200

export const checkedDocumentsSchema = z.object({
  total: z.int().nonnegative(),
  incomplete: z.int().nonnegative(),
  addresses: z.array(
    z.object({
      address_id: idSchema,
      jibun: z.string(),
      missing: z.array(z.object({ box: z.string(), words: z.string() })),
    }),
  ),
})
export type CheckedDocuments = z.infer<typeof checkedDocumentsSchema>
