import { z } from 'zod'
import { problemSchema } from '#contract/problem.ts'
import {
  quickBalanceSchema,
  quickDeliverySchemas,
  quickListQuerySchema,
  quickListSchema,
  quickTopUpSchema,
} from '#contract/quick-delivery.ts'
import { writePath } from '#contract/records/collections.ts'
import { writeAnswerSchema } from '#contract/sync.ts'
import { idSchema } from '#contract/values.ts'
import { createListReader } from '../db/lists/read-list.ts'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { audit, withoutEmpty } from '../plugins/audit.ts'
import { refuseOutdatedClient } from '../plugins/client-version.ts'
import { registerExportExcel } from '../documents/export/excel-export.ts'
import { registerGenericExcel } from '../documents/generic-excel.ts'
import { registerFilterOptions } from '../plugins/filter-options.ts'
import { registerGenericWrites } from '../plugins/generic-resource.ts'
import { refuseOrdering } from '../plugins/refusal.ts'
import { registerWriteRoutes, send, toWriteRequest, writeHeadersSchema } from '../plugins/write-routes.ts'
import { readBalance } from './balance-sql.ts'
import { quickDeliveryCollection as collection } from './collections.ts'
import { isQuickOrderable, listDeliveries, quickDeliveryTable } from './list-deliveries.ts'
import { requireQuickAccess } from './policy.ts'
import { quickExcel, quickExport } from './quick-excel.ts'
import { quickReader, topUpOf } from './read-sent.ts'

const base = writePath['quick-deliveries']
const tags = [collection.description.label]

/**
 * Quick deliveries (spec 3 §7): list, create, change, delete, balance and top-up; what the spec does not show by the generic resource (spec 1 §7.3). The
 * header `X-CSRFToken` that writes may carry is accepted and decides nothing (decision 7).
 */
export function registerQuickDeliveryRoutes(app: App, deps: Deps, writes: WritePipeline): void {
  const resource = { collection, base, policy: requireQuickAccess }
  registerList(app, deps, base)
  registerList(app, deps, `${base}list`)
  registerWriteRoutes(app, writes, { collection, policy: requireQuickAccess, readSent: quickReader(deps) })
  registerWritesById(app, writes)
  registerBalance(app, deps, writes)
  registerGenericWrites(app, { writes, newId: deps.newId }, resource)
  registerFilterOptions(app, deps, resource)
  registerExportExcel(app, deps, quickExport)
  registerGenericExcel(app, deps, { writes, resource: quickExcel })
}

function registerList(app: App, { db }: Deps, url: string): void {
  const reader = createListReader(db, quickDeliveryTable)
  app.route({
    method: 'GET',
    url,
    schema: { tags, querystring: quickListQuerySchema, response: { 200: quickListSchema } },
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: async (request) => void requireQuickAccess(request),
    handler: async (request) => {
      const { ordering } = request.query
      if (ordering && !isQuickOrderable(ordering)) throw refuseOrdering()
      const { id, name } = requireQuickAccess(request)
      // Names of riders, senders and receivers.
      const entry = { user: { id, name }, address: request.ip, act: 'list', collection: collection.name } as const
      const [list] = await Promise.all([
        listDeliveries(reader, request.query),
        audit(db, { ...entry, detail: withoutEmpty(request.query) }),
      ])
      return list
    },
  })
}

/** `PUT` and `DELETE /api/quick/{id}/`, as the spec's client sends them. */
function registerWritesById(app: App, writes: WritePipeline): void {
  for (const [kind, method] of [
    ['update', 'PUT'],
    ['delete', 'DELETE'],
  ] as const) {
    app.route({
      method,
      url: `${base}:id/`,
      schema: {
        tags,
        headers: writeHeadersSchema,
        params: z.object({ id: idSchema }),
        ...(kind === 'update' && { body: quickDeliverySchemas.change.extend({ id: idSchema.optional() }) }),
        response: { '2xx': writeAnswerSchema, '4xx': problemSchema },
      },
      // The schemas above are for /api/docs; the pipeline validates on its own.
      validatorCompiler: () => (data) => ({ value: data }),
      serializerCompiler: () => (data) => JSON.stringify(data),
      onRequest: [refuseOutdatedClient, async (request) => void requireQuickAccess(request)],
      handler: async (request, reply) => {
        const user = requireQuickAccess(request)
        const fields = z.record(z.string(), z.unknown()).catch({}).parse(request.body)
        const body = { ...(kind === 'update' && fields), id: request.params.id }
        return send(reply, await writes.write(collection, toWriteRequest(kind, request, { user, sent: { body } })))
      },
    })
  }
}

function registerBalance(app: App, deps: Deps, writes: WritePipeline): void {
  app.route({
    method: 'GET',
    url: `${base}balance/`,
    schema: { tags, response: { 200: quickBalanceSchema } },
    onRequest: async (request) => void requireQuickAccess(request),
    handler: () => readBalance(deps.db),
  })
  app.route({
    method: 'POST',
    url: `${base}balance/`,
    schema: {
      tags,
      headers: writeHeadersSchema,
      body: quickTopUpSchema,
      response: { '2xx': writeAnswerSchema, '4xx': problemSchema },
    },
    validatorCompiler: () => (data) => ({ value: data }),
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: [refuseOutdatedClient, async (request) => void requireQuickAccess(request)],
    handler: async (request, reply) => {
      const user = requireQuickAccess(request)
      const write = toWriteRequest('create', request, { user, sent: { body: topUpOf(deps, request) } })
      return send(reply, await writes.write(collection, write))
    },
  })
}
