import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { beginSignInAnswerSchema, tokensSchema, type Tokens } from '#contract/session/session.ts'

/** Who can sign in without a page of their own (design §5). */
export type DemoAccountName = 'staff' | 'superuser' | 'member'

/** `fetch`, or what stands in for it where nothing listens. */
export type Send = (url: string, init?: RequestInit) => Promise<Response>

/** The body of the callback call. */
export interface CallbackBody {
  code: string
  redirect_uri: string
  return_uri: string
  state: string
  code_verifier: string
}

/**
 * Signs in through the local provider as a browser does, up to the last call: `POST /oauth/callback/kakao` with what this answers gives the tokens. `origin`: where
 * the server takes the browser to be.
 */
export async function signInByCalls(
  origin: string,
  account: DemoAccountName,
  send: Send = fetch,
): Promise<CallbackBody> {
  const { authorizeUrl, ...kept } = await beginSignIn(origin, send)
  // Always over the net: the provider listens on a port of its own.
  const page = await fetch(`${authorizeUrl}&account=${account}`, { redirect: 'manual' })
  const back = new URL(z.string().parse(page.headers.get('location'))).searchParams
  const { code, state } = z.object({ code: z.string(), state: z.string() }).parse(Object.fromEntries(back))
  return { ...kept, code, state, return_uri: '/' }
}

/** Signs in over the net and answers the tokens; a refusal is told with its reason. */
export async function tokensByCalls(
  origin: string,
  account: DemoAccountName,
  headers: Readonly<Record<string, string>> = {},
): Promise<Tokens> {
  const call = jsonPost(await signInByCalls(origin, account))
  const answer = await fetch(`${origin}/oauth/callback/kakao`, { ...call, headers: { ...call.headers, ...headers } })
  if (!answer.ok) throw new Error(`signing in was answered ${answer.status}: ${await answer.text()}`)
  return tokensSchema.parse(await answer.json())
}

/** What a browser keeps while it is away at the provider's page, and where it goes. */
export async function beginSignIn(origin: string, send: Send = fetch) {
  const code_verifier = randomBytes(32).toString('base64url')
  const redirect_uri = `${origin}/oauth/callback/kakao`
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const answer = await send(`${origin}/oauth/begin/kakao`, jsonPost({ code_challenge, redirect_uri }))
  return { ...beginSignInAnswerSchema.parse(await answer.json()), code_verifier, redirect_uri }
}

/** What `fetch` wants to post JSON. */
export function jsonPost(body: unknown) {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
