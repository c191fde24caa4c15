import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { startSignInResponseSchema, type Tokens, tokensSchema } from '#contract/session/session.ts'

export type DemoAccountName = 'staff' | 'superuser' | 'member'

/** `fetch`, or a substitute where nothing listens. */
export type SendCall = (url: string, init?: RequestInit) => Promise<Response>

/** `fetch` that repeats the call while a busy server asks to try again, for a minute. */
export async function fetchWhenFree(url: string, init?: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, init)
    if (response.status !== 503 || tries === 60) return response
    await wait(1_000)
  }
}

export interface CallbackBody {
  code: string
  redirect_uri: string
  return_uri: string
  state: string
  code_verifier: string
}

/**
 * Signs in through the local provider as a browser does, up to the last call: posting the result to
 * `POST /oauth/callback/kakao` returns the tokens. `origin`: the browser's origin as the server
 * sees it.
 */
export async function signInByCalls(
  origin: string,
  account: DemoAccountName,
  send: SendCall = fetchWhenFree,
): Promise<CallbackBody> {
  const { authorizeUrl, ...kept } = await startSignInState(origin, send)
  // Always a real request, because the provider listens on a separate port.
  const page = await fetch(`${authorizeUrl}&account=${account}`, { redirect: 'manual' })
  const callbackParams = new URL(z.string().parse(page.headers.get('location'))).searchParams
  const { code, state } = z.object({ code: z.string(), state: z.string() }).parse(Object.fromEntries(callbackParams))
  return { ...kept, code, state, return_uri: '/' }
}

/** Signs in over the network and returns the tokens; throws with the reason of a refusal. */
export async function signInForTokens(
  origin: string,
  account: DemoAccountName,
  headers: Readonly<Record<string, string>> = {},
): Promise<Tokens> {
  const call = buildJsonPost(await signInByCalls(origin, account))
  const response = await fetchWhenFree(`${origin}/oauth/callback/kakao`, {
    ...call,
    headers: { ...call.headers, ...headers },
  })
  if (!response.ok) throw new Error(`the sign-in failed with ${response.status}: ${await response.text()}`)
  return tokensSchema.parse(await response.json())
}

/** Starts a sign-in: the values a browser keeps meanwhile, and the provider's URL. */
export async function startSignInState(origin: string, send: SendCall = fetchWhenFree) {
  const code_verifier = randomBytes(32).toString('base64url')
  const redirect_uri = `${origin}/oauth/callback/kakao`
  const codeChallenge = createHash('sha256').update(code_verifier).digest('base64url')
  const response = await send(
    `${origin}/oauth/begin/kakao`,
    buildJsonPost({ code_challenge: codeChallenge, redirect_uri }),
  )
  return { ...startSignInResponseSchema.parse(await response.json()), code_verifier, redirect_uri }
}

/** `fetch` options for posting JSON. */
export function buildJsonPost(body: unknown) {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
