import { z } from 'zod'
import { collectionNames } from '#contract/books/collections.ts'
import { idSchema, instantSchema } from '#contract/records/values.ts'

/** The newest deletions that one response lists. */
export const maxDeletedRecords = 200

const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/**
 * `GET /api/sync/{collection}/deleted`: records of the book that anyone deleted and nobody has
 * restored, newest first, with their last values and the parts deleted with them. Secrets never
 * appear.
 */
export const deletedRecordsSchema = z.object({
  results: z.array(
    z.object({
      id: idSchema,
      deleted_at: instantSchema,
      /** The person's name at that time. */
      deleted_by: z.string(),
      fields: valuesSchema,
      parts: z.array(z.object({ collection: z.enum(collectionNames), id: idSchema, fields: valuesSchema })),
    }),
  ),
  more: z.boolean(),
})
export type DeletedRecords = z.infer<typeof deletedRecordsSchema>
export type DeletedRecord = DeletedRecords['results'][number]

export function buildDeletedRecordsPath(collection: string): string {
  return `/api/sync/${collection}/deleted`
}
