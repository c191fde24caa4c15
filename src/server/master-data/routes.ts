import { type MasterCollection, masterListQuerySchema, masterListSchema } from '#contract/master-data.ts'
import { type CollectionName, bookOf } from '#contract/books/collections.ts'
import { isOrderable } from '../db/lists/list-description.ts'
import { readListPage } from '../db/lists/read-list.ts'
import type { WritableCollection, WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { registerExportExcel } from '../documents/export/excel-export.ts'
import { registerGenericExcel } from '../documents/generic-excel.ts'
import { audit, withoutEmpty } from '../plugins/audit.ts'
import { registerFilterOptions } from '../plugins/filter-options.ts'
import { registerGenericWrites } from '../plugins/generic-resource.ts'
import { refuseOrdering } from '../plugins/refusal.ts'
import { registerWriteRoutes } from '../plugins/write-routes.ts'
import { masterDataCollections } from './collections.ts'
import { registerCompanyPicture } from './company-picture.ts'
import { titleExport } from './export-titles.ts'
import { masterListOf } from './list-records.ts'
import { excelOf } from './master-excel.ts'
import { requireMasterDataAccess } from './policy.ts'
import { companyReader, departmentReader } from './read-sent.ts'

/** The master lists behind the deposit cases (spec 3 §7): each a list, create, update and delete on its own base path. */
export function registerMasterDataRoutes(app: App, deps: Deps, writes: WritePipeline): void {
  for (const collection of masterDataCollections) {
    const base = bookOf(collection.name).path
    registerList(app, deps, { collection, url: base })
    // The generic list resource (spec 1 §7.3), which the title screen's table asks.
    registerList(app, deps, { collection, url: `${base}list` })
    const readSent = readers[collection.name]?.(deps)
    registerWriteRoutes(
      app,
      { writes, newId: deps.newId },
      {
        collection,
        policy: requireMasterDataAccess,
        ...(readSent && { readSent }),
      },
    )
    const resource = { collection, base, policy: requireMasterDataAccess }
    registerGenericWrites(app, { writes, newId: deps.newId }, resource)
    registerFilterOptions(app, deps, resource)
    registerGenericExcel(app, deps, { writes, resource: excelOf(collection) })
  }
  registerCompanyPicture(app, deps)
  registerExportExcel(app, deps, titleExport)
}

/** The two that also come as a form (spec 3 §7). */
const readers: Partial<Record<CollectionName, typeof companyReader>> = {
  companies: companyReader,
  departments: departmentReader,
}

function registerList(
  app: App,
  { db }: Deps,
  { collection, url }: { collection: WritableCollection; url: string },
): void {
  const list = masterListOf(collection)
  app.route({
    method: 'GET',
    url,
    schema: {
      tags: [collection.description.label],
      querystring: masterListQuerySchema,
      response: { 200: masterListSchema(collection.name as MasterCollection) },
    },
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: async (request) => void requireMasterDataAccess(request),
    handler: async (request) => {
      const { id, name } = requireMasterDataAccess(request)
      if (!isOrderable(list, request.query.ordering)) throw refuseOrdering()
      // Names, telephone numbers and mail addresses of people; the other lists hold none.
      if (collection.name === 'managers') {
        await audit(db, {
          user: { id, name },
          address: request.ip,
          act: 'list',
          collection: collection.name,
          detail: withoutEmpty(request.query),
        })
      }
      return await readListPage(db, list, { question: request.query })
    },
  })
}
