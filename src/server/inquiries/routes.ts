import type { FastifyReply } from 'fastify'
import { contactPath } from '#contract/books/inquiries.ts'
import {
  type ContactBody,
  contactBodySchema,
  contactHeadersSchema,
  contactResponseSchema,
  inquiryAssigneesPath,
  inquiryAssigneesSchema,
  inquiryDestroyedSchema,
  inquiryDestroyPath,
  inquiryDestroySchema,
} from '#contract/inquiries/inquiries.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem, sendProblem } from '#server/http/http-problem.ts'
import { createSharedLimit } from '#server/plugins/request-limits.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import type { WritePipeline } from '#server/writes/write-pipeline-types.ts'
import { readAssignees, visitor, writableInquiryBook } from './books.ts'
import { destroyInquiries, startInquiryRetention } from './destroy-inquiries.ts'
import { requireInquiryAccess, requireInquiryDestruction } from './policy.ts'

const tags = [writableInquiryBook.label]

/** Visitors send inquiries, staff handle them, and a daily run destroys those a year old. */
export function inquiryRoutes(app: App, deps: Deps & Pick<RouteDeps, 'writes'>): void {
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
    stop = startInquiryRetention(app.log, deps)
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
        if (rows.length === 0) throw new HttpProblem(problem('not_found'))
        await destroyInquiries(trx, rows, {
          by,
          ipAddress: request.ip,
          reason: '정보주체의 요청',
          now: now(),
          legalBasis: '개인정보 보호법 제36조 (정보주체의 삭제 요구)',
        })
      })
      return { destroyed: id }
    },
  })
}

/** Room in bytes for 5,000 Hangul syllables and the other fields in any JSON escaping. */
const maxContactBytes = 64 * 1024

/** Per IP address: an office behind one has a few people; a script sends thousands. */
const contactsPerMinute = 5

/**
 * `POST /api/contact/`: anybody sends an inquiry. The Idempotency-Key becomes its id, so that a
 * repeat stores it once, even when the first response was lost. A request that fills the honeypot
 * gets the response of a success and is not stored.
 */
function registerContact(app: App, deps: Deps, writes: WritePipeline): void {
  app.route({
    method: 'POST',
    url: contactPath,
    bodyLimit: maxContactBytes,
    onRequest: createSharedLimit(deps, { max: contactsPerMinute }),
    schema: {
      tags: [writableInquiryBook.label],
      headers: contactHeadersSchema,
      body: contactBodySchema,
      response: { 201: contactResponseSchema, '4xx': problemSchema },
    },
    handler: async (request, reply) => {
      const key = request.headers['idempotency-key'] ?? deps.newId()
      if (request.body.website) return acknowledge(reply, key)
      const result = await writes.write(writableInquiryBook, {
        kind: 'create',
        body: { id: key, state: 'new' },
        stored: toStoredFields(request.body),
        writer: visitor,
        opId: key,
      })
      if (result.status < 300) return acknowledge(reply, key)
      // The key is forgotten after 180 days but the inquiry under it is not. Confirms the receipt
      // without disclosing the stored inquiry.
      if ('code' in result.body && result.body.code === 'conflict') return acknowledge(reply, key)
      return sendProblem(reply, problemSchema.parse(result.body))
    },
  })
}

function toStoredFields({ name, phone, email, subject, message, consented_at }: ContactBody) {
  return { name, phone, email, subject, message, consented_at }
}

function acknowledge(reply: FastifyReply, key: string): FastifyReply {
  return reply.code(201).header('op-id', key).send({ id: key, state: 'received' })
}
