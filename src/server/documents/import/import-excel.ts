import { josa } from 'es-hangul'
import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { problem } from '#contract/problem.ts'
import {
  importCreatesSchema,
  importLimits,
  importMappingSchema,
  importModes,
  importReportSchema,
  type ImportMapping,
  type ImportReport,
} from '#contract/excel-import.ts'
import { officeDay } from '#domain/office-date.ts'
import type { Database } from '#server/db/client.ts'
import type { BulkCreate, WritableCollection, WritePipeline } from '#server/db/writable-collection.ts'
import type { App, Deps } from '#server/deps.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import { Refusal } from '#server/plugins/refusal.ts'
import { readUpload, type Upload } from '../read-upload.ts'
import { readWorkbook } from '../xlsx/read-workbook.ts'
import type { ReadSheet } from '../xlsx/sheet.ts'
import { findHeaderRow, type HeaderRow, type KnownTitles } from './header-row.ts'
import { collectMissing, type MissingRecords } from './missing-records.ts'
import { shownText } from './read-field.ts'
import { readRows, type FieldReaders, type GoodRow } from './read-sheet-rows.ts'
import { siftDuplicates, type BookOfRecords } from './sift-duplicates.ts'

/** A book that workbooks can be imported into: what a business describes. */
export interface ImportedBook extends Omit<KnownTitles, 'description' | 'mapping'>, BookOfRecords {
  readonly collection: WritableCollection
  readonly path: string
  /** Heading in /api/docs. */
  readonly tag: string
  /** Titles to try, for a sheet without any that is known. */
  readonly exampleTitles: string
  /** Throws 401 or 403. */
  policy(request: FastifyRequest): SignedInUser
  /** A person may say which column is which (`mapping`): the sheets are made elsewhere. */
  readonly isMappable?: true
  /** Amounts that are kept as text and stand in a total row as well. */
  readonly summedKeys?: readonly string[]
  /** Made anew for every upload. */
  fieldReaders(db: Database): Promise<FieldReaders>
}

/**
 * `POST …/import_excel/` (multipart `file`, `mode`, decision 12). What is written is written by the same pipeline as every edit, as one act in one transaction, so
 * that devices receive it and it can be undone as one; with an Idempotency-Key it happens once however often it is sent.
 */
export function registerImportExcel(
  app: App,
  deps: Deps,
  { writes, book }: { writes: WritePipeline; book: ImportedBook },
): void {
  app.route({
    method: 'POST',
    url: book.path,
    schema: { tags: [book.tag], consumes: ['multipart/form-data'], response: { 200: importReportSchema } },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 100), timeWindow: '1 minute' } },
    onRequest: async (request) => void book.policy(request),
    handler: async (request) => {
      const user = book.policy(request)
      const upload = await readUpload(request)
      const checked = await checkUpload(deps, book, { ...upload, idOf: idsOf(deps, request) })
      return await answerMode(upload.fields['mode'], checked, (rows) =>
        write({ deps, writes, book, request, user, along: checked.madeFor(rows) }, rows),
      )
    },
  })
}

type Checked = { report: ImportReport; fresh: readonly GoodRow[] } & Pick<MissingRecords, 'madeFor'>

/** Everything up to the writing; the answer of a dry run. */
async function checkUpload(
  deps: Deps,
  book: ImportedBook,
  { file, fields, idOf }: Upload & { idOf(key: string): string },
): Promise<Checked> {
  const { description, rules } = book.collection
  const read = await readWorkbook(file, { ...importLimits, maxRows: importLimits.maxRows + headerRoom })
  if ('refused' in read) throw new Refusal(read.refused)
  const { sheet } = read
  const mapping = book.isMappable ? readMapping(fields['mapping']) : undefined
  const header = findHeaderRow(sheet.rows, { ...book, description, ...(mapping && { mapping }) })
  if (header === null) throw new Refusal(problem('refused', { message: noHeader(book) }))
  const today = officeDay(deps.now().getTime())
  const { summedKeys = [] } = book
  const agreed = readCreates(fields['creates'])
  const missing = collectMissing(book.collection, await book.fieldReaders(deps.db), { agreed, idOf })
  const { readers } = missing
  const rows = await readRows(sheet.rows, { description, rules, header, readers, today, summedKeys })
  if (sheet.isCut || rows.total > importLimits.maxRows)
    throw new Refusal(problem('too_large', { message: tooManyRows }))
  if (rows.total === 0)
    throw new Refusal(problem('refused', { message: `가져올 ${josa(book.words.record, '이/가')} 없습니다.` }))
  const sifted = await siftDuplicates(deps.db, book, rows.good)
  const errors = [...rows.errors, ...sifted.errors].toSorted((a, b) => a.row - b.row)
  const report = {
    mode: 'dry_run' as const,
    columns: shownColumns(header, book.isMappable ? sheet.rows : []),
    targets: book.isMappable ? targetsOf(book) : [],
    total: rows.total,
    good: sifted.fresh.length,
    errors: errors.slice(0, maxErrors),
    missing: missing.found(),
    warnings: sifted.warnings,
    imported: 0,
    act_id: null,
    ids: [],
    made: [],
  }
  return { report, fresh: sifted.fresh, madeFor: missing.madeFor }
}

/** One for every row a sheet may have; a sheet that is wrong in every cell would answer with fifty megabytes. */
const maxErrors = importLimits.maxRows

/** Rows above the data that may hold titles, and one below for the sum. */
const headerRoom = 21

function noHeader({ exampleTitles }: ImportedBook): string {
  return `컬럼 제목을 찾을 수 없습니다. 첫 줄에 ${exampleTitles} 같은 제목을 넣어 주세요.`
}

const tooManyRows = `한 번에 ${importLimits.maxRows.toLocaleString('ko-KR')}행까지 가져올 수 있습니다. 여러 파일로 나누어 올려 주세요.`

/** So many values of a column tell a person what it holds. */
const shownSamples = 3

function shownColumns(header: HeaderRow, rows: ReadSheet['rows']): ImportReport['columns'] {
  const below = rows.slice(header.index + 1, header.index + 1 + shownSamples)
  return header.columns
    .map(({ header: title, key, label }, index) => ({
      header: title.slice(0, 200),
      field: key,
      label,
      samples: below.map((cells) => shownText(cells[index] ?? null).slice(0, 60)).filter((text) => text !== ''),
    }))
    .filter((column) => column.header !== '')
}

function targetsOf({ collection, extraColumns = [] }: ImportedBook): ImportReport['targets'] {
  const fields = collection.description.fields.map(({ key, label, required }) => ({
    field: key,
    label,
    required: required === true,
  }))
  return [...fields, ...extraColumns.map(({ key, label }) => ({ field: key, label, required: false }))]
}

function readMapping(given: string | undefined): ImportMapping {
  try {
    return importMappingSchema.parse(JSON.parse(given ?? '{}'))
  } catch {
    throw new Refusal(problem('invalid_request', { fields: { mapping: '컬럼 연결의 형식이 올바르지 않습니다.' } }))
  }
}

function readCreates(given: string | undefined): string[] {
  try {
    return importCreatesSchema.parse(JSON.parse(given ?? '[]'))
  } catch {
    throw new Refusal(problem('invalid_request', { fields: { creates: '함께 만들 항목의 형식이 올바르지 않습니다.' } }))
  }
}

/** A plain client of the spec sends no mode: it gets all rows or the reason why not. */
async function answerMode(
  given: string | undefined,
  { report, fresh }: Pick<Checked, 'report' | 'fresh'>,
  writeRows: (rows: readonly GoodRow[]) => Promise<Pick<ImportReport, 'act_id' | 'ids' | 'made'>>,
): Promise<ImportReport> {
  const mode = given === undefined ? 'all_or_nothing' : importModes.find((one) => one === given)
  if (mode === undefined)
    throw new Refusal(problem('invalid_request', { fields: { mode: '알 수 없는 가져오기 방식입니다.' } }))
  if (mode === 'dry_run') return report
  const [first] = report.errors
  if (first !== undefined && (mode === 'all_or_nothing' || fresh.length === 0)) throw new Refusal(refuseRows(report))
  const written = await writeRows(fresh)
  return { ...report, mode, imported: fresh.length, ...written }
}

/** How many rows a refusal names; the dry run names them all. */
const namedRows = 50

function refuseRows({ errors, columns }: ImportReport) {
  const labelOf = (field: string | null) => columns.find((column) => column.field === field)?.label ?? ''
  const named = errors
    .slice(0, namedRows)
    .map(({ row, field, message }) => [`${row}행 ${labelOf(field)}`.trim(), message])
  const [where, why] = named[0] ?? []
  const rowCount = new Set(errors.map(({ row }) => row)).size
  return problem('refused', {
    message: `오류가 있는 ${rowCount}개 행 때문에 가져오지 않았습니다. ${where}: ${why}`,
    fields: Object.fromEntries(named) as Record<string, string>,
  })
}

type WriteContext = {
  deps: Deps
  writes: WritePipeline
  book: ImportedBook
  request: FastifyRequest
  user: SignedInUser
  along: NonNullable<BulkCreate['along']>
}

/** Answers the id of the act and those of its records. */
async function write(
  { deps, writes, book, request, user, along }: WriteContext,
  rows: readonly GoodRow[],
): Promise<Pick<ImportReport, 'act_id' | 'ids' | 'made'>> {
  const opId = request.headers['idempotency-key']
  const act = typeof opId === 'string' ? { opId, actId: opId } : { actId: deps.newId() }
  const idOf = idsOf(deps, request)
  const records = rows.map(({ fields, row }) => ({ id: idOf(String(row)), fields }))
  const answer = await writes.createMany(book.collection, {
    ...act,
    writer: { userId: user.id, userName: user.name, address: request.ip },
    records,
    along,
  })
  if (answer.status >= 400) throw new Refusal(answer.body as Refusal['problem'])
  const made = along.flatMap((each) => each.records.map(({ id }) => ({ collection: each.collection.name, id })))
  return { act_id: act.actId, ids: records.map(({ id }) => id), made }
}

/** The same request sent again must ask for the same records, or the pipeline could not know it for a repetition. Shaped as a UUIDv7 of the opId's time. */
function idsOf(deps: Deps, request: FastifyRequest): (key: string) => string {
  const opId = request.headers['idempotency-key']
  return (key) => (typeof opId === 'string' ? idUnder(opId, key) : deps.newId())
}

function idUnder(opId: string, key: string): string {
  const random = createHash('sha256').update(`${opId}:${key}`).digest('hex')
  return `${opId.slice(0, 13)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`
}
