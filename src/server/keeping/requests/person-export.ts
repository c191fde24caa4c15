import type { Readable } from 'node:stream'
import type { FoundPerson, PersonRequest } from '#contract/keeping/person-requests.ts'
import { foundLocations } from '#contract/keeping/person-requests.ts'
import { bookOf } from '#contract/books/collections.ts'
import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { sheetRow, type SourcedColumn } from '#domain/sheets/record-sheet.ts'
import { bookLayout } from '../../documents/export/write-book.ts'
import { writeSheet } from '../../documents/xlsx/write-sheet.ts'
import type { FoundRow } from './find-person.ts'

interface ExportLine {
  readonly group: string
  readonly caption: string
  readonly item: string
  readonly value: string
}

/**
 * Data about a person, to be handed to that person: by book, each record with its fields in words.
 * Numbers stay masked, because the records read here don't contain them.
 */
export interface PersonExport {
  readonly request: PersonRequest
  readonly found: FoundPerson
  readonly rows: readonly FoundRow[]
}

export function exportAsJson({ request, found, rows }: PersonExport): string {
  const { person_name, received_on } = request
  const records = rows.map((one) => ({ 종류: bookOf(one.collection).label, 내용: Object.fromEntries(fieldsOf(one)) }))
  const outside = found.elsewhere.map(({ place: source, count }) => ({ 종류: foundLocations[source], 건수: count }))
  return `${JSON.stringify({ 정보주체: person_name, 요청일: received_on, 기록: records, 그밖에: outside }, null, 2)}\n`
}

export function exportAsSheet(data: PersonExport): Readable {
  const lines = linesOf(data)
  async function* chunks() {
    yield { rows: lines.map((line) => sheetRow(columns, line)) }
  }
  return writeSheet(bookLayout('정보주체 열람', columns), chunks())
}

const text = (header: string, width: number, cell: (line: ExportLine) => string): SourcedColumn<ExportLine> => ({
  header,
  kind: 'text' as const,
  width,
  cell,
})
const columns = [
  text('종류', 16, ({ group }) => group),
  text('기록', 28, ({ caption }) => caption),
  text('항목', 20, ({ item }) => item),
  text('내용', 60, ({ value }) => value),
]

function linesOf({ found, rows }: PersonExport): ExportLine[] {
  const captions = new Map(found.records.map(({ id, caption }) => [id, caption]))
  const records = rows.flatMap((one) =>
    fieldsOf(one).map(([item, value]) => ({
      group: bookOf(one.collection).label,
      caption: captions.get(one.row.id) ?? '',
      item,
      value,
    })),
  )
  const outside = found.elsewhere.map(({ place: source, count }) => ({
    group: foundLocations[source],
    caption: '',
    item: '건수',
    value: `${count.toLocaleString('ko-KR')}건`,
  }))
  return [...records, ...outside]
}

/** An Excel cell holds at most 32,767 characters. */
const maxCellLength = 32_000

function fieldsOf({ collection, row }: FoundRow): [string, string][] {
  return bookOf(collection).fields.flatMap((field: Field) => {
    const words = wordsOf(field, row)
    return words === '' ? [] : [[field.label, words.slice(0, maxCellLength)] as [string, string]]
  })
}

function wordsOf(field: Field, row: AnyRecord): string {
  const value: FieldValue | undefined = row[field.key]
  if (value === null || value === undefined || value === '') return ''
  if (field.kind === 'secret' || field.kind === 'reference') return ''
  if (field.kind === 'datetime') return formatMoment(String(value))
  if (field.kind === 'flag') return value === true ? '예' : ''
  return field.choices?.find((choice) => choice.value === value)?.label ?? String(value)
}
