import { importLimits } from '#contract/records/excel-import.ts'
import { problem } from '#contract/problem.ts'
import { readDelimited } from '#domain/text/delimited-text.ts'
import { decodeText } from '../../documents/decode-text.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ReadCell } from '../../documents/xlsx/sheet.ts'

/**
 * The lines of a text as cells: a table if tabs or commas split every line into equally many,
 * otherwise one cell per line under a title.
 */
export function readText(bytes: Uint8Array): ReadCell[][] {
  const text = decodeText(bytes)?.replace(/^\ufeff/, '')
  if (text === undefined) throw new Refusal(problem('unsupported_file', { message: unreadable }))
  if (text.trim() === '') throw new Refusal(problem('refused', { message: '파일에 내용이 없습니다.' }))
  const table = ['\t', ','].map((mark) => cutBy(text, mark)).find((rows) => rows !== null)
  if (table) return table
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  return [['내용'], ...lines.map((line) => [line])]
}

const unreadable = '글자를 읽을 수 없는 파일입니다. 텍스트 파일(.txt)로 다시 저장한 뒤 올려 주세요.'

function cutBy(text: string, mark: string): string[][] | null {
  if (!text.includes(mark)) return null
  const rows = readDelimited(text, mark)
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.length > 1 || row[0] !== '')
  const width = rows[0]?.length ?? 0
  if (rows.length < 2 || width < 2 || width > importLimits.maxColumns) return null
  return rows.every((row) => row.length === width) ? rows : null
}
