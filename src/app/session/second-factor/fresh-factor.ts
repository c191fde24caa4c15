import { proxy } from 'valtio'
import type { FactorReason } from '#contract/problem.ts'
import type { FactorStatus } from '#contract/session/second-factor.ts'
import { session } from '../session-store.ts'

/** Sends the same call again, with the same body. */
export type RepeatCall = () => Promise<Response>

/** Whether the factor prompt is open because an action needs a fresh factor. */
export const factorPrompt = proxy<{ isOpen: boolean }>({ isOpen: false })

/** How to repeat a call that needs a fresh factor, keyed by the `input` passed to `fetch`. */
const retries = new WeakMap<object, RepeatCall>()
const resolvers: ((isPassed: boolean) => void)[] = []

/**
 * Handles a 428 response about the second factor. A missing factor is stored in the session, and
 * the frame asks for it. If a fresh one is needed, remembers how to repeat the call
 * (`retryWithFreshFactor`). Returns the response unchanged.
 */
export async function retryWithFactor(
  input: RequestInfo | URL,
  response: Response,
  retry: RepeatCall,
): Promise<Response> {
  if (response.status !== 428) return response
  const reason = await parseFactorReason(response.clone())
  if (reason === 'fresh' && typeof input === 'object') retries.set(input, retry)
  else if (reason !== null) session.factorReason = reason
  return response
}

/**
 * Hook for the REST client: if the call needs a fresh factor, asks for it and repeats the same
 * call, so nothing typed is lost. Undefined: the response stays as it is. Runs outside the call's
 * timeout, because the user may have to find their phone.
 */
export async function retryWithFreshFactor(request: Request): Promise<Response | undefined> {
  const retry = retries.get(request)
  if (!retry) return undefined
  retries.delete(request)
  return (await promptForFactor()) ? await retry() : undefined
}

/** Opens the factor prompt; several callers share one prompt. False: the user dismissed it. */
export async function promptForFactor(): Promise<boolean> {
  factorPrompt.isOpen = true
  return await new Promise((resolve) => resolvers.push(resolve))
}

export function resolveFactorPrompt(isPassed: boolean): void {
  factorPrompt.isOpen = false
  for (const resolve of resolvers.splice(0)) resolve(isPassed)
}

const reasons: readonly string[] = ['enrol', 'pass', 'idle', 'fresh'] satisfies FactorReason[]

/** Null when the response isn't our server's. Parsed without zod, because visitors load this. */
async function parseFactorReason(response: Response): Promise<FactorReason | null> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null || !('code' in body) || !('factor' in body)) return null
  const isFactorNeeded = body.code === 'second_factor_needed' && reasons.includes(String(body.factor))
  return isFactorNeeded ? (body.factor as FactorReason) : null
}

/** State of the user's own second factor as last reported by the server; null until then. */
export const factorStatusStore = proxy<{ status: FactorStatus | null }>({ status: null })
