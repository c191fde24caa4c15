import { z } from 'zod'
import { companyBook, departmentBook, managerBook, projectBook, titleBook } from '#contract/books/master-data.ts'
import { listResponseSchema } from '#contract/records/generic-resource.ts'
import { idSchema, instantSchema } from '#contract/records/values.ts'

/**
 * Parameters of the master lists besides their own fields. The generic table sends the same ones to
 * every list; a list ignores those it has no column for.
 */
export const masterQueryShape = {
  /** Departments and managers of one company. */
  company_id: idSchema.optional(),
  /** Managers of one department. */
  department_id: idSchema.optional(),
  /** Titles of one manager's projects. */
  manager: z.union([z.literal(''), idSchema]).optional(),
  /** Departments: accepted and ignored, because the company's name is always included. */
  include: z.string().max(50).optional(),
}
export type MasterDataQuery = z.output<z.ZodObject<typeof masterQueryShape>>

const name = z.string()
const managed = { manager_name: name, department_name: name, company_name: name }

/** A page of one master list, each row with the names of its parents. */
export const masterListSchemas = {
  companies: listResponseSchema(companyBook, {}),
  departments: listResponseSchema(departmentBook, { company_name: name }),
  managers: listResponseSchema(managerBook, { company_name: name, department_name: name }),
  projects: listResponseSchema(projectBook, managed),
  titles: listResponseSchema(titleBook, { project_name: name, created_at: instantSchema, ...managed }),
}

export type MasterCollection = keyof typeof masterListSchemas

export const masterCollections = Object.keys(masterListSchemas) as MasterCollection[]

/** `GET /api/deposition/title/export_excel`: the file name starts with the date. */
export function buildTitleFileNames(today: string): { ascii: string; korean: string } {
  return { ascii: `${today}_title-list.xlsx`, korean: `${today}_목록.xlsx` }
}

/**
 * Companies and departments also accept `multipart/form-data` with the fields of the JSON call. A
 * company's form may carry the picture as file `img`; an empty file leaves it unchanged,
 * `remove_img=1` removes it. The row's `img` is then the path of the picture, ready for `<img
 * src>`.
 */
export const companyPicturePath = '/api/deposition/company/picture/'

/** Limits of the company picture; the type is detected from the content, not the name. */
export const companyImageLimits = {
  maxBytes: 5_242_880,
  maxSide: 4096,
  types: ['image/png', 'image/jpeg', 'image/webp'],
} as const
