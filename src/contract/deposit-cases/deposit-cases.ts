import { z } from 'zod'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import { getRecordSchemas } from '#contract/books/record-schema.ts'
import { claimChoiceShape } from '#contract/deposit-cases/cost-summary.ts'
import { caseDayRanges, lastPage } from '#contract/records/list-query.ts'
import { buildTextSchema, idSchema, instantSchema } from '#contract/records/values.ts'

export const depositCaseSchemas = getRecordSchemas(depositCaseBook)

/** The register as a background task (tasks/background-task.ts). */
export const depositExportTaskPath = '/api/mysql/deposition/export_excel_bulk'

/**
 * `PUT /api/mysql/deposition/bulk_update/`: `data` holds only the ticked fields; `fees_vat` is
 * computed from `fees` if it is absent.
 */
export const depositBulkUpdateSchema = z.object({
  selectedItems: z.array(idSchema).min(1).max(10_000),
  data: depositCaseSchemas.change,
})

/**
 * `GET /api/mysql/deposition/export_report_excel/`: the cost claim of one project. `unclaimed`:
 * only cases without 비용청구일.
 */
export const depositReportQuerySchema = z.object({
  business_section: buildTextSchema(100),
  scope: z.union([z.literal(''), z.enum(['all', 'unclaimed'])]).optional(),
  ...claimChoiceShape,
  ...caseDayRanges,
})

/** Their table fills about ten pages. */
export const maxLetterCases = 200

/**
 * `POST /api/mysql/deposition/report/`: an official letter 공문. Absent values are taken from the
 * case. `user` is accepted and ignored: the letter names the signed-in user.
 */
export const officialLetterSchema = z.object({
  /**
   * Made by the device, so that a repeated call makes one letter with one number. Absent: the
   * server makes it.
   */
  id: idSchema.optional(),
  /** 수신; absent: the company of the project, else the depositor, else the project. */
  recipient: buildTextSchema(100).nullish(),
  /** 참조; absent: the department and name of the project's 관리자. An empty text leaves it out. */
  reference: buildTextSchema(150).nullish(),
  title: buildTextSchema(200),
  content: buildTextSchema(10_000),
  deposition: idSchema,
  /** Further cases listed in the letter, in this order. */
  more_cases: z
    .array(idSchema)
    .max(maxLetterCases - 1)
    .refine((ids) => new Set(ids).size === ids.length, '같은 사건이 두 번 들어 있습니다.')
    .optional(),
  /**
   * The letter that this one corrects. It keeps the number and becomes the next version 판. Only the
   * newest version can be corrected.
   */
  corrects: idSchema.nullish(),
  user: z.string().max(100).nullish(),
  business_section: buildTextSchema(100).nullish(),
  business_manager: buildTextSchema(50).nullish(),
  owner_name: buildTextSchema(100).nullish(),
  address: buildTextSchema(300).nullish(),
})
export type OfficialLetter = z.infer<typeof officialLetterSchema>

/** A case as listed in a letter. */
const letterCaseSchema = z.object({ deposition: idSchema, owner_name: z.string(), address: z.string() })
export type LetterCase = z.infer<typeof letterCaseSchema>

/** A further column of a letter's table: the text of each case, in the order of the letter. */
const letterColumnSchema = z.object({ name: z.string(), texts: z.array(z.string()) })
export type LetterColumn = z.infer<typeof letterColumnSchema>

/** A saved letter; `pdf_url` returns the A4 document. */
export const savedLetterSchema = z.object({
  id: idSchema,
  /** 문서번호, `온결법무 2026-0001호`, counted per year. */
  document_number: z.string(),
  title: z.string(),
  content: z.string(),
  /** Null for a letter about an address without a case. */
  deposition: idSchema.nullable(),
  user_name: z.string(),
  business_section: z.string(),
  business_manager: z.string(),
  owner_name: z.string(),
  address: z.string(),
  /** The further cases, as they were at the save. */
  more_cases: z.array(letterCaseSchema),
  /** What `{표: …}` lists, as it was at the save. */
  table_columns: z.array(letterColumnSchema).default([]),
  /** 수신 and 참조 as printed. */
  recipient: z.string(),
  reference: z.string(),
  /** 시행일자. */
  issued_on: z.string(),
  inserted_at: instantSchema,
  /** Version 판, from 1, and the letter that it replaces. */
  version: z.int().positive(),
  corrects: idSchema.nullable(),
  pdf_url: z.string(),
})
export type SavedLetter = z.infer<typeof savedLetterSchema>
export const letterPath = '/api/mysql/deposition/report/'
/** `POST`: the PDF of a letter without saving it or using a number. */
export const letterPreviewPath = '/api/mysql/deposition/report/preview/'

/**
 * `POST /api/document/`: a document about an address, saved as an official letter under the next
 * number of the year. If the case is named, or a case refers to the address, the letter belongs to
 * that case. Absent values are taken from the address or the case.
 */
export const documentPath = '/api/document/'
export const documentSchema = officialLetterSchema
  .omit({ deposition: true, more_cases: true, corrects: true })
  .extend({ address_id: idSchema.nullish(), deposition: idSchema.nullish() })
  .refine(({ address_id, deposition }) => Boolean(address_id ?? deposition), {
    path: ['address_id'],
    message: '부동산 주소나 공탁 사건을 선택해 주세요.',
  })
export const savedDocumentSchema = z.object({ success: z.literal(true), message: z.string(), data: savedLetterSchema })
export const documentSaved = '문서가 성공적으로 저장되었습니다.'
export const documentFailed = '문서 저장에 실패했습니다.'

/** Input of a letter about a case or about an address alone. */
export type LetterInput = Omit<OfficialLetter, 'deposition'> & {
  readonly deposition: string | null
  readonly address_id?: string | null
}

/**
 * `GET /api/mysql/deposition/report/?deposition=<id>`: the letters of a case (without it: all),
 * newest first; of corrected letters only the newest version.
 */
export const letterListQuerySchema = z.object({
  deposition: idSchema.optional(),
  page: z.coerce.number().int().min(1).max(lastPage).default(1),
  page_size: z.coerce.number().int().min(1).max(1000).default(100),
})
export type LetterListQuery = z.infer<typeof letterListQuerySchema>

/** A letter with its earlier versions, newest first. */
const listedLetterSchema = savedLetterSchema.extend({ earlier: z.array(savedLetterSchema) })
export type ListedLetter = z.infer<typeof listedLetterSchema>

export const letterListSchema = z.object({ results: z.array(listedLetterSchema), total_count: z.int().nonnegative() })

/**
 * `GET /api/mysql/deposition/unique_fields/`: values for the suggestion filters and the project
 * field, from cases and master data together.
 */
export const depositUniqueFieldsSchema = z.object({
  business_sections: z.array(z.string()),
  /** Project name → id. */
  business_sections_id_map: z.record(z.string(), idSchema),
  business_regions: z.array(z.string()),
  business_types: z.array(z.string()),
  business_managers: z.array(z.string()),
  purposes: z.array(z.string()),
})

/** File names of the register. */
export function buildRegisterFileNames(today: string): { ascii: string; korean: string } {
  return { ascii: `deposit-case-register_${today}.xlsx`, korean: `공탁사건부_${today}.xlsx` }
}

/**
 * The office's templates 서식 for official letters, with placeholders like `{소유자}` that are filled
 * from a case (`deposit-cases/letter-text.ts`).
 */
export const letterTemplatePath = '/api/mysql/deposition/report/templates/'

const requiredText = (maxLength: number, label: string) =>
  buildTextSchema(maxLength).refine((text) => text.trim() !== '', `${label} 입력해 주세요.`)

const templateFields = {
  name: requiredText(50, '서식 이름을'),
  title: requiredText(200, '제목을'),
  content: requiredText(10_000, '본문을'),
}

/** `POST`: the device makes the id, so a repeated call makes one template. */
export const letterTemplateCreateSchema = z.strictObject({ id: idSchema, ...templateFields })
/**
 * `PUT`: `version` is the version that was read. If the server has another one, it writes nothing
 * and returns `conflict`.
 */
export const letterTemplateChangeSchema = z.strictObject({
  id: idSchema,
  version: z.int().positive(),
  ...templateFields,
})
export type LetterTemplateChange = z.infer<typeof letterTemplateChangeSchema>
/** `DELETE`. Letters written with it are unchanged. */
export const letterTemplateRemovalSchema = z.strictObject({ id: idSchema, version: z.int().positive() })

export const letterTemplateSchema = z.object({
  id: idSchema,
  version: z.int(),
  name: z.string(),
  title: z.string(),
  content: z.string(),
  updated_by: z.string(),
  updated_at: instantSchema,
})
export type LetterTemplate = z.infer<typeof letterTemplateSchema>

/** `GET`: all templates, by name. */
export const letterTemplateListSchema = z.object({ results: z.array(letterTemplateSchema) })
