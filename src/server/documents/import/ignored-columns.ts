import type { ImportReport } from '#contract/records/excel-import.ts'
import type { ReadCell } from '../xlsx/sheet.ts'
import type { HeaderRow } from './header-row.ts'
import { shownText } from './read-field.ts'

/**
 * Columns with values that are not imported, so that the user notices before anything is written.
 */
export function ignoredColumns(header: HeaderRow, rows: readonly (readonly ReadCell[])[]): ImportReport['untaken'] {
  const below = rows.slice(header.index + 1)
  return header.columns.flatMap(({ key, name }, index) => {
    if (key !== null) return []
    const texts = below.map((cells) => shownText(cells[index] ?? null).trim()).filter((text) => text !== '')
    if (texts.length === 0) return []
    const samples = [...new Set(texts.slice(0, searchedRows))].slice(0, shownSamples).map((text) => text.slice(0, 60))
    return [{ header: name, rows: texts.length, samples }]
  })
}

const searchedRows = 100
const shownSamples = 3
