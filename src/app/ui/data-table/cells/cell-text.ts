import type { FieldValue } from '#contract/books/field.ts'
import { fieldSchema, requiredFault } from '#contract/books/record-schema.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { wordedText } from '#domain/applications/worded-text.ts'
import { formatDay } from '#domain/office-date.ts'
import { formatMoment } from '#domain/office-moment.ts'
import { namedInFull } from '#domain/rank-suggestions.ts'
import { parseTypedDay } from '#domain/typed-day.ts'
import { formatWon, readWon } from '#domain/won.ts'
import { isChosen } from '../columns/table-columns.ts'
import type { CellOption, Column } from '../data-table-props.ts'

/** What stands in a cell at rest; empty cells are empty text. */
export function displayText(column: Column, row: SourceRow): string {
  return column.format ? column.format(row) : shownValue(column, valueOf(column, row), row)
}

/** The value a cell stands for; of `<reference>.<key>` columns the referred-to record's, of computed ones what follows from the record. */
export function valueOf(column: Column, row: SourceRow): FieldValue {
  if (column.derive) return column.derive(row)
  const dot = column.key.indexOf('.')
  if (dot === -1) return row.record[column.key] ?? null
  return row.joined[column.key.slice(0, dot)]?.[column.key.slice(dot + 1)] ?? null
}

/** A value as people read it. `row` helps references whose record is joined already; other references are found among the column's options. */
export function shownValue(column: Column, value: FieldValue, row: SourceRow | null = null): string {
  if (value === null) return ''
  switch (column.field.kind) {
    case 'won':
      return typeof value === 'number' ? formatWon(value) : String(value)
    case 'number':
      return typeof value === 'number' ? numberFormat(column.field.scale ?? 0).format(value) : String(value)
    case 'date':
      return formatDay(String(value))
    case 'datetime':
      return formatMoment(String(value))
    case 'flag':
    case 'enum':
    case 'reference':
      return labelOf(column, value, row)
    case 'text':
      return wordedText(column.field.readsAs, String(value))
    case 'secret':
      return String(value)
  }
}

/** What the editor opens with, and what is copied: digits without separators, days as 2026-11-20. */
export function editText(column: Column, value: FieldValue, row: SourceRow | null = null): string {
  if (value === null) return ''
  if (isChosen(column)) return labelOf(column, value, row)
  return String(value)
}

export type Parsed =
  | { readonly ok: true; readonly value: FieldValue }
  | { readonly ok: false; readonly message: string; /** A required value is missing. */ readonly isMissing?: true }

/** The value a typed text stands for, held to the same rules the server holds it to. `today` is the office's day (YYYY-MM-DD). */
export function parseEntry(column: Column, text: string, today: string): Parsed {
  const read = readText(column, text, today)
  return read.ok ? checkValue(column, read.value) : read
}

/** Whether a value may stand in a column at all, with the Korean reason when not; normalises text on the way. */
export function checkValue(column: Column, value: FieldValue): Parsed {
  const { field } = column
  if (field.required && (value === null || (typeof value === 'string' && value.trim() === '')))
    return { ok: false, message: requiredFault(field), isMissing: true }
  const checked = schemaOf(column).safeParse(value)
  if (checked.success) return { ok: true, value: checked.data as FieldValue }
  return { ok: false, message: checked.error.issues[0]?.message ?? '입력한 값을 확인해 주세요.' }
}

/** A value that may stand in its column, held to the column's rule for this row as well; `row` is null in the entry line. */
export function checkInRow(column: Column, row: SourceRow | null, parsed: Parsed): Parsed {
  if (!parsed.ok) {
    const isMade = parsed.isMissing === true && row === null
    return isMade ? { ...parsed, message: requiredFault(column.field, 'made') } : parsed
  }
  const message = column.check?.(parsed.value, row)
  return message ? { ok: false, message } : parsed
}

function readText(column: Column, text: string, today: string): Parsed {
  const trimmed = text.trim()
  if (isChosen(column)) return readChoice(column, trimmed)
  switch (column.field.kind) {
    case 'won':
      return readWon(text)
    case 'number':
      return readNumber(trimmed, column.field.scale ?? 0)
    case 'date': {
      const entry = parseTypedDay(text, today)
      return entry.ok ? entry : { ok: false, message: '날짜는 2026-01-31 형식으로 입력해 주세요.' }
    }
    default:
      return { ok: true, value: trimmed === '' ? null : trimmed }
  }
}

function readChoice(column: Column, text: string): Parsed {
  if (text === '') return { ok: true, value: null }
  const options: readonly CellOption[] = column.options?.() ?? []
  const namesakes = options.filter((candidate) => candidate.label === text).length
  if (namesakes > 1) return { ok: false, message: `이름이 같은 항목이 ${namesakes}개입니다. 목록에서 선택해 주세요.` }
  const option = namedInFull(options, text, (each) => each)
  return option ? { ok: true, value: option.value } : { ok: false, message: '목록에 있는 값을 선택해 주세요.' }
}

function readNumber(text: string, scale: number): Parsed {
  const plain = text.normalize('NFKC').replace(/[,\s]/g, '')
  if (plain === '') return { ok: true, value: null }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return { ok: false, message: '숫자로 입력해 주세요.' }
  const factor = 10 ** scale
  return { ok: true, value: Math.round(Number(plain) * factor) / factor }
}

function labelOf(column: Column, value: FieldValue, row: SourceRow | null): string {
  const label = column.field.refers?.label
  const joined = row && row.record[column.key] === value ? row.joined[column.key] : undefined
  if (label && joined) return String(joined[label] ?? '')
  return (
    column.options?.().find((option) => option.value === value)?.label ?? (column.field.refers ? '' : String(value))
  )
}

const schemas = new WeakMap<Column['field'], ReturnType<typeof fieldSchema>>()

function schemaOf(column: Column): ReturnType<typeof fieldSchema> {
  const known = schemas.get(column.field)
  if (known) return known
  const schema = fieldSchema(column.field)
  schemas.set(column.field, schema)
  return schema
}

const numberFormats = new Map<number, Intl.NumberFormat>()

function numberFormat(scale: number): Intl.NumberFormat {
  const known = numberFormats.get(scale)
  if (known) return known
  const format = new Intl.NumberFormat('ko-KR', { minimumFractionDigits: 0, maximumFractionDigits: scale })
  numberFormats.set(scale, format)
  return format
}
