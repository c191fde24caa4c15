import type { Field, FieldValue } from '#contract/books/field.ts'
import { isMaskedText } from '#domain/text/masked-value.ts'
import { isImported } from '#domain/sheets/template-sheet.ts'
import { plainName } from '#domain/text/search-text.ts'
import type { ReadCell } from '../xlsx/sheet.ts'
import { readField, shownText, wholeText, type CellAnswer } from './read-field.ts'
import { cellOf, type GoodRow, type ImportError, type KnownRow, type RowContext, type RowMark } from './sheet-row.ts'

/**
 * The changes a user made to a record in a sheet exported here. Each cell is compared with what the
 * export wrote, not with the record: a sheet shows less than a record holds (an instant without
 * seconds, a name for an id). Missing columns mean no change.
 */
export function readKnownRow(
  cells: readonly ReadCell[],
  mark: RowMark,
  context: RowContext,
): KnownRow | { errors: ImportError[] } {
  const errors: ImportError[] = []
  const fields: Record<string, FieldValue> = {}
  const texts: Record<string, string> = {}
  let masked = 0
  const present = new Set(context.header.columns.map(({ key }) => key))
  for (const field of context.description.fields) {
    const { key } = field
    if (!isImported(field) || !present.has(key)) continue
    const cell = cellOf(cells, context.header, key)
    if (isHidden(field, cell)) {
      masked += 1
      continue
    }
    if (isAsWritten(field, cell, mark)) continue
    const answer = readIn(field, cell, { cells, mark, context, fields })
    if ('value' in answer && isSameAsWritten(field, answer.value, { cells, mark, context, fields })) continue
    // Skipping only this value would empty the stored one, so the row is an error.
    const fault = 'message' in answer ? answer.message : answer.note
    if (fault !== undefined) errors.push({ row: mark.row, field: key, value: shownText(cell), message: fault })
    else if ('value' in answer) {
      fields[key] = answer.value
      texts[key] = shownText(cell)
    }
  }
  if (errors.length > 0) return { errors }
  return { row: mark.row, mark, texts, masked, fields: withoutEmptied(fields, context) }
}

/** A masked cell is no value and is never imported. */
export function isHidden({ masks }: Field, cell: ReadCell): boolean {
  return masks !== undefined && isMaskedText(wholeText(cell))
}

type CellPosition = {
  readonly cells: readonly ReadCell[]
  readonly mark: RowMark
  readonly context: RowContext
  readonly fields: GoodRow['fields']
}

/** Readers that need other fields of the row get the current record's values for unchanged ones. */
function readIn(field: Field, cell: ReadCell, { cells, mark, context, fields }: CellPosition): CellAnswer {
  const row = { cellOf: (key: string) => cellOf(cells, context.header, key), today: context.today }
  const before = { ...mark.state.current, ...fields }
  return context.readers[field.key]?.(cell, before, row) ?? readField(field, cell, context.today)
}

/** Equal to the exported text, or to what would be exported now. */
function isAsWritten({ key, kind }: Field, cell: ReadCell, { exported, names }: RowMark): boolean {
  if (kind === 'reference') {
    return [names.base, names.current].some((name) => plainName(name[key] ?? '') === plainName(wholeText(cell)))
  }
  return [exported.base, exported.current].some(
    (written) => written.has(key) && wholeText(written.get(key) ?? null) === wholeText(cell),
  )
}

/** Written differently (a date as text, an amount with 원) but equal in value. */
function isSameAsWritten(field: Field, value: FieldValue, position: CellPosition): boolean {
  const { key, kind } = field
  const { exported, state } = position.mark
  if (kind === 'reference') return false
  if (value === state.base[key]) return true
  return [exported.base, exported.current].some((written) => {
    if (!written.has(key)) return false
    const answer = readIn(field, written.get(key) ?? null, position)
    return 'value' in answer && answer.value === value
  })
}

/** A tax cleared next to a new fee is derived again, as in a new row. */
function withoutEmptied(fields: GoodRow['fields'], { rules }: RowContext): GoodRow['fields'] {
  const left = (rules?.follows ?? []).filter(({ key, of }) => fields[key] === null && (fields[of] ?? null) !== null)
  return Object.fromEntries(Object.entries(fields).filter(([key]) => left.every((follow) => follow.key !== key)))
}
