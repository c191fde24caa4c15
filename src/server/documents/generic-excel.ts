import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { dayRangesOf, genericExportNames, templateNames, templateParamsSchema } from '#contract/generic-resource.ts'
import type { Field, RecordDescription } from '#contract/books/field.ts'
import type { WritableCollection, WritePipeline } from '#server/db/writable-collection.ts'
import type { App, Deps } from '#server/deps.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import { attachmentHeader } from './attachment.ts'
import { registerExportExcel, type ExcelExport } from './export/excel-export.ts'
import { isImported } from './import/header-row.ts'
import { registerImportExcel, type ImportedBook } from './import/import-excel.ts'
import { referenceReaders } from './import/reference-readers.ts'
import { type FoundRecords, writeRecords, writeTemplate } from './export/write-records.ts'
import { workbookMediaType } from './xlsx/sheet.ts'

export interface GenericExcel<Query extends z.ZodObject> {
  readonly collection: WritableCollection
  /** With a slash at its end. */
  readonly base: string
  /** Throws 401 or 403; for the way out and the way in. */
  readonly policy: (request: FastifyRequest) => SignedInUser
  /** What the list is filtered and ordered by: its question without the page. Ranges of the described days are added here. */
  readonly filters: Query
  readonly records: FoundRecords<z.output<Query>>
  /** Other words for the same column, by field key, for sheets made elsewhere. */
  readonly otherTitles?: Readonly<Record<string, readonly string[]>>
  /** A screen of the spec asks for another sheet under the same path. */
  readonly hasOwnExport?: true
}

/**
 * The Excel calls of a generic list resource (spec 1 §7.3) over a record's description: `GET export_excel` with the list's filters and `{field}_start`, `{field}_end`
 * for its days, `POST import_excel` (multipart, dry run first: decision 12), `GET download_template/{name}`. The three speak the same columns: what was taken out, or
 * filled into the template, can be brought in. Call it beside `registerGenericWrites`.
 */
export function registerGenericExcel<Query extends z.ZodObject>(
  app: App,
  deps: Deps,
  { writes, resource }: { writes: WritePipeline; resource: GenericExcel<Query> },
): void {
  if (!resource.hasOwnExport) registerExportExcel(app, deps, exportOf(resource))
  registerImportExcel(app, deps, { writes, book: bookOf(resource) })
  registerTemplate(app, resource)
}

function exportOf<Query extends z.ZodObject>({
  collection,
  base,
  policy,
  filters,
  records,
}: GenericExcel<Query>): ExcelExport {
  const { name, description } = collection
  return {
    path: `${base}export_excel`,
    tag: description.label,
    collection: name,
    query: filters.extend(dayRangesOf(description)),
    policy,
    fileNames: (today) => genericExportNames(description, today),
    // The schema is the list's with the ranges beside it, so what it gave holds the list's own filters.
    write: (db, query, asked) =>
      writeRecords(db, { collection, records, filters: query as z.output<Query> & typeof query }, asked),
  }
}

function bookOf({ collection, base, policy, otherTitles = {} }: GenericExcel<z.ZodObject>): ImportedBook {
  const imported = importedFields(collection.description)
  const [needed] = imported.toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
  if (!needed) throw new Error(`${collection.name} has no field that a sheet could set`)
  return {
    collection,
    path: `${base}import_excel`,
    tag: collection.description.label,
    otherTitles,
    neededKey: needed.key,
    exampleTitles: imported
      .slice(0, 4)
      .map(({ label }) => label)
      .join(', '),
    sharedKeys: [needed.key],
    words: { book: '목록', record: '자료' },
    policy,
    fieldReaders: (db) => referenceReaders(db, collection),
  }
}

/** An empty sheet with the titles that the import knows, those that must be filled marked with a star. Also for a business that imports in its own way. */
export function registerTemplate(
  app: App,
  { collection, base, policy }: Pick<GenericExcel<z.ZodObject>, 'collection' | 'base' | 'policy'>,
): void {
  app.route({
    method: 'GET',
    url: `${base}download_template/:name`,
    schema: { tags: [collection.description.label], params: templateParamsSchema },
    onRequest: async (request) => void policy(request),
    handler: async (request, reply) => {
      const { name } = request.params
      return await reply
        .type(workbookMediaType)
        .header('content-disposition', attachmentHeader(templateNames(name)))
        .send(writeTemplate(collection.description.label, importedFields(collection.description)))
    },
  })
}

function importedFields({ fields }: RecordDescription): Field[] {
  return fields.filter(isImported)
}
