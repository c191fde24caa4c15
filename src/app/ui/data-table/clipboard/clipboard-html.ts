import { z } from 'zod'
import type { FieldKind, FieldValue } from '#contract/books/field.ts'
import type { Column } from '../data-table-props.ts'

/**
 * The column of a copied cell. Its raw value is used only in a column of the same kind and the same
 * reference.
 */
export interface CopiedColumn {
  readonly kind: FieldKind
  /** Collection a reference points to. */
  readonly refers: string | null
}

/** Raw values of our own copy. Two records may share a name such as 가람 1단지, but not an id. */
export interface RawCells {
  readonly columns: readonly CopiedColumn[]
  readonly values: readonly (readonly FieldValue[])[]
}

export interface CopiedTable {
  readonly columns: readonly CopiedColumn[]
  readonly headers: readonly string[] | null
  readonly texts: readonly (readonly string[])[]
  readonly values: readonly (readonly FieldValue[])[]
}

export function toCopiedColumn(column: Column): CopiedColumn {
  return { kind: column.field.kind, refers: column.field.refers?.collection ?? null }
}

/**
 * The text/html of a copy, which Excel prefers over plain text. `same-cell` keeps a line break
 * inside its cell, and the text format keeps leading zeros of telephone and account numbers. The
 * marker carries raw values for our own tables; Excel drops it.
 */
export function writeCopiedHtml(table: CopiedTable): string {
  const { columns, values, headers, texts } = table
  const marker = escapeHtml(JSON.stringify({ columns, values } satisfies RawCells))
  const head = headers ? `<tr>${headers.map((header) => `<th>${escapeHtml(header)}</th>`).join('')}</tr>` : ''
  const body = texts.map(
    (row) => `<tr>${row.map((text, index) => htmlCell(text, columns[index]?.kind ?? 'text')).join('')}</tr>`,
  )
  return `<meta charset="utf-8"><table data-ongyeol-cells="${marker}">${head}${body.join('')}</table>`
}

/**
 * The raw values of our own copy; null for other programs. The HTML table itself isn't read,
 * because Excel's HTML wraps long text.
 */
export function readRawCells(html: string): RawCells | null {
  const marker = /<table[^<>]*\sdata-ongyeol-cells="([^"]*)"/.exec(html)?.[1]
  if (marker === undefined) return null
  try {
    const parsed = rawCellsSchema.safeParse(JSON.parse(unescapeHtml(marker)))
    return parsed.success ? parsed.data : null
  } catch {
    // Another program may have truncated the attribute; then the text is used.
    return null
  }
}

const rawCellsSchema = z.object({
  columns: z.array(
    z.object({
      kind: z.enum(['text', 'won', 'date', 'datetime', 'number', 'enum', 'flag', 'reference', 'secret']),
      refers: z.string().nullable(),
    }),
  ),
  values: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
})

function htmlCell(text: string, kind: FieldKind): string {
  const content = escapeHtml(text).replace(/\r\n?|\n/g, '<br style="mso-data-placement:same-cell">')
  return `<td style='${excelStyles[kind] ?? excelStyles.text}'>${content}</td>`
}

const excelStyles: Partial<Record<FieldKind, string>> & { text: string } = {
  text: String.raw`mso-number-format:"\@"`,
  won: String.raw`mso-number-format:"\#\,\#\#0"`,
  number: 'mso-number-format:General',
  date: String.raw`mso-number-format:"yyyy\-mm\-dd"`,
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function unescapeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (entity) => charByEntity[entity] ?? entity)
}

const charByEntity: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/**
 * Cells as text/plain in the format spreadsheets exchange: tab between cells, CRLF after rows.
 * Cells with a tab, line break or quote are quoted, with inner quotes doubled.
 */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const [first] = rows
  // No line break after a single cell, which is mostly pasted into a letter or a search field.
  if (first && rows.length === 1 && first.length === 1) return quoteCell(first[0] ?? '')
  return rows.map((row) => `${row.map(quoteCell).join('\t')}\r\n`).join('')
}

function quoteCell(cell: string): string {
  const text = cell.replace(/\r\n?/g, '\n')
  return /["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
