import { z } from 'zod'
import { idSchema } from './values.ts'

/** `POST`: the filings 등기신청서 of so many units as one PDF (spec 2 §7). */
export const downloadApplicationPath = '/api/mysql/realestate/download_application'
/** The same as a download task (contract/download-task.ts), for more units than one cares to wait for. */
export const downloadApplicationTaskPath = '/api/mysql/realestate/download_application_bulk'
/** `POST`: what could not be filled of them, asked before the download. */
export const checkApplicationPath = '/api/mysql/realestate/check_application'

/** As many as one file takes. */
export const maxUnitsAtOnce = 1000

/** What is wrong with an empty selection is said by the route, in the words of spec 2 §8. */
export const unitSelectionSchema = z.object({
  property_ids: z
    .array(idSchema)
    .max(maxUnitsAtOnce, `한 번에 ${maxUnitsAtOnce}건까지 다운로드할 수 있습니다.`)
    .default([]),
})

export const downloadApplicationSchema = unitSelectionSchema.extend({
  /** What goes with the filings, beside the 위임장 that always does. */
  with: z
    .object({ cost_statement: z.boolean().default(false), receipt: z.boolean().default(false) })
    .default({ cost_statement: false, receipt: false }),
})
export type DownloadApplication = z.output<typeof downloadApplicationSchema>

export const checkedUnitSchema = z.object({
  property_id: idSchema,
  group_name: z.string(),
  dongho: z.string(),
  /** False: nothing is saved, the forms are made of what follows from the unit. */
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

/** `등기신청서_3건_20261120.pdf` of so many units on that day. */
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
