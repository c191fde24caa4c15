import { setImmediate } from 'node:timers/promises'
import type { ImportReport } from '#contract/excel-import.ts'
import type { FieldValue, RecordDescription } from '#contract/books/field.ts'
import { idSchema } from '#contract/values.ts'
import { totalLabel } from '#domain/record-sheet.ts'
import { withFollowing, type BookRules } from '#domain/books/book-rules.ts'
import type { ReadCell } from '../xlsx/sheet.ts'
import { isImported, type HeaderRow } from './header-row.ts'
import { readField, shownText, type CellAnswer } from './read-field.ts'

export type ImportError = ImportReport['errors'][number]

/** One row of the sheet that became a record to be. */
export interface GoodRow {
  /** The row's number as Excel shows it. */
  readonly row: number
  /** From the column 번호 of a sheet that was exported here. */
  readonly id: string | null
  readonly fields: Readonly<Record<string, FieldValue>>
}

export interface ReadRows {
  readonly total: number
  readonly good: readonly GoodRow[]
  readonly errors: readonly ImportError[]
}

/**
 * Fields that are not read by their kind (a group by its name), by key. `before`: what the fields described before it were read as, in the same row; `cellOf` gives
 * the row's other cells by their keys.
 */
export type FieldReaders = Readonly<
  Record<
    string,
    (
      cell: ReadCell,
      before: GoodRow['fields'],
      row: { cellOf(key: string): ReadCell; readonly today: string },
    ) => CellAnswer
  >
>

type Context = {
  readonly description: RecordDescription
  readonly rules?: Pick<BookRules, 'follows'>
  readonly header: HeaderRow
  readonly readers: FieldReaders
  readonly today: string
  /** Amounts that are kept as text and stand in a total row as well. */
  readonly summedKeys?: readonly string[]
}

/** The rows below the header, each read as a record or as the errors that stand in its way. Empty rows and the total row are none. */
export async function readRows(rows: readonly (readonly ReadCell[])[], context: Context): Promise<ReadRows> {
  const { header } = context
  const good: GoodRow[] = []
  const errors: ImportError[] = []
  let total = 0
  for (const [index, cells] of rows.entries()) {
    // Twenty thousand rows take a quarter of a second; nobody else's request may wait for all of them.
    if (index % rowsPerBreath === 0) await setImmediate()
    if (index <= header.index || isEmpty(cells, header) || isTotalRow(cells, context)) continue
    total += 1
    const read = readRow(cells, index + 1, context)
    if ('errors' in read) errors.push(...read.errors)
    else good.push(read)
  }
  return { total, good, errors }
}

const rowsPerBreath = 500

function readRow(cells: readonly ReadCell[], row: number, context: Context): GoodRow | { errors: ImportError[] } {
  const errors: ImportError[] = []
  const fields: Record<string, FieldValue> = {}
  const beside = { cellOf: (key: string) => cellOf(cells, context.header, key), today: context.today }
  for (const field of context.description.fields) {
    if (!isImported(field)) continue
    const cell = beside.cellOf(field.key)
    const answer = context.readers[field.key]?.(cell, fields, beside) ?? readField(field, cell, context.today)
    if ('message' in answer) errors.push({ row, field: field.key, value: shownText(cell), message: answer.message })
    else fields[field.key] = answer.value
  }
  if (errors.length > 0) return { errors }
  return {
    row,
    id: readId(cellOf(cells, context.header, 'id')),
    fields: { ...fields, ...followingOf(fields, context) },
  }
}

/** A sheet that says nothing of what follows (a tax), or leaves its cell empty, leaves it to us, as the entry line does; nothing follows from no fee. */
function followingOf(fields: GoodRow['fields'], { rules = {} }: Context): Record<string, FieldValue> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return Object.fromEntries(Object.entries(withFollowing(rules, given)).filter(([key]) => !(key in given)))
}

function readId(cell: ReadCell): string | null {
  const id = idSchema.safeParse(cell)
  return id.success ? id.data : null
}

function cellOf(cells: readonly ReadCell[], header: HeaderRow, key: string): ReadCell {
  const index = header.columns.findIndex((column) => column.key === key)
  return (index < 0 ? null : cells[index]) ?? null
}

function isEmpty(cells: readonly ReadCell[], header: HeaderRow): boolean {
  // Where no title is known yet, every column may mean something.
  const isUnknown = header.columns.every(({ key }) => key === null)
  return header.columns.every(
    ({ key }, index) => (key === null && !isUnknown) || shownText(cells[index] ?? null).trim() === '',
  )
}

/** The last row of our own export and of most hand-made tables: its first word says what it is, and nothing but money follows. */
function isTotalRow(cells: readonly ReadCell[], { header, description, summedKeys = [] }: Context): boolean {
  const first = cells.find((cell) => shownText(cell).trim() !== '')
  const word = typeof first === 'string' ? first.replace(/\s/g, '') : ''
  if (word !== totalLabel && word !== '총계' && word !== '총합계' && word !== '계') return false
  return description.fields.every(({ key, kind }) => {
    const text =
      kind === 'won' || summedKeys.includes(key) ? '' : shownText(cellOf(cells, header, key)).replace(/\s/g, '')
    return text === '' || text === word
  })
}
