import { formatFooter } from '#app/records/print/list-print.ts'
import { fitColumns, minFontSize, printableWidth } from '#app/ui/print/fit-columns.ts'
import type { PrintColumn, PrintSheet, PrintTable } from '#app/ui/print/print-sheet.ts'
import { registerEntryBook } from '#contract/books/register-entries.ts'
import type { PrintedEntry, RegisterCorrection, RegisterPrint } from '#contract/register/register.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { formatWon } from '#domain/money/won.ts'
import { type FormSum, listFormLines } from '#domain/register/months.ts'
import { formatRemark } from '#domain/register/register-entry.ts'
import { formatCorrected, getCorrectedLabel } from './correction-texts.ts'

/** The columns of the form (법무사규칙 제35조), with widths in proportion. */
const formColumns: readonly PrintColumn[] = [
  { label: '일련번호', align: 'end', isUnbroken: true, width: 48 },
  { label: '위임받은 연월일', align: 'center', isUnbroken: true, width: 72 },
  { label: '사건명', align: 'start', isUnbroken: false, width: 120 },
  { label: '보수액', align: 'end', isUnbroken: true, width: 88 },
  { label: '위임인 성명', align: 'start', isUnbroken: false, width: 140 },
  { label: '위임인 주소', align: 'start', isUnbroken: false, width: 220 },
  { label: '위임인 확인방법', align: 'start', isUnbroken: false, width: 88 },
  { label: '종결일자', align: 'center', isUnbroken: true, width: 72 },
  { label: '비고', align: 'start', isUnbroken: false, width: 110 },
]

const correctionColumns: readonly PrintColumn[] = [
  { label: '정정한 일련번호', align: 'end', isUnbroken: true, width: 72 },
  { label: '항목', align: 'start', isUnbroken: false, width: 88 },
  { label: '정정 전', align: 'start', isUnbroken: false, width: 180 },
  { label: '정정 후', align: 'start', isUnbroken: false, width: 180 },
  { label: '사유', align: 'start', isUnbroken: false, width: 220 },
  { label: '정정한 사람', align: 'start', isUnbroken: false, width: 80 },
  { label: '정정 일시', align: 'center', isUnbroken: true, width: 100 },
]

/**
 * The register on A4 landscape in the columns of the form, with 월계 and 누계 after every month and the
 * corrections at the end. `by`: who prints it.
 */
export function buildRegisterPrint(register: RegisterPrint, by: string): PrintSheet {
  const { year, month, entries, corrections } = register
  const corrected = corrections.length === 0 ? [] : [buildTable(correctionColumns, corrections.map(toCorrectionCells))]
  return {
    title: `${year}년${month === null ? '' : ` ${month}월`} 사건부`,
    subtitleLines: [
      `총 ${formatNumber(entries.length)}건 기재${corrections.length === 0 ? '' : ` · 정정 ${formatNumber(corrections.length)}건`}`,
    ],
    printed: formatFooter(by),
    trailInfo: {
      collection: registerEntryBook.name,
      rows: entries.length,
      fields: formColumns.map(({ label }) => label),
      filters: JSON.stringify([{ op: 'equals', field: 'year', value: year }]),
    },
    orientation: 'landscape',
    blocks: [buildFormTable(register), ...corrected],
  }
}

function buildFormTable({ entries, months }: RegisterPrint): PrintTable {
  const lines = listFormLines(entries, months, ({ month }) => month)
  const rows = lines.map((line) => ('entry' in line ? toFormCells(line.entry) : toSumCells(line)))
  const sumRows = new Set(lines.flatMap((line, index) => ('entry' in line ? [] : [index])))
  return { ...buildTable(formColumns, rows), sumRows }
}

function buildTable(columns: readonly PrintColumn[], rows: readonly (readonly string[])[]): PrintTable {
  const fit = fitColumns(columns, rows, printableWidth.landscape)
  const fitted = 'font' in fit ? fit : { font: minFontSize, widths: columns.map(({ width }) => width) }
  return { kind: 'table', columns, rows, fit: fitted }
}

function toFormCells(entry: PrintedEntry): readonly string[] {
  return [
    formatNumber(entry.serial),
    formatDay(entry.mandated_on),
    entry.matter,
    entry.fee === null ? '' : formatWon(entry.fee),
    entry.clients,
    entry.client_address,
    entry.verification,
    formatDay(entry.closed_on),
    formatRemark(entry),
  ]
}

/** 건수 under 사건명 and 보수 총액 under 보수액. */
function toSumCells({ label, count, fees }: FormSum): readonly string[] {
  return ['', label, `${formatNumber(count)}건`, formatWon(fees), '', '', '', '', '']
}

function toCorrectionCells(correction: RegisterCorrection): readonly string[] {
  const { serial, field, old_value, new_value, reason, user_name, at } = correction
  return [
    formatNumber(serial),
    getCorrectedLabel(field),
    formatCorrected(field, old_value),
    formatCorrected(field, new_value),
    reason,
    user_name,
    formatMoment(at),
  ]
}
