import { z } from 'zod'
import { filterText, listTotalShape, pageShape } from './list-question.ts'
import {
  companyDescription,
  departmentDescription,
  managerDescription,
  projectDescription,
  titleDescription,
} from './books/master-data.ts'
import { recordSchemas } from './books/record-schema.ts'
import { idSchema, textSchema } from './values.ts'

/** The generic list question of master data (spec 3 §7): `GET` on the base path, or `/list` below it. */
export const masterListQuerySchema = z.object({
  ...pageShape,
  search: filterText,
  /** Departments and managers of one company. */
  company_id: idSchema.optional(),
  /** Managers of one department. */
  department_id: idSchema.optional(),
  /** Titles: the filters of the screen. */
  project: z.union([z.literal(''), idSchema]).optional(),
  manager: z.union([z.literal(''), idSchema]).optional(),
  status: textSchema(20).optional(),
  /** Departments: accepted and without effect, the company's name is always there. */
  include: z.string().max(50).optional(),
})
export type MasterListQuery = z.infer<typeof masterListQuerySchema>

const rows = {
  companies: recordSchemas(companyDescription).row,
  departments: recordSchemas(departmentDescription).row.extend({ company_name: z.string() }),
  managers: recordSchemas(managerDescription).row.extend({ company_name: z.string(), department_name: z.string() }),
  projects: recordSchemas(projectDescription).row.extend({
    manager_name: z.string(),
    department_name: z.string(),
    company_name: z.string(),
  }),
  titles: recordSchemas(titleDescription).row.extend({
    project_name: z.string(),
    manager_name: z.string(),
    department_name: z.string(),
    company_name: z.string(),
  }),
}

export type MasterCollection = keyof typeof rows

export const masterCollections = Object.keys(rows) as MasterCollection[]

export function isMasterCollection(collection: string): collection is MasterCollection {
  return collection in rows
}

/** `GET /api/deposition/title/export_excel`: the date stands in front (spec 3 §2 "Title screen"). */
export function titleExportFileNames(today: string): { ascii: string; korean: string } {
  return { ascii: `${today}_title-list.xlsx`, korean: `${today}_목록.xlsx` }
}

/** A page of one master list, each row with the names of what it belongs to. */
export function masterListSchema(collection: MasterCollection) {
  return z.object({ results: z.array(rows[collection]), ...listTotalShape })
}

/**
 * Companies and departments also take `multipart/form-data` with the fields of the JSON call (spec 3 §7). A company's form may carry the picture as file `img`;
 * an empty file leaves it as it is, `remove_img=1` takes it away. The row's `img` is then the path the picture is served at, for `<img src>` as it stands.
 */
export const companyPicturePath = '/api/deposition/company/picture/'

/** Company image: judged by its content, not by its name (issue: ≤ 5 MB, PNG, JPEG, WebP). */
export const companyImageLimits = {
  maxBytes: 5_242_880,
  maxSide: 4096,
  types: ['image/png', 'image/jpeg', 'image/webp'],
} as const
