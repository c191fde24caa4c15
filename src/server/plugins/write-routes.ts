import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { problem, problemSchema } from '#contract/problem.ts'
import { recordSchemas } from '#contract/records/record-schema.ts'
import { writePath } from '#contract/records/collections.ts'
import { writeAnswerSchema } from '#contract/sync.ts'
import { idSchema } from '#contract/values.ts'
import type { App } from '../deps.ts'
import type { WritableCollection, WriteAnswer, WritePipeline, WriteRequest } from '../db/writable-collection.ts'
import type { SignedInUser } from './bearer.ts'
import { refuseOutdatedClient } from './client-version.ts'
import { Refusal } from './refusal.ts'

/**
 * POST, PUT and DELETE of one collection under its `writePath`, through the write pipeline. A business adds a collection by describing it and calling this.
 * `policy` throws when the caller may not write.
 */
export function registerWriteRoutes(
  app: App,
  writes: WritePipeline,
  options: {
    collection: WritableCollection
    policy: (request: FastifyRequest) => SignedInUser
    /** What a request sends, for collections that also take forms or whose records carry what only the server sets. */
    readSent?: (kind: WriteRequest['kind'], request: FastifyRequest) => Promise<Sent>
  },
): void {
  const { collection, policy, readSent = readBody } = options
  const url = writePath[collection.name]
  const { create, change } = recordSchemas(collection.description)
  const bodies = {
    create: create.extend({ id: idSchema }),
    update: change.extend({ id: idSchema }),
    delete: z.object({ id: idSchema }),
  }
  for (const [kind, method] of [
    ['create', 'POST'],
    ['update', 'PUT'],
    ['delete', 'DELETE'],
  ] as const) {
    registerWriteRoute(app, writes, {
      ...{ method, url, kind, collection, policy, body: bodies[kind] },
      readSent: (request) => readSent(kind, request),
    })
  }
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
  readonly readSent: (request: FastifyRequest) => Sent | Promise<Sent>
}

/** One call that writes one record through the pipeline, whatever its path and form. */
export function registerWriteRoute(app: App, writes: WritePipeline, route: WriteRoute): void {
  const { method, url, kind, collection, policy, params, body, readSent } = route
  app.route({
    method,
    url,
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
      const user = policy(request)
      const sent = await readSent(request)
      return send(reply, await writes.write(collection, toWriteRequest(kind, request, { user, sent })))
    },
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
export async function readBody(_kind: WriteRequest['kind'], request: FastifyRequest): Promise<Sent> {
  if (request.isMultipart()) throw new Refusal(problem('unsupported_media_type'))
  return await Promise.resolve({ body: request.body })
}

/** A body or path parameters as keys and values; nothing when they are no object. */
export function asFields(sent: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).catch({}).parse(sent)
}

/** A request as the pipeline takes it: opId and version from its headers. Throws when a header is malformed. */
function toWriteRequest(
  kind: WriteRequest['kind'],
  request: FastifyRequest,
  { user, sent }: { user: SignedInUser; sent: Sent },
): WriteRequest {
  const opId = request.headers['idempotency-key']
  const baseVersion = readVersion(request.headers['if-match'])
  return {
    kind,
    ...sent,
    writer: { userId: user.id, userName: user.name, address: request.ip, isSuperuser: user.isSuperuser },
    ...(opId !== undefined && { opId: String(opId) }),
    ...(baseVersion !== undefined && { baseVersion }),
  }
}

/** `"7"`, `W/"7"` or a bare 7; `*` names no version. Anything else is refused: whoever sends it believes to be protected. */
function readVersion(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const digits = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1]
  if (digits !== undefined) return Number(digits)
  throw new Refusal(problem('invalid_request', { message: '기준 버전(If-Match)의 형식이 올바르지 않습니다.' }))
}
