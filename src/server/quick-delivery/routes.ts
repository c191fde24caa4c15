import { z } from 'zod'
import {
  quickBalanceSchema,
  quickDeliverySchemas,
  quickListQuerySchema,
  quickListSchema,
  quickTopUpSchema,
} from '#contract/quick-delivery.ts'
import { bookOf } from '#contract/books/collections.ts'
import { idSchema } from '#contract/values.ts'
import { isOrderable } from '../db/lists/list-description.ts'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { audit, withoutEmpty } from '../plugins/audit.ts'
import { registerExportExcel } from '../documents/export/excel-export.ts'
import { registerGenericExcel } from '../documents/generic-excel.ts'
import { registerFilterOptions } from '../plugins/filter-options.ts'
import { registerGenericWrites } from '../plugins/generic-resource.ts'
import { refuseOrdering } from '../plugins/refusal.ts'
import { asFields, type Asked, registerWriteRoute, registerWriteRoutes } from '../plugins/write-routes.ts'
import { readBalance } from './balance-sql.ts'
import { quickDeliveryCollection as collection } from './collections.ts'
import { listDeliveries, quickList } from './list-deliveries.ts'
import { requireQuickAccess } from './policy.ts'
import { quickExcel, quickExport } from './quick-excel.ts'
import { quickReader, topUpOf } from './read-sent.ts'

const base = bookOf('quick-deliveries').path
const tags = [collection.description.label]

/**
 * Quick deliveries (spec 3 §7): list, create, change, delete, balance and top-up; what the spec does not show by the generic resource (spec 1 §7.3). The
 * header `X-CSRFToken` that writes may carry is accepted and decides nothing (decision 7).
 */
export function registerQuickDeliveryRoutes(app: App, deps: Deps, writes: WritePipeline): void {
  const resource = { collection, base, policy: requireQuickAccess }
  registerList(app, deps, base)
  registerList(app, deps, `${base}list`)
  registerWriteRoutes(
    app,
    { writes, newId: deps.newId },
    { collection, policy: requireQuickAccess, readSent: quickReader(deps) },
  )
  registerWritesById(app, writes)
  registerBalance(app, deps, writes)
  registerGenericWrites(app, { writes, newId: deps.newId }, resource)
  registerFilterOptions(app, deps, resource)
  registerExportExcel(app, deps, quickExport)
  registerGenericExcel(app, deps, { writes, resource: quickExcel })
}

function registerList(app: App, { db }: Deps, url: string): void {
  app.route({
    method: 'GET',
    url,
    schema: { tags, querystring: quickListQuerySchema, response: { 200: quickListSchema } },
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: async (request) => void requireQuickAccess(request),
    handler: async (request) => {
      if (!isOrderable(quickList, request.query.ordering)) throw refuseOrdering()
      const { id, name } = requireQuickAccess(request)
      // Names of riders, senders and receivers.
      const entry = { user: { id, name }, address: request.ip, act: 'list', collection: collection.name } as const
      const [list] = await Promise.all([
        listDeliveries(db, request.query),
        audit(db, { ...entry, detail: withoutEmpty(request.query) }),
      ])
      return list
    },
  })
}

/** `PUT` and `DELETE /api/quick/{id}/`, as the spec's client sends them. */
function registerWritesById(app: App, writes: WritePipeline): void {
  const byId = { url: `${base}:id/`, collection, policy: requireQuickAccess, params: z.object({ id: idSchema }) }
  const idOf = ({ params }: Asked) => asFields(params)['id']
  registerWriteRoute(app, writes, {
    ...{ ...byId, method: 'PUT', kind: 'update' },
    body: quickDeliverySchemas.change.extend({ id: idSchema.optional() }),
    readSent: (request) => ({ body: { ...asFields(request.body), id: idOf(request) } }),
  })
  registerWriteRoute(app, writes, {
    ...{ ...byId, method: 'DELETE', kind: 'delete' },
    readSent: (request) => ({ body: { id: idOf(request) } }),
  })
}

function registerBalance(app: App, deps: Deps, writes: WritePipeline): void {
  const url = `${base}balance/`
  app.route({
    method: 'GET',
    url,
    schema: { tags, response: { 200: quickBalanceSchema } },
    onRequest: async (request) => void requireQuickAccess(request),
    handler: () => readBalance(deps.db),
  })
  registerWriteRoute(app, writes, {
    ...{ method: 'POST', url, kind: 'create', collection, policy: requireQuickAccess, body: quickTopUpSchema },
    readSent: (request) => ({ body: topUpOf(deps, request) }),
  })
}
