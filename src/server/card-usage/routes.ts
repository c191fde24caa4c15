import { z } from 'zod'
import { cardUsageListSchema, cardUsageQuerySchema, cardUsageSchemas } from '#contract/card-usage.ts'
import { problem } from '#contract/problem.ts'
import { bookOf } from '#contract/books/collections.ts'
import { idSchema } from '#contract/values.ts'
import { officeDay } from '#domain/office-date.ts'
import type { Database } from '../db/client.ts'
import { readWholeList } from '../db/lists/read-list.ts'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { registerExportExcel } from '../documents/export/excel-export.ts'
import { registerTemplate } from '../documents/generic-excel.ts'
import { registerImportExcel } from '../documents/import/import-excel.ts'
import { registerFilterOptions } from '../plugins/filter-options.ts'
import { registerGenericWrites } from '../plugins/generic-resource.ts'
import { Refusal } from '../plugins/refusal.ts'
import { asFields, type Asked, registerWriteRoute, registerWriteRoutes } from '../plugins/write-routes.ts'
import { takingAsReceived } from './as-received.ts'
import { cardUsageCollection } from './collections.ts'
import { cardUsageExport } from './export-excel.ts'
import { cardUsageImport } from './import-excel.ts'
import { cardUsageList } from './list-card-usage.ts'
import { requireCardUsageAccess } from './policy.ts'

const base = bookOf('card-usage').path
const tag = cardUsageCollection.description.label

/** Card usage and car ledger (spec 1 §7.1, spec 3 §7; decision 16: both PUT paths save), the rest by the generic list resource. */
export function registerCardUsageRoutes(app: App, deps: Deps, pipeline: WritePipeline): void {
  const writes = takingAsReceived(pipeline)
  const resource = { collection: cardUsageCollection, base, policy: requireCardUsageAccess }
  registerList(app, deps)
  registerExportExcel(app, deps, cardUsageExport)
  registerImportExcel(app, deps, { writes, book: cardUsageImport })
  registerTemplate(app, resource)
  registerWriteRoutes(app, { writes, newId: deps.newId }, resource)
  registerGenericWrites(app, { writes, newId: deps.newId }, resource)
  registerFilterOptions(app, deps, resource)
  for (const path of [base, '/api/mysql/car/']) {
    registerNamed(app, deps, { writes, url: `${path}:id`, kind: 'update' })
    registerNamed(app, deps, { writes, url: `${path}:id`, kind: 'delete' })
  }
}

function registerList(app: App, { db, now }: Deps): void {
  app.route({
    method: 'GET',
    url: `${base}list`,
    schema: { tags: [tag], querystring: cardUsageQuerySchema, response: { 200: cardUsageListSchema } },
    // Rows come from our own table, as JSON that the database made.
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: async (request) => void requireCardUsageAccess(request),
    handler: async (request) =>
      (await readWholeList(db, cardUsageList, { query: request.query, today: officeDay(now().getTime()) })) as never,
  })
}

interface Named {
  readonly writes: WritePipeline
  readonly url: string
  readonly kind: 'update' | 'delete'
}

/** `PUT` and `DELETE {id}`: the record named by its approval number, as the spec has it, or by its id, which those written by hand have only. */
function registerNamed(app: App, { db }: Deps, { writes, url, kind }: Named): void {
  registerWriteRoute(app, writes, {
    method: kind === 'update' ? 'PUT' : 'DELETE',
    url,
    kind,
    collection: cardUsageCollection,
    policy: requireCardUsageAccess,
    params: z.object({ id: z.string().max(300) }),
    ...(kind === 'update' && {
      body: cardUsageSchemas.change.extend({ pay: z.union([z.string(), z.number(), z.null()]).optional() }),
    }),
    readSent: async (request) => ({ body: { ...asFields(request.body), id: await findNamed(db, nameOf(request)) } }),
  })
}

function nameOf({ params }: Asked): string {
  return z.object({ id: z.string() }).parse(params).id
}

async function findNamed(db: Database, name: string): Promise<string> {
  const byNumber = await db.selectFrom('card_usage').select('id').where('approve_num', '=', name).executeTakeFirst()
  if (byNumber) return byNumber.id
  // A record that is gone must still be found by its id: a repeated delete gets its stored answer.
  const id = idSchema.safeParse(name)
  if (id.success) return id.data
  throw new Refusal(problem('not_found'))
}
