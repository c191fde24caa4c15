import { z } from 'zod'
import { caseDayRanges, filterText, listTotalShape, pageShape } from './list-question.ts'
import { realEstateDescription, realEstateGroupDescription } from './books/real-estate.ts'
import { recordSchemas } from './books/record-schema.ts'
import { idSchema } from './values.ts'

export const realEstateSchemas = recordSchemas(realEstateDescription)
export const realEstateGroupSchemas = recordSchemas(realEstateGroupDescription)

const caseBookFilterShape = {
  search: filterText,
  region: filterText,
  type: filterText,
  business_section: filterText,
  business_manager: filterText,
  ...caseDayRanges,
}

/** `GET /api/mysql/realestate/export_excel`: empty values count as absent. */
export const caseBookExportQuerySchema = z.object(caseBookFilterShape)

/** The same as a download task (contract/download-task.ts), for books that take longer than one cares to wait: `POST` with the filters as body. */
export const caseBookExportTaskPath = '/api/mysql/realestate/export_excel_bulk'

/** `GET /api/mysql/realestate/list/`. `ordering`: a field key, `-` first for descending; default is newest 등기접수일 first, then id. */
export const caseBookListQuerySchema = z.object({
  ...caseBookFilterShape,
  ...pageShape,
})
export type CaseBookListQuery = z.infer<typeof caseBookListQuerySchema>

/** A case-book row as the spec's plain calls answer it: the record with its group joined. */
export const caseBookRowSchema = realEstateSchemas.row.extend({
  group: z.object({
    id: idSchema,
    name: z.string(),
    trust_corporate_name: z.string().nullable(),
    office: z.string().nullable(),
  }),
})

export const caseBookListSchema = z.object({ results: z.array(caseBookRowSchema), ...listTotalShape })

/** `GET /api/mysql/realestate/group/list`: generic list resource (spec 1 §7.3); default order is the name. */
export const groupListQuerySchema = z.object({
  search: filterText,
  ...pageShape,
})
export type GroupListQuery = z.infer<typeof groupListQuerySchema>

export const groupListSchema = z.object({
  results: z.array(realEstateGroupSchemas.row),
  ...listTotalShape,
})

/** `GET /api/mysql/realestate/unique_fields/`. */
export const uniqueFieldsSchema = z.object({
  business_sections: z.array(z.string()),
  /** Name of the group → its id; a name borne by two groups maps to the newer one. */
  business_sections_id_map: z.record(z.string(), idSchema),
  business_regions: z.array(z.string()),
  business_types: z.array(z.string()),
  business_managers: z.array(z.string()),
})
export type UniqueFields = z.infer<typeof uniqueFieldsSchema>
