import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { describedFiltersOf } from '#contract/records/generic-resource.ts'
import { filterText, orderShape, pageShape } from '#contract/records/list-question.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { SheetCell, SheetColumn } from '#domain/sheets/record-sheet.ts'
import type { Database } from '../db/client.ts'
import type { ListDescription, ListQuestion } from '../db/lists/list-description.ts'
import type { ListPage } from '../db/lists/read-list.ts'
import { writableCollection, type WritableCollection, type WritePipeline } from '../db/writable-collection.ts'
import type { Deps } from '../deps.ts'
import type { Workbook } from '../documents/export/write-book.ts'
import type { ImportedBook } from '../documents/import/import-excel.ts'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'
import type { ReadSent } from './write-routes.ts'

/**
 * How a book is served: what a business says beside the book's description, and `registerBook` answers every call of it. Only `collection` and `list` are needed, and a book
 * whose business has nothing to say is served by `plainBook`.
 */
export interface ServedBook<Own extends z.ZodRawShape = z.ZodRawShape> {
  readonly collection: WritableCollection
  readonly list: ListDescription<ListQuestion & z.output<z.ZodObject<Own>>>
  /** Throws 401 or 403. Absent: the office's staff read and write. */
  readonly policy?: Policy
  /** What the list is asked with beside words, page, order and what the description says (`describedFiltersOf`). */
  readonly question?: Own
  /** What the list answers; absent: a page of records. */
  readonly answer?: z.ZodType
  /** The list is answered whole, as an array: what the specification shows of it knows no pages. */
  readonly isWhole?: true
  /** What a list answered whole says of a record, where the specification shows it otherwise than the book has it. */
  answerOf?(record: AnyRecord): Readonly<Record<string, unknown>>
  /** Makes what is answered of a page of records, where that is more than the records and what is joined to them. */
  finish?(db: Database, page: ListPage): ListPage | Promise<ListPage>
  /** Who looks at a list leaves a trace: what stands in it of the question; absent: all of it. */
  trail?(question: Readonly<Record<string, unknown>>): Record<string, unknown>
  /** What a plain write sends, for books that also take forms or whose records carry what only the server sets. */
  readSent?(deps: Deps): ReadSent
  /** What stands before the pipeline, for plain clients whose words are not quite the book's. */
  taking?(writes: WritePipeline): WritePipeline
  /** What `filter_options` says beside the fixed values of its fields. */
  readonly options?: OwnOptions
  /** How it is taken out as a sheet; absent: all described fields under their labels. */
  readonly sheet?: ServedSheet
  /** How sheets are brought in, where that is more than the description says. */
  readonly imported?: Partial<ImportedBook>
}

/** What every book stands on. */
export interface BookContext {
  readonly deps: Deps
  readonly writes: WritePipeline
}

export interface OwnOptions {
  readonly shape: z.ZodRawShape
  read(db: Database): Promise<Readonly<Record<string, unknown>>>
}

export type Policy = (request: FastifyRequest) => SignedInUser

export interface ServedSheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  readonly total?: Workbook<AnyRecord>['total']
  readonly isJoined?: true
  /** What makes a row of the sheet, with what must be read beside the records, asked within their snapshot. */
  rowsBy(db: Database): Promise<(record: never) => SheetCell[]>
  fileNames(today: string): { ascii: string; korean: string }
  /** Also as a download task, for a book too long to wait for. The name stands in the table of tasks and never changes. */
  readonly taskName?: string
}

/** A book with nothing of its own on the server: by name, or the newest first. */
export function plainBook(name: CollectionName): ServedBook {
  const collection = writableCollection(name)
  const isNamed = collection.description.fields.some(({ key }) => key === 'name')
  return { collection, list: { collection, defaultOrder: isNamed ? 'name' : '-inserted_at' } }
}

export function policyOf({ policy = requireStaff }: ServedBook): Policy {
  return policy
}

/** What the list is asked with. */
export function listQueryOf(book: ServedBook) {
  const filters = filtersOf(book)
  return book.isWhole ? filters : filters.extend(pageShape)
}

/** The same without the page, for a sheet. */
export function filtersOf({ collection, question = {} }: ServedBook) {
  return z.object({
    search: filterText,
    ...orderShape,
    ...describedFiltersOf(collection.description),
    ...question,
  })
}
