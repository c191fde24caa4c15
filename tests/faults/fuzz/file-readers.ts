import { paperMediaTypes } from '#contract/papers/papers.ts'
import type { Problem } from '#contract/problem.ts'
import { importLimits } from '#contract/records/excel-import.ts'
import { readChatText } from '#server/chat/files/to-table.ts'
import { cleanForServing, inspectPicture } from '#server/documents/pictures/inspect-picture.ts'
import { readWorkbook } from '#server/documents/xlsx/read-workbook.ts'
import type { ParsedSheet } from '#server/documents/xlsx/sheet.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { detectMediaType } from '#server/papers/stored-content.ts'
import { findPdfError } from '#server/registry/registry-source.ts'
import type { SampleFile } from './sample-files.ts'

/** Returns what is wrong with the reader's result, or null. Anything a reader throws is a fault. */
export type FileReader = (file: SampleFile) => Promise<string | null>

const refusedAs: readonly Problem['code'][] = ['unsupported_file', 'too_large', 'refused']

function findRefusalFault({ code, message }: Pick<Problem, 'code' | 'message'>): string | null {
  return refusedAs.includes(code) && /[가-힣]/.test(message) ? null : `refused as ${code}: ${message}`
}

export const readAsWorkbook: FileReader = async (file) => {
  const result = await readWorkbook(file, importLimits)
  return 'refused' in result ? findRefusalFault(result.refused) : findSheetFault(result.sheet)
}

function findSheetFault({ rows }: ParsedSheet): string | null {
  if (rows.length > 200_000) return `${rows.length} rows`
  for (const row of rows) {
    if (row.length > importLimits.maxColumns) return `${row.length} cells in a row`
    for (const cell of row) {
      const text = typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
      if (text.length > 3 * importLimits.maxCellLength) return `a cell of ${text.length} letters`
      if (cell === undefined || Number.isNaN(cell)) return `a cell that is ${text}`
    }
  }
  return null
}

export const readAsPicture: FileReader = async ({ bytes }) => {
  cleanForServing(bytes)
  const inspected = inspectPicture(bytes, { maxSide: 4096, field: 'img' })
  if ('refused' in inspected) return findRefusalFault(inspected.refused)
  const inspectedAgain = inspectPicture(inspected.bytes, { maxSide: 4096, field: 'img' })
  if ('refused' in inspectedAgain || !inspectedAgain.bytes.equals(inspected.bytes))
    return 'a clean picture is cleaned again'
  const sides = [inspected.size.width, inspected.size.height]
  return sides.every((side) => Number.isInteger(side) && side > 0 && side <= 4096)
    ? null
    : `${sides.join(' × ')} pixels`
}

export const readAsPaper: FileReader = async ({ bytes }) => {
  const type = detectMediaType({ head: bytes.subarray(0, 1024), tail: bytes.subarray(-1024) })
  if (type !== undefined && !paperMediaTypes.includes(type)) return `a paper of type ${type}`
  const fault = findPdfError(bytes)
  return fault === null || /[가-힣]/.test(fault) ? null : `a PDF with ${fault}`
}

export const readAsText: FileReader = async ({ bytes }) => {
  try {
    const rows = readChatText(bytes.subarray(0, 1_048_576))
    return rows.every((row) => row.length <= importLimits.maxColumns) ? null : 'a wide row'
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    return findRefusalFault(error.problem)
  }
}
