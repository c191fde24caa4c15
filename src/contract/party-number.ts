import { z } from 'zod'
import { collectionNames } from './books/collections.ts'
import { idSchema, secretTextSchema, textSchema } from './values.ts'

/** What is asked about numbers of parties, and answered (decision 29). How one travels: sealed-number.ts. */
export const sealingKeyPath = '/api/mysql/realestate/sealing_key'
export const sealingKeySchema = z.object({
  key_id: z.string().regex(/^[0-9a-f]{16}$/),
  /** Base64url of the uncompressed point on P-256, 65 bytes. */
  public_key: z.string().regex(/^[\w-]{87}$/),
})
export type SealingKey = z.infer<typeof sealingKeySchema>

/** What is said to who gave no reason. */
export const noReason = '조회 사유를 두 글자 이상 적어 주세요.'
const reasonSchema = textSchema(200).refine((text) => text.trim().length >= 2, noReason)

/** One number, shown once, to whoever says why. */
export const revealNumberPath = '/api/mysql/realestate/reveal_number'
export const revealNumberSchema = z.object({ collection: z.enum(collectionNames), id: idSchema, reason: reasonSchema })
export const revealedNumberSchema = z.object({ number: z.string() })

/** The units that a party with this very number belongs to, for whoever says why. `number`: plain, or sealed as in a field. */
export const findByNumberPath = '/api/mysql/realestate/find_by_number'
export const findByNumberSchema = z.object({ number: secretTextSchema(1000), reason: reasonSchema })
export const foundByNumberSchema = z.object({ unit_ids: z.array(idSchema) })
