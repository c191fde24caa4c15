import { setImmediate } from 'node:timers/promises'
import type { ImportReport } from '#contract/excel-import.ts'
import { realEstateDescription } from '#contract/records/real-estate.ts'
import { idSchema } from '#contract/values.ts'
import { totalLabel } from '#domain/record-sheet.ts'
import { normaliseForSearch } from '#domain/search-text.ts'
import { vatOf } from '#domain/vat.ts'
import type { ReadCell } from '../documents/xlsx/sheet.ts'
import type { GroupRow } from './case-book-query.ts'
import { readField, shownText } from './import-excel-cells.ts'
import type { HeaderRow, ImportedKey } from './import-excel-columns.ts'

export type ImportError = ImportReport['errors'][number]

/** One row of the sheet that became a case-book entry to be. */
export interface GoodRow {
  /** The row's number as Excel shows it. */
  readonly row: number
  /** From the column 번호 of a sheet that was exported here. */
  readonly id: string | null
  readonly fields: Readonly<Record<string, string | number | null>>
}

export interface ReadRows {
  readonly total: number
  readonly good: readonly GoodRow[]
  readonly errors: readonly ImportError[]
}

type Context = {
  readonly header: HeaderRow
  readonly groups: ReadonlyMap<string, string>
  readonly today: string
}

/** The rows below the header, each read as a case-book entry or as the errors that stand in its way. Empty rows and the total row are no entries. */
export async function readCaseRows(
  rows: readonly (readonly ReadCell[])[],
  given: { header: HeaderRow; groups: readonly GroupRow[]; today: string },
): Promise<ReadRows> {
  const context = { ...given, groups: groupIds(given.groups) }
  const good: GoodRow[] = []
  const errors: ImportError[] = []
  let total = 0
  for (const [index, cells] of rows.entries()) {
    // Twenty thousand rows take a quarter of a second; nobody else's request may wait for all of them.
    if (index % rowsPerBreath === 0) await setImmediate()
    if (index <= given.header.index || isEmpty(cells, given.header) || isTotalRow(cells, given.header)) continue
    total += 1
    const read = readCaseRow(cells, index + 1, context)
    if ('errors' in read) errors.push(...read.errors)
    else good.push(read)
  }
  return { total, good, errors }
}

const rowsPerBreath = 500

function readCaseRow(cells: readonly ReadCell[], row: number, context: Context): GoodRow | { errors: ImportError[] } {
  const errors: ImportError[] = []
  const fields: Record<string, string | number | null> = {}
  for (const field of realEstateDescription.fields) {
    const cell = cellOf(cells, context.header, field.key)
    const answer = field.key === 'group_id' ? readGroup(cell, context.groups) : readField(field, cell, context.today)
    if ('message' in answer) errors.push({ row, field: field.key, value: shownText(cell), message: answer.message })
    else fields[field.key] = answer.value
  }
  if (errors.length > 0) return { errors }
  // A sheet without the column leaves the tax to us, as the entry line does; a cell left empty in the column is meant empty.
  const hasVatColumn = context.header.columns.some(({ key }) => key === 'fees_vat')
  if (!hasVatColumn && typeof fields['fees'] === 'number') fields['fees_vat'] = vatOf(fields['fees'])
  return { row, id: readId(cellOf(cells, context.header, 'id')), fields }
}

function readGroup(cell: ReadCell, groups: ReadonlyMap<string, string>) {
  const name = shownText(cell).trim()
  if (name === '') return { message: '사업구간(그룹) 정보가 없습니다.' }
  const id = groups.get(plainName(name)) ?? groups.get(name)
  return id === undefined ? { message: `등록되지 않은 사업구간(그룹)입니다: ${name}` } : { value: id }
}

/** By name and by id; a name borne by two groups means the newer one, as in the list of unique fields. */
function groupIds(groups: readonly GroupRow[]): Map<string, string> {
  // Ids of version 7 rise with time.
  const oldestFirst = groups.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return new Map(oldestFirst.flatMap(({ id, name }) => [[plainName(name), id] as const, [id, id] as const]))
}

function plainName(name: string): string {
  return normaliseForSearch(name).replace(/\s+/g, '')
}

function readId(cell: ReadCell): string | null {
  const id = idSchema.safeParse(cell)
  return id.success ? id.data : null
}

function cellOf(cells: readonly ReadCell[], header: HeaderRow, key: ImportedKey): ReadCell {
  const index = header.columns.findIndex((column) => column.key === key)
  return (index < 0 ? null : cells[index]) ?? null
}

function isEmpty(cells: readonly ReadCell[], header: HeaderRow): boolean {
  return header.columns.every(({ key }, index) => key === null || shownText(cells[index] ?? null).trim() === '')
}

/** The last row of our own export and of most hand-made tables: its first word says what it is, and nothing but money follows. */
function isTotalRow(cells: readonly ReadCell[], header: HeaderRow): boolean {
  const first = cells.find((cell) => shownText(cell).trim() !== '')
  const word = typeof first === 'string' ? first.replace(/\s/g, '') : ''
  if (word !== totalLabel && word !== '총계' && word !== '총합계' && word !== '계') return false
  const named = ['owner', 'owner_address', 'purpose', 'created_at', 'receipted_at'] as const
  return named.every((key) => {
    const text = shownText(cellOf(cells, header, key)).trim()
    return text === '' || text.replace(/\s/g, '') === word
  })
}
