import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import { getBook } from '#contract/books/collections.ts'
import type { AnyRecord, Field, FieldValue } from '#contract/books/field.ts'
import { problem } from '#contract/problem.ts'
import {
  type FoundPerson,
  foundPlaceLabels,
  type PersonRecord,
  type PersonRequest,
} from '#contract/retention/person-requests.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { bookRules } from '#domain/books/books.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { type SourcedColumn, toSheetRow } from '#domain/sheets/record-sheet.ts'
import { keepDigits } from '#domain/text/person-number.ts'
import type { Deps } from '#server/deps.ts'
import { buildBookLayout } from '#server/documents/export/write-book.ts'
import { writeSheet } from '#server/documents/xlsx/write-sheet.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { findPersonNumber } from '#server/person-numbers/number-at-rest.ts'
import { decryptSealedNumber } from '#server/person-numbers/sealed-numbers.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { findRetentionReason } from './destroy-for-person.ts'
import { buildSearchTerms, findOutsideBooks, findPerson, type PersonRow } from './find-person.ts'

interface ExportLine {
  readonly group: string
  readonly caption: string
  readonly item: string
  readonly value: string
}

/**
 * Data about a person, to be handed to that person: by book, each record with its fields as text.
 * Numbers stay masked, because the records read here don't contain them.
 */
interface PersonExport {
  readonly request: PersonRequest
  readonly foundPerson: FoundPerson
  readonly rows: readonly PersonRow[]
}

export function exportAsJson({ request, foundPerson, rows }: PersonExport): string {
  const { person_name, received_on } = request
  const records = rows.map((personRow) => ({
    종류: getBook(personRow.collection).label,
    내용: Object.fromEntries(listFields(personRow)),
  }))
  const outside = foundPerson.elsewhere.map(({ place, count }) => ({ 종류: foundPlaceLabels[place], 건수: count }))
  return `${JSON.stringify({ 정보주체: person_name, 요청일: received_on, 기록: records, 그밖에: outside }, null, 2)}\n`
}

export function exportAsSheet(data: PersonExport): Readable {
  const lines = listLines(data)
  async function* chunks() {
    yield { rows: lines.map((line) => toSheetRow(columns, line)) }
  }
  return writeSheet(buildBookLayout('정보주체 열람', columns), chunks())
}

const textColumn = (header: string, width: number, cell: (line: ExportLine) => string): SourcedColumn<ExportLine> => ({
  header,
  kind: 'text' as const,
  width,
  cell,
})
const columns = [
  textColumn('종류', 16, ({ group }) => group),
  textColumn('기록', 28, ({ caption }) => caption),
  textColumn('항목', 20, ({ item }) => item),
  textColumn('내용', 60, ({ value }) => value),
]

function listLines({ foundPerson, rows }: PersonExport): ExportLine[] {
  const captions = new Map(foundPerson.records.map(({ id, caption }) => [id, caption]))
  const records = rows.flatMap((personRow) =>
    listFields(personRow).map(([item, value]) => ({
      group: getBook(personRow.collection).label,
      caption: captions.get(personRow.row.id) ?? '',
      item,
      value,
    })),
  )
  const outside = foundPerson.elsewhere.map(({ place, count }) => ({
    group: foundPlaceLabels[place],
    caption: '',
    item: '건수',
    value: `${formatNumber(count)}건`,
  }))
  return [...records, ...outside]
}

/** An Excel cell holds at most 32,767 characters. */
const maxCellLength = 32_000

function listFields({ collection, row }: PersonRow): [string, string][] {
  return getBook(collection).fields.flatMap((field: Field) => {
    const fieldText = formatValue(field, row)
    return fieldText === '' ? [] : [[field.label, fieldText.slice(0, maxCellLength)] as [string, string]]
  })
}

function formatValue(field: Field, row: AnyRecord): string {
  const value: FieldValue | undefined = row[field.key]
  if (value === null || value === undefined || value === '') return ''
  if (field.kind === 'secret' || field.kind === 'reference') return ''
  if (field.kind === 'datetime') return formatMoment(String(value))
  if (field.kind === 'flag') return value === true ? '예' : ''
  return field.choices?.find((choice) => choice.value === value)?.label ?? String(value)
}

type PersonDataContext = Pick<Deps, 'db' | 'now' | 'officeKeys'>

/**
 * All data held about the person of a request. `number` is their resident number, if given; it is
 * not stored.
 */
export async function collectPersonData(
  context: PersonDataContext,
  request: PersonRequest,
  number: string | null,
): Promise<FoundPerson> {
  const { db, now } = context
  const terms = buildSearchTerms(request, await findNumberedRecords(context, number))
  const { personRows, isTruncated } = await findPerson(db, terms)
  const stoppedIds = await findStoppedIds(
    db,
    personRows.map(({ row }) => row.id),
  )
  const today = toOfficeDay(now().getTime())
  const records: PersonRecord[] = []
  for (const personRow of personRows)
    records.push(await toRecord(db, personRow, { today, isStopped: stoppedIds.has(personRow.row.id) }))
  return { records, elsewhere: await findOutsideBooks(db, terms), is_cut: isTruncated }
}

async function toRecord(
  db: Kysely<Tables>,
  { collection, row, matchedFields, parent }: PersonRow,
  { today, isStopped }: { today: string; isStopped: boolean },
): Promise<PersonRecord> {
  const retained = await findRetentionReason(db, { collection, id: row.id, parent }, today)
  const caption = bookRules[collection].captionOf(row) || getBook(collection).label
  return {
    collection,
    id: row.id,
    caption,
    told_by: [...matchedFields],
    whole: parent,
    is_blocked: isStopped,
    kept: retained,
  }
}

/** Looks numbers up by their blind index, without decrypting any. */
async function findNumberedRecords(
  { db, officeKeys }: PersonDataContext,
  number: string | null,
): Promise<ReadonlySet<string>> {
  if (number === null || number.trim() === '') return new Set()
  const digits = keepDigits(decryptSealedNumber(officeKeys, number) ?? number)
  if (digits.length !== 13) {
    const message = '주민등록번호나 법인등록번호 13자리를 모두 입력해 주세요.'
    throw new HttpProblem(problem('refused', { message, fields: { number: message } }))
  }
  return new Set((await findPersonNumber(db, officeKeys, digits)).map(({ record_id }) => record_id))
}

async function findStoppedIds(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ record_id: string }>`
    select record_id from record_block where lifted_at is null and record_id = any(${sql.val(ids)}::uuid[])
  `.execute(db)
  return new Set(rows.map(({ record_id }) => record_id))
}
