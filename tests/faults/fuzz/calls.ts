import { z } from 'zod'
import { prerenderedPaths } from '#contract/app-paths.ts'
import type { App } from '#server/deps.ts'

/** One call of the OpenAPI document. */
export interface Call {
  readonly method: string
  /** With `{name}` for each parameter. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | null
  /** Takes a form with a file. */
  readonly isForm: boolean
}

/** The part of JSON Schema used here. */
export const schemaSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), schemaSchema).optional()
  },
  get items() {
    return schemaSchema.optional()
  },
  get anyOf() {
    return z.array(schemaSchema).optional()
  },
})
export type Schema = z.infer<typeof schemaSchema>

const parameterSchema = z.object({
  in: z.enum(['path', 'query', 'header', 'cookie']),
  name: z.string(),
  required: z.boolean().default(false),
  schema: schemaSchema,
})
export type Parameter = z.infer<typeof parameterSchema>

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(parameterSchema).default([]),
        requestBody: z.object({ content: z.record(z.string(), z.object({ schema: schemaSchema })) }).optional(),
      }),
    ),
  ),
})

/**
 * Every call of the app's own OpenAPI document, so that new routes are included automatically, plus
 * those hidden from it.
 */
export function readCalls(app: App): Call[] {
  const described = Object.entries(documentSchema.parse(app.swagger()).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]): Call => {
      const body = requestBody?.content['application/json']?.schema ?? null
      return { method: method.toUpperCase(), path, parameters, body, isForm: body === null && method === 'post' }
    }),
  )
  return [...described, ...undocumentedCalls]
}

const createTextParameter = (name: string, where: Parameter['in'] = 'query'): Parameter => ({
  in: where,
  name,
  required: where === 'path',
  schema: { type: 'string' },
})

function createPageCall(path: string, parameters: readonly Parameter[] = []): Call {
  return { method: 'GET', path, parameters, body: null, isForm: false }
}

/** Pages, files and the built-in sign-in are not in the document. */
const undocumentedCalls: readonly Call[] = [
  ...prerenderedPaths.map((path) => createPageCall(path)),
  createPageCall('/blog', [createTextParameter('page'), createTextParameter('category'), createTextParameter('tag')]),
  createPageCall('/blog/{id}', [createTextParameter('id', 'path')]),
  createPageCall('/{anything}', [createTextParameter('anything', 'path')]),
  createPageCall('/assets/{name}', [createTextParameter('name', 'path')]),
  createPageCall('/api/docs'),
  createPageCall('/api/docs/{name}', [createTextParameter('name', 'path')]),
  createPageCall('/index.html'),
  createPageCall('/oauth/local/authorize.css'),
  createPageCall(
    '/oauth/local/authorize',
    ['client_id', 'redirect_uri', 'response_type', 'state', 'account', 'code_challenge'].map((name) =>
      createTextParameter(name),
    ),
  ),
]
