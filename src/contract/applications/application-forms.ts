import { z } from 'zod'
import { idSchema } from '../records/values.ts'

/** `POST`: the filings 등기신청서 of the chosen units as one PDF. */
export const downloadApplicationPath = '/api/mysql/realestate/download_application'
/** The same as a download task, for many units. */
export const downloadApplicationTaskPath = '/api/mysql/realestate/download_application_bulk'
/** `POST`: checks the units before the download and returns the boxes that cannot be filled. */
export const checkApplicationPath = '/api/mysql/realestate/check_application'

/** Maximum units in one file. */
export const maxUnitsAtOnce = 1000

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
export type DownloadApplication = z.output<typeof downloadApplicationSchema>

export const checkedUnitSchema = z.object({
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
export function applicationFileNames(count: number, day: string): { ascii: string; korean: string } {
  const date = day.replaceAll('-', '')
  return { ascii: `applications_${count}_${date}.pdf`, korean: `등기신청서_${count}건_${date}.pdf` }
}

export const downloadApplicationWords = {
  nothingSelected: '다운로드할 부동산을 선택해주세요.',
  nothingThere: '다운로드할 데이터가 없습니다.',
  failed: '신청서 다운로드 중 오류가 발생했습니다.',
  working: '신청서를 생성하고 있습니다...',
  serverFailed: (status: number) => `서버 오류: ${status}`,
  done: (count: number) => `${count}건의 신청서가 다운로드되었습니다.`,
} as const
