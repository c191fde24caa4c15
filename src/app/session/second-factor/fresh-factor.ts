import { proxy } from 'valtio'
import type { FactorReason } from '#contract/problem.ts'
import { session } from '../session-store.ts'

/** Sends the very call again, with the same body. */
export type SameCall = () => Promise<Response>

/** Whether somebody is asked for a factor over the screen, before an act that wants a fresh one. */
export const freshFactor = proxy<{ isAsked: boolean }>({ isAsked: false })

/** By what was given to `fetch`: how a call that wants a fresh factor is repeated. */
const repeats = new WeakMap<object, SameCall>()
const waiting: ((isGiven: boolean) => void)[] = []

/**
 * What an answer says of the second factor. One that is missing altogether is noted for the frame, which asks for it; where a fresh one is wanted, it is kept how to repeat the call
 * (`afterFreshFactor`). Hands the answer on.
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
 * For the REST caller: where a fresh factor is wanted, asks for it and then does the very same act, with nothing typed lost. Undefined: the answer stands as it is. It stands outside of the time that a
 * call may take: somebody looks for their telephone.
 */
export async function afterFreshFactor(request: Request): Promise<Response | undefined> {
  const again = repeats.get(request)
  if (!again) return undefined
  repeats.delete(request)
  return (await askForFactor()) ? await again() : undefined
}

/** Asks over the screen; several who ask at once are answered together. False: put off. */
export async function askForFactor(): Promise<boolean> {
  freshFactor.isAsked = true
  return await new Promise((resolve) => waiting.push(resolve))
}

export function answerFresh(isGiven: boolean): void {
  freshFactor.isAsked = false
  for (const resolve of waiting.splice(0)) resolve(isGiven)
}

const reasons: readonly string[] = ['enrol', 'pass', 'idle', 'fresh'] satisfies FactorReason[]

/** Null when it is not our server that asks. Without zod: visitors load this. */
async function reasonOf(response: Response): Promise<FactorReason | null> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body !== 'object' || body === null || !('code' in body) || !('factor' in body)) return null
  const isAsking = body.code === 'second_factor_needed' && reasons.includes(String(body.factor))
  return isAsking ? (body.factor as FactorReason) : null
}
