import { z } from 'zod'
import { takeOutShape } from '../take-out.ts'
import { addressDescription } from '../books/addresses.ts'
import { idSchema } from '../values.ts'

/**
 * What is done to many addresses at once (spec 1 §2.8, §7.4; spec 2 §7 "Address bulk actions"; decisions 25, 34): asked for at `path`, polled and given up there as every
 * task is (`../download-task.ts`). Items are worked off in batches, each exactly once; one that fails does not fail the rest. `made`: what is fetched at the end.
 */
export interface AddressAction {
  readonly path: `/api/deposition/address/${string}`
  /** On its button. */
  readonly label: string
  /** Asked before it starts; `{n}`: how many addresses. */
  readonly question: string
  /** Said when the request is taken (decision 34). */
  readonly taken: string
  /** Said when the work is done. */
  readonly done: string
  readonly failed: string
  readonly made: 'records' | 'pdf_set' | 'pdf' | 'sheet'
}

export const addressActions = {
  issue: {
    path: '/api/deposition/address/issue_immovable_bulk',
    label: '등본 발급',
    question: '선택한 주소 {n}건의 등기부등본을 발급하시겠습니까?',
    taken: '{n}개 주소의 등본 발급이 요청되었습니다.',
    done: '등기부등본 {n}건의 발급이 완료되었습니다.',
    failed: '등본 발급 중 오류가 발생했습니다.',
    made: 'records',
  },
  download: {
    path: '/api/deposition/address/download_immovable_bulk',
    label: '등본 다운로드',
    question: '선택한 주소 {n}건의 등기부등본을 다운로드하시겠습니까?',
    taken: '등본 다운로드가 시작되었습니다.',
    done: '{n}건의 다운로드가 완료되었습니다.',
    failed: '등본 다운로드 중 오류가 발생했습니다.',
    made: 'pdf_set',
  },
  refreshOwners: {
    path: '/api/deposition/address/refresh_owner_info_bulk',
    label: '소유자 정보 갱신',
    question: '선택한 주소 {n}건의 소유자 정보를 갱신하시겠습니까?',
    taken: '{n}개 주소의 소유자 정보 갱신이 요청되었습니다.',
    done: '{n}개 주소의 소유자 정보가 갱신되었습니다.',
    failed: '소유자 정보 갱신 중 오류가 발생했습니다.',
    made: 'records',
  },
  landSurvey: {
    path: '/api/deposition/address/generate_land_survey',
    label: '토지조서 생성',
    question: '선택한 주소 {n}건의 토지조서를 만드시겠습니까?',
    taken: '{n}개 주소의 토지조서 생성이 요청되었습니다.',
    done: '{n}개 주소의 토지조서가 생성되었습니다.',
    failed: '토지조서 생성 중 오류가 발생했습니다.',
    made: 'sheet',
  },
  compensation: {
    path: '/api/deposition/address/calculate_compensation',
    label: '보상금 산정',
    question: '선택한 주소 {n}건의 보상금을 산정하시겠습니까?',
    taken: '{n}개 주소의 보상금 산정이 요청되었습니다.',
    done: '보상금 산정이 완료되었습니다.',
    failed: '보상금 산정 중 오류가 발생했습니다.',
    made: 'sheet',
  },
  officialDocument: {
    path: '/api/deposition/address/generate_official_document',
    label: '공문서 생성',
    question: '선택한 주소 {n}건의 {type}을(를) 만드시겠습니까?',
    taken: '{n}개 주소의 {type} 생성이 요청되었습니다.',
    done: '{type} 문서가 생성되었습니다.',
    failed: '공문서 생성 중 오류가 발생했습니다.',
    made: 'pdf',
  },
} as const satisfies Record<string, AddressAction>
export type AddressActionName = keyof typeof addressActions

/** Nothing was ticked and nothing is filtered. */
export const noAddressChosen = '선택된 항목이 없습니다.'

/** So many addresses at most; more is a second request. */
export const maxAddresses = 5000
/** Papers that `generate_official_document` knows (research/domain.md §2.2, §2.3). */
export const officialDocuments = [
  { value: 'compensation_consultation', label: '보상협의요청서' },
  { value: 'deposit', label: '공탁서' },
  { value: 'deposit_notice', label: '공탁통지서' },
  { value: 'cost_claim', label: '비용청구 공문' },
] as const
export type OfficialDocument = (typeof officialDocuments)[number]['value']

export const addressIdsSchema = z.object({
  address_ids: z.array(idSchema).min(1).max(maxAddresses),
  /** Why the files are taken out; of what makes none, and of a plain client, absent. */
  reason: takeOutShape.reason,
})
/** The same tasks on paper: asked for, polled and fetched alike, what is made is a PDF. */
export const surveyPaperPaths = {
  landSurvey: '/api/deposition/address/generate_land_survey_pdf',
  compensation: '/api/deposition/address/calculate_compensation_pdf',
} as const

/** `PUT`: spec 2 §7 shows no path for the status of many. */
export const addressStatusPath = '/api/deposition/address/bulk_status'
const statuses = addressDescription.fields.flatMap((field) =>
  field.key === 'status' ? field.choices.map(({ value }) => value) : [],
)
export const addressStatusSchema = addressIdsSchema.extend({ status: z.enum(statuses) })
