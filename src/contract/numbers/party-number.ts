import { z } from 'zod'
import { collectionNames } from '../books/collections.ts'
import { idSchema, secretTextSchema, textSchema } from '../records/values.ts'

/** Calls about numbers of parties. Their encryption is in sealed-number.ts. */
export const sealingKeyPath = '/api/mysql/realestate/sealing_key'
export const sealingKeySchema = z.object({
  key_id: z.string().regex(/^[0-9a-f]{16}$/),
  /** Base64url of the uncompressed P-256 point, 65 bytes. */
  public_key: z.string().regex(/^[\w-]{87}$/),
})
export type SealingKey = z.infer<typeof sealingKeySchema>

/** Message if no reason was given. */
export const noReason = '조회 사유를 두 글자 이상 적어 주세요.'
const reasonSchema = textSchema(200).refine((text) => text.trim().length >= 2, noReason)

/** Reveals one number once, for a reason. */
export const revealNumberPath = '/api/mysql/realestate/reveal_number'
export const revealNumberSchema = z.object({ collection: z.enum(collectionNames), id: idSchema, reason: reasonSchema })
export const revealedNumberSchema = z.object({ number: z.string() })

/**
 * Finds the units of a party with exactly this number, for a reason. `number`: plain, or encrypted
 * as in a field.
 */
export const findByNumberPath = '/api/mysql/realestate/find_by_number'
export const findByNumberSchema = z.object({ number: secretTextSchema(1000), reason: reasonSchema })
export const foundByNumberSchema = z.object({ unit_ids: z.array(idSchema) })
