import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { getBook } from '#contract/books/collections.ts'
import { getRecordSchemas } from '#contract/books/record-schema.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import { writeResponseSchema } from '#contract/sync/sync.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem, refuseOutdatedClient } from '#server/http/http-problem.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { WritePipeline } from '#server/writes/write-pipeline-types.ts'
import type { BatchContext, WriteRequest, WriteResponse } from '#server/writes/write-request.ts'

/**
 * POST, PUT and DELETE of one collection under its described path, through the write pipeline.
 * `policy` throws when the caller may not write.
 */
export function registerWriteRoutes(
  app: App,
  { writes, newId }: { writes: WritePipeline } & Pick<Deps, 'newId'>,
  options: {
    book: WritableBook
    policy: (request: FastifyRequest) => SignedInUser
    /** Reads a request, for collections that also accept forms or have server-set fields. */
    parseWrite?: ParseWrite
  },
): void {
  const { book, policy, parseWrite = readBody } = options
  const url = getBook(book.name).path
  const { create, change } = getRecordSchemas(book)
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
      book,
      policy,
      body: bodies[kind],
      parseInput: (parts) => (kind === 'create' ? readNew(parseWrite, parts, newId) : parseWrite(kind, parts)),
    })
  }
}

/** Reads the write from a request. */
export type ParseWrite = (kind: WriteRequest['kind'], request: RequestParts) => Promise<WriteInput>

/** Reads a new record and makes sure it has an id. */
export async function readNew(parseWrite: ParseWrite, request: RequestParts, newId: () => string): Promise<WriteInput> {
  const sent = await parseWrite('create', request)
  return { ...sent, body: ensureId(sent.body, request, newId) }
}

/**
 * Adds the id for clients that send none. With an Idempotency-Key it is derived from the key, so
 * that a repeated request names the same record.
 */
function ensureId(body: unknown, { headers }: RequestParts, newId: () => string): unknown {
  const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body)
  return isRecord && !('id' in body) ? { id: headers['idempotency-key'] ?? newId(), ...body } : body
}

interface WriteRoute {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly kind: WriteRequest['kind']
  readonly book: WritableBook
  /** Throws when the caller may not write. */
  readonly policy: (request: FastifyRequest) => SignedInUser
  /** For /api/docs, like `body`. */
  readonly params?: z.ZodType
  readonly body?: z.ZodType
  /** Reads the record of the request; throws a refusal where there is none. */
  readonly parseInput: (parts: RequestParts) => WriteInput | Promise<WriteInput>
}

/** The input of one write, sent as a call or as a batch entry. */
export interface RequestParts extends Pick<FastifyRequest, 'headers' | 'params' | 'body'> {
  /** The request itself if it is a form, to read the form from. */
  readonly form: FastifyRequest | null
  /** Set for an entry of a batch. */
  readonly batch?: BatchContext
}

/**
 * Handles one write from a call or a batch: policy, record, pipeline. Throws like a plain call.
 * Every write route has it in its config, where the batch (writes/batch.ts) finds the calls it
 * supports.
 */
type WriteHandler = (request: FastifyRequest, parts: RequestParts) => Promise<WriteResponse>

declare module 'fastify' {
  interface FastifyContextConfig {
    handleWrite?: WriteHandler
  }
}

/** A route that writes one record through the pipeline. */
export function registerWriteRoute(app: App, writes: WritePipeline, route: WriteRoute): void {
  const { method, url, book, policy, params, body } = route
  const handleWrite: WriteHandler = (request, parts) => runWrite(writes, route, { request, parts })
  app.route({
    method,
    url,
    config: { handleWrite },
    schema: {
      tags: [book.label],
      headers: writeHeadersSchema,
      ...(params && { params }),
      ...(body && { body }),
      response: { '2xx': writeResponseSchema, '4xx': problemSchema },
    },
    // The schemas above are for /api/docs only: the pipeline validates itself, after checking
    // whether the opId already has a response.
    validatorCompiler: () => (data) => ({ value: data }),
    serializerCompiler: () => (data) => JSON.stringify(data),
    // Checks permission before reading the body, so that a stranger learns nothing about it.
    onRequest: [refuseOutdatedClient, async (request) => void policy(request)],
    handler: async (request, reply) => {
      const { headers, params: pathParams, body: sent } = request
      const form = request.isMultipart() ? request : null
      return sendWriteResponse(reply, await handleWrite(request, { headers, params: pathParams, body: sent, form }))
    },
  })
}

async function runWrite(
  writes: WritePipeline,
  { kind, book, policy, parseInput }: WriteRoute,
  { request, parts }: { request: FastifyRequest; parts: RequestParts },
): Promise<WriteResponse> {
  const user = policy(request)
  const sent = await parseInput(parts)
  const writer = { userId: user.id, userName: user.name, ipAddress: request.ip, isSuperuser: user.isSuperuser }
  return await writes.write(book, {
    kind,
    ...sent,
    ...readHeaders(parts),
    writer,
    ...(parts.batch && { batch: parts.batch }),
  })
}

export const writeHeadersSchema = z.object({
  'idempotency-key': z.string().optional(),
  'if-match': z.string().optional(),
})

export function sendWriteResponse(reply: FastifyReply, result: WriteResponse): FastifyReply {
  return reply.code(result.status).headers(result.headers).send(result.body)
}

type WriteInput = Pick<WriteRequest, 'body' | 'stored'>

/** Refuses forms: most collections accept JSON only. */
export async function readBody(_kind: WriteRequest['kind'], { form, body }: RequestParts): Promise<WriteInput> {
  if (form) throw new HttpProblem(problem('unsupported_media_type'))
  return await Promise.resolve({ body })
}

/** A body or path parameters as keys and values; empty when they are not an object. */
export function toFields(sent: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).catch({}).parse(sent)
}

/** opId and version, if present. Throws when a header is malformed. */
function readHeaders({ headers }: RequestParts): Pick<WriteRequest, 'opId' | 'baseVersion'> {
  const opId = headers['idempotency-key']
  const baseVersion = readVersion(headers['if-match'])
  return { ...(opId !== undefined && { opId: String(opId) }), ...(baseVersion !== undefined && { baseVersion }) }
}

/**
 * `"7"`, `W/"7"` or a bare 7; `*` names no version. Anything else is refused, because the sender
 * relies on the check.
 */
function readVersion(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const digits = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header.trim())?.[1]
  if (digits !== undefined) return Number(digits)
  throw new HttpProblem(problem('invalid_request', { message: '기준 버전(If-Match)의 형식이 올바르지 않습니다.' }))
}

/** The calls that a batch of writes may contain (writes/batch.ts), by method and path. */
export type BatchCalls = ReadonlyMap<string, WriteHandler>

/**
 * Collects every route with a `handleWrite` that is registered from now on. HAZARD: call this on
 * the server itself and before its plugins: a hook inside a plugin does not see the routes of
 * others, and no hook sees earlier ones.
 */
export function collectBatchCalls(app: App): BatchCalls {
  const calls = new Map<string, WriteHandler>()
  app.addHook('onRoute', ({ method, url, config }) => {
    // Skips routes with the record in the path: each has a twin that names it in the body.
    if (config?.handleWrite && !url.includes(':')) calls.set(batchCallName(String(method), url), config.handleWrite)
  })
  return calls
}

export function batchCallName(method: string, url: string): string {
  return `${method} ${url.replace(/\/$/, '')}`
}
