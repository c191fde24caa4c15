import type { KyInstance } from 'ky'
import { type Result, toResult } from '#app/session/api-result.ts'
import {
  importLimits,
  type ImportMapping,
  type importModes,
  type ImportReport,
  importReportSchema,
} from '#contract/records/excel-import.ts'

/**
 * Tables saved as text. The endpoint only takes workbook names, so a text file is sent under one.
 */
const textTablePattern = /\.(?:csv|txt)$/i

/** Why a chosen file can't be imported, checked before anything is sent; null when it can. */
export function findFileProblem(file: { name: string; size: number }): string | null {
  const name = file.name.normalize('NFC')
  if (!/\.xlsx?$/i.test(name) && !textTablePattern.test(name)) return '엑셀 파일(.xlsx, .xls)만 업로드 가능합니다.'
  if (file.size > importLimits.maxBytes) return '파일 크기는 10MB 이하여야 합니다.'
  return null
}

/**
 * Sends the workbook. `dry_run` only checks it; `good_rows` writes the rows without errors.
 * Requests with the same `opId` write only once.
 */
export function sendWorkbook(
  api: KyInstance,
  request: {
    path: string
    file: File
    mode: (typeof importModes)[number]
    opId: string
    /** Sheet of a workbook with several; by default the server chooses. */
    sheet?: string | undefined
    /** The field the user has chosen for each column, by column name. */
    mapping?: ImportMapping
    /** References whose unknown names are created along with the rows. */
    creates?: readonly string[]
  },
): Promise<Result<ImportReport>> {
  const { path, file, mode, opId, sheet, mapping = {}, creates = [] } = request
  const body = new FormData()
  // The mode goes first: the server reads the parts in order and decides by it what to do with the
  // file.
  body.append('mode', mode)
  if (sheet !== undefined) body.append('sheet', sheet)
  // Sent even when empty: the user has seen the mapping.
  body.append('mapping', JSON.stringify(mapping))
  if (creates.length > 0) body.append('creates', JSON.stringify(creates))
  body.append('file', file, textTablePattern.test(file.name.normalize('NFC')) ? `${file.name}.xls` : file.name)
  const headers = { 'idempotency-key': opId }
  const call = api.post(path, { body, headers, timeout: 120_000 }).json()
  return toResult(call.then((report) => importReportSchema.parse(report)))
}
