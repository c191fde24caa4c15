import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App, Deps } from '#server/deps.ts'
import { renderAuthorizePage, renderAuthorizeRefusal } from './authorize-page.ts'
import { demoAccountNames, type DemoAccount } from './demo.ts'
import { issueLocalCode, localClientId } from './local-provider.ts'
import { isOwnAddress, ownOrigin } from './origin.ts'

/** Everything is optional here so that a wrong call shows a page in Korean and not the JSON of a schema. */
const authorizeQuerySchema = z.object({
  client_id: z.string().max(200).optional(),
  redirect_uri: z.string().max(2000).optional(),
  response_type: z.string().max(50).optional(),
  state: z.string().max(4000).optional(),
  account: z.enum(demoAccountNames).optional().catch(undefined),
})
type AuthorizeQuery = z.infer<typeof authorizeQuerySchema>

const stylesheet = readFileSync(new URL('./authorize-page.css', import.meta.url), 'utf8')

/** The page writes no script and no inline style, so it may forbid everything but its own stylesheet. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"

/**
 * `GET /oauth/local/authorize`: the local provider's authorize page, shaped like Kakao's. `&account=` picks an account without the page.
 * Registered only when the local provider exists (no Kakao keys, loopback; design §5).
 */
export function registerLocalAuthorize(app: App, deps: Deps): void {
  app.get('/oauth/local/authorize.css', { schema: { hide: true } }, (_request, reply) => {
    return reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(stylesheet)
  })
  app.get(
    '/oauth/local/authorize',
    { schema: { hide: true, querystring: authorizeQuerySchema } },
    async (request, reply) => {
      const { query } = request
      const wrong = whatIsWrong(deps, request, query)
      if (wrong !== null || query.redirect_uri === undefined) {
        return sendPage(reply.code(400), renderAuthorizeRefusal(wrong ?? ''))
      }
      if (query.account === undefined)
        return sendPage(
          reply,
          renderAuthorizePage((account) => hrefOf(query, account)),
        )
      const code = await issueLocalCode(deps, { account: query.account, redirectUri: query.redirect_uri })
      const target = new URL(query.redirect_uri)
      target.searchParams.set('code', code)
      if (query.state !== undefined) target.searchParams.set('state', query.state)
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(target.href, 302)
    },
  )
}

/** Checked before anything else: to an address that is not ours not even an error may be redirected (RFC 6749 §4.1.2.1). */
function whatIsWrong(deps: Deps, request: FastifyRequest, query: AuthorizeQuery): string | null {
  const origin = ownOrigin(deps.config, request)
  if (origin === null) return '이 컴퓨터의 주소(127.0.0.1 또는 localhost)로만 체험 로그인을 할 수 있습니다.'
  if (query.redirect_uri === undefined || !isOwnAddress(origin, query.redirect_uri)) {
    return '로그인 뒤 돌아갈 주소가 이 사이트의 주소가 아닙니다.'
  }
  if (query.client_id !== localClientId) return '로그인을 요청한 앱을 알 수 없습니다.'
  if (query.response_type !== 'code') return '지원하지 않는 로그인 방식입니다.'
  return null
}

function hrefOf(query: AuthorizeQuery, account: DemoAccount): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return `/oauth/local/authorize?${new URLSearchParams([...given, ['account', account]]).toString()}`
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(html)
}
