import { z } from 'zod'
import { idSchema, textSchema } from '../records/values.ts'
import { keepingPath } from './keeping.ts'

/**
 * `GET`, `POST` and `DELETE`, superusers only: recipients of personal data other than those known
 * from the configuration. /privacy lists both (개인정보 보호법 §26, §28의8, §30).
 */
export const recipientsPath = `${keepingPath}/recipients`

const filled = (max: number, fault: string) => textSchema(max).refine((text) => text.trim() !== '', fault)

export const recipientCreateSchema = z.object({
  id: idSchema,
  name: filled(100, '받는 곳의 이름을 입력해 주세요.'),
  task: filled(200, '맡기는 일이나 제공하는 목적을 입력해 주세요.'),
  items: filled(300, '항목을 입력해 주세요.'),
  country: textSchema(50),
  kept: textSchema(100),
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

export const privacyFactsSchema = z.object({
  kinds: z.array(z.object({ purpose: z.string(), items: z.string(), period: z.string() })),
  recipients: z.array(recipientSchema.omit({ id: true, updated_by: true })),
  chat_model: z.string().nullable(),
  has_kakao: z.boolean(),
  backups: z.string(),
})
