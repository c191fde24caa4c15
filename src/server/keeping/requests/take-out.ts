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

interface Line {
  readonly group: string
  readonly caption: string
  readonly item: string
  readonly value: string
}

/**
 * Data about a person, to be handed to that person: by book, each record with its fields in words.
 * Numbers stay masked, because the records read here don't contain them.
 */
export interface TakenOut {
  readonly request: PersonRequest
  readonly found: FoundPerson
  readonly rows: readonly FoundRow[]
}

export function takenOutAsJson({ request, found, rows }: TakenOut): string {
  const { person_name, received_on } = request
  const records = rows.map((one) => ({ 종류: bookOf(one.collection).label, 내용: Object.fromEntries(fieldsOf(one)) }))
  const elsewhere = found.elsewhere.map(({ place, count }) => ({ 종류: foundLocations[place], 건수: count }))
  return `${JSON.stringify({ 정보주체: person_name, 요청일: received_on, 기록: records, 그밖에: elsewhere }, null, 2)}\n`
}

export function takenOutAsSheet(taken: TakenOut): Readable {
  const lines = linesOf(taken)
  async function* chunks() {
    yield { rows: lines.map((line) => sheetRow(columns, line)) }
  }
  return writeSheet(bookLayout('정보주체 열람', columns), chunks())
}

const text = (header: string, width: number, cell: (line: Line) => string): SourcedColumn<Line> => ({
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

function linesOf({ found, rows }: TakenOut): Line[] {
  const captions = new Map(found.records.map(({ id, caption }) => [id, caption]))
  const records = rows.flatMap((one) =>
    fieldsOf(one).map(([item, value]) => ({
      group: bookOf(one.collection).label,
      caption: captions.get(one.row.id) ?? '',
      item,
      value,
    })),
  )
  const elsewhere = found.elsewhere.map(({ place, count }) => ({
    group: foundLocations[place],
    caption: '',
    item: '건수',
    value: `${count.toLocaleString('ko-KR')}건`,
  }))
  return [...records, ...elsewhere]
}

/** An Excel cell holds at most 32,767 characters. */
const longest = 32_000

function fieldsOf({ collection, row }: FoundRow): [string, string][] {
  return bookOf(collection).fields.flatMap((field: Field) => {
    const words = wordsOf(field, row)
    return words === '' ? [] : [[field.label, words.slice(0, longest)] as [string, string]]
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
