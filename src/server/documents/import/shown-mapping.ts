import type { RecordDescription } from '#contract/books/field.ts'
import type { ImportReport } from '#contract/records/excel-import.ts'
import { isImported } from '#domain/sheets/template-sheet.ts'
import type { ReadSheet } from '../xlsx/sheet.ts'
import { isMark, type HeaderRow, type KnownTitles } from './header-row.ts'
import { shownText } from './read-field.ts'

type MappedBook = Pick<KnownTitles, 'extraColumns'> & {
  readonly collection: { readonly description: RecordDescription }
}

/** The current column mapping and the possible targets. Sheets exported here need no mapping. */
export function shownMapping(
  book: MappedBook,
  header: HeaderRow,
  sheet: ReadSheet,
): Pick<ImportReport, 'columns' | 'targets'> {
  const isOurs = header.columns.some(({ key }) => key === 'base')
  return { columns: shownColumns(header, sheet.rows, isOurs), targets: isOurs ? [] : targetsOf(book) }
}

/** Sample values per column. */
const shownSamples = 3
const searchedRows = 100

/** A column without a title counts only if it has values. */
function shownColumns(header: HeaderRow, rows: ReadSheet['rows'], isOurs: boolean): ImportReport['columns'] {
  const below = rows.slice(header.index + 1, header.index + 1 + searchedRows)
  return header.columns.flatMap(({ header: title, name, key, label }, index) => {
    const texts = below.map((cells) => shownText(cells[index] ?? null).trim()).filter((text) => text !== '')
    if (isMark(key) || (title === '' && (isOurs || texts.length === 0))) return []
    const samples = isOurs ? [] : texts.slice(0, shownSamples).map((text) => text.slice(0, 60))
    return [{ header: name, field: key, label, samples }]
  })
}

function targetsOf({ collection, extraColumns = [] }: MappedBook): ImportReport['targets'] {
  const fields = collection.description.fields
    .filter(isImported)
    .map(({ key, label, required }) => ({ field: key, label, required: required === true }))
  return [...fields, ...extraColumns.map(({ key, label }) => ({ field: key, label, required: false }))]
}
