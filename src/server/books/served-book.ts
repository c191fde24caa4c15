import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { buildListFilters } from '#contract/records/generic-resource.ts'
import { filterText, orderShape, pageShape } from '#contract/records/list-query.ts'
import type { SheetCell, SheetColumn } from '#domain/sheets/record-sheet.ts'
import type { Database } from '#server/db/client.ts'
import type { ListDescription, ListParams } from '#server/db/lists/list-description.ts'
import type { ListPage } from '#server/db/lists/read-list.ts'
import type { Replica } from '#server/db/replica.ts'
import type { Deps } from '#server/deps.ts'
import type { Workbook } from '#server/documents/export/write-book.ts'
import type { ImportedBook } from '#server/documents/import/import-excel.ts'
import { requireStaff, type SignedInUser } from '#server/plugins/bearer.ts'
import { createWritableBook, type WritableBook } from '#server/writes/writable-book.ts'
import type { WritePipeline } from '#server/writes/write-pipeline-types.ts'
import type { ParseWrite } from './write-routes.ts'

/**
 * How a book is served: additions of a business to the book. `registerBook` registers all its
 * calls. Only `book` and `list` are required; `createPlainBook` serves a book without additions.
 */
export interface ServedBook<Own extends z.ZodRawShape = z.ZodRawShape> {
  readonly book: WritableBook
  readonly list: ListDescription<ListParams & z.output<z.ZodObject<Own>>>
  /** Throws 401 or 403. Absent: staff read and write. */
  readonly policy?: AccessPolicy
  /** List parameters besides search, page, order and described filters (`buildListFilters`). */
  readonly paramsShape?: Own
  /** Schema of the list's response; absent: a page of records. */
  readonly listSchema?: z.ZodType
  /** The list is sent whole, as an array without pages. */
  readonly isWhole?: true
  /** The form of a record in such a list, where it differs from the book's. */
  toResponse?(record: AnyRecord): Readonly<Record<string, unknown>>
  /** Completes a page with data beyond records and their joins. */
  completePage?(db: Database, page: ListPage): ListPage | Promise<ListPage>
  /** Which part of the query the trail records; absent: all of it. */
  selectForTrail?(query: Readonly<Record<string, unknown>>): Record<string, unknown>
  /** Reads a plain write, for books that also accept forms or have server-set fields. */
  parseWrite?(deps: Deps): ParseWrite
  /** Wraps the pipeline, for plain clients whose requests differ from the book's fields. */
  adaptWrites?(writes: WritePipeline): WritePipeline
  /** Additional `filter_options` besides the fixed values of its fields. */
  readonly options?: ExtraOptions
  /** The export sheet; absent: all described fields under their labels. */
  readonly sheet?: ServedSheet
  /** Import settings beyond the book. */
  readonly importSettings?: Partial<ImportedBook>
}

/** Dependencies of every book. */
export interface BookContext {
  readonly deps: Deps & { replica: Replica }
  readonly writes: WritePipeline
}

export interface ExtraOptions {
  readonly shape: z.ZodRawShape
  read(db: Database): Promise<Readonly<Record<string, unknown>>>
}

export type AccessPolicy = (request: FastifyRequest) => SignedInUser

export interface ServedSheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly total?: Workbook<AnyRecord>['total']
  readonly isJoined?: true
  /**
   * Prepares the function that makes a row of the sheet; reads further data within the snapshot of
   * the records.
   */
  createRowMapper(db: Database): Promise<(record: never) => SheetCell[]>
  fileNames(today: string): { ascii: string; korean: string }
  /**
   * Also exports as a background task, for a long book. The name is stored in the table of tasks
   * and must never change.
   */
  readonly taskName?: string
}

/** A book without server additions, ordered by name or newest first. */
export function createPlainBook(name: CollectionName): ServedBook {
  const book = createWritableBook(name)
  const isNamed = book.fields.some(({ key }) => key === 'name')
  return { book, list: { book, defaultOrder: isNamed ? 'name' : '-inserted_at' } }
}

export function getPolicy({ policy = requireStaff }: ServedBook): AccessPolicy {
  return policy
}

export function buildListQuery(served: ServedBook) {
  const filters = buildFilterSchema(served)
  return served.isWhole ? filters : filters.extend(pageShape)
}

/** The list parameters without the page, for a sheet. */
export function buildFilterSchema({ book, paramsShape = {} }: ServedBook) {
  return z.object({
    search: filterText,
    ...orderShape,
    ...buildListFilters(book),
    ...paramsShape,
  })
}
