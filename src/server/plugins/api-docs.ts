import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { App } from '../deps.ts'

/** OpenAPI from the same zod schemas the routes check with: the page at /api/docs, the document at /api/docs/json. Register it before any route. */
export async function registerApiDocs(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: '온결 법무사사무소 API',
        version: '1',
        description: '모든 거절은 Problem {code, message, fields?} 모양으로 답합니다.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    // A transform (text to NFC) has no JSON Schema of its own; it is documented by what goes in.
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: '온결 법무사사무소 API' },
    // Without the bar of the StandaloneLayout: its logo carries an inline style, which the policy forbids.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', validatorUrl: null },
  })
}
