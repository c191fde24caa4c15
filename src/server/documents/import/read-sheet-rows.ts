import { setImmediate } from 'node:timers/promises'
import type { ImportReport } from '#contract/records/excel-import.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { withFollowing } from '#domain/books/book-rules.ts'
import { isImported } from '#domain/sheets/template-sheet.ts'
import type { ReadCell } from '../xlsx/sheet.ts'
import { isHidden, readKnownRow } from './known-row.ts'
import { readField, shownText } from './read-field.ts'
import { cellOf, isDataRow, type GoodRow, type ImportError, type KnownRow, type RowContext } from './sheet-row.ts'

export interface ReadRows {
  readonly total: number
  /** New records. */
  readonly good: readonly GoodRow[]
  /** Existing records. */
  readonly known: readonly KnownRow[]
  readonly errors: readonly ImportError[]
  /** Each note once, with the first row it concerns. */
  readonly notes: ImportReport['notes']
}

/** Reads each row below the header as a record or as errors. Skips empty rows and the total row. */
export async function readRows(rows: readonly (readonly ReadCell[])[], context: RowContext): Promise<ReadRows> {
  const good: GoodRow[] = []
  const known: KnownRow[] = []
  const errors: ImportError[] = []
  const notes = new Map<string, number>()
  let total = 0
  for (const [index, cells] of rows.entries()) {
    // Twenty thousand rows take a quarter of a second; this lets other requests run in between.
    if (index % rowsPerBreath === 0) await setImmediate()
    if (!isDataRow(cells, index, context)) continue
    total += 1
    const read = readAnyRow(cells, index + 1, context)
    if ('errors' in read) errors.push(...read.errors)
    else if ('texts' in read) known.push(read)
    else good.push(noted(read, notes))
  }
  return { total, good, known, errors, notes: [...notes].map(([message, row]) => ({ row, message })) }
}

const rowsPerBreath = 500

/** Adds each note once, at the first row it concerns. */
function noted(read: NotedRow, notes: Map<string, number>): NotedRow {
  for (const note of read.notes) if (!notes.has(note)) notes.set(note, read.row)
  return read
}

type Faulty = { errors: readonly ImportError[] }

type NotedRow = GoodRow & { readonly notes: readonly string[] }

function readAnyRow(cells: readonly ReadCell[], row: number, context: RowContext): NotedRow | KnownRow | Faulty {
  const { marked, faults } = context.marks
  const [mark, fault] = [marked.get(row), faults.get(row)]
  if (fault) return { errors: [fault] }
  return mark ? readKnownRow(cells, mark, context) : readRow(cells, row, context)
}

function readRow(cells: readonly ReadCell[], row: number, context: RowContext): NotedRow | Faulty {
  const errors: ImportError[] = []
  const notes: string[] = []
  const fields: Record<string, FieldValue> = {}
  const rowContext = { cellOf: (key: string) => cellOf(cells, context.header, key), today: context.today }
  for (const field of context.description.fields) {
    if (!isImported(field)) continue
    const cell = rowContext.cellOf(field.key)
    const answer = isHidden(field, cell)
      ? { message: hiddenText }
      : (context.readers[field.key]?.(cell, fields, rowContext) ?? readField(field, cell, context.today))
    if ('message' in answer) errors.push({ row, field: field.key, value: shownText(cell), message: answer.message })
    else {
      fields[field.key] = answer.value
      if (answer.note !== undefined) notes.push(answer.note)
    }
  }
  if (errors.length > 0) return { errors }
  return { row, notes, fields: { ...fields, ...followingOf(fields, context) } }
}

const hiddenText = '가려진 값입니다. 새 행에는 원래 값을 적거나 셀을 비워 주세요.'

/**
 * Derives fields (a tax) that the sheet lacks or leaves empty, as the entry line does; an empty fee
 * derives nothing.
 */
function followingOf(fields: GoodRow['fields'], { rules = {} }: RowContext): Record<string, FieldValue> {
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
  return Object.fromEntries(Object.entries(withFollowing(rules, filled)).filter(([key]) => !(key in filled)))
}
