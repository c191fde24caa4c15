import type { z } from 'zod'
import { problem, type Problem, problemSchema } from '#contract/problem.ts'

/**
 * Result of a call: the validated response, or why there is none. `isUnreachable`: our server did
 * not respond, so the outcome is unknown.
 */
type SignInResult<Value> = { ok: true; value: Value } | { ok: false; problem: Problem; isUnreachable: boolean }

/**
 * Calls a sign-in endpoint; these take no bearer token. POST when there is a body. Never rejects.
 */
export async function callSignIn<Schema extends z.ZodType>(
  path: string,
  options: { schema: Schema; body?: unknown; timeout?: number },
): Promise<SignInResult<z.output<Schema>>> {
  try {
    const response = await fetch(path, {
      ...(options.body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(options.body) }),
      cache: 'no-store',
      signal: AbortSignal.timeout(options.timeout ?? 30_000),
    })
    const body: unknown = await response.json()
    if (!response.ok) return { ok: false, problem: problemSchema.parse(body), isUnreachable: false }
    return { ok: true, value: options.schema.parse(body) }
  } catch {
    // No network, a timeout, or a response that isn't from our server.
    const message = '서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.'
    return { ok: false, problem: problem('unavailable', { message }), isUnreachable: true }
  }
}
