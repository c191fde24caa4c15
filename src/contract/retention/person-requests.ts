import { z } from 'zod'
import { collectionNames } from '#contract/books/collections.ts'
import {
  buildSecretTextSchema,
  buildTextSchema,
  dateSchema,
  idSchema,
  instantSchema,
} from '#contract/records/values.ts'
import { retentionPath } from './retention.ts'

/** Base of the calls about requests of data subjects 정보주체 요청, superusers only. */
export const personRequestsPath = `${retentionPath}/requests`
/**
 * Records whose processing is stopped. All staff may read it, so that they see why a record is
 * locked.
 */
export const stoppedPath = `${retentionPath}/blocked`

/** A request must be answered within this many days (개인정보 보호법 시행령 제41조, 제43조, 제44조). */
export const responseDeadlineDays = 10

export const requestableRights = {
  read: '열람',
  correct: '정정',
  delete: '삭제',
  stop: '처리정지',
} as const
export type RequestedRight = keyof typeof requestableRights

export const requestStates = { open: '처리 중', done: '처리 완료', refused: '거절' } as const
export type RequestState = keyof typeof requestStates

const rightNames = Object.keys(requestableRights) as [RequestedRight, ...RequestedRight[]]
const stateNames = Object.keys(requestStates) as [RequestState, ...RequestState[]]

export const personRequestSchema = z.object({
  id: idSchema,
  version: z.int(),
  received_on: dateSchema,
  asked_for: z.enum(rightNames),
  person_name: z.string(),
  birth: dateSchema.nullable(),
  phone: z.string().nullable(),
  asked_by: z.string(),
  identified_by: z.string(),
  due_on: dateSchema,
  state: z.enum(stateNames),
  outcome: z.string(),
  closed_on: dateSchema.nullable(),
  updated_by: z.string(),
  updated_at: instantSchema,
})
export type PersonRequest = z.infer<typeof personRequestSchema>
export const personRequestsSchema = z.object({ results: z.array(personRequestSchema) })

const requiredText = (max: number, error: string) => buildTextSchema(max).refine((text) => text.trim() !== '', error)

export const requestCreateSchema = z.object({
  id: idSchema,
  received_on: dateSchema,
  asked_for: z.enum(rightNames),
  person_name: buildTextSchema(50).refine((text) => text.trim().length >= 2, '이름을 두 글자 이상 입력해 주세요.'),
  birth: dateSchema.nullable(),
  phone: buildTextSchema(30).nullable(),
  asked_by: buildTextSchema(100),
  identified_by: requiredText(200, '본인임을 어떻게 확인했는지 입력해 주세요.'),
})

/** Closes a request as done, or as refused with a reason. */
export const requestCloseSchema = z.object({
  id: idSchema,
  version: z.int(),
  state: z.enum(['done', 'refused']),
  outcome: requiredText(1000, '처리한 내용이나 거절한 근거를 입력해 주세요.'),
})

/**
 * Finds data about the person of a request. `number`: encrypted on the device like any field; used
 * for the search and not stored.
 */
export const findPersonSchema = z.object({
  request: idSchema,
  number: buildSecretTextSchema(1000).nullable().default(null),
})

/** Why a record may not be destroyed now, and until when it is kept, if known. */
const retentionReasonSchema = z.object({ reason: z.string(), until: dateSchema.nullable() })

const foundRecordSchema = z.object({
  collection: z.enum(collectionNames),
  id: idSchema,
  caption: z.string(),
  /** Labels of the fields that matched. */
  told_by: z.array(z.string()),
  /** The record it is a part of and opens with; null if it is not a part. */
  whole: z.object({ collection: z.enum(collectionNames), id: idSchema }).nullable(),
  is_blocked: z.boolean(),
  /** Null if it may be destroyed. */
  kept: retentionReasonSchema.nullable(),
})
export type PersonRecord = z.infer<typeof foundRecordSchema>

const foundElsewhereSchema = z.object({
  place: z.enum(['users', 'chat', 'letters', 'log', 'trail']),
  count: z.int(),
  /** Descriptions of the first few. */
  notes: z.array(z.string()),
})

export const foundPersonSchema = z.object({
  records: z.array(foundRecordSchema),
  elsewhere: z.array(foundElsewhereSchema),
  /** Whether more were found than are listed. */
  is_cut: z.boolean(),
})
export type FoundPerson = z.infer<typeof foundPersonSchema>

export const chosenRecordsSchema = z.object({
  request: idSchema,
  records: z
    .array(z.object({ collection: z.enum(collectionNames), id: idSchema }))
    .min(1)
    .max(500),
})

export const destroyedForPersonSchema = z.object({
  destroyed: z.int(),
  left: z.array(z.object({ id: idSchema, reason: z.string() })),
})

export const stoppedSchema = z.object({
  results: z.array(z.object({ collection: z.enum(collectionNames), record_id: idSchema })),
})

/** The file handed to the person. */
export const personExportSchema = z.object({ request: idSchema, format: z.enum(['xlsx', 'json']) })

export const foundPlaceLabels = {
  users: '사용자',
  chat: 'AI 채팅',
  letters: '공문',
  log: '변경 이력',
  trail: '접속기록',
} as const satisfies Record<z.infer<typeof foundElsewhereSchema>['place'], string>
