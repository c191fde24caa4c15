import swagger from '@fastify/swagger'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { problem } from '#contract/problem.ts'
import type { App } from '#server/deps.ts'
import { sendProblem } from '#server/http/http-problem.ts'
import { requireStaff } from './bearer.ts'

/**
 * OpenAPI at /api/docs, generated from the zod schemas of the routes; for staff, so that strangers
 * don't learn which calls exist. The app shows it at /staff/api (app/features/admin/api-page.tsx),
 * because a browser that opens a URL directly sends no token. Register it before any route.
 */
export async function registerApiDocs(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: '사무소 업무 API',
        version: '1',
        description: '모든 거절은 Problem {code, message, fields?} 형식으로 응답합니다.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    // A transform (text to NFC) has no JSON Schema; it is documented by its input.
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
  const guarded = { schema: { hide: true }, onRequest: async (request: FastifyRequest) => void requireStaff(request) }
  let documentJson: string | undefined
  const sendPage = (_request: FastifyRequest, reply: FastifyReply) => {
    documentJson ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(documentJson)
  }
  app.get('/api/docs', guarded, sendPage)
  app.get('/api/docs/json', guarded, sendPage)
  app.get('/api/docs/*', guarded, (_request, reply) => sendProblem(reply, problem('not_found')))
}
