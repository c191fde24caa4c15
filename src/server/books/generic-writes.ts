import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { getRecordSchemas } from '#contract/books/record-schema.ts'
import { problemSchema } from '#contract/problem.ts'
import {
  bulkOutcomeSchema,
  bulkUpdatedSchema,
  genericBulkLimit,
  trimListPath,
} from '#contract/records/generic-resource.ts'
import { idSchema } from '#contract/records/values.ts'
import type { App, Deps } from '#server/deps.ts'
import { refuseOutdatedClient } from '#server/http/http-problem.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { WritePipeline } from '#server/writes/write-pipeline-types.ts'
import type { WriteResponse } from '#server/writes/write-request.ts'
import type { AccessPolicy } from './served-book.ts'
import {
  type ParseWrite,
  readBody,
  readNew,
  registerWriteRoute,
  sendWriteResponse,
  toFields,
  writeHeadersSchema,
} from './write-routes.ts'

interface GenericResource {
  readonly book: WritableBook
  /** Throws when the caller may not write. */
  readonly policy: (request: FastifyRequest) => SignedInUser
  /**
   * Reads the fields of a new record, for books that also accept forms or have server-set fields.
   */
  readonly parseWrite?: ParseWrite
}

/**
 * The writes of a generic list resource under its base path: `POST create`, `PUT {id}/update`,
 * `DELETE {id}/delete`, `POST bulk_delete` and `POST bulk_update`. All go through the write
 * pipeline record by record: a refused one does not affect the others and is named in the response.
 */
export function registerGenericWrites(
  app: App,
  { writes, newId }: { writes: WritePipeline } & Pick<Deps, 'newId'>,
  resource: GenericResource,
): void {
  const { create, change } = getRecordSchemas(resource.book)
  const { book, policy, parseWrite = readBody } = resource
  const base = trimListPath(book)
  const params = z.object({ id: idSchema })
  registerWriteRoute(app, writes, {
    method: 'POST',
    url: `${base}create`,
    kind: 'create',
    book,
    policy,
    body: create.extend({ id: idSchema.optional() }),
    parseInput: (parts) => readNew(parseWrite, parts, newId),
  })
  registerWriteRoute(app, writes, {
    method: 'PUT',
    url: `${base}:id/update`,
    kind: 'update',
    book,
    policy,
    params,
    body: change.extend({ id: idSchema.optional() }),
    parseInput: async (parts) => {
      const { body } = await readBody('update', parts)
      return { body: { ...toFields(body), id: toFields(parts.params)['id'] } }
    },
  })
  registerWriteRoute(app, writes, {
    method: 'DELETE',
    url: `${base}:id/delete`,
    kind: 'delete',
    book,
    policy,
    params,
    parseInput: (request) => ({ body: { id: toFields(request.params)['id'] } }),
  })
  registerBulkWrite(app, writes, {
    ...resource,
    kind: 'delete',
    body: z.object({ ids: z.array(idSchema).min(1).max(genericBulkLimit) }),
    listRecords: ({ ids }) => ids.map((id) => ({ id })),
  })
  registerBulkWrite(app, writes, {
    ...resource,
    kind: 'update',
    body: z.object({ selectedItems: z.array(idSchema).min(1).max(genericBulkLimit), data: change }),
    listRecords: ({ selectedItems, data }) => selectedItems.map((id) => ({ ...toFields(data), id })),
  })
}

interface Bulk<S extends z.ZodType> extends GenericResource {
  readonly kind: 'update' | 'delete'
  readonly body: S
  listRecords(body: z.infer<S>): Record<string, unknown>[]
}

function registerBulkWrite<S extends z.ZodType>(app: App, writes: WritePipeline, bulk: Bulk<S>): void {
  const { book, policy, kind, body, listRecords } = bulk
  app.route({
    method: 'POST',
    url: `${trimListPath(book)}bulk_${kind}`,
    schema: {
      tags: [book.label],
      body,
      response: { 200: bulkOutcomeSchema, '4xx': problemSchema },
    },
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: [refuseOutdatedClient, async (request) => void policy(request)],
    handler: async (request, reply) => {
      const { id, name, isSuperuser } = policy(request)
      const writer = { userId: id, userName: name, ipAddress: request.ip, isSuperuser }
      const responses: (readonly [id: string, response: WriteResponse])[] = []
      for (const record of listRecords(request.body as z.infer<S>)) {
        responses.push([String(record['id']), await writes.write(book, { kind, body: record, writer })])
      }
      const refused = responses.filter(([, { status }]) => status >= 300)
      // If no record was written, the whole call is refused with the first reason.
      const [first] = refused
      if (first && refused.length === responses.length) return sendWriteResponse(reply, first[1])
      return reply.send({
        count: responses.length - refused.length,
        refused: refused.map(([refusedId, refusal]) => ({
          id: refusedId,
          message: problemSchema.parse(refusal.body).message,
        })),
      })
    },
  })
}

interface BulkUpdateRoute<Body extends z.ZodType> {
  readonly url: string
  readonly book: WritableBook
  readonly policy: AccessPolicy
  readonly body: Body
  /** Reads the ids and the changes from the body; throws a refusal. */
  readChange(body: z.output<Body>): {
    readonly ids: readonly string[]
    readonly changes: Readonly<Record<string, unknown>>
  }
}

/**
 * `PUT` that sets the same fields of many records as one action in one transaction; with an
 * Idempotency-Key it happens once.
 */
export function registerBulkUpdateRoute<Body extends z.ZodType>(
  app: App,
  { deps, writes }: { deps: Deps; writes: WritePipeline },
  { url, book, policy, body, readChange }: BulkUpdateRoute<Body>,
): void {
  app.route({
    method: 'PUT',
    url,
    schema: {
      tags: [book.label],
      headers: writeHeadersSchema,
      body,
      response: { 200: bulkUpdatedSchema, '4xx': problemSchema },
    },
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: [refuseOutdatedClient, async (request: FastifyRequest) => void policy(request)],
    handler: async (request, reply) => {
      const { id, name } = policy(request)
      const { ids, changes } = readChange(request.body as z.output<Body>)
      const opId = request.headers['idempotency-key']
      const result = await writes.updateMany(book, {
        writer: { userId: id, userName: name, ipAddress: request.ip },
        ids,
        changes,
        actionId: opId ?? deps.newId(),
        ...(opId !== undefined && { opId }),
      })
      return sendWriteResponse(reply, result)
    },
  })
}
