import { setImmediate } from 'node:timers/promises'
import type { Field, FieldValue, RecordDescription } from '#contract/books/field.ts'
import type { ImportReport } from '#contract/records/excel-import.ts'
import { isImportable } from '#domain/sheets/record-sheet.ts'
import type { ReferenceNames } from '../export/described-columns.ts'
import type { MergedCells, ParsedCell, ParsedSheet } from '../xlsx/sheet.ts'
import { formatSheetValue, formatWholeValue } from './compare-rows.ts'
import type { HeaderRow } from './header-row.ts'
import { formatCell, formatWholeText } from './read-field.ts'
import { getCell, type ValidRow } from './sheet-row.ts'

interface ReadingContext {
  readonly book: RecordDescription
  readonly header: HeaderRow
  readonly sheet: ParsedSheet
  readonly names: ReferenceNames
}

type InterpretedCell = ImportReport['interpreted'][number]

const previewRows = 5
/** Maximum number of interpreted values to send. */
const maxInterpreted = 2000
const rowsPerPause = 500

/** The first new rows as they will be stored. */
export function buildPreview(fresh: readonly ValidRow[], context: ReadingContext): ImportReport['preview'] {
  const rows = fresh.slice(0, previewRows)
  const positions = mapColumnPositions(context)
  const shownFields = context.book.fields
    .filter(isImportable)
    .filter(({ key }) => positions.has(key) || rows.some(({ fields }) => (fields[key] ?? false) !== false))
    .toSorted((a, b) => (positions.get(a.key) ?? Infinity) - (positions.get(b.key) ?? Infinity))
  return {
    columns: shownFields.map(({ key, label }) => ({ field: key, label })),
    rows: rows.map((row) => ({ row: row.row, cells: shownFields.map((field) => formatStored(field, row, context)) })),
  }
}

/** The values that will be stored differently from their cells. */
export async function listInterpretedCells(
  rows: readonly ValidRow[],
  context: ReadingContext,
): Promise<Pick<ImportReport, 'interpreted' | 'interpreted_count' | 'respelled'>> {
  const interpreted: InterpretedCell[] = []
  const respelled = new Map<string, ImportReport['respelled'][number]>()
  const positions = mapColumnPositions(context)
  const findMerged = createMergedFinder(context.sheet)
  const fields = context.book.fields.filter((field) => isImportable(field) && positions.has(field.key))
  let count = 0

  function compare(row: ValidRow, field: Field): void {
    const cell = getRowCell(row, field.key, context)
    const merged = findMerged(positions.get(field.key) ?? -1, row.row - 1)
    const match = matchRowCell(field, { row, cell }, context)
    if (match === null || (match === 'same' && merged === null)) return
    const line = describeLine(field, { row, cell, merged }, context)
    if (match === 'spelling' && merged === null) return countRespelled(respelled, line)
    count += 1
    if (interpreted.length < maxInterpreted) interpreted.push(line)
  }
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerPause === 0) await setImmediate()
    for (const field of fields) compare(row, field)
  }
  return { interpreted, interpreted_count: count, respelled: [...respelled.values()] }
}

/** Null for an empty cell or one that is not imported. */
function matchRowCell(
  field: Field,
  { row, cell }: { row: ValidRow; cell: ParsedCell },
  context: ReadingContext,
): CellMatch | null {
  if (cell === null || !(field.key in row.fields)) return null
  const value = row.fields[field.key] ?? null
  const name = findName(field, value, context)
  return matchCell(field, cell, { value, ...(name !== undefined && { name }) })
}

function describeLine(
  field: Field,
  { row, cell, merged }: { row: ValidRow; cell: ParsedCell; merged: string | null },
  context: ReadingContext,
): InterpretedCell {
  const { key, label } = field
  const written = merged === null ? formatCell(cell) : `${formatCell(cell)} (병합 ${merged})`
  return { row: row.row, field: key, label, written, stored: formatStored(field, row, context) }
}

function countRespelled(
  respelled: Map<string, ImportReport['respelled'][number]>,
  { row: _row, ...first }: InterpretedCell,
): void {
  const respelledField = respelled.get(first.field)
  respelled.set(
    first.field,
    respelledField ? { ...respelledField, count: respelledField.count + 1 } : { ...first, count: 1 },
  )
}

function formatStored(field: Field, row: ValidRow, context: ReadingContext): string {
  const value = row.fields[field.key] ?? null
  const name = findName(field, value, context)
  if (name !== undefined) return name
  // A record created along with the rows has the name from the sheet.
  return field.kind === 'reference' && value !== null
    ? formatCell(getRowCell(row, field.key, context))
    : formatSheetValue(field, value)
}

function findName({ key }: Field, value: FieldValue, { names }: ReadingContext): string | undefined {
  return typeof value === 'string' ? names[key]?.get(value) : undefined
}

function getRowCell(row: ValidRow, key: string, { sheet, header }: ReadingContext): ParsedCell {
  return getCell(sheet.rows[row.row - 1] ?? [], header, key)
}

/** The first column of each field. */
function mapColumnPositions({ header }: ReadingContext): ReadonlyMap<string, number> {
  const positions = new Map<string, number>()
  for (const [index, { key }] of header.columns.entries())
    if (key !== null && !positions.has(key)) positions.set(key, index)
  return positions
}

/**
 * The range of a cell whose value comes from a merged cell above. Call it for rows in ascending
 * order.
 */
function createMergedFinder({ merges = [] }: ParsedSheet): (column: number, row: number) => string | null {
  const byColumn = Map.groupBy(merges, ({ column }) => column)
  const next = new Map<number, number>()
  return (column, row) => {
    const columnMerges: readonly MergedCells[] = byColumn.get(column) ?? []
    let mergeIndex = next.get(column) ?? 0
    while (mergeIndex < columnMerges.length && (columnMerges[mergeIndex]?.lastRow ?? row) < row) mergeIndex += 1
    next.set(column, mergeIndex)
    const merge = columnMerges[mergeIndex]
    return merge && merge.firstRow < row && row <= merge.lastRow ? merge.range : null
  }
}

/**
 * How the stored value relates to the cell: `same`, another `spelling` of the same value
 * (2026.11.20, 1,200원), or `interpreted`.
 */
export type CellMatch = 'same' | 'spelling' | 'interpreted'

/** `name`: the name of the referenced record. */
export function matchCell(
  field: Field,
  cell: ParsedCell,
  { value, name }: { value: FieldValue; name?: string },
): CellMatch {
  const written = formatWholeText(cell)
  const stored = (name ?? formatWholeValue(field, value)).trim()
  if (written === '' || written === stored || written === String(value)) return 'same'
  return stored !== '' && isSpelling(field, cell, { written, stored }) ? 'spelling' : 'interpreted'
}

function isSpelling(field: Field, cell: ParsedCell, { written, stored }: { written: string; stored: string }): boolean {
  switch (field.kind) {
    case 'won':
    case 'number':
      return Number(normalizeAmount(written)) === Number(normalizeAmount(stored))
    case 'date':
    case 'datetime':
      return isExcelDay(cell) || isSameMoment(keepDigits(written), keepDigits(stored), field.kind)
    case 'flag':
      return false
    case 'text':
    case 'secret':
    case 'enum':
    case 'reference':
      return (
        !isExcelDay(cell) &&
        (normalizeText(written) === normalizeText(stored) || normalizeAmount(written) === normalizeAmount(stored))
      )
  }
}

/** Excel stores it as a date, in any display format. */
function isExcelDay(cell: ParsedCell): boolean {
  return typeof cell === 'object' && cell !== null && 'day' in cell
}

/** A date alone is its midnight, and seconds are not shown. */
function isSameMoment(written: string, stored: string, kind: 'date' | 'datetime'): boolean {
  if (kind === 'date' || written.length < fullDay) return written === stored
  return written.startsWith(stored) || stored.startsWith(written)
}

/** Number of digits in 20261120. */
const fullDay = 8

/** 2026. 1. 5. and 20260105 are equal. Words such as 오전 and 오후 add to what the digits say. */
function keepDigits(text: string): string {
  if (/오후|PM/i.test(text)) return ''
  return (text.match(/\d+/g) ?? []).map((digits) => digits.padStart(2, '0')).join('')
}

function normalizeAmount(text: string): string {
  return text.normalize('NFKC').replace(/[\s,원₩\\]/g, '')
}

/** Our own sheets prefix an apostrophe to text that Excel would take for a formula. */
function normalizeText(text: string): string {
  return text.normalize('NFKC').replace(/^'|\s/g, '').toLowerCase()
}
