import { z } from 'zod'
import { instantSchema } from '#contract/records/values.ts'
import { canonicalInstant } from '#domain/dates/office-moment.ts'
import type { WritePipeline } from '../db/writable-collection.ts'

/**
 * The write pipeline for plain clients of the published API. A `pay` sent as a number is stored as
 * its digits, and an instant of use with any UTC offset is stored in the usual form, so that it
 * compares equal.
 */
export function acceptLooseTypes(writes: WritePipeline): WritePipeline {
  return {
    ...writes,
    write: (collection, request) => writes.write(collection, { ...request, body: asText(request.body) }),
  }
}

const looseBody = z.looseObject({ pay: z.unknown().optional(), created_at: z.unknown().optional() })

function asText(body: unknown): unknown {
  const read = looseBody.safeParse(body)
  if (!read.success) return body
  const { pay, created_at: instant } = read.data
  const used = instantSchema.safeParse(instant)
  return {
    ...read.data,
    ...(typeof pay === 'number' && { pay: String(pay) }),
    ...(used.success && { created_at: canonicalInstant(used.data) }),
  }
}
