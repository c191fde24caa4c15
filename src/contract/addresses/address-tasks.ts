import { z } from 'zod'
import { addressBook } from '#contract/books/addresses.ts'
import { filterOptionSchema } from '#contract/records/generic-resource.ts'
import { idSchema } from '#contract/records/values.ts'
import { exportTermsShape } from '#contract/trail/export-reason.ts'

/**
 * A background task on many addresses. Started at `path`, then polled and cancelled like every
 * task. The server works in batches and handles each item exactly once; a failed item does not fail
 * the others. `result`: the file to fetch at the end.
 */
interface AddressTask {
  readonly path: `/api/deposition/address/${string}`
  /** Button label. */
  readonly label: string
  /** Confirmation question; `{n}` is the number of addresses. */
  readonly question: string
  /** Shown when the server accepts the request. */
  readonly started: string
  /** Shown when the work is finished. */
  readonly done: string
  readonly failed: string
  readonly result: 'records' | 'pdf_set' | 'pdf' | 'sheet'
}

export const addressTasks = {
  issue: {
    path: '/api/deposition/address/issue_immovable_bulk',
    label: '등본 발급',
    question: '선택한 주소 {n}건의 등기부등본을 발급하시겠습니까?',
    started: '{n}개 주소의 등본 발급이 요청되었습니다.',
    done: '등기부등본 {n}건의 발급이 완료되었습니다.',
    failed: '등본 발급 중 오류가 발생했습니다.',
    result: 'records',
  },
  download: {
    path: '/api/deposition/address/download_immovable_bulk',
    label: '등본 다운로드',
    question: '선택한 주소 {n}건의 등기부등본을 다운로드하시겠습니까?',
    started: '등본 다운로드가 시작되었습니다.',
    done: '{n}건의 다운로드가 완료되었습니다.',
    failed: '등본 다운로드 중 오류가 발생했습니다.',
    result: 'pdf_set',
  },
  refreshOwners: {
    path: '/api/deposition/address/refresh_owner_info_bulk',
    label: '소유자 정보 갱신',
    question: '선택한 주소 {n}건의 소유자 정보를 갱신하시겠습니까?',
    started: '{n}개 주소의 소유자 정보 갱신이 요청되었습니다.',
    done: '{n}개 주소의 소유자 정보가 갱신되었습니다.',
    failed: '소유자 정보 갱신 중 오류가 발생했습니다.',
    result: 'records',
  },
  landSurvey: {
    path: '/api/deposition/address/generate_land_survey',
    label: '토지조서 생성',
    question: '선택한 주소 {n}건의 토지조서를 만드시겠습니까?',
    started: '{n}개 주소의 토지조서 생성이 요청되었습니다.',
    done: '{n}개 주소의 토지조서가 생성되었습니다.',
    failed: '토지조서 생성 중 오류가 발생했습니다.',
    result: 'sheet',
  },
  compensation: {
    path: '/api/deposition/address/calculate_compensation',
    label: '보상금 산정',
    question: '선택한 주소 {n}건의 보상금을 산정하시겠습니까?',
    started: '{n}개 주소의 보상금 산정이 요청되었습니다.',
    done: '보상금 산정이 완료되었습니다.',
    failed: '보상금 산정 중 오류가 발생했습니다.',
    result: 'sheet',
  },
  officialDocument: {
    path: '/api/deposition/address/generate_official_document',
    label: '공문서 생성',
    question: '선택한 주소 {n}건의 {type}을(를) 만드시겠습니까?',
    started: '{n}개 주소의 {type} 생성이 요청되었습니다.',
    done: '{type} 문서가 생성되었습니다.',
    failed: '공문서 생성 중 오류가 발생했습니다.',
    result: 'pdf',
  },
} as const satisfies Record<string, AddressTask>
export type AddressTaskName = keyof typeof addressTasks

/** Shown when no row is ticked and no filter is set. */
export const noAddressSelectedText = '선택된 항목이 없습니다.'

/** Maximum addresses in one request. */
export const maxAddresses = 5000
/** Documents that `generate_official_document` can make. */
export const officialDocuments = [
  { value: 'compensation_consultation', label: '보상협의요청서' },
  { value: 'deposit', label: '공탁서' },
  { value: 'deposit_notice', label: '공탁통지서' },
  { value: 'cost_claim', label: '비용청구 공문' },
] as const
export type OfficialDocument = (typeof officialDocuments)[number]['value']

export const addressIdsSchema = z.object({
  address_ids: z.array(idSchema).min(1).max(maxAddresses),
  /**
   * Reason for taking personal data out. Absent for tasks that make no file and for plain API
   * clients.
   */
  reason: exportTermsShape.reason,
})
/** The surveys (토지조서, 보상금 산정) as PDF; the tasks above make workbooks of them. */
export const surveyPdfPaths = {
  landSurvey: '/api/deposition/address/generate_land_survey_pdf',
  compensation: '/api/deposition/address/calculate_compensation_pdf',
} as const

/** `PUT`: sets the status of many addresses. */
export const addressStatusPath = '/api/deposition/address/bulk_status'
const statuses = addressBook.fields.flatMap((field) =>
  field.key === 'status' ? field.choices.map(({ value }) => value) : [],
)
export const addressStatusSchema = addressIdsSchema.extend({ status: z.enum(statuses) })

const ids = z.record(z.string(), z.array(z.string()))

/**
 * Response of `GET /api/deposition/address/filter_options` in addition to the fixed values of every
 * list: the 담당자, 사업구간 and 목록 to choose from, and by id which entries belong together.
 */
export const addressOptionsShape = {
  business_managers: z.array(filterOptionSchema),
  business_sections: z.array(filterOptionSchema),
  business_titles: z.array(filterOptionSchema),
  manager_section_mapping: ids,
  section_title_mapping: ids,
}
export type AddressOptions = z.infer<z.ZodObject<typeof addressOptionsShape>>

const line = (maxLength: number) => z.string().trim().max(maxLength).optional()
const day = z.iso.date().optional()

/** Grounds for the deposit, by item of 토지보상법 제40조제2항. */
export const depositGrounds = [
  { value: 'refused', label: '1호 · 수령 거부 또는 수령 불능' },
  { value: 'unknown_holder', label: '2호 · 받을 자를 알 수 없음' },
  { value: 'ruling_disputed', label: '3호 · 사업시행자의 재결 불복' },
  { value: 'seized', label: '4호 · 압류 또는 가압류' },
] as const
export type DepositGround = (typeof depositGrounds)[number]['value']

/**
 * Details that no record holds and that apply to all addresses of the request. All are optional:
 * without one its box stays empty and the check reports it.
 */
const documentDetailsSchema = z.object({
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
export type DocumentDetails = z.infer<typeof documentDetailsSchema>

export const officialDocumentRequestSchema = addressIdsSchema.extend({
  document_type: z.enum(officialDocuments.map(({ value }) => value)),
  details: documentDetailsSchema.default({}),
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
