import { z } from 'zod'
import { realEstateUnitBook } from '#contract/books/real-estate-units.ts'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { getRecordSchemas } from '#contract/books/record-schema.ts'
import { listResponseSchema } from '#contract/records/generic-resource.ts'
import { idSchema } from '#contract/records/values.ts'

export const realEstateSchemas = getRecordSchemas(realEstateBook)

/**
 * The case book's sheet as a background task (tasks/background-task.ts), for large books: `POST`
 * with the filters as body.
 */
export const caseBookExportTaskPath = '/api/mysql/realestate/export_excel_bulk'

/**
 * A page of the case book for plain calls: each record with its group. Newest 등기접수일 first, then by
 * id.
 */
export const caseBookListSchema = listResponseSchema(realEstateBook, {
  group: z.object({
    id: idSchema,
    name: z.string(),
    trust_corporate_name: z.string().nullable(),
    office: z.string().nullable(),
  }),
})

/** A page of units, each with its group's name and the mortgagee bank. */
export const unitListSchema = listResponseSchema(realEstateUnitBook, {
  group_name: z.string(),
  mortgage_bank: z.object({ id: idSchema, name: z.string() }).nullable(),
})

export const uniqueFieldsSchema = z.object({
  business_sections: z.array(z.string()),
  /** Group name → id; if two groups share a name, the newer one. */
  business_sections_id_map: z.record(z.string(), idSchema),
  business_regions: z.array(z.string()),
  business_types: z.array(z.string()),
  business_managers: z.array(z.string()),
})
export type UniqueFields = z.infer<typeof uniqueFieldsSchema>
