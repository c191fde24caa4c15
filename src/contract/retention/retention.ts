import { z } from 'zod'
import { collectionNames } from '#contract/books/collections.ts'
import { buildTextSchema, dateSchema, idSchema, instantSchema } from '#contract/records/values.ts'
import { confirmedKindNames, retentionKindNames } from './retention-kinds.ts'

/** Base of the calls about retention and destruction, superusers only. */
export const retentionPath = '/api/keeping'
/** The task that destroys confirmed records (tasks/background-task.ts). */
export const destroyPath = `${retentionPath}/destroy`

/** Word to type to confirm a destruction. */
export const destroyWord = '파기'
/** Maximum records in one destruction; the rest needs another. */
export const maxDestroyedAtOnce = 5000

const confirmedKind = z.enum(confirmedKindNames)

/** A retention period set by a superuser, with the day from which it applies. */
const retentionPeriodSchema = z.object({
  id: idSchema,
  kind: confirmedKind,
  effective_from: dateSchema,
  years: z.int().min(1).max(100, '보유기간은 100년 이하로 입력해 주세요.'),
  note: z.string(),
  updated_by: z.string(),
  updated_at: instantSchema,
})
export type RetentionPeriod = z.infer<typeof retentionPeriodSchema>

export const periodCreateSchema = retentionPeriodSchema
  .omit({ updated_by: true, updated_at: true })
  .extend({ note: buildTextSchema(300) })
export const periodRemovalSchema = z.object({ id: idSchema })

const dueSchema = z.object({
  kind: confirmedKind,
  /** The period in force today. */
  years: z.int(),
  count: z.int(),
  oldest_ended_on: dateSchema.nullable(),
  oldest_due_on: dateSchema.nullable(),
  held: z.int(),
  /** Records without an end date, so that their period cannot start; somebody has to enter one. */
  unended: z.int(),
})
export type KindDue = z.infer<typeof dueSchema>

export const retentionOverviewSchema = z.object({
  today: dateSchema,
  looked_at: instantSchema.nullable(),
  due: z.array(dueSchema),
  periods: z.array(retentionPeriodSchema),
})
export type RetentionOverview = z.infer<typeof retentionOverviewSchema>

export const candidatePageSize = 100
export const candidatesQuerySchema = z.object({ kind: confirmedKind, page: z.coerce.number().int().min(1).default(1) })

const candidateSchema = z.object({
  collection: z.enum(collectionNames),
  record_id: idSchema,
  caption: z.string(),
  ended_on: dateSchema,
  due_on: dateSchema,
  /** Already deleted by hand; only the change log still holds it. */
  is_deleted: z.boolean(),
})
export type Candidate = z.infer<typeof candidateSchema>

export const candidatesSchema = z.object({
  total: z.int(),
  /** Ids of all candidates, longest due first, up to the limit of one destruction. */
  ids: z.array(idSchema),
  results: z.array(candidateSchema),
})
export type Candidates = z.infer<typeof candidatesSchema>

export const destroyInputSchema = z.object({
  /** Id of the row in 파기 대장. */
  destruction: idSchema,
  kind: confirmedKind,
  ids: z.array(idSchema).min(1).max(maxDestroyedAtOnce),
  typed: z.literal(destroyWord, `확인하려면 '${destroyWord}'를 입력해 주세요.`),
})

/** A record kept beyond its period 보존. */
const holdSchema = z.object({
  id: idSchema,
  collection: z.enum(collectionNames),
  record_id: idSchema,
  reason: z.string(),
  until: dateSchema,
  placed_by: z.string(),
  placed_at: instantSchema,
  caption: z.string(),
})
export type Hold = z.infer<typeof holdSchema>
export const holdCreateSchema = z.object({
  id: idSchema,
  collection: z.enum(collectionNames),
  record_id: idSchema,
  reason: buildTextSchema(300).refine((text) => text.trim() !== '', '보존하는 이유를 입력해 주세요.'),
  until: dateSchema,
})
export const holdLiftSchema = z.object({ id: idSchema })
export const holdsSchema = z.object({ results: z.array(holdSchema) })

/** A row of 파기 대장. */
const ledgerRowSchema = z.object({
  id: idSchema,
  kind: z.enum(retentionKindNames),
  asked: z.int(),
  destroyed: z.int(),
  ended_from: dateSchema.nullable(),
  ended_to: dateSchema.nullable(),
  period: z.string(),
  ground: z.string(),
  way: z.string(),
  confirmed_by: z.string(),
  confirmed_at: instantSchema,
})
export type DestructionRow = z.infer<typeof ledgerRowSchema>
export const ledgerSchema = z.object({ results: z.array(ledgerRowSchema) })

/**
 * `GET`, `POST` and `DELETE`, superusers only: recipients of personal data other than those known
 * from the configuration. /privacy lists both (개인정보 보호법 제26조, 제28조의8, 제30조).
 */
export const recipientsPath = `${retentionPath}/recipients`

const requiredText = (max: number, error: string) => buildTextSchema(max).refine((text) => text.trim() !== '', error)

export const recipientCreateSchema = z.object({
  id: idSchema,
  name: requiredText(100, '받는 곳의 이름을 입력해 주세요.'),
  task: requiredText(200, '맡기는 일이나 제공하는 목적을 입력해 주세요.'),
  items: requiredText(300, '항목을 입력해 주세요.'),
  country: buildTextSchema(50),
  kept: buildTextSchema(100),
})
export const recipientRemovalSchema = z.object({ id: idSchema })

const recipientSchema = z.object({
  id: idSchema,
  name: z.string(),
  task: z.string(),
  items: z.string(),
  country: z.string(),
  kept: z.string(),
  updated_by: z.string(),
})
export type Recipient = z.infer<typeof recipientSchema>

export const recipientsSchema = z.object({
  results: z.array(recipientSchema),
  /** Recipients known from the configuration; they cannot be removed here. */
  configured: z.array(recipientSchema.omit({ id: true, updated_by: true })),
})

export const privacyNoticeSchema = z.object({
  kinds: z.array(z.object({ purpose: z.string(), items: z.string(), period: z.string() })),
  recipients: z.array(recipientSchema.omit({ id: true, updated_by: true })),
  chat_model: z.string().nullable(),
  has_kakao: z.boolean(),
  backups: z.string(),
})
