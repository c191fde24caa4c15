import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { problem, problemSchema } from '#contract/problem.ts'
import { recordSchemas } from '#contract/books/record-schema.ts'
import { bookOf } from '#contract/books/collections.ts'
import { writeAnswerSchema } from '#contract/sync/sync.ts'
import { idSchema } from '#contract/records/values.ts'
import type { App, Deps } from '../deps.ts'
import type {
  BatchContext,
  WritableCollection,
  WriteAnswer,
  WritePipeline,
  WriteRequest,
} from '../db/writable-collection.ts'
import type { SignedInUser } from '../plugins/bearer.ts'
import { refuseOutdatedClient } from '../plugins/client-version.ts'
import { Refusal } from '../plugins/refusal.ts'

/**
 * POST, PUT and DELETE of one collection under the path of its description, through the write pipeline. A business adds a collection by describing it and calling this.
 * `policy` throws when the caller may not write.
 */
export function registerWriteRoutes(
  app: App,
  { writes, newId }: { writes: WritePipeline } & Pick<Deps, 'newId'>,
  options: {
    collection: WritableCollection
    policy: (request: FastifyRequest) => SignedInUser
    /** What a request sends, for collections that also take forms or whose records carry what only the server sets. */
    readSent?: ReadSent
  },
): void {
  const { collection, policy, readSent = readBody } = options
  const url = bookOf(collection.name).path
  const { create, change } = recordSchemas(collection.description)
  const bodies = {
    create: create.extend({ id: idSchema.optional() }),
    update: change.extend({ id: idSchema }),
    delete: z.object({ id: idSchema }),
  }
  for (const [kind, method] of [
    ['create', 'POST'],
    ['update', 'PUT'],
    ['delete', 'DELETE'],
  ] as const) {
    registerWriteRoute(app, writes, {
      method,
      url,
      kind,
      collection,
      policy,
      body: bodies[kind],
      readSent: (asked) => (kind === 'create' ? readNew(readSent, asked, newId) : readSent(kind, asked)),
    })
  }
}

/** What a request asks to be written. */
export type ReadSent = (kind: WriteRequest['kind'], asked: Asked) => Promise<Sent>

/** A new record as its book reads it, with an id by then. */
export async function readNew(readSent: ReadSent, asked: Asked, newId: () => string): Promise<Sent> {
  const sent = await readSent('create', asked)
  return { ...sent, body: withId(sent.body, asked, newId) }
}

/** A new record of a client that makes no ids (decision 33). With a key it is named by the key, so that the same request sent again is the same record. */
function withId(body: unknown, { headers }: Asked, newId: () => string): unknown {
  const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isRecord && !('id' in body) ? { id: headers['idempotency-key'] ?? newId(), ...body } : body
}

export interface WriteRoute {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly kind: WriteRequest['kind']
  readonly collection: WritableCollection
  /** Throws when the caller may not write. */
  readonly policy: (request: FastifyRequest) => SignedInUser
  /** For /api/docs, as `body` is. */
  readonly params?: z.ZodType
  readonly body?: z.ZodType
  /** The record that the request asks for; throws a refusal where it asks for none. */
  readonly readSent: (asked: Asked) => Sent | Promise<Sent>
}

/** What one write asks, sent as a call of its own or as an entry of a batch that stands for one. */
export interface Asked extends Pick<FastifyRequest, 'headers' | 'params' | 'body'> {
  /** The call itself where it came as a form, to read the form from. */
  readonly form: FastifyRequest | null
  /** Set for an entry of a batch. */
  readonly batch?: BatchContext
}

/**
 * Answers one write, whichever way it came: policy, record, pipeline. Throws as a plain call does. Every write route carries it in its config, which is how the
 * batch (sync/batch.ts) knows the calls it can take.
 */
export type AnswerWrite = (request: FastifyRequest, asked: Asked) => Promise<WriteAnswer>

declare module 'fastify' {
  interface FastifyContextConfig {
    answerWrite?: AnswerWrite
  }
}

/** One call that writes one record through the pipeline, whatever its path and form. */
export function registerWriteRoute(app: App, writes: WritePipeline, route: WriteRoute): void {
  const { method, url, collection, policy, params, body } = route
  const answerWrite: AnswerWrite = (request, asked) => answerFor(writes, route, { request, asked })
  app.route({
    method,
    url,
    config: { answerWrite },
    schema: {
      tags: [collection.description.label],
      headers: writeHeadersSchema,
      ...(params && { params }),
      ...(body && { body }),
      response: { '2xx': writeAnswerSchema, '4xx': problemSchema },
    },
    // The schemas above are for /api/docs: the pipeline validates on its own, after it has looked whether the opId was answered before.
    validatorCompiler: () => (data) => ({ value: data }),
    serializerCompiler: () => (data) => JSON.stringify(data),
    // Who may write is asked before the body is read, so that a stranger learns nothing about what a body must look like.
    onRequest: [refuseOutdatedClient, async (request) => void policy(request)],
    handler: async (request, reply) => {
      const { headers, params: named, body: sent } = request
      const form = request.isMultipart() ? request : null
      return send(reply, await answerWrite(request, { headers, params: named, body: sent, form }))
    },
  })
}

async function answerFor(
  writes: WritePipeline,
  { kind, collection, policy, readSent }: WriteRoute,
  { request, asked }: { request: FastifyRequest; asked: Asked },
): Promise<WriteAnswer> {
  const user = policy(request)
  const sent = await readSent(asked)
  const writer = { userId: user.id, userName: user.name, address: request.ip, isSuperuser: user.isSuperuser }
  return await writes.write(collection, {
    kind,
    ...sent,
    ...readHeaders(asked),
    writer,
    ...(asked.batch && { batch: asked.batch }),
  })
}

export const writeHeadersSchema = z.object({
  'idempotency-key': z.string().optional(),
  'if-match': z.string().optional(),
})

export function send(reply: FastifyReply, answer: WriteAnswer): FastifyReply {
  return reply.code(answer.status).headers(answer.headers).send(answer.body)
}

export type Sent = Pick<WriteRequest, 'body' | 'stored'>

/** Throws for a form: most collections take JSON only. */
export async function readBody(_kind: WriteRequest['kind'], { form, body }: Asked): Promise<Sent> {
  if (form) throw new Refusal(problem('unsupported_media_type'))
  return await Promise.resolve({ body })
}

/** A body or path parameters as keys and values; nothing when they are no object. */
export function asFields(sent: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).catch({}).parse(sent)
}

/** opId and version, where given. Throws when a header is malformed. */
function readHeaders({ headers }: Asked): Pick<WriteRequest, 'opId' | 'baseVersion'> {
  const opId = headers['idempotency-key']
  const baseVersion = readVersion(headers['if-match'])
  return { ...(opId !== undefined && { opId: String(opId) }), ...(baseVersion !== undefined && { baseVersion }) }
}

/** `"7"`, `W/"7"` or a bare 7; `*` names no version. Anything else is refused: whoever sends it believes to be protected. */
function readVersion(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const digits = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1]
  if (digits !== undefined) return Number(digits)
  throw new Refusal(problem('invalid_request', { message: '기준 버전(If-Match)의 형식이 올바르지 않습니다.' }))
}
