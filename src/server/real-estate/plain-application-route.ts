import { z } from 'zod'
import {
  plainApplicationPath,
  plainApplicationSchema,
  readPlainApplication,
} from '#contract/applications/plain-application.ts'
import { applicationDescription } from '#contract/books/applications.ts'
import { problemSchema } from '#contract/problem.ts'
import { send, writeHeadersSchema } from '../books/write-routes.ts'
import type { WritePipeline } from '../db/writable-collection.ts'
import type { App, Deps } from '../deps.ts'
import { refuseOutdatedClient } from '../plugins/client-version.ts'
import { requireStaff } from '../plugins/bearer.ts'
import { savePlainApplication } from './save-plain-application.ts'

/**
 * `POST /api/mysql/realestate/application`: for plain clients. Devices write the books of the form
 * themselves.
 */
export function registerPlainApplication(app: App, deps: Deps, writes: WritePipeline): void {
  app.route({
    method: 'POST',
    url: plainApplicationPath,
    schema: {
      tags: [applicationDescription.label],
      headers: writeHeadersSchema,
      body: plainApplicationSchema,
      response: { 200: z.object({ data: z.looseObject({}) }), '4xx': problemSchema },
    },
    serializerCompiler: () => (data) => JSON.stringify(data),
    onRequest: [refuseOutdatedClient, async (request) => void requireStaff(request)],
    handler: async (request, reply) => {
      const { id, name, isSuperuser } = requireStaff(request)
      const answer = await savePlainApplication(
        {
          db: deps.db,
          writes,
          newId: deps.newId,
          opId: request.headers['idempotency-key'],
          writer: { userId: id, userName: name, address: request.ip, isSuperuser },
        },
        readPlainApplication(request.body),
      )
      if (answer.status >= 400) return send(reply, answer)
      return reply.code(200).send({ data: answer.body })
    },
  })
}
