import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { type Problem, problem } from '#contract/problem.ts'
import { classifyDatabaseError } from '#server/db/database-failure.ts'
import type { App } from '#server/deps.ts'
import { HttpProblem, sendProblem } from '#server/http/http-problem.ts'
import { logDatabaseFailure } from '#server/logging/log.ts'

/**
 * The one place where an error becomes a response. User errors are explained in Korean; bugs are
 * logged and get a neutral response.
 */
export function registerErrorHandlers(app: App): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(error, request, reply))
}

/** Also for errors before Fastify knows the route (a broken URL). */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(reply, toProblem(error, request))
}

/** The problem for an error. Logs everything that isn't a refusal. */
export function toProblem(error: FastifyError, request: FastifyRequest): Problem {
  if (error instanceof HttpProblem) return error.problem
  if (hasZodFastifySchemaValidationErrors(error))
    return problem('invalid_request', { fields: fieldMessages(error.validation) })
  // Checked before database errors: a client that hangs up in the middle of its body fails with the
  // same code as a database connection.
  if (error.statusCode !== undefined && error.statusCode < 500) return toFrameworkProblem(error, error.statusCode)
  const failure = classifyDatabaseError(error)
  if (failure !== undefined) {
    logDatabaseFailure(request.log, error)
    return problem(failure === 'full' ? 'storage_full' : 'unavailable')
  }
  if (isRefusedValue(error)) {
    request.log.error(
      { err: error, method: request.method, route: request.routeOptions.url },
      'database refused a value',
    )
    return problem('invalid_request')
  }
  request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'request failed')
  return problem('internal', { request_id: request.id })
}

/** Errors that Fastify and its plugins throw before a handler runs. */
function toFrameworkProblem(error: FastifyError, status: number): Problem {
  if (status === 401) return problem('signed_out')
  if (status === 403) return problem('not_permitted')
  if (status === 404) return problem('not_found')
  if (status === 413) return problem('too_large')
  if (status === 415 || status === 406) return problem('unsupported_media_type')
  if (status === 429) return problem('too_many_requests')
  if (error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY')
    return problem('invalid_request', { message: '보낸 내용이 비어 있습니다.' })
  return problem('invalid_request', { message: '보낸 내용의 형식이 올바르지 않습니다.' })
}

interface ValidationIssue {
  instancePath: string
  message?: string | undefined
  params: Record<string, unknown>
}

/**
 * Field key → its first error message. An unknown key is named itself; an error of the whole body
 * has the key ''.
 */
function fieldMessages(issues: readonly ValidationIssue[]): Record<string, string> {
  const messages = new Map<string, string>()
  for (const { instancePath, message, params } of issues) {
    const path = instancePath.split('/').slice(1).join('.')
    const unknownKeys = Array.isArray(params['keys'])
      ? params['keys'].slice(0, maxFieldErrors).map((key) => maskKeyName(String(key)))
      : undefined
    const keys = unknownKeys?.map((key) => (path === '' ? key : `${path}.${key}`)) ?? [path]
    const reason = unknownKeys ? '알 수 없는 항목입니다.' : (message ?? '올바르지 않은 값입니다.')
    for (const key of keys) if (!messages.has(key)) messages.set(key, reason)
    if (messages.size >= maxFieldErrors) break
  }
  return Object.fromEntries([...messages].slice(0, maxFieldErrors))
}

/** Maximum number of errors per response, which keeps it small for any request. */
export const maxFieldErrors = 20

/** The name of an unknown key in a form that is safe to return. */
export function maskKeyName(key: string): string {
  return maskResidentNumbers(key.slice(0, 100))
}

/**
 * Values that the database rejects: numbers out of range, dates that don't exist, text that cannot
 * be stored. Schemas should have refused them, so it is logged as our bug, but sent as a refusal,
 * because after a 500 devices would send the value again and again.
 */
function isRefusedValue(error: FastifyError): boolean {
  return /^(22003|22007|22008|22009|22021|22P02|22P05)$/.test(error.code ?? '')
}
