import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  apiTestItemsSchema,
  apiTestPaths,
  apiTestRequestSchema,
  apiTestResponseSchema,
  helperTokenSchema,
} from '#contract/admin/api-test.ts'
import { problem, type Problem } from '#contract/problem.ts'
import type { Config } from '#server/config/config.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'

const tags = ['API 테스트']
const onRequest = [async (request: FastifyRequest) => void requireSuperuser(request)]

/**
 * The calls behind the buttons of API 테스트, for superusers. Restarting workers belongs to the task
 * monitor.
 */
export function apiTestRoutes(app: App, deps: Deps): void {
  app.route({
    method: 'GET',
    url: apiTestPaths.get,
    schema: { tags, summary: '이 서버와 연결된 것', response: { 200: apiTestItemsSchema } },
    onRequest,
    handler: () => ({ data: { items: listConnections(deps.config) } }),
  })
  app.route({
    method: 'POST',
    url: apiTestPaths.post,
    schema: {
      tags,
      summary: '보낸 내용이 데이터베이스까지 다녀오는지',
      body: apiTestRequestSchema,
      response: { 200: apiTestResponseSchema },
    },
    onRequest,
    handler: async (request) => {
      const { id, name } = requireSuperuser(request)
      const { rows } = await sql<{ sent: string; received_at: string }>`
        select ${JSON.stringify(request.body)}::jsonb #>> '{}' as sent, to_json(now()) #>> '{}' as received_at
      `.execute(deps.db)
      const [row] = rows
      const sent = apiTestRequestSchema.parse(JSON.parse(row?.sent ?? ''))
      return { data: { ...sent, received_at: new Date(row?.received_at ?? '').toISOString(), sender: { id, name } } }
    },
  })
  registerTokenRefresh(app, deps)
}

/** Calls that depend on the external token helper. */
function registerTokenRefresh(app: App, { config }: Deps): void {
  app.route({
    method: 'POST',
    url: apiTestPaths.refreshToken,
    schema: { tags, summary: '차량 서비스의 리프레시 토큰 받기', response: { 200: helperTokenSchema } },
    onRequest,
    handler: async () => {
      if (config.tokenHelper === undefined) throw new HttpProblem(helperNotConfigured)
      const result = await requestToken(config.tokenHelper)
      if ('refused' in result) throw new HttpProblem(result.refused)
      const { refresh_token: token, expires_in: seconds = null } = result.value
      return { data: { refresh_token: `${token.slice(0, 4)}…`, length: token.length, expires_in: seconds } }
    },
  })
}

function listConnections(config: Config): { id: string; name: string; is_configured: boolean }[] {
  return [
    { id: 'kakao', name: '카카오 로그인', is_configured: config.kakao !== undefined },
    { id: 'kia', name: '기아 로그인', is_configured: config.kia !== undefined },
    { id: 'registry', name: '등기 연동 프로그램', is_configured: config.registry !== undefined },
    { id: 'token_helper', name: '차량 서비스 토큰 프로그램', is_configured: config.tokenHelper !== undefined },
    { id: 'redis', name: 'Redis 작업 큐', is_configured: config.redisUrl !== undefined },
  ]
}

const helperNotConfigured = problem('not_configured', {
  message: '차량 서비스의 토큰을 받아 오는 프로그램(TOKEN_HELPER_URL)이 아직 설정되지 않았습니다.',
})

interface TokenHelper {
  url: string
  /** Sent as a bearer token. */
  key: string | undefined
}

const helperResponseSchema = z.object({
  refresh_token: z.string().min(1),
  expires_in: z.int().nonnegative().nullish(),
})

/**
 * Requests a refresh token from the office's token helper: `POST <url>` without a body, which
 * responds with `{ refresh_token, expires_in? }`. Returns a refusal that names the cause when the
 * helper responds with anything else, not at all, or too late.
 */
export async function requestToken(
  helper: TokenHelper,
  timeoutMs = 8000,
): Promise<{ value: z.infer<typeof helperResponseSchema> } | { refused: Problem }> {
  try {
    const response = await fetch(helper.url, {
      method: 'POST',
      headers: helper.key === undefined ? {} : { authorization: `Bearer ${helper.key}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 401 || response.status === 403) return { refused: helperKeyRefused }
    const parsed = helperResponseSchema.safeParse(response.ok ? await response.json() : undefined)
    return parsed.success ? { value: parsed.data } : { refused: helperUnavailable }
  } catch {
    return { refused: helperUnavailable }
  }
}

const helperUnavailable = problem('unavailable', {
  message: '차량 서비스의 토큰을 받아 오는 프로그램이 응답하지 않습니다. 잠시 후 다시 시도해 주세요.',
})
const helperKeyRefused = problem('refused', {
  message: '차량 서비스의 토큰을 받아 오는 프로그램이 키(TOKEN_HELPER_KEY)를 받아들이지 않았습니다.',
})
