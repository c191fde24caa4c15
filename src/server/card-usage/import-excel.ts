import type { Field } from '#contract/books/field.ts'
import { parseAmount } from '#domain/card-usage/card-usage.ts'
import { parseDayAndTime, wrongMomentText } from '#domain/dates/day-entry.ts'
import { parseExcelDay, parseExcelTime } from '#domain/dates/office-date.ts'
import { parseTimeEntry, toInstant } from '#domain/dates/office-moment.ts'
import { formatWon } from '#domain/money/won.ts'
import type { Database } from '#server/db/client.ts'
import type { ImportedBook } from '#server/documents/import/import-excel.ts'
import { type CellResult, formatCell, readField } from '#server/documents/import/read-field.ts'
import type { FieldReaders, SettleRows, ValidRow } from '#server/documents/import/sheet-row.ts'
import type { ParsedCell } from '#server/documents/xlsx/sheet.ts'

/** Columns in which card companies mark a use as cancelled. */
const cancelColumns = [
  { key: 'state', label: '승인구분' },
  { key: 'cancelled', label: '취소여부' },
  { key: 'cancelled_on', label: '취소일자' },
  { key: 'cancelled_pay', label: '취소금액' },
] as const

interface CardUse {
  readonly row: ValidRow
  readonly number: string | null
  /** Negative for a cancellation. */
  readonly amount: number
  /** Marked as cancelled by a word or a date; the amount may still be positive. */
  readonly isMarked: boolean
  readonly note?: SettledUses['notes'][number]
}

interface SettledUses {
  readonly remaining: readonly ValidRow[]
  readonly notes: readonly { readonly row: number; readonly message: string }[]
}

/**
 * Keeps cancelled uses out of the totals. Card companies list a cancellation as a separate row with
 * the number of the use, as the single row of a cancelled use, or as a negative amount. A use and
 * its cancellation in one file cancel each other out. The cancellation of a use already in the book
 * becomes a negative amount. A row that is only marked as cancelled is left out. The report names
 * every such row.
 */
const settleCancelled: SettleRows = async (rows, { getCell, db }) => {
  const uses = rows.map((row) => readUse(row, (key) => getCell(row, key)))
  const groups = [...Map.groupBy(uses, (use) => getGroupKey(use)).values()]
  const cancelledNumbers = groups.filter(hasCancellation).flatMap(([use]) => use?.number ?? [])
  const bookedAmounts = await readBookedAmounts(db, cancelledNumbers)
  const settled = groups.map((group) => (hasCancellation(group) ? settleGroup(group, bookedAmounts) : keepAll(group)))
  return {
    rows: settled.flatMap(({ remaining }) => remaining).toSorted((a, b) => a.row - b.row),
    notes: settled.flatMap(({ notes }) => notes).toSorted((a, b) => a.row - b.row),
  }
}

/**
 * `POST /api/mysql/card/import_excel/`: imports a card company's statement. Recognizes existing
 * uses by their approval number.
 */
export const cardUsageImport: Partial<ImportedBook> = {
  words: { book: '카드사용내역', record: '내역' },
  extraColumns: [{ key: 'time', label: '이용시간' }, ...cancelColumns],
  settle: settleCancelled,
  summedKeys: ['pay'],
  exampleTitles: '이용일시, 가맹점명, 이용금액, 승인번호',
  sharedKeys: ['created_at', 'store_name'],
  fieldReaders: () => Promise.resolve(readers),
}

const payField: Field = { key: 'pay', label: '금액', kind: 'won', group: 'basic', required: true }

const readers: FieldReaders = {
  created_at: (cell, _before, { getCell, today }) => readInstant(cell, getCell('time'), today),
  // A statement without an amount column is a mapping mistake, not a use of 0 won.
  pay(cell, _before, { getCell }) {
    // Some statements have the amount of a cancellation only in a separate column.
    const isElsewhere = formatCell(cell).trim() === '' && formatCell(getCell('cancelled_pay')).trim() !== ''
    const result = readField(payField, isElsewhere ? getCell('cancelled_pay') : cell, '')
    return 'message' in result ? result : { value: String(result.value) }
  },
}

/**
 * The instant of use from a cell with date and time, or from a date and a separate time. A date
 * alone means midnight.
 */
function readInstant(cell: ParsedCell, timeCell: ParsedCell, today: string): CellResult {
  if (formatCell(cell).trim() === '') return { message: '일시: 필수 항목입니다.' }
  const used = parseMoment(cell, today)
  const time = parseTime(timeCell) ?? used?.time ?? '00:00'
  return used ? { value: toInstant(used.day, time) } : { message: wrongMomentText }
}

function parseMoment(cell: ParsedCell, today: string): { day: string; time: string | null } | null {
  if (cell === null || (typeof cell === 'object' && 'broken' in cell)) return null
  if (typeof cell === 'object' && 'day' in cell)
    return cell.day === null ? null : { day: cell.day, time: cell.time ?? null }
  const number = typeof cell === 'string' ? null : typeof cell === 'number' ? cell : cell.n
  if (number !== null && number >= 20_000 && number < 80_000) {
    const day = parseExcelDay(number)
    return day === null ? null : { day, time: parseExcelTime(number) }
  }
  const { day, time } = parseDayAndTime(formatCell(cell), today)
  return day === null ? null : { day, time }
}

function parseTime(cell: ParsedCell): string | null {
  if (cell === null || (typeof cell === 'object' && 'broken' in cell)) return null
  if (typeof cell === 'object' && 'day' in cell) return cell.time ?? parseTimeEntry(cell.shown)
  const number = typeof cell === 'object' ? cell.n : cell
  if (typeof number === 'number' && number > 0 && number < 1) return parseExcelTime(number)
  // The number 93015 means 09:30:15.
  return parseTimeEntry(
    typeof number === 'number' ? String(number).padStart(number > 2359 ? 6 : 4, '0') : formatCell(cell),
  )
}

function readUse(row: ValidRow, getCell: (key: string) => ParsedCell): CardUse {
  const pay = parseAmount(getText(row, 'pay'))
  const refunded = Math.abs(parseAmount(formatCell(getCell('cancelled_pay'))))
  const number = getText(row, 'approve_num') || null
  // A partial refund: the rest was spent.
  if (pay > 0 && refunded > 0 && refunded < pay) {
    const reducedRow = { ...row, fields: { ...row.fields, pay: String(pay - refunded) } }
    const message = `취소금액을 뺀 ${formatWon(pay - refunded)}원으로 가져옵니다.`
    return { row: reducedRow, number, amount: pay - refunded, isMarked: false, note: { row: row.row, message } }
  }
  const isMarked = refunded > 0 || isMarkedCancelled(row, getCell)
  return { row, number, amount: isMarked ? -Math.abs(pay) : pay, isMarked }
}

function isMarkedCancelled(row: ValidRow, getCell: (key: string) => ParsedCell): boolean {
  const flag = formatCell(getCell('cancelled')).trim()
  return (
    [formatCell(getCell('state')), flag, getText(row, 'purpose')].some(isCancelled) ||
    /^(?:y|yes|o|○|v|예|1|true)$/i.test(flag) ||
    /[1-9]/.test(formatCell(getCell('cancelled_on'))) ||
    /^[[(<]?\s*(?:승인\s*)?취소\s*[\])>]/.test(getText(row, 'store_name')) ||
    /^(?:승인|매출|전체|부분)?\s*취소(?:됨|건)?$/.test(getText(row, 'note').trim())
  )
}

function isCancelled(text: string): boolean {
  const normalizedText = text.normalize('NFKC').replace(/\s/g, '')
  if (/[미비]취소|취소(?:불가|가능|아님|안함|않음|없음|전)/.test(normalizedText)) return false
  return /취소|거절|반품|환불|cancel|refund|declined/i.test(normalizedText)
}

/** Groups uses by number; those without one by the same time, place and amount. */
function getGroupKey({ row, number, amount }: CardUse): string {
  return JSON.stringify(number ?? [row.fields['created_at'], row.fields['store_name'], Math.abs(amount)])
}

function hasCancellation(group: readonly CardUse[]): boolean {
  return group.some(({ number, amount, isMarked }) => isMarked || (number !== null && amount < 0))
}

function keepAll(group: readonly CardUse[]): SettledUses {
  return { remaining: group.map(({ row }) => row), notes: group.flatMap(({ note }) => note ?? []) }
}

function settleGroup(group: readonly CardUse[], bookedAmounts: ReadonlyMap<string, number>): SettledUses {
  const cancels = group.filter(({ amount, isMarked }) => isMarked || amount < 0)
  const [use, ...more] = group.filter((candidate) => !cancels.includes(candidate))
  const number = group[0]?.number ?? null
  const booked = number === null ? undefined : bookedAmounts.get(number)
  const otherRows = more.map(({ row }) => row)
  // The booked amount is already lower than the use, so an earlier import subtracted the refund.
  if (booked !== undefined && use && booked !== use.amount) return skipCancels(cancels, [use.row, ...otherRows])
  if (booked !== undefined) return toNegative(cancels, use ? [use.row, ...otherRows] : [])
  if (!use) return settleLoneCancels(cancels)
  const remainder = use.amount + cancels.reduce((sum, { amount }) => sum + amount, 0)
  const rowNumbers = cancels.map(({ row }) => `${row.row}행`).join(', ')
  const message =
    remainder > 0
      ? `${rowNumbers}에서 일부 취소되어 ${formatWon(remainder)}원으로 가져옵니다.`
      : `${rowNumbers}에서 취소된 이용이라 가져오지 않습니다.`
  const changed = { ...use.row, fields: { ...use.row.fields, pay: String(remainder) } }
  const skipped = skipCancels(cancels, remainder > 0 ? [changed, ...otherRows] : otherRows)
  return { remaining: skipped.remaining, notes: [{ row: use.row.row, message }, ...skipped.notes] }
}

function skipCancels(cancels: readonly CardUse[], remaining: readonly ValidRow[]): SettledUses {
  return { remaining, notes: cancels.map(({ row }) => ({ row: row.row, message: '취소 내역이라 가져오지 않습니다.' })) }
}

/**
 * A negative amount subtracts from a use in another statement. A row that is only marked represents
 * a use that was never counted.
 */
function settleLoneCancels(cancels: readonly CardUse[]): SettledUses {
  const isCounted = ({ row }: CardUse) => parseAmount(getText(row, 'pay')) < 0
  const out = skipCancels(
    cancels.filter((use) => !isCounted(use)),
    [],
  )
  return { remaining: cancels.filter(isCounted).map(({ row }) => row), notes: out.notes }
}

/**
 * Derives a unique number for the negative amount, because numbers are unique; the same
 * cancellation always gets the same number.
 */
function toNegative(cancels: readonly CardUse[], remaining: readonly ValidRow[]): SettledUses {
  const cancelRows = cancels.map(({ row, number, amount }, index) => ({
    ...row,
    fields: {
      ...row.fields,
      pay: String(amount),
      approve_num: `${number ?? ''} 취소${index === 0 ? '' : ` ${index + 1}`}`,
    },
  }))
  const notes = cancels.map(({ row, amount }) => ({
    row: row.row,
    message: `장부에 있는 이용의 취소라 ${formatWon(amount)}원으로 가져옵니다.`,
  }))
  return { remaining: [...remaining, ...cancelRows], notes }
}

async function readBookedAmounts(db: Database, numbers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('card_usage')
    .select(['approve_num', 'pay'])
    .where('approve_num', 'in', numbers)
    .execute()
  return new Map(rows.map(({ approve_num: number, pay }) => [String(number), parseAmount(pay)]))
}

function getText({ fields }: ValidRow, key: string): string {
  const value = fields[key]
  return typeof value === 'string' ? value : ''
}
