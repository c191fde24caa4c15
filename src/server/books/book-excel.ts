import type { Readable } from 'node:stream'
import {
  genericBaseOf,
  genericExportNames,
  templateNames,
  templateParamsSchema,
} from '#contract/records/generic-resource.ts'
import type { AnyRecord, Field, RecordDescription } from '#contract/books/field.ts'
import {
  maskedRow,
  sheetRow,
  sheetTotal,
  type SheetCell,
  isImported,
  templateColumns,
} from '#domain/sheets/record-sheet.ts'
import { takeOutShape } from '#contract/trail/take-out.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import { isOrderable } from '../db/lists/list-description.ts'
import { openList } from '../db/lists/read-list.ts'
import type { WritableCollection } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { attachmentHeader } from '../documents/attachment.ts'
import { describedColumns, readReferenceNames } from '../documents/export/described-columns.ts'
import {
  registerExportExcel,
  type ExportRequest,
  type ExcelExport,
  readExportReason,
  exportAuditDetail,
} from '../documents/export/excel-export.ts'
import { bookLayout, sheetNameOf, writeBook, type Workbook, rowsPerChunk } from '../documents/export/write-book.ts'
import { registerImportExcel, type ImportedBook } from '../documents/import/import-excel.ts'
import { referenceReaders } from '../documents/import/sheet-row.ts'
import { workbookMediaType, type SheetChunk } from '../documents/xlsx/sheet.ts'
import type { TaskRegistrar, DownloadKind } from '../jobs/task-kind.ts'
import { filtersOf, policyOf, type BookContext, type ServedBook, type ServedSheet } from './served-book.ts'
import { writeSheet } from '../documents/xlsx/write-sheet.ts'

/**
 * The Excel calls of a book: `GET export_excel` with the list's filters, `POST import_excel`
 * (multipart, dry run first) and `GET download_template/{name}`. Unless the book defines its own
 * sheet, all three have the same columns, so exported sheets and filled templates can be imported.
 * Books with a `judge` (leave) have no import, because their records are checked one by one.
 */
export function registerBookExcel(app: App, context: BookContext, book: ServedBook): void {
  if (!book.collection.description.leavesNoCopy) registerExportExcel(app, context.deps, exportOf(book, sheetOf(book)))
  if (book.collection.judge) return
  registerImportExcel(app, context.deps, { writes: context.writes, book: importOf(book) })
  registerTemplate(app, book)
}

/** Registers the export of a long book as a background task. */
export function addBookTask(to: TaskRegistrar, deps: Deps, book: ServedBook): void {
  const sheet = sheetOf(book)
  const { taskName: name, fileNames } = sheet
  if (name === undefined || book.collection.description.leavesNoCopy) return
  const exported = exportOf(book, sheet)
  to.addKind(exportInBackground(deps, { name, path: `${exported.path}_bulk`, exported, fileNames }))
}

function sheetOf({ sheet, collection }: ServedBook): ServedSheet {
  return sheet ?? describedSheet(collection)
}

/** The export of a book, for the direct call and for the download task. */
export function exportOf(book: ServedBook, sheet: ServedSheet): ExcelExport {
  const { collection, list } = book
  const filters = filtersOf(book)
  const isKnown = (ordering: string | undefined) => isOrderable(list, ordering)
  return {
    path: `${genericBaseOf(collection.description)}export_excel`,
    tag: collection.description.label,
    collection: collection.name,
    query: filters.extend({
      ordering: filters.shape.ordering.refine(isKnown, unknownOrder),
      sort_field: filters.shape.sort_field.refine(isKnown, unknownOrder),
    }),
    policy: policyOf(book),
    fileNames: (today) => sheet.fileNames(today),
    write: (request, question) =>
      writeBook(request.db, workbookOf(book, sheet, { ...request, question }), request.onProgress),
  }
}

const unknownOrder = '정렬할 수 없는 항목입니다.'

function workbookOf(
  { collection, list }: ServedBook,
  { name, columns, total, isJoined, rowsBy }: ServedSheet,
  request: Pick<ExportRequest, 'reader' | 'today' | 'isMasked'> & { question: Record<string, unknown> },
): Workbook<never> {
  return {
    ...(total && { total }),
    ...(isJoined && { isJoined }),
    collection,
    layout: bookLayout(name, columns),
    async open(trx) {
      const rowOf: (record: never) => SheetCell[] = await rowsBy(trx)
      const toCells = request.isMasked ? (record: never) => maskedRow(columns, rowOf(record)) : rowOf
      return { ...(await openList(trx, list, request)), rowOf: toCells }
    },
  }
}

/** All fields under their labels, references by name, with a total row for money. */
export function describedSheet(collection: WritableCollection): ServedSheet {
  const { description } = collection
  const columns = describedColumns(collection, {})
  return {
    name: sheetNameOf(description.label),
    columns,
    ...(columns.some(({ summed }) => summed) && { total: () => sheetTotal(columns) }),
    async rowsBy(db) {
      const named = describedColumns(collection, await readReferenceNames(db, collection))
      return (record: AnyRecord) => sheetRow(named, record)
    },
    fileNames: (today) => genericExportNames(description, today),
  }
}

function importOf(book: ServedBook): ImportedBook {
  const { collection, imported } = book
  const { description } = collection
  const fields = importedFields(description)
  const needed = fields.find(({ required }) => required) ?? fields[0]
  if (!needed) throw new Error(`${collection.name} has no field that a sheet could set`)
  return {
    collection,
    sheet: sheetOf(book),
    path: `${genericBaseOf(description)}import_excel`,
    tag: description.label,
    neededKey: needed.key,
    exampleTitles: fields
      .slice(0, 4)
      .map(({ label }) => label)
      .join(', '),
    sharedKeys: [needed.key],
    words: { book: '목록', record: '자료' },
    policy: policyOf(book),
    fieldReaders: (db) => referenceReaders(db, collection),
    ...imported,
  }
}

/** An empty sheet with the importable titles, required ones marked with a star. */
function registerTemplate(app: App, book: ServedBook): void {
  const { description } = book.collection
  const policy = policyOf(book)
  app.route({
    method: 'GET',
    url: `${genericBaseOf(description)}download_template/:name`,
    schema: { tags: [description.label], params: templateParamsSchema },
    onRequest: async (request) => void policy(request),
    handler: async (request, reply) =>
      await reply
        .type(workbookMediaType)
        .header('content-disposition', attachmentHeader(templateNames(request.params.name)))
        .send(writeTemplate(description.label, description.fields)),
  })
}

function importedFields({ fields }: RecordDescription): Field[] {
  return fields.filter(isImported)
}

/** Writes only the row of titles. */
function writeTemplate(label: string, fields: readonly Field[]): Readable {
  return writeSheet(bookLayout(sheetNameOf(label), templateColumns(fields)), noRows())
}

async function* noRows(): AsyncGenerator<SheetChunk> {}

/**
 * An Excel export as a download task, for long books. `name` is stored in the table of tasks and
 * must never change.
 */
function exportInBackground(
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
    input: exported.query.extend(takeOutShape),
    check: async (input) => void readExportReason(input),
    detail: exportAuditDetail,
    mediaType: workbookMediaType,
    batchSize: rowsPerChunk,
    policy: (request) => exported.policy(request),
    fileNames: (requestedAt) => task.fileNames(officeDay(requestedAt.getTime())),
    write(input, onProgress) {
      const { isMasked } = readExportReason(input)
      return exported.write({ db: deps.db, today: officeDay(deps.now().getTime()), onProgress, isMasked }, input)
    },
  }
}
