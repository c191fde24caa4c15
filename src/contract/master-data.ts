import { z } from 'zod'
import {
  companyDescription,
  departmentDescription,
  managerDescription,
  projectDescription,
  titleDescription,
} from './books/master-data.ts'
import { listAnswerOf } from './generic-resource.ts'
import { idSchema, instantSchema } from './values.ts'

/** What the master lists are asked with beside their own fields (spec 3 §7). The generic table asks every list the same way: what a list has no column for is without effect. */
export const masterQuestion = {
  /** Departments and managers of one company. */
  company_id: idSchema.optional(),
  /** Managers of one department. */
  department_id: idSchema.optional(),
  /** Titles of one manager's projects. */
  manager: z.union([z.literal(''), idSchema]).optional(),
  /** Departments: accepted and without effect, the company's name is always there. */
  include: z.string().max(50).optional(),
}
export type MasterQuestion = z.output<z.ZodObject<typeof masterQuestion>>

const name = z.string()
const managed = { manager_name: name, department_name: name, company_name: name }

/** A page of one master list, each row with the names of what it belongs to. */
export const masterListSchemas = {
  companies: listAnswerOf(companyDescription, {}),
  departments: listAnswerOf(departmentDescription, { company_name: name }),
  managers: listAnswerOf(managerDescription, { company_name: name, department_name: name }),
  projects: listAnswerOf(projectDescription, managed),
  titles: listAnswerOf(titleDescription, { project_name: name, created_at: instantSchema, ...managed }),
}

export type MasterCollection = keyof typeof masterListSchemas

export const masterCollections = Object.keys(masterListSchemas) as MasterCollection[]

export function isMasterCollection(collection: string): collection is MasterCollection {
  return Object.hasOwn(masterListSchemas, collection)
}

/** `GET /api/deposition/title/export_excel`: the date stands in front (spec 3 §2 "Title screen"). */
export function titleExportFileNames(today: string): { ascii: string; korean: string } {
  return { ascii: `${today}_title-list.xlsx`, korean: `${today}_목록.xlsx` }
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
