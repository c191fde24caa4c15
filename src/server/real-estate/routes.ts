import { bookOf } from '#contract/books/collections.ts'
import {
  caseBookListQuerySchema,
  caseBookListSchema,
  groupListQuerySchema,
  groupListSchema,
  uniqueFieldsSchema,
} from '#contract/real-estate.ts'
import { isOrderable } from '../db/lists/list-description.ts'
import { readListPage } from '../db/lists/read-list.ts'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { registerExportExcel } from '../documents/export/excel-export.ts'
import { registerGenericExcel } from '../documents/generic-excel.ts'
import { registerImportExcel } from '../documents/import/import-excel.ts'
import { audit } from '../plugins/audit.ts'
import { registerGenericWrites } from '../plugins/generic-resource.ts'
import { refuseOrdering } from '../plugins/refusal.ts'
import { registerWriteRoutes } from '../plugins/write-routes.ts'
import { realEstateCollections, realEstateGroupCollection } from './collections.ts'
import { caseBookExport } from './export-excel.ts'
import { groupExcel } from './group-excel.ts'
import { caseBookImport } from './import-excel.ts'
import { caseBookList } from './list-case-book.ts'
import { groupList, readUniqueFields } from './list-groups.ts'
import { requireCaseBookAccess } from './policy.ts'

/** The case book's plain REST calls (spec 2 §7, decision 14) and its groups as a generic list resource. */
export function registerRealEstateRoutes(app: App, deps: Deps, writes: WritePipeline): void {
  registerCaseBookList(app, deps)
  registerUniqueFields(app, deps)
  registerGroupList(app, deps)
  registerExportExcel(app, deps, caseBookExport)
  registerImportExcel(app, deps, { writes, book: caseBookImport })
  for (const collection of realEstateCollections) {
    registerWriteRoutes(app, { writes, newId: deps.newId }, { collection, policy: requireCaseBookAccess })
  }
  const groups = { collection: realEstateGroupCollection, base: bookOf('real-estate-groups').path }
  registerGenericWrites(app, { writes, newId: deps.newId }, { ...groups, policy: requireCaseBookAccess })
  registerGenericExcel(app, deps, { writes, resource: groupExcel })
}

function registerCaseBookList(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/realestate/list/',
    schema: { tags: ['사건부'], querystring: caseBookListQuerySchema, response: { 200: caseBookListSchema } },
    // Rows come from our own tables; checking ten thousand of them again would cost more than reading them.
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: async (request) => void requireCaseBookAccess(request),
    handler: async (request) => {
      if (!isOrderable(caseBookList, request.query.ordering)) throw refuseOrdering()
      const { id, name } = requireCaseBookAccess(request)
      const [list] = await Promise.all([
        readListPage(db, caseBookList, { question: request.query }),
        audit(db, {
          user: { id, name },
          address: request.ip,
          act: 'list',
          collection: 'real-estate',
          detail: request.query,
        }),
      ])
      return list as never
    },
  })
}

function registerUniqueFields(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/realestate/unique_fields/',
    schema: { tags: ['사건부'], response: { 200: uniqueFieldsSchema } },
    onRequest: async (request) => void requireCaseBookAccess(request),
    handler: () => readUniqueFields(db),
  })
}

function registerGroupList(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/realestate/group/list',
    schema: { tags: ['사업구간(그룹)'], querystring: groupListQuerySchema, response: { 200: groupListSchema } },
    onRequest: async (request) => void requireCaseBookAccess(request),
    handler: async (request) => {
      if (!isOrderable(groupList, request.query.ordering)) throw refuseOrdering()
      return await readListPage(db, groupList, { question: request.query })
    },
  })
}
