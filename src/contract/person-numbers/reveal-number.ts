import { z } from 'zod'
import { collectionNames } from '#contract/books/collections.ts'
import { buildSecretTextSchema, buildTextSchema, idSchema } from '#contract/records/values.ts'

const reasonTooShortText = '조회 사유를 두 글자 이상 적어 주세요.'
export const revealReasonSchema = buildTextSchema(200).refine((text) => text.trim().length >= 2, reasonTooShortText)

/** Reveals one number once, for a reason. */
export const revealPersonNumberPath = '/api/mysql/realestate/reveal_number'
export const revealPersonNumberSchema = z.object({
  collection: z.enum(collectionNames),
  id: idSchema,
  reason: revealReasonSchema,
})
export const revealedPersonNumberSchema = z.object({ number: z.string() })

/**
 * Finds the units of a party with exactly this number, for a reason. `number`: plain, or encrypted
 * as in a field.
 */
export const findByPersonNumberPath = '/api/mysql/realestate/find_by_number'
export const findByPersonNumberSchema = z.object({ number: buildSecretTextSchema(1000), reason: revealReasonSchema })
export const foundByPersonNumberSchema = z.object({ unit_ids: z.array(idSchema) })
