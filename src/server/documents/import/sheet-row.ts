import { sql } from 'kysely'
import { mirroredCollections } from '#contract/books/collections.ts'
import type { Field, FieldPart, FieldValue, RecordDescription } from '#contract/books/field.ts'
import { formatRequiredError } from '#contract/books/record-schema.ts'
import type { ImportReport } from '#contract/records/excel-import.ts'
import type { BookRules } from '#domain/books/book-rules.ts'
import { isTotalRow as isTotal, unescapeFormula } from '#domain/sheets/record-sheet.ts'
import { normalizeName } from '#domain/text/search-text.ts'
import type { Database } from '#server/db/client.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { RecordState } from '#server/writes/write-pipeline-types.ts'
import type { ParsedCell } from '../xlsx/sheet.ts'
import { type HeaderRow, isRowIdColumn } from './header-row.ts'
import { type CellResult, formatCell } from './read-field.ts'

export type ImportError = ImportReport['errors'][number]

/** A row of the sheet read as a new record. */
export interface ValidRow {
  /** Row number as shown in Excel. */
  readonly row: number
  readonly fields: Readonly<Record<string, FieldValue>>
}

/** A row of an exported sheet: an existing record. */
export interface KnownRow extends ValidRow {
  readonly exported: ExportedRecord
  /** The changed cells as shown in Excel, by key; `fields` too holds only changed ones. */
  readonly texts: Readonly<Record<string, string>>
  /** Number of cells the export had masked. */
  readonly masked: number
}

/** The record that a row of our own sheets represents. */
export interface ExportedRecord {
  readonly row: number
  readonly id: string
  readonly baseVersion: number
  readonly state: RecordState
  /** The exported cells by key: when the sheet was made, and as they would be exported now. */
  readonly cells: Record<'base' | 'current', ReadonlyMap<string, ParsedCell>>
  /** Names of the referenced records, likewise. */
  readonly names: Record<'base' | 'current', Readonly<Record<string, string>>>
}

/** By row number. A row that is in neither map is a new record. */
export interface ExportedRows {
  readonly records: ReadonlyMap<number, ExportedRecord>
  readonly errors: ReadonlyMap<number, ImportError>
}

/**
 * Readers of fields that are not read by their kind (a group by its name), by key. `before`: the
 * values of the fields described earlier, in the same row; `getCell` gives other cells of the row
 * by key.
 */
export type FieldReaders = Readonly<
  Record<
    string,
    (
      cell: ParsedCell,
      before: ValidRow['fields'],
      row: { getCell(key: string): ParsedCell; readonly today: string },
    ) => CellResult
  >
>

/**
 * Processes all new rows together before they are compared with the book: rows may cancel each
 * other out.
 */
export type SettleRows = (
  rows: readonly ValidRow[],
  source: { getCell(row: ValidRow, key: string): ParsedCell; readonly db: Database },
) => Promise<{ readonly rows: readonly ValidRow[]; readonly notes: ImportReport['notes'] }>

/** What distinguishes data rows from others. */
export interface SheetContext {
  readonly book: RecordDescription
  readonly header: HeaderRow
  /** Amounts stored as text that also appear in a total row. */
  readonly summedKeys?: readonly string[]
}

export interface RowContext extends SheetContext {
  readonly rules?: Pick<BookRules, 'follows'>
  readonly readers: FieldReaders
  readonly today: string
  readonly exportedRows: ExportedRows
}

/** Whether a row is a record, not empty and not the total row. */
export function isDataRow(cells: readonly ParsedCell[], index: number, context: SheetContext): boolean {
  return index > context.header.index && !isEmpty(cells, context.header) && !isTotalRow(cells, context)
}

export function getCell(cells: readonly ParsedCell[], header: HeaderRow, key: string): ParsedCell {
  const index = header.columns.findIndex((column) => column.key === key)
  if (header.columns[index]?.partOf?.key === key) return joinParts(listPartCells(cells, header, key))
  return (index < 0 ? null : cells[index]) ?? null
}

function listPartCells(cells: readonly ParsedCell[], { columns }: HeaderRow, key: string): PartCell[] {
  return columns
    .flatMap(({ partOf }, index) => (partOf?.key === key ? [{ ...partOf, cell: cells[index] ?? null }] : []))
    .toSorted((a, b) => a.order - b.order)
}

function isEmpty(cells: readonly ParsedCell[], header: HeaderRow): boolean {
  // While no title is known, every column may be data.
  const isUnknown = header.columns.every(({ key }) => key === null)
  return header.columns.every(
    ({ key }, index) => (key === null && !isUnknown) || formatCell(cells[index] ?? null).trim() === '',
  )
}

/** Recognizes the last row of our own export, and sums in and below most hand-made tables. */
function isTotalRow(cells: readonly ParsedCell[], { header, book, summedKeys = [] }: SheetContext): boolean {
  const kinds = new Map(book.fields.map(({ key, kind }) => [key, kind]))
  const isAmount = (key: string | null) => key !== null && (kinds.get(key) === 'won' || summedKeys.includes(key))
  return isTotal(
    cells.map((cell, index) => {
      const key = header.columns[index]?.key ?? null
      const isLabel = (key !== null || typeof cell === 'string') && typeof cell !== 'number'
      return isLabel && !isAmount(key) && !isRowIdColumn(key) ? formatCell(cell) : null
    }),
  )
}

interface PartCell {
  readonly part: FieldPart
  readonly cell: ParsedCell
}

/**
 * Joins cells that a sheet splits a field into: 달빛동, 산, 12 and 3 become `달빛동 산 12-3`. One
 * unreadable cell makes the whole unreadable.
 */
function joinParts(parts: readonly PartCell[]): ParsedCell {
  const broken = parts.find(({ cell }) => typeof cell === 'object' && cell !== null && 'broken' in cell)
  if (broken) return broken.cell
  const floor = parts.find(({ part }) => part.as === 'floor')
  const joined = parts.reduce((before, partCell) => {
    const text = readPartText(partCell)
    if (partCell === floor && roomIncludesFloor(text, parts)) return before
    return appendPart(before, text, partCell.part)
  }, '')
  return joined || null
}

function appendPart(before: string, text: string, { as }: FieldPart): string {
  if (text === '') return before
  if (as === 'minor') return before === '' || before.endsWith(`-${text}`) ? before : `${before}-${text}`
  // A column may repeat the text of another: 솔빛시, and 솔빛시 달빛동.
  if (before === '' || text.startsWith(`${before} `)) return text
  return before === text || before.endsWith(` ${text}`) ? before : `${before} ${text}`
}

function readPartText({ part: { as }, cell }: PartCell): string {
  if (as === 'day' || as === 'time') return readMomentText(as, cell)
  const text = (typeof cell === 'string' ? unescapeFormula(cell) : formatCell(cell)).trim()
  if (as === 'mountain') return /^(산|임야|2|y|o|예|true)/i.test(text) && !/^산\s*\d/.test(text) ? '산' : ''
  // Registers pad numbers with zeros: 0012-0003.
  const number = /^\d+$/.test(text) ? String(Number(text)) : text
  return as === 'minor' ? number.replace(/^(0|-)$/, '') : /^0\d/.test(text) ? number : text
}

function readMomentText(as: 'day' | 'time', cell: ParsedCell): string {
  if (typeof cell !== 'object' || cell === null || !('day' in cell)) return formatCell(cell).trim()
  return (as === 'day' ? cell.day : cell.time) ?? cell.shown
}

/** 12층 1203호: the room number includes the floor. */
function roomIncludesFloor(floor: string, parts: readonly PartCell[]): boolean {
  const number = /^(\d+)층?$/.exec(floor)?.[1]
  const last = parts.at(-1)
  if (number === undefined || last === undefined) return false
  const room = readPartText(last).replace(/^제/, '')
  return room.startsWith(number) && /^\d\d/.test(room.slice(number.length))
}

/**
 * Readers of reference fields: by the name that sheets show, or by id. Names need not be unique
 * (every company has its 총무부): of several records with one name, the one that agrees with the row's
 * other references counts, e.g. a department of the row's company.
 */
export async function createReferenceReaders(db: Database, book: WritableBook): Promise<FieldReaders> {
  const fields = book.fields.filter((field: Field) => field.refers && book.references[field.key])
  const readers = await Promise.all(
    fields.map(async (field) => [field.key, createReader(field, await readTargets(db, book, field))] as const),
  )
  return Object.fromEntries(readers)
}

interface ReferenceTarget {
  readonly id: string
  readonly name: string
  /** The record's own references, for keys that the row has too. */
  readonly shared: Readonly<Record<string, string | null>>
}

async function readTargets(db: Database, book: WritableBook, field: Field): Promise<ReferenceTarget[]> {
  const table = book.references[field.key] ?? ''
  const shared = listSharedKeys(book, field).map((key) => sql`${sql.lit(key)}::text, ${sql.ref(key)}`)
  const { rows } = await sql<ReferenceTarget>`
    select id, ${sql.ref(field.refers?.label ?? 'id')} as name, jsonb_build_object(${sql.join(shared)}) as shared
    from ${sql.table(table)}
  `.execute(db)
  return rows
}

/** Reference keys that both this record and the referenced one have. */
function listSharedKeys({ references }: WritableBook, { key: ownKey, refers }: Field): string[] {
  const bookByName: Readonly<Record<string, { readonly fields: readonly Field[] }>> = mirroredCollections
  const targetFields = bookByName[refers?.collection ?? '']?.fields ?? []
  return targetFields
    .filter(({ key, kind }) => kind === 'reference' && key !== ownKey && key in references)
    .map(({ key }) => key)
}

function createReader(field: Field, targets: readonly ReferenceTarget[]): FieldReaders[string] {
  const byName = Map.groupBy(targets, ({ name }) => normalizeName(name))
  const byId = Map.groupBy(targets, ({ id }) => id)
  return (cell, before) => {
    const name = formatCell(cell).trim()
    if (name === '')
      return field.required ? { message: formatRequiredError({ ...field, kind: 'text' }) } : { value: null }
    const matchingTargets = byName.get(normalizeName(name)) ?? byId.get(name) ?? []
    return chooseTarget(field, name, {
      targets: matchingTargets,
      agreeing: matchingTargets.filter((target) => agrees(target, before)),
    })
  }
}

function chooseTarget(
  { label }: Field,
  name: string,
  { targets, agreeing }: { targets: readonly ReferenceTarget[]; agreeing: readonly ReferenceTarget[] },
): CellResult {
  const [only, ...more] = agreeing
  if (targets.length === 0) return { message: `등록되지 않은 ${label}입니다: ${name}`, isMissing: true }
  if (only === undefined) return { message: `${label}: 이 행의 다른 값과 맞지 않는 자료입니다: ${name}` }
  if (more.length > 0)
    return { message: `${label}: 이름이 같은 자료가 여럿입니다: ${name}. 이름 대신 번호를 적어 주세요.` }
  return { value: only.id }
}

function agrees({ shared }: ReferenceTarget, before: ValidRow['fields']): boolean {
  return Object.entries(shared).every(([key, id]) => before[key] === undefined || before[key] === id)
}
