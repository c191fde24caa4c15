import type { z } from 'zod'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { maskResidentNumbers } from '#contract/resident-number.ts'
import { fieldSchema } from '#contract/books/record-schema.ts'
import { flagLabels, textFromSheet } from '#domain/record-sheet.ts'
import { dayOfExcelSerial } from '#domain/excel-day.ts'
import { parseClockEntry, parseDateEntry } from '#domain/office-date.ts'
import { readWon } from '#domain/won.ts'
import type { ReadCell } from '../xlsx/sheet.ts'

/** `isMissing`: it names a record that is not there. */
export type CellAnswer = { value: FieldValue } | { message: string; isMissing?: true }

/**
 * What a cell of the sheet means as a field of a record, checked by the same schema as every other write. `today` (office day) completes dates
 * without a year.
 */
export function readField(field: Field, cell: ReadCell, today: string): CellAnswer {
  if (field.kind === 'flag') return readFlag(shownText(cell))
  if (typeof cell === 'object' && cell !== null && 'broken' in cell)
    return { message: `읽을 수 없는 값입니다: ${cell.broken}` }
  const meant = meaningOf(field, cell, today)
  if ('message' in meant) return meant
  const parsed = schemaOf(field).safeParse(meant.value)
  if (parsed.success) return { value: parsed.data as FieldValue }
  return { message: parsed.error.issues[0]?.message ?? '올바르지 않은 값입니다.' }
}

const schemas = new WeakMap<Field, z.ZodType>()

/** Building a schema costs fifty times what using it does, and a sheet has a hundred thousand cells. */
function schemaOf(field: Field): z.ZodType {
  const schema = schemas.get(field) ?? fieldSchema(field)
  schemas.set(field, schema)
  return schema
}

/** The cell as the user sees it, for names that are looked up and for the list of errors, which can be kept: a resident number is masked in it (decision 29). */
export function shownText(cell: ReadCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'object') return maskResidentNumbers(String(cell)).slice(0, 200)
  return 'broken' in cell ? cell.broken : maskResidentNumbers(cell.shown)
}

function meaningOf(field: Field, cell: Exclude<ReadCell, { broken: string }>, today: string): CellAnswer {
  if (field.kind === 'won') return readAmount(cell)
  if (field.kind === 'number') return readNumber(cell)
  if (field.kind === 'date') return readDay(cell, today)
  if (field.kind === 'datetime') return readInstant(cell)
  if (field.kind === 'enum') return readChoice(field, cell === null ? '' : readText(cell))
  return { value: cell === null ? null : readText(cell) }
}

/** A choice by its label, as our own sheets show it, or by the value it is stored as. */
function readChoice({ choices = [] }: Field, text: string): CellAnswer {
  if (text === '') return { value: null }
  const plain = text.replace(/\s/g, '')
  const choice = choices.find(({ value, label }) => value === plain || label.replace(/\s/g, '') === plain)
  if (choice) return { value: choice.value }
  return { message: `${choices.map(({ label }) => label).join(', ')} 가운데 하나로 입력해 주세요.` }
}

/** An empty cell is no. TRUE and FALSE are Excel's own, which a sheet shows whatever language it speaks. */
function readFlag(text: string): CellAnswer {
  const plain = text.replace(/\s/g, '').toLowerCase()
  if (['', flagLabels.no, 'x', 'n', 'no', 'false', '0'].includes(plain)) return { value: false }
  if ([flagLabels.yes, 'o', '○', 'y', 'yes', 'true', '1'].includes(plain)) return { value: true }
  return { message: `${flagLabels.yes} 또는 ${flagLabels.no}로 입력해 주세요.` }
}

function readNumber(cell: Exclude<ReadCell, { broken: string }>): CellAnswer {
  if (cell === null || typeof cell === 'number') return { value: cell }
  if (typeof cell === 'object') return 'n' in cell ? { value: cell.n } : { message: '숫자로 입력해 주세요.' }
  const plain = textFromSheet(cell).normalize('NFKC').replace(/[,\s]/g, '')
  if (plain === '') return { value: null }
  return /^[+-]?\d{1,15}(\.\d+)?$/.test(plain) ? { value: Number(plain) } : { message: '숫자로 입력해 주세요.' }
}

/** As our own sheets show an instant, on the office's clock. */
function readInstant(cell: Exclude<ReadCell, { broken: string }>): CellAnswer {
  if (cell === null) return { value: null }
  const entry = parseClockEntry(readText(cell))
  return entry.ok ? { value: entry.value } : { message: '일시는 2026-01-31 09:00 형식으로 입력해 주세요.' }
}

/** A number formatted with leading zeros is text as it is shown; a plain number is its digits. */
function readText(cell: NonNullable<Exclude<ReadCell, { broken: string }>>): string {
  if (typeof cell === 'string') return textFromSheet(cell).trim()
  if (typeof cell === 'number') return String(cell)
  return 'day' in cell ? (cell.day ?? cell.shown) : cell.shown
}

function readAmount(cell: Exclude<ReadCell, { broken: string }>): CellAnswer {
  if (cell === null) return { value: null }
  if (typeof cell === 'object' && 'day' in cell) return { message: '금액 셀에 날짜가 있습니다.' }
  // Excel computes in floating point: 33,000.00000000001 is meant as 33,000, and 33,000.5 is not.
  if (typeof cell !== 'string') return { value: nearlyWhole(typeof cell === 'number' ? cell : cell.n) }
  const text = textFromSheet(cell)
  // Where there is nothing, people write a dash.
  const amount = readWon(/^[-–—]$/.test(text.normalize('NFKC').trim()) ? '' : text)
  return amount.ok ? { value: amount.value } : { message: amount.message }
}

function nearlyWhole(amount: number): number {
  const whole = Math.round(amount)
  return Math.abs(amount - whole) < 1e-6 ? whole : amount
}

/**
 * Days never become a Date: no time zone can move them. A bare number is Excel's own count when it can be one (20000 is 1954, 80000 is 2119), and
 * otherwise digits that were typed as a date (20261120, 261120).
 */
function readDay(cell: Exclude<ReadCell, { broken: string }>, today: string): CellAnswer {
  const wrong = { message: '날짜는 2026-01-31 형식으로 입력해 주세요.' }
  if (cell === null) return { value: null }
  if (typeof cell === 'object' && 'day' in cell) return cell.day === null ? wrong : { value: cell.day }
  const number = typeof cell === 'string' ? null : typeof cell === 'number' ? cell : cell.n
  if (number !== null && number >= 20_000 && number < 80_000) return { value: dayOfExcelSerial(number) }
  const text = typeof cell === 'string' ? textFromSheet(cell) : String(number)
  // A time of day behind the date says nothing about the day: 2026-11-20 00:00:00.
  const entry = parseDateEntry(text.replace(/[ T]\d{1,2}:\d{2}(:\d{2})?(\.\d+)?$/, ''), today)
  return entry.ok ? { value: entry.value } : wrong
}
