import { z } from 'zod'
import { idSchema, instantSchema, textSchema } from './values.ts'

/** Templates 서식 of official letters: the office's own, with places like `{소유자}` that a case fills (`domain/letter-fields.ts`). */
export const letterTemplatePath = '/api/mysql/deposition/report/templates/'

const filled = (maxLength: number, label: string) =>
  textSchema(maxLength).refine((text) => text.trim() !== '', `${label} 입력해 주세요.`)

const templateFields = {
  name: filled(50, '서식 이름을'),
  title: filled(200, '제목을'),
  content: filled(10_000, '본문을'),
}

/** `POST`: the id is made by the writer's device, so that a call that is sent twice makes one template. */
export const letterTemplateCreateSchema = z.strictObject({ id: idSchema, ...templateFields })
/** `PUT`: `version` is the one that was read; with another on the server nothing is written and the answer is `conflict`. */
export const letterTemplateChangeSchema = z.strictObject({
  id: idSchema,
  version: z.int().positive(),
  ...templateFields,
})
export type LetterTemplateChange = z.infer<typeof letterTemplateChangeSchema>
/** `DELETE`. Letters that were written with it stay as they are. */
export const letterTemplateRemovalSchema = z.strictObject({ id: idSchema, version: z.int().positive() })

export const letterTemplateSchema = z.object({
  id: idSchema,
  version: z.int(),
  name: z.string(),
  title: z.string(),
  content: z.string(),
  updated_by: z.string(),
  updated_at: instantSchema,
})
export type LetterTemplate = z.infer<typeof letterTemplateSchema>

/** `GET`: all of them by name. */
export const letterTemplateListSchema = z.object({ results: z.array(letterTemplateSchema) })
