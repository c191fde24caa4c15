import { proxy } from 'valtio'
import type { FactorReason } from '#contract/problem.ts'
import { session } from '../session-store.ts'

/** Sends the same call again, with the same body. */
export type SameCall = () => Promise<Response>

/** Whether the factor prompt is open because an action needs a fresh factor. */
export const freshFactor = proxy<{ isAsked: boolean }>({ isAsked: false })

/** How to repeat a call that needs a fresh factor, keyed by the `input` passed to `fetch`. */
const repeats = new WeakMap<object, SameCall>()
const waiting: ((isGiven: boolean) => void)[] = []

/**
 * Handles a 428 answer about the second factor. A missing factor is stored in the session, and the
 * frame asks for it. If a fresh one is needed, remembers how to repeat the call
 * (`afterFreshFactor`). Returns the response unchanged.
 */
export async function retryWithFactor(
  input: RequestInfo | URL,
  response: Response,
  again: SameCall,
): Promise<Response> {
  if (response.status !== 428) return response
  const reason = await reasonOf(response.clone())
  if (reason === 'fresh' && typeof input === 'object') repeats.set(input, again)
  else if (reason !== null) session.needsFactor = reason
  return response
}

/**
 * Hook for the REST client: if the call needs a fresh factor, asks for it and repeats the same
 * call, so nothing typed is lost. Undefined: the response stays as it is. Runs outside the call's
 * timeout, because the user may have to find their phone.
 */
export async function afterFreshFactor(request: Request): Promise<Response | undefined> {
  const again = repeats.get(request)
  if (!again) return undefined
  repeats.delete(request)
  return (await askForFactor()) ? await again() : undefined
}

/** Opens the factor prompt; several callers share one prompt. False: the user dismissed it. */
export async function askForFactor(): Promise<boolean> {
  freshFactor.isAsked = true
  return await new Promise((resolve) => waiting.push(resolve))
}

export function answerFresh(isGiven: boolean): void {
  freshFactor.isAsked = false
  for (const resolve of waiting.splice(0)) resolve(isGiven)
}

const reasons: readonly string[] = ['enrol', 'pass', 'idle', 'fresh'] satisfies FactorReason[]

/** Null when the answer isn't our server's. Parsed without zod, because visitors load this. */
async function reasonOf(response: Response): Promise<FactorReason | null> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null || !('code' in body) || !('factor' in body)) return null
  const isAsking = body.code === 'second_factor_needed' && reasons.includes(String(body.factor))
  return isAsking ? (body.factor as FactorReason) : null
}
