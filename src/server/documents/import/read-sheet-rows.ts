import { setImmediate } from 'node:timers/promises'
import type { Field, FieldValue } from '#contract/books/field.ts'
import type { ImportReport } from '#contract/records/excel-import.ts'
import { addDerivedFields } from '#domain/books/book-rules.ts'
import { isImportable } from '#domain/sheets/record-sheet.ts'
import { isMaskedText } from '#domain/text/masked-value.ts'
import { normalizeName } from '#domain/text/search-text.ts'
import type { ParsedCell } from '../xlsx/sheet.ts'
import { type CellResult, formatCell, formatWholeText, readField } from './read-field.ts'
import {
  type ExportedRecord,
  getCell,
  type ImportError,
  isDataRow,
  type KnownRow,
  type RowContext,
  type ValidRow,
} from './sheet-row.ts'

interface ReadRows {
  readonly total: number
  /** New records. */
  readonly good: readonly ValidRow[]
  /** Existing records. */
  readonly knownRows: readonly KnownRow[]
  readonly errors: readonly ImportError[]
  /** Each note once, with the first row it concerns. */
  readonly notes: ImportReport['notes']
}

/** Reads each row below the header as a record or as errors. Skips empty rows and the total row. */
export async function readRows(rows: readonly (readonly ParsedCell[])[], context: RowContext): Promise<ReadRows> {
  const good: ValidRow[] = []
  const knownRows: KnownRow[] = []
  const errors: ImportError[] = []
  const notes = new Map<string, number>()
  let total = 0
  for (const [index, cells] of rows.entries()) {
    // Twenty thousand rows take a quarter of a second; this lets other requests run in between.
    if (index % rowsPerPause === 0) await setImmediate()
    if (!isDataRow(cells, index, context)) continue
    total += 1
    const parsedRow = readAnyRow(cells, index + 1, context)
    if ('errors' in parsedRow) errors.push(...parsedRow.errors)
    else if ('texts' in parsedRow) knownRows.push(parsedRow)
    else good.push(collectNotes(parsedRow, notes))
  }
  return { total, good, knownRows, errors, notes: [...notes].map(([message, row]) => ({ row, message })) }
}

const rowsPerPause = 500

/** Adds each note once, at the first row it concerns. */
function collectNotes(notedRow: NotedRow, notes: Map<string, number>): NotedRow {
  for (const note of notedRow.notes) if (!notes.has(note)) notes.set(note, notedRow.row)
  return notedRow
}

interface InvalidRow {
  errors: readonly ImportError[]
}

type NotedRow = ValidRow & { readonly notes: readonly string[] }

function readAnyRow(cells: readonly ParsedCell[], row: number, context: RowContext): NotedRow | KnownRow | InvalidRow {
  const { records, errors } = context.exportedRows
  const [exported, error] = [records.get(row), errors.get(row)]
  if (error) return { errors: [error] }
  return exported ? readKnownRow(cells, exported, context) : readRow(cells, row, context)
}

function readRow(cells: readonly ParsedCell[], row: number, context: RowContext): NotedRow | InvalidRow {
  const errors: ImportError[] = []
  const notes: string[] = []
  const fields: Record<string, FieldValue> = {}
  const rowContext = { getCell: (key: string) => getCell(cells, context.header, key), today: context.today }
  for (const field of context.book.fields) {
    if (!isImportable(field)) continue
    const cell = rowContext.getCell(field.key)
    const result = isMaskedCell(field, cell)
      ? { message: maskedCellText }
      : (context.readers[field.key]?.(cell, fields, rowContext) ?? readField(field, cell, context.today))
    if ('message' in result) errors.push({ row, field: field.key, value: formatCell(cell), message: result.message })
    else {
      fields[field.key] = result.value
      if (result.note !== undefined) notes.push(result.note)
    }
  }
  if (errors.length > 0) return { errors }
  return { row, notes, fields: { ...fields, ...deriveFields(fields, context) } }
}

const maskedCellText = '가려진 값입니다. 새 행에는 원래 값을 적거나 셀을 비워 주세요.'

/**
 * Derives fields (a tax) that the sheet lacks or leaves empty, as the entry line does; an empty fee
 * derives nothing.
 */
function deriveFields(fields: ValidRow['fields'], { rules = {} }: RowContext): Record<string, FieldValue> {
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return Object.fromEntries(Object.entries(addDerivedFields(rules, filled)).filter(([key]) => !(key in filled)))
}

/**
 * The changes a user made to a record in a sheet exported here. Each cell is compared with what the
 * export wrote, not with the record: a sheet shows less than a record holds (an instant without
 * seconds, a name for an id). Missing columns mean no change.
 */
function readKnownRow(
  cells: readonly ParsedCell[],
  exported: ExportedRecord,
  context: RowContext,
): KnownRow | { errors: ImportError[] } {
  const errors: ImportError[] = []
  const fields: Record<string, FieldValue> = {}
  const texts: Record<string, string> = {}
  let masked = 0
  const present = new Set(context.header.columns.map(({ key }) => key))
  for (const field of context.book.fields) {
    const { key } = field
    if (!isImportable(field) || !present.has(key)) continue
    const cell = getCell(cells, context.header, key)
    if (isMaskedCell(field, cell)) {
      masked += 1
      continue
    }
    if (isAsWritten(field, cell, exported)) continue
    const result = readKnownCell(field, cell, { cells, exported, context, fields })
    if ('value' in result && isSameAsWritten(field, result.value, { cells, exported, context, fields })) continue
    // Skipping only this value would empty the stored one, so the row is an error.
    const message = 'message' in result ? result.message : result.note
    if (message !== undefined) errors.push({ row: exported.row, field: key, value: formatCell(cell), message })
    else if ('value' in result) {
      fields[key] = result.value
      texts[key] = formatCell(cell)
    }
  }
  if (errors.length > 0) return { errors }
  return { row: exported.row, exported, texts, masked, fields: dropRederived(fields, context) }
}

/** A masked cell holds no value and is never imported. */
function isMaskedCell({ masks }: Field, cell: ParsedCell): boolean {
  return masks !== undefined && isMaskedText(formatWholeText(cell))
}

interface KnownRowInput {
  readonly cells: readonly ParsedCell[]
  readonly exported: ExportedRecord
  readonly context: RowContext
  readonly fields: ValidRow['fields']
}

/** Readers that need other fields of the row get the current record's values for unchanged ones. */
function readKnownCell(
  field: Field,
  cell: ParsedCell,
  { cells, exported, context, fields }: KnownRowInput,
): CellResult {
  const row = { getCell: (key: string) => getCell(cells, context.header, key), today: context.today }
  const before = { ...exported.state.current, ...fields }
  return context.readers[field.key]?.(cell, before, row) ?? readField(field, cell, context.today)
}

/** Equal to the exported text, or to what would be exported now. */
function isAsWritten({ key, kind }: Field, cell: ParsedCell, { cells, names }: ExportedRecord): boolean {
  if (kind === 'reference') {
    return [names.base, names.current].some(
      (name) => normalizeName(name[key] ?? '') === normalizeName(formatWholeText(cell)),
    )
  }
  return [cells.base, cells.current].some(
    (exportedCells) =>
      exportedCells.has(key) && formatWholeText(exportedCells.get(key) ?? null) === formatWholeText(cell),
  )
}

/** Written differently (a date as text, an amount with 원) but equal in value. */
function isSameAsWritten(field: Field, value: FieldValue, input: KnownRowInput): boolean {
  const { key, kind } = field
  const { cells, state } = input.exported
  if (kind === 'reference') return false
  if (value === state.base[key]) return true
  return [cells.base, cells.current].some((exportedCells) => {
    if (!exportedCells.has(key)) return false
    const result = readKnownCell(field, exportedCells.get(key) ?? null, input)
    return 'value' in result && result.value === value
  })
}

/** A tax cleared next to a new fee is derived again, as in a new row. */
function dropRederived(fields: ValidRow['fields'], { rules }: RowContext): ValidRow['fields'] {
  const unfilledFollows = (rules?.follows ?? []).filter(
    ({ key, source }) => fields[key] === null && (fields[source] ?? null) !== null,
  )
  return Object.fromEntries(
    Object.entries(fields).filter(([key]) => unfilledFollows.every((follow) => follow.key !== key)),
  )
}
