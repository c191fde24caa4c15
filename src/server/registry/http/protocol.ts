import { z } from 'zod'
import { extractSchema } from '#contract/addresses/extract.ts'

/** The wire format of a helper; `PROTOCOL.md` describes it in words. */
export const protocolVersion = 1

/**
 * `GET {base}/`: identifies the helper and names a parcel that it always has, for the conformance
 * test.
 */
export const helloSchema = z.object({
  protocol: z.literal(protocolVersion),
  name: z.string().min(1).max(50),
  sample: z.object({ num: z.string().max(20), jibun: z.string().min(1).max(300) }).optional(),
})

/** `POST {base}/extracts`. */
export const askedSchema = z.object({ num: z.string().max(20).nullable(), jibun: z.string().min(1).max(300) })

export const issuedSchema = z.object({
  issued_at: z.iso.datetime({ offset: true }),
  extract: extractSchema,
  pdf_base64: z.base64().min(1),
  numbers: z
    .array(z.object({ rank: z.string().max(20), name: z.string().max(100), num: z.string().max(20) }))
    .max(1000)
    .optional(),
})

/** Body for any other status. `message`: Korean, for people, at most 300 characters. */
export const refusedSchema = z.object({
  error: z.enum(['not_found', 'invalid_request', 'unauthorized', 'busy', 'unavailable', 'no_credit']),
  message: z.string().max(300).optional(),
})
export type RefusedBy = z.infer<typeof refusedSchema>['error']

/** Timeout of a helper for one extract, in ms. */
export const answerMs = 60_000
/** Fits an answer with a PDF of 10 MB in base64. */
export const maxAnswerBytes = 16 * 1_048_576
