import type { FastifyReply } from 'fastify'
import { contactAnswerSchema, contactBodySchema, contactHeadersSchema } from '#contract/site/inquiries.ts'
import type { ContactBody } from '#contract/site/inquiries.ts'
import { contactPath } from '#contract/books/inquiries.ts'
import { problemSchema } from '#contract/problem.ts'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { sharedLimit } from '../plugins/shared-limit.ts'
import { sendProblem } from '../http/send-problem.ts'
import { inquiryCollection } from './books.ts'
import { visitor } from './judge-inquiry.ts'

/** Room in bytes for 5,000 Hangul syllables and the other fields in any JSON escaping. */
const maxBytes = 64 * 1024

/** An office behind one address has a few people; a script sends thousands. */
const perMinute = 5

/**
 * `POST /api/contact/`: anybody sends an inquiry. The Idempotency-Key becomes its id, so that a
 * repeat stores it once, even when the first answer was lost. A filled honeypot is answered like a
 * success and not stored.
 */
export function registerContact(app: App, deps: Deps, writes: WritePipeline): void {
  app.route({
    method: 'POST',
    url: contactPath,
    bodyLimit: maxBytes,
    onRequest: sharedLimit(deps, { max: perMinute }),
    schema: {
      tags: [inquiryCollection.description.label],
      headers: contactHeadersSchema,
      body: contactBodySchema,
      response: { 201: contactAnswerSchema, '4xx': problemSchema },
    },
    handler: async (request, reply) => {
      const key = request.headers['idempotency-key'] ?? deps.newId()
      if (request.body.website) return acknowledge(reply, key)
      const answer = await writes.write(inquiryCollection, {
        kind: 'create',
        body: { id: key, state: 'new' },
        stored: storedOf(request.body),
        writer: visitor,
        opId: key,
      })
      if (answer.status < 300) return acknowledge(reply, key)
      // The key is forgotten after 180 days but the inquiry under it is not. Confirms the receipt
      // without disclosing the stored inquiry.
      if ('code' in answer.body && answer.body.code === 'conflict') return acknowledge(reply, key)
      return sendProblem(reply, problemSchema.parse(answer.body))
    },
  })
}

function storedOf({ name, phone, email, subject, message, consented_at }: ContactBody) {
  return { name, phone, email, subject, message, consented_at }
}

function acknowledge(reply: FastifyReply, key: string): FastifyReply {
  return reply.code(201).header('op-id', key).send({ id: key, state: 'received' })
}
