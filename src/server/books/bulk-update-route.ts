import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { bulkUpdatedSchema } from '#contract/records/generic-resource.ts'
import { problemSchema } from '#contract/problem.ts'
import type { WritableCollection, WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { refuseOutdatedClient } from '../plugins/client-version.ts'
import type { Policy } from './served-book.ts'
import { send, writeHeadersSchema } from './write-routes.ts'

interface BulkUpdateRoute<Body extends z.ZodType> {
  readonly url: string
  readonly collection: WritableCollection
  readonly policy: Policy
  readonly body: Body
  /** Reads the ids and the changes from the body; throws a refusal. */
  read(body: z.output<Body>): { readonly ids: readonly string[]; readonly changes: Readonly<Record<string, unknown>> }
}

/**
 * `PUT` that sets the same fields of many records as one act in one transaction; with an
 * Idempotency-Key it happens once.
 */
export function registerBulkUpdateRoute<Body extends z.ZodType>(
  app: App,
  { deps, writes }: { deps: Deps; writes: WritePipeline },
  { url, collection, policy, body, read }: BulkUpdateRoute<Body>,
): void {
  app.route({
    method: 'PUT',
    url,
    schema: {
      tags: [collection.description.label],
      headers: writeHeadersSchema,
      body,
      response: { 200: bulkUpdatedSchema, '4xx': problemSchema },
    },
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: [refuseOutdatedClient, async (request: FastifyRequest) => void policy(request)],
    handler: async (request, reply) => {
      const { id, name } = policy(request)
      const { ids, changes } = read(request.body as z.output<Body>)
      const opId = request.headers['idempotency-key']
      const answer = await writes.updateMany(collection, {
        writer: { userId: id, userName: name, address: request.ip },
        ids,
        changes,
        actId: opId ?? deps.newId(),
        ...(opId !== undefined && { opId }),
      })
      return send(reply, answer)
    },
  })
}
