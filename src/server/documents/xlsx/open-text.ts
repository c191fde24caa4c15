import * as XLSX from '@e965/xlsx'
import { readDelimited } from '#domain/text/delimited-text.ts'
import { readText } from '../decode-text.ts'

/** Text files that card companies and courts send with the extension .xls. */
export type TextWorkbook = ({ readonly book: XLSX.WorkBook } | { readonly rows: readonly (readonly string[])[] }) & {
  readonly encoding: string
}

/**
 * Opens an HTML page, a SpreadsheetML workbook of Excel 2003, or lines of cells separated by tabs
 * or commas. Throws when it is none of them. Never fetches references or expands scripts or custom
 * entities. Every HTML cell is text; numbers and dates are interpreted by the target field.
 */
export function openText(bytes: Uint8Array, options: XLSX.ParsingOptions): TextWorkbook {
  const read = readText(bytes)
  if (read === null) throw new Error('no text')
  const { encoding } = read
  const text = read.text.replace(/^\ufeff/, '').trimStart()
  if (!text.startsWith('<')) return { encoding, rows: readLines(text) }
  const markup = withoutComments(text)
  if (/<(?:\w+:)?Workbook[\s>]/.test(markup.slice(0, searchedLetters)))
    return { encoding, book: XLSX.read(markup, { ...options, type: 'string' }) }
  return { encoding, book: XLSX.read(tablesOf(markup), { ...options, type: 'string', raw: true }) }
}

/**
 * Characters to search for the root element, after a declaration and a processing instruction for
 * Excel.
 */
const searchedLetters = 4000

/** Removes comments in one pass. An unclosed one extends to the end, as in browsers. */
function withoutComments(markup: string): string {
  return markup.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
}

/** Keeps the tags by which the parser recognizes HTML. */
function tablesOf(markup: string): string {
  const plain = markup.replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
  const start = plain.search(/<table[\s>]/i)
  if (start < 0) throw new Error('no table')
  return `<html>${plain.slice(start).replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, letterOf)}`
}

/** Decodes numeric entities, which the parser does not support. Markup characters stay escaped. */
function letterOf(entity: string, hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code < 0x20 || code > 0x10ffff || '<>&'.includes(String.fromCodePoint(code))
    ? entity
    : String.fromCodePoint(code)
}

function readLines(text: string): readonly (readonly string[])[] {
  // A web archive, an e-mail, RTF or PDF is not a table.
  if (/^(?:MIME-Version|From|Content-Type):|^\{\\rtf|^%PDF/i.test(text)) throw new Error('no table')
  const mark = ['\t', ',', ';'].find((one) => (readDelimited(text.slice(0, searchedLetters), one)[0]?.length ?? 0) > 1)
  // The header may be below a heading, so the separator is the first one used anywhere.
  const used = mark ?? ['\t', ',', ';'].find((one) => text.includes(one))
  if (used === undefined) throw new Error('no table')
  return readDelimited(text, used)
}
