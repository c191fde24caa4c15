import { z } from 'zod'
import { applicationBook } from '#contract/books/applications.ts'
import { idSchema } from '#contract/records/values.ts'

/** `POST`: the filings 등기신청서 of the chosen units as one PDF. */
export const downloadApplicationPath = '/api/mysql/realestate/download_application'

/** The same as a background task, for many units. */
export const downloadApplicationTaskPath = '/api/mysql/realestate/download_application_bulk'

/** `POST`: checks the units before the download and returns the boxes that cannot be filled. */
export const checkApplicationPath = '/api/mysql/realestate/check_application'

/** Maximum units in one file. */
const maxUnitsAtOnce = 1000

/** An empty selection passes here; the route refuses it with its own message. */
export const unitSelectionSchema = z.object({
  property_ids: z
    .array(idSchema)
    .max(maxUnitsAtOnce, `한 번에 ${maxUnitsAtOnce}건까지 다운로드할 수 있습니다.`)
    .default([]),
})

export const downloadApplicationSchema = unitSelectionSchema.extend({
  /** Documents added to the filings. The 위임장 is always included. */
  with: z
    .object({ cost_statement: z.boolean().default(false), receipt: z.boolean().default(false) })
    .default({ cost_statement: false, receipt: false }),
})

export type ApplicationDownload = z.output<typeof downloadApplicationSchema>

const checkedUnitSchema = z.object({
  property_id: idSchema,
  group_name: z.string(),
  dongho: z.string(),
  /** False if no form is saved; the forms are then derived from the unit. */
  is_saved: z.boolean(),
  filings: z.array(
    z.object({
      title: z.string(),
      missing: z.array(z.object({ box: z.string(), words: z.string() })),
    }),
  ),
})

export type CheckedUnit = z.infer<typeof checkedUnitSchema>

export const checkApplicationSchema = z.object({ units: z.array(checkedUnitSchema) })

/** `등기신청서_3건_20261120.pdf` for three units on that day. */
export function buildApplicationFileNames(count: number, day: string): { ascii: string; korean: string } {
  const date = day.replaceAll('-', '')
  return { ascii: `applications_${count}_${date}.pdf`, korean: `등기신청서_${count}건_${date}.pdf` }
}

export const downloadApplicationMessages = {
  nothingSelected: '다운로드할 부동산을 선택해주세요.',
  nothingThere: '다운로드할 데이터가 없습니다.',
  failed: '신청서 다운로드 중 오류가 발생했습니다.',
  working: '신청서를 생성하고 있습니다...',
  serverFailed: (status: number) => `서버 오류: ${status}`,
  done: (count: number) => `${count}건의 신청서가 다운로드되었습니다.`,
} as const

/**
 * `POST`: saves one application sent by a plain API client. Returns the saved form under `data`.
 */
export const apiApplicationPath = '/api/mysql/realestate/application'

const text = z.string().nullish()

/**
 * A grantee or grantor of the payload. `num` is plain text and is encrypted before any other
 * processing.
 */
const partySchema = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  name: text,
  num: text,
  address: text,
  position: text,
  business_name: text,
  business_num: text,
  business_owner_name: text,
  party_kind: z.enum(['person', 'corporation']).nullish(),
  role: z.enum(['mortgagee', 'seller']).nullish(),
  /** Percent, or a fraction as typed: `3/7`. */
  share_ratio: z.union([z.number(), z.string()]).nullish(),
})

export type ApiParty = z.infer<typeof partySchema>

const landSchema = z.looseObject({ id: z.union([z.string(), z.number()]).nullish(), address: text })

export type ApiLand = z.infer<typeof landSchema>

function createListSchema<Entry extends z.ZodType>(entry: Entry) {
  return z.array(entry).max(100)
}

/** Maximum characters of a list sent as JSON text. */
const maxJsonLength = 200_000

function jsonTextSchema<Value extends z.ZodType>(value: Value) {
  return z.preprocess((input) => {
    if (typeof input !== 'string' || input.length > maxJsonLength) return input
    try {
      return JSON.parse(input) as unknown
    } catch {
      return input
    }
  }, value)
}

const documentKeys = applicationBook.fields.flatMap(({ key, group }) => (group === 'documents' ? [key] : []))

/** A list may come as JSON text (`grantees_json`), as an array, or both; the array wins. */
export const apiApplicationSchema = z.looseObject({
  id: idSchema.optional(),
  property_id: idSchema,
  lands: createListSchema(landSchema).optional(),
  lands_json: jsonTextSchema(createListSchema(landSchema)).optional(),
  grantees: createListSchema(partySchema).optional(),
  grantees_json: jsonTextSchema(createListSchema(partySchema)).optional(),
  grantors: createListSchema(partySchema).optional(),
  grantors_json: jsonTextSchema(createListSchema(partySchema)).optional(),
  documents: z.record(z.string(), z.boolean()).optional(),
  documents_json: jsonTextSchema(z.record(z.string(), z.boolean())).optional(),
})

export interface ParsedApplication {
  readonly unitId: string
  /** Keys of the form. Unknown keys are ignored, because plain clients may send more. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly lands: readonly ApiLand[]
  readonly grantees: readonly ApiParty[]
  readonly grantors: readonly ApiParty[]
}

export function readApiApplication(received: z.infer<typeof apiApplicationSchema>): ParsedApplication {
  const sentDocuments = received.documents ?? received.documents_json ?? {}
  const fieldKeys = applicationBook.fields.map(({ key }) => key as string)
  const fields = Object.entries(received).filter(([key]) => fieldKeys.includes(key) && !key.endsWith('_json'))
  const documents = documentKeys.flatMap((key) => (key in sentDocuments ? [[key, sentDocuments[key] === true]] : []))
  return {
    unitId: received.property_id,
    fields: {
      ...(received.id !== undefined && { id: received.id }),
      ...Object.fromEntries(fields),
      ...Object.fromEntries(documents),
    },
    lands: received.lands ?? received.lands_json ?? [],
    grantees: received.grantees ?? received.grantees_json ?? [],
    grantors: received.grantors ?? received.grantors_json ?? [],
  }
}
