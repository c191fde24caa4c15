import type { Readable } from 'node:stream'
import type { AnyRecord, Field, RecordDescription } from '#contract/books/field.ts'
import {
  buildGenericFileNames,
  buildTemplateFileNames,
  templateParamsSchema,
  trimListPath,
} from '#contract/records/generic-resource.ts'
import { exportTermsShape } from '#contract/trail/export-reason.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import {
  createSheetTotal,
  createTemplateColumns,
  isImportable,
  maskRow,
  type SheetCell,
  toSheetRow,
} from '#domain/sheets/record-sheet.ts'
import { isOrderable } from '#server/db/lists/list-description.ts'
import { openList } from '#server/db/lists/read-list.ts'
import type { App, Deps } from '#server/deps.ts'
import { buildAttachmentHeader } from '#server/documents/attachment.ts'
import { buildDescribedColumns, readReferenceNames } from '#server/documents/export/described-columns.ts'
import {
  buildExportTrailDetail,
  type ExcelExport,
  type ExportRequest,
  readExportTerms,
  registerExportExcel,
} from '#server/documents/export/excel-export.ts'
import {
  buildBookLayout,
  rowsPerChunk,
  toSheetName,
  type Workbook,
  writeBook,
} from '#server/documents/export/write-book.ts'
import { type ImportedBook, registerImportExcel } from '#server/documents/import/import-excel.ts'
import { createReferenceReaders } from '#server/documents/import/sheet-row.ts'
import { type SheetChunk, workbookMediaType } from '#server/documents/xlsx/sheet.ts'
import { writeSheet } from '#server/documents/xlsx/write-sheet.ts'
import type { DownloadKind, TaskRegistrar } from '#server/tasks/task-kind.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import { type BookContext, buildFilterSchema, getPolicy, type ServedBook, type ServedSheet } from './served-book.ts'

/**
 * The Excel calls of a book: `GET export_excel` with the list's filters, `POST import_excel`
 * (multipart, dry run first) and `GET download_template/{name}`. Unless the book defines its own
 * sheet, all three have the same columns, so exported sheets and filled templates can be imported.
 * Books with a `checkWrite` (such as leave) have no import, because their records are checked one
 * by one.
 */
export function registerBookExcel(app: App, context: BookContext, served: ServedBook): void {
  if (!served.book.leavesNoCopy) registerExportExcel(app, context.deps, createExport(served, getSheet(served)))
  if (served.book.checkWrite) return
  registerImportExcel(app, context.deps, { writes: context.writes, imported: createImport(served) })
  registerTemplate(app, served)
}

/** Registers the export of a long book as a background task. */
export function addBookTask(registrar: TaskRegistrar, deps: Deps, served: ServedBook): void {
  const sheet = getSheet(served)
  const { taskName: name, fileNames } = sheet
  if (name === undefined || served.book.leavesNoCopy) return
  const exported = createExport(served, sheet)
  registrar.addDownloadKind(createExportTask(deps, { name, path: `${exported.path}_bulk`, exported, fileNames }))
}

function getSheet({ sheet, book }: ServedBook): ServedSheet {
  return sheet ?? buildDescribedSheet(book)
}

/** The export of a book, for the direct call and for the background task. */
export function createExport(served: ServedBook, sheet: ServedSheet): ExcelExport {
  const { book, list } = served
  const filters = buildFilterSchema(served)
  const canOrderBy = (ordering: string | undefined) => isOrderable(list, ordering)
  return {
    path: `${trimListPath(book)}export_excel`,
    tag: book.label,
    collection: book.name,
    query: filters.extend({
      ordering: filters.shape.ordering.refine(canOrderBy, unknownOrder),
      sort_field: filters.shape.sort_field.refine(canOrderBy, unknownOrder),
    }),
    policy: getPolicy(served),
    fileNames: (today) => sheet.fileNames(today),
    write: (request, listQuery) =>
      writeBook(request.db, openWorkbook(served, sheet, { ...request, listQuery }), request.onProgress),
  }
}

const unknownOrder = '정렬할 수 없는 항목입니다.'

function openWorkbook(
  { book, list }: ServedBook,
  { name, columns, total, isJoined, createRowMapper }: ServedSheet,
  request: Pick<ExportRequest, 'reader' | 'today' | 'isMasked'> & { listQuery: Record<string, unknown> },
): Workbook<never> {
  return {
    ...(total && { total }),
    ...(isJoined && { isJoined }),
    book,
    layout: buildBookLayout(name, columns),
    async open(trx) {
      const toRow: (record: never) => SheetCell[] = await createRowMapper(trx)
      const toCells = request.isMasked ? (record: never) => maskRow(columns, toRow(record)) : toRow
      return { ...(await openList(trx, list, request)), toCells }
    },
  }
}

/** All fields under their labels, references by name, with a total row for money. */
export function buildDescribedSheet(book: WritableBook): ServedSheet {
  const columns = buildDescribedColumns(book, {})
  return {
    name: toSheetName(book.label),
    columns,
    ...(columns.some(({ summed }) => summed) && { total: () => createSheetTotal(columns) }),
    async createRowMapper(db) {
      const namedColumns = buildDescribedColumns(book, await readReferenceNames(db, book))
      return (record: AnyRecord) => toSheetRow(namedColumns, record)
    },
    fileNames: (today) => buildGenericFileNames(book, today),
  }
}

function createImport(served: ServedBook): ImportedBook {
  const { book, importSettings } = served
  const fields = listImportedFields(book)
  const requiredField = fields.find(({ required }) => required) ?? fields[0]
  if (!requiredField) throw new Error(`${book.name} has no field that a sheet could set`)
  return {
    book,
    sheet: getSheet(served),
    path: `${trimListPath(book)}import_excel`,
    tag: book.label,
    requiredKey: requiredField.key,
    exampleTitles: fields
      .slice(0, 4)
      .map(({ label }) => label)
      .join(', '),
    sharedKeys: [requiredField.key],
    words: { book: '목록', record: '자료' },
    policy: getPolicy(served),
    fieldReaders: (db) => createReferenceReaders(db, book),
    ...importSettings,
  }
}

/** An empty sheet with the importable titles, required ones marked with a star. */
function registerTemplate(app: App, served: ServedBook): void {
  const { book } = served
  const policy = getPolicy(served)
  app.route({
    method: 'GET',
    url: `${trimListPath(book)}download_template/:name`,
    schema: { tags: [book.label], params: templateParamsSchema },
    onRequest: async (request) => void policy(request),
    handler: async (request, reply) =>
      await reply
        .type(workbookMediaType)
        .header('content-disposition', buildAttachmentHeader(buildTemplateFileNames(request.params.name)))
        .send(writeTemplate(book.label, book.fields)),
  })
}

function listImportedFields({ fields }: RecordDescription): Field[] {
  return fields.filter(isImportable)
}

/** Writes only the row of titles. */
function writeTemplate(label: string, fields: readonly Field[]): Readable {
  return writeSheet(buildBookLayout(toSheetName(label), createTemplateColumns(fields)), noRows())
}

async function* noRows(): AsyncGenerator<SheetChunk> {}

/**
 * An Excel export as a background task, for long books. `name` is stored in the table of tasks and
 * must never change.
 */
function createExportTask(
  deps: Deps,
  task: {
    name: string
    path: string
    exported: ExcelExport
    fileNames: (today: string) => { ascii: string; korean: string }
  },
): DownloadKind<ExcelExport['query']> {
  const { exported } = task
  return {
    name: task.name,
    path: task.path,
    tag: exported.tag,
    collection: exported.collection,
    input: exported.query.extend(exportTermsShape),
    check: async (input) => void readExportTerms(input),
    detail: buildExportTrailDetail,
    mediaType: workbookMediaType,
    batchSize: rowsPerChunk,
    policy: (request) => exported.policy(request),
    fileNames: (requestedAt) => task.fileNames(toOfficeDay(requestedAt.getTime())),
    write(input, onProgress) {
      const { isMasked } = readExportTerms(input)
      return exported.write({ db: deps.db, today: toOfficeDay(deps.now().getTime()), onProgress, isMasked }, input)
    },
  }
}
