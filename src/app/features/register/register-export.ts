import type { ExportRequest } from '#app/records/excel/export-records.ts'
import type { ScreenState } from '#app/records/screen/use-screen-state.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { type RegisterEntry, registerEntryBook } from '#contract/books/register-entries.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { getMonthBounds } from '#domain/dates/office-date.ts'
import { type FormSum, listFormLines, sumMonths } from '#domain/register/months.ts'
import { formatClients, formatRemark } from '#domain/register/register-entry.ts'
import { createFieldColumn, describeSheet, type SheetCell, type SourcedColumn } from '#domain/sheets/record-sheet.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { RegisterSearch } from './register-search.ts'

function createColumn(key: (typeof registerEntryBook)['fields'][number]['key']): SourcedColumn<SourceRow> {
  const field = registerEntryBook.fields.find((candidate) => candidate.key === key)
  if (!field) throw new Error(`register-entries has no field ${key}`)
  return createFieldColumn<SourceRow>(field, ({ record }) => record[key] ?? null)
}

export function toEntry({ record }: SourceRow): RegisterEntry {
  // The mirror holds only rows that passed the contract's schema.
  return record as unknown as RegisterEntry
}

/** The columns of the form (법무사규칙 제35조), in its order. */
const sheet = describeSheet<SourceRow>(registerEntryBook.label, [
  createColumn('serial'),
  createColumn('mandated_on'),
  createColumn('matter'),
  createColumn('fee'),
  { ...createColumn('client'), cell: (row) => formatClients(toEntry(row)) },
  createColumn('client_address'),
  createColumn('verification'),
  createColumn('closed_on'),
  { ...createColumn('remark'), header: '비고', cell: (row) => formatRemark(toEntry(row)) },
])

/**
 * The listed entries as a sheet. All entries of the year or month have 월계 and 누계 like the printed
 * form, and its order; a filtered list has no sums, because they would be those of other entries.
 */
export function createRegisterExport(
  { query }: Pick<ScreenState, 'query'>,
  { year, month }: Pick<RegisterSearch, 'year' | 'month'>,
): ExportRequest {
  const period = month === 0 ? `${year}년` : `${year}년 ${month}월`
  const request = {
    collection: registerEntryBook.name,
    query,
    fileName: `${registerEntryBook.label}_${period}_${getOfficeToday()}.xlsx`,
    fromServer: null,
    sheet,
  }
  // One filter is the period.
  if (query.filters.length > 1 || query.search !== '') return request
  return {
    ...request,
    query: { ...query, sort: [{ field: 'serial', direction: 'asc' }] },
    arrange: async (rows, copy) => toFormRows(rows, await readYear(copy, year), month),
  }
}

/** 누계 of a month needs the months before it. */
async function readYear(copy: OfflineCopy, year: number): Promise<RegisterEntry[]> {
  const { first, last } = getMonthBounds(year, 0)
  const entries: RegisterEntry[] = []
  await copy.readAll(
    registerEntryBook.name,
    { filters: [{ op: 'between', field: 'entered_on', from: first, to: last }], search: '', sort: [] },
    (rows) => void entries.push(...rows.map(toEntry)),
  )
  return entries
}

/** The listed rows with the sums of the year's months, or of one month (0: all). */
export function toFormRows(
  rows: readonly SourceRow[],
  entriesOfYear: readonly RegisterEntry[],
  month: number,
): SheetCell[][] {
  const months = sumMonths(entriesOfYear).filter((sums) => month === 0 || sums.month === month)
  const lines = listFormLines(rows, months, (row) => Number(toEntry(row).entered_on.slice(5, 7)))
  return lines.map((line) => ('entry' in line ? sheet.toCells(line.entry) : toSumCells(line)))
}

/** 건수 under 사건명 and 보수 총액 under 보수액, like the printed form. */
function toSumCells({ label, count, fees }: FormSum): SheetCell[] {
  return [null, label, `${formatNumber(count)}건`, fees, null, null, null, null, null]
}
