import { z } from 'zod'
import { idSchema, instantSchema, textSchema } from '../records/values.ts'

/**
 * The office's templates 서식 for official letters, with placeholders like `{소유자}` that are filled
 * from a case (`deposit-cases/letter-fields.ts`).
 */
export const letterTemplatePath = '/api/mysql/deposition/report/templates/'

const filled = (maxLength: number, label: string) =>
  textSchema(maxLength).refine((text) => text.trim() !== '', `${label} 입력해 주세요.`)

const templateFields = {
  name: filled(50, '서식 이름을'),
  title: filled(200, '제목을'),
  content: filled(10_000, '본문을'),
}

/** `POST`: the device makes the id, so a repeated call makes one template. */
export const letterTemplateCreateSchema = z.strictObject({ id: idSchema, ...templateFields })
/**
 * `PUT`: `version` is the version that was read. If the server has another one, it writes nothing
 * and answers `conflict`.
 */
export const letterTemplateChangeSchema = z.strictObject({
  id: idSchema,
  version: z.int().positive(),
  ...templateFields,
})
export type LetterTemplateChange = z.infer<typeof letterTemplateChangeSchema>
/** `DELETE`. Letters written with it are unchanged. */
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

/** `GET`: all templates, by name. */
export const letterTemplateListSchema = z.object({ results: z.array(letterTemplateSchema) })
