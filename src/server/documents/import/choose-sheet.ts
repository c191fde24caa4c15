import type { ImportReport } from '#contract/records/excel-import.ts'
import { maskResidentNumbers } from '#contract/numbers/resident-number.ts'
import { problem } from '#contract/problem.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { SheetHead } from '../xlsx/sheet.ts'
import { findHeaderRow, type KnownTitles } from './header-row.ts'

export interface SheetChoice {
  /** For `readWorkbook`. Throws a refusal when the requested sheet does not exist. */
  choose(sheets: readonly SheetHead[]): number
  /** For the report, once a sheet is chosen. */
  sheets(): ImportReport['sheets']
}

/**
 * Chooses the sheet of a workbook: the requested one, otherwise the one with the most known titles
 * and rows below them. In many workbooks a cover and a list of codes come before the table.
 */
export function sheetChoice(titles: KnownTitles, sheetName: string | undefined): SheetChoice {
  let found: ImportReport['sheets'] = []
  return {
    choose(sheets) {
      const names = sheets.map(({ name }) => maskResidentNumbers(name))
      const known = sheets.map((sheet) => knownTitles(sheet, titles))
      const index = sheetName === undefined ? bestOf(sheets, known) : names.indexOf(sheetName)
      if (index < 0) throw new Refusal(problem('invalid_request', { fields: { sheet: '없는 시트입니다.' } }))
      found = names.map((name, at) => ({ name, is_read: at === index, has_titles: (known[at] ?? 0) >= 1 }))
      return index
    },
    sheets: () => (found.some(({ name }) => name !== '') ? found : []),
  }
}

/** If no sheet has known titles, the longest table is the likeliest. */
function bestOf(sheets: readonly SheetHead[], known: readonly number[]): number {
  const weights = Math.max(...known) > 0 ? known : sheets.map(({ filledRows }) => filledRows)
  return weights.indexOf(Math.max(...weights))
}

/** Ignores the user's mapping: it applies to one sheet and does not help to choose it. */
function knownTitles(
  { rows, filledRows }: SheetHead,
  { mapping: _mapping, isChosen: _isChosen, ...titles }: KnownTitles,
): number {
  const header = findHeaderRow(rows, titles)
  if (header === null) return 0
  const above = rows.slice(0, header.index + 1).filter((row) => row.some((cell) => cell !== null)).length
  // A sheet with titles only is an empty form; its titles count only if no other sheet has any.
  return filledRows > above ? header.columns.filter(({ key }) => key !== null).length : 0.5
}
