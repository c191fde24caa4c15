import { importLimits } from '#contract/excel-import.ts'
import { problem } from '#contract/problem.ts'
import { Refusal } from '../../plugins/refusal.ts'
import type { ReadCell } from '../../documents/xlsx/sheet.ts'

/** The lines of a text as cells: a table where tabs or commas cut every line into as many, else one cell a line below a title. */
export function readText(bytes: Uint8Array): ReadCell[][] {
  const lines = decode(bytes)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
  if (lines.length === 0) throw new Refusal(problem('refused', { message: '파일에 내용이 없습니다.' }))
  const table = ['\t', ','].map((mark) => cutBy(lines, mark)).find((rows) => rows !== null)
  return table ?? [['내용'], ...lines.map((line) => [line])]
}

/** UTF-8 and UTF-16 with their marks or without, else what Korean Windows writes (CP949, of which EUC-KR is a part). */
function decode(bytes: Uint8Array): string {
  for (const encoding of likelyEncodings(bytes)) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      if (!text.includes('\u0000')) return text.normalize('NFC')
    } catch {
      // Not written in this one.
    }
  }
  throw new Refusal(problem('unsupported_file', { message: unreadable }))
}

const unreadable = '글자를 읽을 수 없는 파일입니다. 텍스트 파일(.txt)로 다시 저장한 뒤 올려 주세요.'

function likelyEncodings(bytes: Uint8Array): readonly string[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le']
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be']
  const zeros = [0, 1].map((odd) => bytes.filter((byte, at) => byte === 0 && at % 2 === odd).length)
  const [even = 0, odd = 0] = zeros
  if (even + odd > 0) return odd > even ? ['utf-16le'] : ['utf-16be']
  return ['utf-8', 'euc-kr']
}

function cutBy(lines: readonly string[], mark: string): string[][] | null {
  if (lines.length < 2) return null
  const width = cells(lines[0] ?? '', mark).length
  if (width < 2 || width > importLimits.maxColumns) return null
  const rows = lines.map((line) => cells(line, mark))
  return rows.every((row) => row.length === width) ? rows : null
}

/** A quoted cell may hold the mark. */
function cells(line: string, mark: string): string[] {
  const found = ['']
  let isQuoted = false
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === mark && !isQuoted) found.push('')
    else found[found.length - 1] += letter
  }
  return found.map((cell) => cell.trim())
}
