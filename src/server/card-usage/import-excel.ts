import { cancelColumns, settleCancelled } from './cancelled-uses.ts'
import type { Field } from '#contract/books/field.ts'
import { dayOfExcelSerial, timeOfExcelSerial } from '#domain/dates/excel-day.ts'
import { dayAndTime, wrongMoment } from '#domain/dates/moment-entry.ts'
import { instantOf, parseTimeEntry } from '#domain/dates/office-moment.ts'
import type { ImportedBook } from '../documents/import/import-excel.ts'
import { readField, shownText, type CellAnswer } from '../documents/import/read-field.ts'
import type { FieldReaders } from '../documents/import/sheet-row.ts'
import type { ReadCell } from '../documents/xlsx/sheet.ts'

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

const won: Field = { key: 'pay', label: '금액', kind: 'won', group: 'basic', required: true }

const readers: FieldReaders = {
  created_at: (cell, _before, { cellOf, today }) => readUse(cell, cellOf('time'), today),
  // A statement without an amount column is a mapping mistake, not a use of 0 won.
  pay(cell, _before, { cellOf }) {
    // Some statements have the amount of a cancellation only in a separate column.
    const isElsewhere = shownText(cell).trim() === '' && shownText(cellOf('cancelled_pay')).trim() !== ''
    const answer = readField(won, isElsewhere ? cellOf('cancelled_pay') : cell, '')
    return 'message' in answer ? answer : { value: String(answer.value) }
  },
}

/**
 * The instant of use from a cell with date and time, or from a date and a separate time. A date
 * alone means midnight.
 */
function readUse(cell: ReadCell, timeCell: ReadCell, today: string): CellAnswer {
  if (shownText(cell).trim() === '') return { message: '일시: 필수 항목입니다.' }
  const used = momentOf(cell, today)
  const time = timeOf(timeCell) ?? used?.time ?? '00:00'
  return used ? { value: instantOf(used.day, time) } : { message: wrongMoment }
}

function momentOf(cell: ReadCell, today: string): { day: string; time: string | null } | null {
  if (cell === null || (typeof cell === 'object' && 'broken' in cell)) return null
  if (typeof cell === 'object' && 'day' in cell)
    return cell.day === null ? null : { day: cell.day, time: cell.time ?? null }
  const number = typeof cell === 'string' ? null : typeof cell === 'number' ? cell : cell.n
  if (number !== null && number >= 20_000 && number < 80_000) {
    const day = dayOfExcelSerial(number)
    return day === null ? null : { day, time: timeOfExcelSerial(number) }
  }
  const { day, time } = dayAndTime(shownText(cell), today)
  return day === null ? null : { day, time }
}

function timeOf(cell: ReadCell): string | null {
  if (cell === null || (typeof cell === 'object' && 'broken' in cell)) return null
  if (typeof cell === 'object' && 'day' in cell) return cell.time ?? parseTimeEntry(cell.shown)
  const number = typeof cell === 'object' ? cell.n : cell
  if (typeof number === 'number' && number > 0 && number < 1) return timeOfExcelSerial(number)
  // The number 93015 means 09:30:15.
  return parseTimeEntry(
    typeof number === 'number' ? String(number).padStart(number > 2359 ? 6 : 4, '0') : shownText(cell),
  )
}
