import { z } from 'zod'
import { idSchema } from './values.ts'

/** Records one bulk call of a generic list resource may name (spec 1 §7.3). */
export const genericBulkLimit = 1000

/** Answer of `bulk_delete` and `bulk_update`: how many were done, and which not, each with its Korean reason. */
export const bulkOutcomeSchema = z.object({
  count: z.int().nonnegative(),
  refused: z.array(z.object({ id: idSchema, message: z.string() })),
})

/** Answer of `filter_options`: by field, what is stored and what is shown for it. */
export const filterOptionsSchema = z.record(z.string(), z.array(z.object({ value: z.string(), label: z.string() })))
export type FilterOptions = z.infer<typeof filterOptionsSchema>
