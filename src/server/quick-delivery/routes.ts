import { z } from 'zod'
import { getBook } from '#contract/books/collections.ts'
import {
  deliveryBalanceSchema,
  quickDeliverySchemas,
  quickTopUpSchema,
} from '#contract/quick-delivery/quick-delivery.ts'
import { idSchema } from '#contract/records/values.ts'
import { registerWriteRoute, type RequestParts, toFields } from '#server/books/write-routes.ts'
import type { App, Deps } from '#server/deps.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import type { WritePipeline } from '#server/writes/write-pipeline-types.ts'
import { writableQuickDeliveryBook as book, createTopUp } from './books.ts'
import { readBalance } from './running-balance-sql.ts'

const base = getBook('quick-deliveries').path

/**
 * Routes of quick deliveries in addition to those of every book: one record by its path, balance
 * and top-up.
 */
export function quickDeliveryRoutes(app: App, deps: Deps & Pick<RouteDeps, 'writes'>): void {
  const { writes } = deps
  registerWritesById(app, writes)
  registerBalance(app, deps, writes)
}

/** `PUT` and `DELETE /api/quick/{id}/` of the published API. */
function registerWritesById(app: App, writes: WritePipeline): void {
  const byId = { url: `${base}:id/`, book, policy: requireStaff, params: z.object({ id: idSchema }) }
  const readId = ({ params }: RequestParts) => toFields(params)['id']
  registerWriteRoute(app, writes, {
    ...byId,
    method: 'PUT',
    kind: 'update',
    body: quickDeliverySchemas.change.extend({ id: idSchema.optional() }),
    parseInput: (request) => ({ body: { ...toFields(request.body), id: readId(request) } }),
  })
  registerWriteRoute(app, writes, {
    ...byId,
    method: 'DELETE',
    kind: 'delete',
    parseInput: (request) => ({ body: { id: readId(request) } }),
  })
}

function registerBalance(app: App, deps: Deps, writes: WritePipeline): void {
  const url = `${base}balance/`
  app.route({
    method: 'GET',
    url,
    schema: { tags: [book.label], response: { 200: deliveryBalanceSchema } },
    onRequest: async (request) => void requireStaff(request),
    handler: () => readBalance(deps.db),
  })
  registerWriteRoute(app, writes, {
    method: 'POST',
    url,
    kind: 'create',
    book,
    policy: requireStaff,
    body: quickTopUpSchema,
    parseInput: (request) => ({ body: createTopUp(deps, request) }),
  })
}
