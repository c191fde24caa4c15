import * as XLSX from '@e965/xlsx'
import { readDelimited } from '#domain/text/delimited-text.ts'
import { readText } from '../decode-text.ts'

/** Texts that card companies and courts send under the name .xls. */
export type TextWorkbook = ({ readonly book: XLSX.WorkBook } | { readonly rows: readonly (readonly string[])[] }) & {
  readonly encoding: string
}

/**
 * A page of HTML, a SpreadsheetML workbook of Excel 2003, or lines of cells with tabs or commas. Throws when it is none of them. Nothing a text refers to is fetched, no script
 * or entity of its own counts, and every cell of HTML is text: what looks like a number or a day is read by the field it comes to.
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

/** Above the root of a workbook stand a declaration and a line for Excel. */
const searchedLetters = 4000

/** What nobody closes goes on to the end, as in browsers; so nothing is looked for twice. */
function withoutComments(markup: string): string {
  return markup.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
}

/** The parser tells HTML by its first tags. */
function tablesOf(markup: string): string {
  const plain = markup.replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
  const start = plain.search(/<table[\s>]/i)
  if (start < 0) throw new Error('no table')
  return `<html>${plain.slice(start).replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, letterOf)}`
}

/** The parser knows no letter by its number. Signs of the markup itself stay as they are. */
function letterOf(entity: string, hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code < 0x20 || code > 0x10ffff || '<>&'.includes(String.fromCodePoint(code))
    ? entity
    : String.fromCodePoint(code)
}

function readLines(text: string): readonly (readonly string[])[] {
  // A web archive or a letter is no table.
  if (/^(?:MIME-Version|From|Content-Type):|^\{\\rtf|^%PDF/i.test(text)) throw new Error('no table')
  const mark = ['\t', ',', ';'].find((one) => (readDelimited(text.slice(0, searchedLetters), one)[0]?.length ?? 0) > 1)
  // A heading may stand above the titles.
  const used = mark ?? ['\t', ',', ';'].find((one) => text.includes(one))
  if (used === undefined) throw new Error('no table')
  return readDelimited(text, used)
}
