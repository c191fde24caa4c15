import type { Field, FieldValue } from '#contract/books/field.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { wrongDateText } from '#contract/records/values.ts'
import { recoverTypedText, wrongMomentText } from '#domain/dates/day-entry.ts'
import { parseExcelDay, parseExcelTime } from '#domain/dates/office-date.ts'
import { readEntry } from '#domain/entry/read-entry.ts'
import { unescapeFormula } from '#domain/sheets/record-sheet.ts'
import type { ParsedCell } from '../xlsx/sheet.ts'

/**
 * `note`: the value does not hold everything in the cell. `isMissing`: it names a record that does
 * not exist.
 */
export type CellResult = { value: FieldValue; note?: string } | { message: string; isMissing?: true }

/**
 * Reads a cell as a field value, like the same text typed by a user; Excel's numbers and dates are
 * converted to such text first. `today` (office day) completes dates without a year.
 */
export function readField(field: Field, cell: ParsedCell, today: string): CellResult {
  const merged = findMergedRange(field, cell)
  if (merged !== null) return readMerged(field, merged)
  const entry = toEntry(field, cell)
  if ('message' in entry) return entry
  const parsed = readEntry(field, entry.text, { today })
  return parsed.ok ? { value: parsed.value } : { message: parsed.message }
}

/**
 * The range of a number merged over several rows: it may be one amount for all rows or the same for
 * each. It is stored in the first row.
 */
function findMergedRange({ kind }: Field, cell: ParsedCell): string | null {
  const isAmount = kind === 'won' || kind === 'number'
  return (isAmount && typeof cell === 'object' && cell !== null && 'n' in cell && cell.merged) || null
}

function readMerged({ label, required }: Field, range: string): CellResult {
  const hint = '행마다 넣을 값이면 병합을 풀고 행마다 적어 주세요.'
  if (required) return { message: `병합된 셀(${range})입니다. ${hint}` }
  return { value: null, note: `${label}: 병합된 셀(${range})의 값은 첫 행에만 넣습니다. ${hint}` }
}

/**
 * The cell as the user sees it, for lookups by name and for stored error lists; resident numbers
 * are masked.
 */
export function formatCell(cell: ParsedCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'object') return maskResidentNumbers(String(cell)).slice(0, 200)
  return 'broken' in cell ? cell.broken : maskResidentNumbers(cell.shown)
}

/**
 * The full text of the cell, with line breaks normalized. HAZARD: not for reports: resident numbers
 * are not masked.
 */
export function formatWholeText(cell: ParsedCell): string {
  const text =
    typeof cell !== 'object' || cell === null ? String(cell ?? '') : 'broken' in cell ? cell.broken : cell.shown
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
}

/** The text a user would type for the cell. */
function toEntry(field: Field, cell: ParsedCell): { text: string } | { message: string } {
  if (cell === null) return { text: '' }
  if (typeof cell === 'string') return { text: unescapeFormula(cell) }
  if (typeof cell === 'object' && 'broken' in cell)
    return field.kind === 'flag' ? { text: cell.broken } : { message: `읽을 수 없는 값입니다: ${cell.broken}` }
  if (typeof cell === 'object' && 'day' in cell) return readDayEntry(field, cell)
  const number = typeof cell === 'number' ? cell : cell.n
  if (typeof cell === 'object' && cell.shown.endsWith('%')) {
    const percent = readPercentEntry(field, number)
    if (percent !== null) return percent
  }
  // Excel computes in floating point: 33,000.00000000001 means 33,000, but 33,000.5 is not a whole
  // amount.
  if (field.kind === 'won') return { text: formatDigits(roundIfNearlyWhole(number)) }
  if (field.kind === 'number') return { text: formatDigits(number) }
  if (field.kind === 'date' || field.kind === 'datetime') return readSerialEntry(field, number)
  // A number formatted with leading zeros is read as displayed; a plain number as its digits.
  return { text: typeof cell === 'number' ? formatDigits(number) : cell.shown }
}

/**
 * Excel stores 50 % as 0.5. Null for fields that are not numeric, which take the displayed text.
 */
function readPercentEntry({ kind, label }: Field, number: number): { text: string } | { message: string } | null {
  if (kind === 'won') return { message: '금액 셀에 백분율이 있습니다.' }
  if (kind !== 'number') return null
  return label.includes('%')
    ? { text: formatDigits(Number((number * 100).toPrecision(15))) }
    : { message: '숫자로 입력해 주세요.' }
}

function readDayEntry(field: Field, { day, time, shown }: DayCell): { text: string } | { message: string } {
  if (field.kind === 'won') return { message: '금액 셀에 날짜가 있습니다.' }
  if (field.kind === 'number') return { message: '숫자로 입력해 주세요.' }
  if (field.kind === 'datetime')
    return day === null ? { message: wrongMomentText } : { text: `${day} ${time ?? '00:00'}` }
  if (field.kind === 'date') return day === null ? { message: wrongDateText } : { text: day }
  return field.kind === 'text' || field.kind === 'secret' ? recoverDateAsText(field, shown) : { text: day ?? shown }
}

/**
 * A date in a text column: the typed number where that is certain, the displayed text in fields for
 * sentences, otherwise a refusal.
 */
function recoverDateAsText(
  { isUnitNumber, isLotNumber, maxLength = 0 }: Field,
  shownText: string,
): { text: string } | { message: string } {
  const typed = isUnitNumber || isLotNumber ? recoverTypedText(shownText) : null
  if (typed !== null) return { text: typed }
  if (maxLength >= minMemoLength) return { text: shownText }
  return { message: `엑셀이 날짜로 바꾼 값입니다(${shownText}). 셀 서식을 '텍스트'로 바꾸고 다시 입력해 주세요.` }
}

/** Fields of at least this length are for sentences. */
const minMemoLength = 500

type DayCell = Extract<ParsedCell, { day: string | null }>

/**
 * A bare number is Excel's day count if it is plausible (20000 is 1954, 80000 is 2119), otherwise
 * digits of a date (20261120, 261120).
 */
function readSerialEntry({ kind }: Field, number: number): { text: string } | { message: string } {
  const day = number >= 20_000 && number < 80_000 ? parseExcelDay(number) : null
  if (day !== null) return { text: kind === 'date' ? day : `${day} ${parseExcelTime(number) ?? '00:00'}` }
  if (number > 0) return { text: formatDigits(number) }
  return { message: kind === 'date' ? wrongDateText : wrongMomentText }
}

function formatDigits(number: number): string {
  return String(number).toUpperCase()
}

function roundIfNearlyWhole(amount: number): number {
  const rounded = Math.round(amount)
  return Math.abs(amount - rounded) < 1e-6 ? rounded : amount
}
