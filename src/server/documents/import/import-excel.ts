import { createHash } from 'node:crypto'
import { josa } from 'es-hangul'
import type { FastifyRequest } from 'fastify'
import type { CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { problem } from '#contract/problem.ts'
import {
  importCreatesSchema,
  importLimits,
  type ImportMapping,
  importMappingSchema,
  importModes,
  type ImportReport,
  importReportSchema,
} from '#contract/records/excel-import.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { BulkCreate, RecordUpdate, WritePipeline } from '#server/writes/write-pipeline-types.ts'
import { readReferenceNames } from '../export/described-columns.ts'
import { readUpload, type Upload } from '../read-upload.ts'
import { readWorkbook } from '../xlsx/read-workbook.ts'
import { compareRows } from './compare-rows.ts'
import { type ExportedBook, readExportedRows } from './exported-rows.ts'
import { filterDuplicates } from './filter-duplicates.ts'
import { findHeaderRow } from './header-row.ts'
import { buildPreview, listInterpretedCells } from './interpreted-cells.ts'
import { type ActionIds, collectMissing, createActionIds, type MissingRecords } from './missing-records.ts'
import { readRows } from './read-sheet-rows.ts'
import { type FieldReaders, getCell, type SettleRows, type ValidRow } from './sheet-row.ts'
import { buildMapping, createSheetChoice, listIgnoredColumns } from './shown-mapping.ts'

/** A book that accepts imported workbooks. */
export interface ImportedBook extends ExportedBook {
  readonly path: string
  /** Heading in /api/docs. */
  readonly tag: string
  /** Titles suggested for a sheet without any known one. */
  readonly exampleTitles: string
  /** Throws 401 or 403. */
  policy(request: FastifyRequest): SignedInUser
  /** Amounts stored as text that also appear in a total row. */
  readonly summedKeys?: readonly string[]
  readonly settle?: SettleRows
  /** Called for every upload. */
  fieldReaders(db: Database): Promise<FieldReaders>
}

/**
 * `POST …/import_excel/` (multipart `file`, `mode`). Rows go through the same pipeline as every
 * edit, as one action in one transaction, so that devices receive it and it can be undone as one.
 * With an Idempotency-Key it happens once.
 */
export function registerImportExcel(
  app: App,
  deps: Deps,
  { writes, imported }: { writes: WritePipeline; imported: ImportedBook },
): void {
  app.route({
    method: 'POST',
    url: imported.path,
    schema: { tags: [imported.tag], consumes: ['multipart/form-data'], response: { 200: importReportSchema } },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 100), timeWindow: '1 minute' } },
    onRequest: async (request) => void imported.policy(request),
    handler: async (request) => {
      const user = imported.policy(request)
      const upload = await readUpload(request)
      const mode = readMode(upload.fields['mode'])
      const act = identifyAct(deps, request, { user, upload, book: imported.book })
      const checked = await checkUpload({ deps, writes, imported }, { ...upload, mode, ids: act.ids })
      if (mode === 'dry_run') return checked.report
      return await writeImport({ deps, writes, imported, act }, { mode, checked })
    },
  })
}

type CheckedImport = {
  report: ImportReport
  fresh: readonly ValidRow[]
  updates: readonly RecordUpdate[]
} & Pick<MissingRecords, 'madeFor'>

interface ImportContext {
  deps: Deps
  writes: WritePipeline
  imported: ImportedBook
}

/** Everything before writing; the result of a dry run. */
async function checkUpload(
  { deps, writes, imported }: ImportContext,
  { file, fields, mode, ids }: Upload & { mode: ImportMode; ids: ActionIds },
): Promise<CheckedImport> {
  const { book, summedKeys = [] } = imported
  const { rules } = book
  const { sheet, header, sheets } = await readSheet(imported, { file, fields, mode })
  const context = { book, header, summedKeys }
  const exportedRows = await readExportedRows(sheet.rows, { context, imported, db: deps.db, writes })
  const agreed = readCreates(fields['creates'])
  const missing = collectMissing(book, await imported.fieldReaders(deps.db), { agreed, idOf: ids.idForName })
  const { readers } = missing
  const today = toOfficeDay(deps.now().getTime())
  const rows = await readRows(sheet.rows, { ...context, rules, readers, today, exportedRows })
  if (sheet.isCut || rows.total > importLimits.maxRows)
    throw new HttpProblem(problem('too_large', { message: tooManyRows }))
  if (rows.total === 0)
    throw new HttpProblem(problem('refused', { message: `가져올 ${josa(imported.words.record, '이/가')} 없습니다.` }))
  const settled = await imported.settle?.(rows.good, {
    getCell: ({ row }, key) => getCell(sheet.rows[row - 1] ?? [], header, key),
    db: deps.db,
  })
  const filtered = await filterDuplicates(deps.db, imported, { ...rows, good: settled?.rows ?? rows.good })
  const compared = compareRows(book, filtered.knownRows)
  const readingContext = { book, header, sheet, names: await readReferenceNames(deps.db, book) }
  const errors = sortByRow([...rows.errors, ...filtered.errors, ...compared.errors])
  const report: ImportReport = {
    mode: 'dry_run',
    imported: 0,
    act_id: null,
    ids: [],
    changes: [],
    made: [],
    sheets,
    notes: sortByRow([...rows.notes, ...(settled?.notes ?? [])]),
    encoding: sheet.encoding ?? null,
    ...buildMapping(imported, header, sheet),
    preview: buildPreview(filtered.fresh, readingContext),
    ...(await listInterpretedCells(sortByRow([...filtered.fresh, ...filtered.knownRows]), readingContext)),
    untaken: listIgnoredColumns(header, sheet.rows),
    total: rows.total,
    good: filtered.fresh.length,
    changed: compared.updates.length,
    same: compared.same,
    differences: compared.differences.slice(0, maxErrors),
    difference_count: compared.differences.length,
    masked: filtered.knownRows.reduce((sum, { masked }) => sum + masked, 0),
    errors: errors.slice(0, maxErrors),
    missing: missing.found(),
    warnings: filtered.warnings,
  }
  // Validated before writing: a report that does not fit its schema must not fail after the commit.
  return {
    report: importReportSchema.parse(report),
    fresh: filtered.fresh,
    updates: compared.updates,
    madeFor: missing.madeFor,
  }
}

function sortByRow<Row extends { row: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.row - b.row)
}

/**
 * Users see a dry run and map its columns; a plain client without a mapping gets the expected
 * titles.
 */
async function readSheet(imported: ImportedBook, { file, fields, mode }: Upload & { mode: ImportMode }) {
  const isChosen = mode === 'dry_run' || fields['mapping'] !== undefined
  const titles = { ...imported, mapping: readMapping(fields['mapping']), isChosen }
  const choice = createSheetChoice(titles, fields['sheet'])
  const limits = { ...importLimits, maxRows: importLimits.maxRows + headerRoom }
  const workbook = await readWorkbook(file, limits, { chooseSheet: choice.choose })
  if ('refused' in workbook) throw new HttpProblem(workbook.refused)
  const header = findHeaderRow(workbook.sheet.rows, titles)
  if (header === null) throw new HttpProblem(problem('refused', { message: formatNoHeaderError(imported) }))
  return { sheet: workbook.sheet, header, sheets: choice.sheets() }
}

/**
 * Maximum errors in a report: one per allowed row. A sheet wrong in every cell would otherwise
 * produce fifty megabytes.
 */
const maxErrors = importLimits.maxRows

/** Rows above the data that may hold titles, and one below for the total. */
const headerRoom = 21

function formatNoHeaderError({ exampleTitles }: ImportedBook): string {
  return `컬럼 제목을 찾을 수 없습니다. 첫 줄에 ${exampleTitles} 같은 제목을 넣어 주세요.`
}

const tooManyRows = `한 번에 ${formatNumber(importLimits.maxRows)}행까지 가져올 수 있습니다. 여러 파일로 나누어 올려 주세요.`

/** Maximum rows named in a refusal; the dry run names all. */
const maxNamedRows = 50

function buildRowsRefusal({ errors, columns }: Pick<ImportReport, 'errors' | 'columns'>) {
  const findLabel = (field: string | null) => columns.find((column) => column.field === field)?.label ?? ''
  const namedErrors = errors
    .slice(0, maxNamedRows)
    .map(({ row, field, message }) => [`${row}행 ${findLabel(field)}`.trim(), message])
  const [where, why] = namedErrors[0] ?? []
  const rowCount = new Set(errors.map(({ row }) => row)).size
  return problem('refused', {
    message: `오류가 있는 ${rowCount}개 행 때문에 가져오지 않았습니다. ${where}: ${why}`,
    fields: Object.fromEntries(namedErrors) as Record<string, string>,
  })
}

/** In mode all-or-nothing, concurrent changes of others block the import too. */
function listObstacles({ errors, differences }: ImportReport): ImportReport['errors'] {
  const overtaken = differences.flatMap(({ row, field, after, theirs }) =>
    theirs ? [{ row, field, value: after, message: `그 사이 ${theirs.by || '다른 사람'} 님이 바꾼 셀입니다.` }] : [],
  )
  return [...errors, ...overtaken]
}

type ImportAction = Pick<BulkCreate, 'opId' | 'actionId' | 'writer' | 'sent'> & { ids: ActionIds }

/**
 * The id of the action. A repeated form is the same action, although its rows may mean something
 * else once the first import is written.
 */
function identifyAct(
  deps: Deps,
  request: FastifyRequest,
  { user, upload, book }: { user: SignedInUser; upload: Upload; book: WritableBook },
): ImportAction {
  const { file, fields } = upload
  const key = request.headers['idempotency-key']
  const opId = typeof key === 'string' ? key : null
  const actionId = opId ?? deps.newId()
  const sent = createHash('sha256').update(JSON.stringify(fields)).update(file.bytes).digest('hex')
  return {
    ...(opId !== null && { opId }),
    actionId,
    sent,
    ids: createActionIds(actionId, book),
    writer: { userId: user.id, userName: user.name, ipAddress: request.ip },
  }
}

/** Writes what the mode asks for, once, and returns the result. */
async function writeImport(
  { deps, writes, imported, act }: ImportContext & { act: ImportAction },
  { mode, checked: { report, ...checked } }: { mode: Exclude<ImportMode, 'dry_run'>; checked: CheckedImport },
): Promise<ImportReport> {
  const { book } = imported
  if (!(await writes.findEarlierResponse(book, act))) {
    const { updates } = checked
    const fresh = mode === 'changed_rows' ? [] : checked.fresh
    const obstacles = mode === 'all_or_nothing' ? listObstacles(report) : report.errors
    if (obstacles.length > 0 && (mode === 'all_or_nothing' || fresh.length + updates.length === 0))
      throw new HttpProblem(buildRowsRefusal({ ...report, errors: obstacles }))
    const records = fresh.map(({ fields, row }) => ({ id: act.ids.idForRow(row), fields }))
    const referencedRecords = checked.madeFor([...fresh, ...updates])
    const result = await writes.createMany(book, { ...act, records, updates, referencedRecords })
    if (result.status >= 400) throw new HttpProblem(result.body as HttpProblem['problem'])
  }
  return { ...report, mode, ...(await readWrittenAction(deps.db, book.name, act.actionId)) }
}

type ImportMode = (typeof importModes)[number]

/** A plain client sends no mode: it gets all rows or the reason why not. */
function readMode(key: string | undefined): ImportMode {
  const mode = key === undefined ? 'all_or_nothing' : importModes.find((importMode) => importMode === key)
  if (mode !== undefined) return mode
  throw new HttpProblem(problem('invalid_request', { fields: { mode: '알 수 없는 가져오기 방식입니다.' } }))
}

function readMapping(key: string | undefined): ImportMapping {
  try {
    return importMappingSchema.parse(JSON.parse(key ?? '{}'))
  } catch {
    throw new HttpProblem(problem('invalid_request', { fields: { mapping: '컬럼 연결의 형식이 올바르지 않습니다.' } }))
  }
}

function readCreates(key: string | undefined): string[] {
  try {
    return importCreatesSchema.parse(JSON.parse(key ?? '[]'))
  } catch {
    throw new HttpProblem(
      problem('invalid_request', { fields: { creates: '함께 만들 항목의 형식이 올바르지 않습니다.' } }),
    )
  }
}

/** The result of an import from the change log, equal for the first response and every repeat. */
async function readWrittenAction(
  db: Database,
  collection: CollectionName,
  actionId: string,
): Promise<Pick<ImportReport, 'act_id' | 'imported' | 'ids' | 'made' | 'changes'>> {
  const rows = await db
    .selectFrom('change')
    .select(['collection', 'record_id', 'version', 'kind', 'fields'])
    .where('act_id', '=', actionId)
    .orderBy('seq')
    .execute()
  const created = rows.filter(({ kind }) => kind === 'create')
  const ids = created.filter((row) => row.collection === collection).map((row) => row.record_id)
  return {
    act_id: rows.length === 0 ? null : actionId,
    imported: ids.length,
    ids,
    made: created
      .filter((row) => row.collection !== collection)
      .map((row) => ({ collection: row.collection as CollectionName, id: row.record_id })),
    changes: rows
      .filter(({ kind }) => kind === 'update')
      .map(({ record_id: id, version, fields }) => ({
        id,
        version,
        fields: fields as Record<string, { old: FieldValue; new: FieldValue }>,
      })),
  }
}
