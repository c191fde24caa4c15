import { readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { z } from 'zod'
import { codeChallengeSchema } from '#contract/session/session.ts'
import type { App, Deps } from '#server/deps.ts'
import { renderAuthorizePage, renderAuthorizeRefusal } from './authorize-page.ts'
import { demoAccountNames, type DemoAccount } from './demo.ts'
import { isFromThisMachine } from '#server/http/this-machine.ts'
import { onlyHere } from './local-door.ts'
import { isBegun } from './sign-in-state.ts'

export interface LocalPage {
  /** Absolute address of the authorize page; known once the server is ready. */
  address: () => string
  /**
   * Starts and stops the page with the server, and redirects to it from `/oauth/local/authorize`.
   */
  register: (app: App) => void
}

/** What a code is issued for: a sign-in begun at this server and the chosen account. */
export type Picked = { account: DemoAccount; redirectUri: string; codeChallenge: string }

/**
 * The local provider's authorize page, similar to Kakao's; `&account=` chooses an account without
 * the page.
 *
 * It listens on its own port, reachable only from this machine and chosen at every start. A proxy
 * or tunnel forwards only the server's port. So even a proxy that leaves no trace, and looks like a
 * local browser, cannot lead anybody to this page and a demo account.
 */
export function localPage(deps: Deps, { clientId, issueCode }: { clientId: string; issueCode: IssueCode }): LocalPage {
  const page = Fastify()
  page.addHook('onRequest', async (request, reply) => {
    if (!isFromThisMachine(request)) return sendPage(reply.code(403), renderAuthorizeRefusal(onlyHere))
  })
  registerPage(page, deps, { clientId, issueCode })
  let origin = ''
  const address = () => `${origin}${path}`
  return {
    address,
    register: (app) => {
      app.addHook('onReady', async () => {
        origin = await page.listen({ port: 0, host: deps.config.host })
        // Lets the process end if the server itself cannot listen.
        page.server.unref()
      })
      app.addHook('onClose', () => page.close())
      app.get(path, { schema: { hide: true } }, (request, reply) => {
        if (!isFromThisMachine(request)) return sendPage(reply.code(403), renderAuthorizeRefusal(onlyHere))
        return reply
          .header('cache-control', 'no-store')
          .redirect(`${address()}${URL.parse(request.url, origin)?.search ?? ''}`)
      })
    },
  }
}

const path = '/oauth/local/authorize'

type IssueCode = (picked: Picked) => Promise<string>

const authorizeQuerySchema = z.object({
  client_id: z.string().max(200),
  redirect_uri: z.url().max(2000),
  response_type: z.literal('code'),
  state: z.string().max(500),
  code_challenge: codeChallengeSchema,
  code_challenge_method: z.literal('S256'),
  account: z.enum(demoAccountNames).optional().catch(undefined),
})
type AuthorizeQuery = z.infer<typeof authorizeQuerySchema>

const stylesheet = readFileSync(new URL('./authorize-page.css', import.meta.url), 'utf8')

function registerPage(
  page: FastifyInstance,
  deps: Deps,
  { clientId, issueCode }: { clientId: string; issueCode: IssueCode },
): void {
  page.get(`${path}.css`, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(stylesheet),
  )
  page.get(path, async (request, reply) => {
    const parsed = authorizeQuerySchema.safeParse(request.query)
    // Never redirects to a foreign address, not even with an error (RFC 6749 §4.1.2.1). The
    // beginning of the sign-in has checked the address.
    if (!parsed.success || parsed.data.client_id !== clientId || !(await isBegunHere(deps, parsed.data))) {
      return sendPage(reply.code(400), renderAuthorizeRefusal(notBegun))
    }
    const { account, redirect_uri: redirectUri, code_challenge: codeChallenge, state } = parsed.data
    if (account === undefined)
      return sendPage(
        reply,
        renderAuthorizePage((name) => hrefOf(parsed.data, name), calledOff(parsed.data)),
      )
    const target = new URL(redirectUri)
    target.searchParams.set('code', await issueCode({ account, redirectUri, codeChallenge }))
    target.searchParams.set('state', state)
    return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(target.href, 302)
  })
}

const notBegun =
  '로그인을 시작한 브라우저를 확인할 수 없습니다. 시작한 지 30분이 지났거나 주소가 바뀌었습니다. 이 창을 닫고 사이트의 로그인 버튼으로 다시 시작해 주세요.'

function isBegunHere(deps: Deps, query: AuthorizeQuery): Promise<boolean> {
  const { state, redirect_uri: redirectUri, code_challenge: codeChallenge } = query
  return isBegun(deps, { state, redirectUri, codeChallenge })
}

function hrefOf(query: AuthorizeQuery, account: DemoAccount): string {
  return `${path}?${new URLSearchParams({ ...query, account }).toString()}`
}

/** The same answer as Kakao's when the person declines (RFC 6749 §4.1.2.1). */
function calledOff({ redirect_uri: redirectUri, state }: AuthorizeQuery): string {
  const target = new URL(redirectUri)
  target.searchParams.set('error', 'access_denied')
  target.searchParams.set('state', state)
  return target.href
}

/** The page has no scripts or inline styles, so everything but its stylesheet is forbidden. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': pagePolicy,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .send(html)
}
