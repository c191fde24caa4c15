import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { problem } from '#contract/problem.ts'
import type { ImportReport } from '#contract/records/excel-import.ts'
import { isImportable } from '#domain/sheets/record-sheet.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { ParsedCell, ParsedSheet, SheetHead } from '../xlsx/sheet.ts'
import { findHeaderRow, type HeaderRow, isRowIdColumn, type KnownTitles } from './header-row.ts'
import { formatCell } from './read-field.ts'

type MappedBook = Pick<KnownTitles, 'book' | 'extraColumns'>

/** The current column mapping and the possible targets. Sheets exported here need no mapping. */
export function buildMapping(
  book: MappedBook,
  header: HeaderRow,
  sheet: ParsedSheet,
): Pick<ImportReport, 'columns' | 'targets'> {
  const isOurs = header.columns.some(({ key }) => key === 'base')
  return { columns: listShownColumns(header, sheet.rows, isOurs), targets: isOurs ? [] : listTargets(book) }
}

/** Sample values per column. */
const maxSamples = 3
const searchedRows = 100

/** A column without a title counts only if it has values. */
function listShownColumns(header: HeaderRow, rows: ParsedSheet['rows'], isOurs: boolean): ImportReport['columns'] {
  const dataRows = rows.slice(header.index + 1, header.index + 1 + searchedRows)
  return header.columns.flatMap(({ header: title, name, key, label }, index) => {
    const texts = dataRows.map((cells) => formatCell(cells[index] ?? null).trim()).filter((text) => text !== '')
    if (isRowIdColumn(key) || (title === '' && (isOurs || texts.length === 0))) return []
    const samples = isOurs ? [] : texts.slice(0, maxSamples).map((text) => text.slice(0, 60))
    return [{ header: name, field: key, label, samples }]
  })
}

function listTargets({ book, extraColumns = [] }: MappedBook): ImportReport['targets'] {
  const fields = book.fields
    .filter(isImportable)
    .map(({ key, label, required }) => ({ field: key, label, required: required === true }))
  return [...fields, ...extraColumns.map(({ key, label }) => ({ field: key, label, required: false }))]
}

interface SheetChoice {
  /** For `readWorkbook`. Throws a refusal when the requested sheet does not exist. */
  choose(sheets: readonly SheetHead[]): number
  /** For the report, once a sheet is chosen. */
  sheets(): ImportReport['sheets']
}

/**
 * Chooses the sheet of a workbook: the requested one, otherwise the one with the most known titles
 * and rows below them. In many workbooks a cover and a list of codes come before the table.
 */
export function createSheetChoice(titles: KnownTitles, sheetName: string | undefined): SheetChoice {
  let reportedSheets: ImportReport['sheets'] = []
  return {
    choose(sheets) {
      const names = sheets.map(({ name }) => maskResidentNumbers(name))
      const knownCounts = sheets.map((sheet) => countKnownTitles(sheet, titles))
      const index = sheetName === undefined ? chooseBest(sheets, knownCounts) : names.indexOf(sheetName)
      if (index < 0) throw new HttpProblem(problem('invalid_request', { fields: { sheet: '없는 시트입니다.' } }))
      reportedSheets = names.map((name, position) => ({
        name,
        is_read: position === index,
        has_titles: (knownCounts[position] ?? 0) >= 1,
      }))
      return index
    },
    sheets: () => (reportedSheets.some(({ name }) => name !== '') ? reportedSheets : []),
  }
}

/** If no sheet has known titles, the longest table is the likeliest. */
function chooseBest(sheets: readonly SheetHead[], knownCounts: readonly number[]): number {
  const weights = Math.max(...knownCounts) > 0 ? knownCounts : sheets.map(({ filledRows }) => filledRows)
  return weights.indexOf(Math.max(...weights))
}

/** Ignores the user's mapping: it applies to one sheet and does not help to choose it. */
function countKnownTitles(
  { rows, filledRows }: SheetHead,
  { mapping: _mapping, isChosen: _isChosen, ...titles }: KnownTitles,
): number {
  const header = findHeaderRow(rows, titles)
  if (header === null) return 0
  const above = rows.slice(0, header.index + 1).filter((row) => row.some((cell) => cell !== null)).length
  // A sheet with titles only is an empty form; its titles count only if no other sheet has any.
  return filledRows > above ? header.columns.filter(({ key }) => key !== null).length : 0.5
}

/**
 * Columns with values that are not imported, so that the user notices before anything is written.
 */
export function listIgnoredColumns(
  header: HeaderRow,
  rows: readonly (readonly ParsedCell[])[],
): ImportReport['untaken'] {
  const dataRows = rows.slice(header.index + 1)
  return header.columns.flatMap(({ key, name }, index) => {
    if (key !== null) return []
    const texts = dataRows.map((cells) => formatCell(cells[index] ?? null).trim()).filter((text) => text !== '')
    if (texts.length === 0) return []
    const samples = [...new Set(texts.slice(0, searchedRows))].slice(0, maxSamples).map((text) => text.slice(0, 60))
    return [{ header: name, rows: texts.length, samples }]
  })
}
