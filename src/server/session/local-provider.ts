import { readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod'
import { problem } from '#contract/problem.ts'
import { codeChallengeSchema } from '#contract/session/session.ts'
import { hashToken, newToken } from '#server/auth/token.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { isFromThisMachine } from '#server/http/this-machine.ts'
import { type DemoAccount, demoAccountNames, demoAccounts } from './demo-users.ts'
import { type CodeExchange, invalidCodeProblem, type LoginProvider } from './login-provider.ts'
import { computeChallenge, isPending } from './sign-in-state.ts'

/** The only client of the local provider. */
const localClientId = 'local'

const codeLifetimeMs = 60_000

interface ProviderDeps {
  db: Database
  now: () => Date
}

/**
 * The built-in provider: the same code flow as Kakao's on a machine without internet, so that no
 * part of sign-in is a mock.
 */
export function createLocalProvider(deps: Deps): LoginProvider {
  const page = localPage(deps, { clientId: localClientId, issueCode: (choice) => issueLocalCode(deps, choice) })
  return {
    name: 'local',
    clientId: localClientId,
    jsKey: localClientId,
    authorizeUrl: page.getUrl,
    exchange: (request) => exchange(deps, request),
    register: page.register,
  }
}

/**
 * Issues a code for the chosen account; valid once within 60 seconds, for this redirect_uri and the
 * browser with the verifier.
 */
async function issueLocalCode({ db, now }: ProviderDeps, choice: AccountChoice): Promise<string> {
  const code = newToken('code')
  await db.deleteFrom('oauth_code').where('expires_at', '<', now().toISOString()).execute()
  await db
    .insertInto('oauth_code')
    .values({
      hash: hashToken(code),
      client_id: localClientId,
      redirect_uri: choice.redirectUri,
      account: choice.account,
      code_challenge: choice.codeChallenge,
      expires_at: new Date(now().getTime() + codeLifetimeMs).toISOString(),
    })
    .execute()
  return code
}

/**
 * Deleting the row makes the code single-use: of two concurrent callers only one gets it. A wrong
 * redirect_uri or verifier uses it up too.
 */
async function exchange({ db, now }: ProviderDeps, request: CodeExchange): ReturnType<LoginProvider['exchange']> {
  const issued = await db
    .deleteFrom('oauth_code')
    .where('hash', '=', hashToken(request.code))
    .returning(['client_id', 'redirect_uri', 'account', 'expires_at', 'code_challenge'])
    .executeTakeFirst()
  const account = demoAccountNames.find((name) => name === issued?.account)
  const isValid =
    issued?.client_id === localClientId &&
    issued.redirect_uri === request.redirectUri &&
    issued.code_challenge === computeChallenge(request.codeVerifier) &&
    new Date(issued.expires_at).getTime() > now().getTime()
  if (!isValid || account === undefined) return { refused: invalidCodeProblem }
  return { person: demoAccounts[account].person }
}

interface LocalPage {
  /** Absolute URL of the authorize page; known once the server is ready. */
  getUrl: () => string
  /**
   * Starts and stops the page with the server, and redirects to it from `/oauth/local/authorize`.
   */
  register: (app: App) => void
}

/** What a code is issued for: a sign-in begun at this server and the chosen account. */
interface AccountChoice {
  account: DemoAccount
  redirectUri: string
  codeChallenge: string
}

/**
 * The local provider's authorize page, similar to Kakao's; `&account=` chooses an account without
 * the page.
 *
 * It listens on its own port, reachable only from this machine and chosen at every start. A proxy
 * or tunnel forwards only the server's port. So even a proxy that leaves no trace, and looks like a
 * local browser, cannot lead anybody to this page and a demo account.
 */
function localPage(deps: Deps, { clientId, issueCode }: { clientId: string; issueCode: IssueCode }): LocalPage {
  const page = Fastify()
  page.addHook('onRequest', async (request, reply) => {
    if (!isFromThisMachine(request)) return sendPage(reply.code(403), renderAuthorizeRefusal(onlyLocalMessage))
  })
  registerPage(page, deps, { clientId, issueCode })
  let origin = ''
  const getUrl = () => `${origin}${authorizePath}`
  return {
    getUrl,
    register: (app) => {
      app.addHook('onReady', async () => {
        origin = await page.listen({ port: 0, host: deps.config.host })
        // Lets the process end if the server itself cannot listen.
        page.server.unref()
      })
      app.addHook('onClose', () => page.close())
      app.get(authorizePath, { schema: { hide: true } }, (request, reply) => {
        if (!isFromThisMachine(request)) return sendPage(reply.code(403), renderAuthorizeRefusal(onlyLocalMessage))
        return reply
          .header('cache-control', 'no-store')
          .redirect(`${getUrl()}${URL.parse(request.url, origin)?.search ?? ''}`)
      })
    },
  }
}

const authorizePath = '/oauth/local/authorize'

type IssueCode = (choice: AccountChoice) => Promise<string>

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
  page.get(`${authorizePath}.css`, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(stylesheet),
  )
  page.get(authorizePath, async (request, reply) => {
    const parsed = authorizeQuerySchema.safeParse(request.query)
    // Never redirects to a foreign URL, not even with an error (RFC 6749 §4.1.2.1). The
    // beginning of the sign-in has checked the URL.
    if (!parsed.success || parsed.data.client_id !== clientId || !(await isPendingHere(deps, parsed.data))) {
      return sendPage(reply.code(400), renderAuthorizeRefusal(notBegunMessage))
    }
    const { account, redirect_uri: redirectUri, code_challenge: codeChallenge, state } = parsed.data
    if (account === undefined)
      return sendPage(
        reply,
        renderAuthorizePage((name) => pickedHref(parsed.data, name), buildDeclinedUrl(parsed.data)),
      )
    const target = new URL(redirectUri)
    target.searchParams.set('code', await issueCode({ account, redirectUri, codeChallenge }))
    target.searchParams.set('state', state)
    return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(target.href, 302)
  })
}

const notBegunMessage =
  '로그인을 시작한 브라우저를 확인할 수 없습니다. 시작한 지 30분이 지났거나 주소가 바뀌었습니다. 이 창을 닫고 사이트의 로그인 버튼으로 다시 시작해 주세요.'

function isPendingHere(deps: Deps, query: AuthorizeQuery): Promise<boolean> {
  const { state, redirect_uri: redirectUri, code_challenge: codeChallenge } = query
  return isPending(deps, { state, redirectUri, codeChallenge })
}

function pickedHref(query: AuthorizeQuery, account: DemoAccount): string {
  return `${authorizePath}?${new URLSearchParams({ ...query, account }).toString()}`
}

/** The same response as Kakao's when the person declines (RFC 6749 §4.1.2.1). */
function buildDeclinedUrl({ redirect_uri: redirectUri, state }: AuthorizeQuery): string {
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

/** For routes that send JSON. */
export async function refuseOtherMachines(request: FastifyRequest): Promise<void> {
  if (!isFromThisMachine(request)) throw new HttpProblem(problem('not_permitted', { message: onlyLocalMessage }))
}

const onlyLocalMessage =
  '체험 계정은 서버가 켜진 컴퓨터에서 http://localhost 주소를 직접 열었을 때만 쓸 수 있습니다. 다른 곳에서도 로그인하려면 서버에 카카오 로그인 키(KAKAO_REST_KEY)를 설정해 주세요.'

/**
 * The page of the built-in local provider, in place of Kakao's: choose one of the demo accounts.
 * `buildLink`: the link of an account; `backHref`: the link that cancels the sign-in.
 */
function renderAuthorizePage(buildLink: (account: DemoAccount) => string, backHref: string): string {
  const accounts = demoAccountNames.map((name) => {
    const { label, hint, person } = demoAccounts[name]
    return `<li><a href="${escapeHtml(buildLink(name))}" data-account="${name}">
        <strong>${label}</strong><span class="who">${person.nickname}</span><span class="hint">${hint}</span></a></li>`
  })
  return pageHtml(
    '체험 계정으로 로그인',
    `<h1>체험 계정으로 로그인</h1>
    <p>이 서버에는 카카오 로그인 키가 없어, 이 컴퓨터에서만 열리는 체험 로그인을 씁니다. 계정을 고르면 바로 로그인합니다.</p>
    <ul>${accounts.join('\n')}</ul>
    <p><a class="back" href="${escapeHtml(backHref)}">로그인하지 않고 돌아가기</a></p>
    <p class="small">시연용 가상 데이터 — 실제 인물·기관과 무관합니다.</p>`,
  )
}

/** The page shown for an invalid request; there is no safe URL to redirect to. */
function renderAuthorizeRefusal(message: string): string {
  return pageHtml('로그인할 수 없습니다', `<h1>로그인할 수 없습니다</h1><p>${escapeHtml(message)}</p>`)
}

function pageHtml(title: string, body: string): string {
  return `<!doctype html>
<html lang="ko">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${title}</title>
  <link rel="stylesheet" href="/oauth/local/authorize.css">
</head>
<body>
  <main>
    ${body}
  </main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
