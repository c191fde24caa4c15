import type { z } from 'zod'
import type { Problem } from '#contract/problem.ts'
import { badCode } from './login-provider.ts'

export type ProviderCall<T> = {
  fetch: typeof fetch
  url: string
  init: RequestInit
  schema: z.ZodType<T>
  timeoutMs: number | undefined
  /** The message when the provider itself fails. */
  unavailable: Problem
}

/**
 * 4xx means that the provider refuses the code. No answer, 5xx or an unreadable answer mean that
 * the provider fails, and the person may retry.
 */
export async function callProvider<T>(call: ProviderCall<T>): Promise<{ answer: T } | { refused: Problem }> {
  try {
    const signal = AbortSignal.timeout(call.timeoutMs ?? 8000)
    const response = await call.fetch(call.url, { ...call.init, signal, redirect: 'error' })
    if (response.status >= 400 && response.status < 500) return { refused: badCode }
    const parsed = call.schema.safeParse(response.ok ? await response.json() : undefined)
    return parsed.success ? { answer: parsed.data } : { refused: call.unavailable }
  } catch {
    return { refused: call.unavailable }
  }
}
