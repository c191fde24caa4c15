import {
  inquiryAssigneesPath,
  inquiryAssigneesSchema,
  inquiryDestroyedSchema,
  inquiryDestroyPath,
  inquiryDestroySchema,
} from '#contract/site/inquiries.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import type { App, Deps } from '../deps.ts'
import type { ServerDeps } from '../server-deps.ts'
import { Refusal } from '../http/refusal.ts'
import { inquiryCollection } from './books.ts'
import { destroyInquiries } from './destroy-inquiries.ts'
import { readAssignees } from './judge-inquiry.ts'
import { requireInquiryAccess, requireInquiryDestruction } from './policy.ts'
import { registerContact } from './receive-inquiry.ts'
import { startRetention } from './retention.ts'

const tags = [inquiryCollection.description.label]

/** Visitors send inquiries, staff handle them, and a daily job destroys those a year old. */
export function inquiryRoutes(app: App, deps: Deps & Pick<ServerDeps, 'writes'>): void {
  const { writes } = deps
  registerContact(app, deps, writes)
  registerDestruction(app, deps)
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

function registerDestruction(app: App, { db, now }: Deps): void {
  app.route({
    method: 'POST',
    url: inquiryDestroyPath,
    schema: { tags, body: inquiryDestroySchema, response: { 200: inquiryDestroyedSchema, '4xx': problemSchema } },
    onRequest: async (request) => void requireInquiryDestruction(request),
    handler: async (request) => {
      const by = requireInquiryDestruction(request)
      const { id } = request.body
      await db.transaction().execute(async (trx) => {
        const columns = ['id', 'received_at'] as const
        const rows = await trx.selectFrom('inquiry').select(columns).where('id', '=', id).forUpdate().execute()
        if (rows.length === 0) throw new Refusal(problem('not_found'))
        await destroyInquiries(trx, rows, {
          by,
          address: request.ip,
          reason: '정보주체의 요청',
          now: now(),
          ground: '개인정보 보호법 제36조 (정보주체의 삭제 요구)',
        })
      })
      return { destroyed: id }
    },
  })
}
