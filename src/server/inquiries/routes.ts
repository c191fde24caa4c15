import {
  inquiryAssigneesPath,
  inquiryAssigneesSchema,
  inquiryDestroyedSchema,
  inquiryDestroyPath,
  inquiryDestroySchema,
  inquiryListQuerySchema,
  inquiryListSchema,
} from '#contract/inquiries.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { bookOf } from '#contract/books/collections.ts'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { isOrderable } from '../db/lists/list-description.ts'
import { readListPage } from '../db/lists/read-list.ts'
import { audit, withoutEmpty } from '../plugins/audit.ts'
import { Refusal, refuseOrdering } from '../plugins/refusal.ts'
import { registerWriteRoutes } from '../plugins/write-routes.ts'
import { inquiryCollection } from './collections.ts'
import { destroyInquiries } from './destroy-inquiries.ts'
import { readAssignees } from './judge-inquiry.ts'
import { inquiryList } from './list-inquiries.ts'
import { requireInquiryAccess, requireInquiryDestruction } from './policy.ts'
import { registerContact } from './receive-inquiry.ts'
import { startRetention } from './retention.ts'

const base = bookOf('inquiries').path
const tags = [inquiryCollection.description.label]

/** Visitors send inquiries, staff handle them, and a daily job destroys what is a year old. */
export function registerInquiryRoutes(app: App, deps: Deps, writes: WritePipeline): void {
  registerContact(app, deps, writes)
  registerList(app, deps)
  registerDestruction(app, deps)
  registerWriteRoutes(
    app,
    { writes, newId: deps.newId },
    { collection: inquiryCollection, policy: requireInquiryAccess },
  )
  app.route({
    method: 'GET',
    url: inquiryAssigneesPath,
    schema: { tags, response: { 200: inquiryAssigneesSchema } },
    onRequest: async (request) => void requireInquiryAccess(request),
    handler: async () => ({ results: await readAssignees(deps.db) }),
  })
  let stop: (() => Promise<void>) | undefined
  app.addHook('onListen', async () => {
    stop = startRetention(app.log, deps)
  })
  app.addHook('onClose', async () => await stop?.())
}

function registerList(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: base,
    schema: { tags, querystring: inquiryListQuerySchema, response: { 200: inquiryListSchema } },
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: async (request) => void requireInquiryAccess(request),
    handler: async (request) => {
      const user = requireInquiryAccess(request)
      if (!isOrderable(inquiryList, request.query.ordering)) throw refuseOrdering()
      await audit(db, {
        user,
        address: request.ip,
        act: 'list',
        collection: inquiryCollection.name,
        // Words that were searched for may be somebody's name, which the trail would keep for ever.
        detail: { ...withoutEmpty(request.query), ...(request.query.search && { search: '검색함' }) },
      })
      return await readListPage(db, inquiryList, { question: request.query })
    },
  })
}

function registerDestruction(app: App, { db }: Deps): void {
  app.route({
    method: 'POST',
    url: inquiryDestroyPath,
    schema: { tags, body: inquiryDestroySchema, response: { 200: inquiryDestroyedSchema, '4xx': problemSchema } },
    onRequest: async (request) => void requireInquiryDestruction(request),
    handler: async (request) => {
      const by = requireInquiryDestruction(request)
      const { id } = request.body
      await db.transaction().execute(async (trx) => {
        const columns = ['id', 'version', 'received_at'] as const
        const rows = await trx.selectFrom('inquiry').select(columns).where('id', '=', id).forUpdate().execute()
        if (rows.length === 0) throw new Refusal(problem('not_found'))
        await destroyInquiries(trx, rows, { by, address: request.ip, reason: '정보주체의 요청' })
      })
      return { destroyed: id }
    },
  })
}
