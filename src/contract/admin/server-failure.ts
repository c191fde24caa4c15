import { z } from 'zod'
import { type ProblemCode, problemSchema, problemStatus } from '#contract/problem.ts'

/**
 * Why the server gave no data. `no_network`: the device is offline. `no_answer`: no response in
 * time, or a proxy reports the server as down. `foreign_answer`: something else responded, such as
 * the sign-in page of a public network. `failed`: the server reported an error.
 */
export const serverFailureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no_network') }),
  z.object({ kind: z.literal('no_answer') }),
  z.object({ kind: z.literal('foreign_answer') }),
  z.object({
    kind: z.literal('failed'),
    status: z.int(),
    /** The server's own problem code, if it gave one. */
    code: z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]).optional(),
  }),
])
export type ServerFailure = z.infer<typeof serverFailureSchema>

/** Statuses by which proxies report an unreachable server; 52x and 530 are Cloudflare's. */
const gatewayStatuses: ReadonlySet<number> = new Set([
  408, 429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530,
])

/** These are about the session, not the server's health. */
const sessionStatuses: ReadonlySet<number> = new Set([401, 428])

/** RFC 6585: the network requires its own sign-in first. */
const networkSignInStatus = 511

/**
 * For a refused call, or a response that is not from our server. Null if the session is the cause.
 */
export function classifyFailedResponse(status: number, body: unknown): ServerFailure | null {
  if (sessionStatuses.has(status)) return null
  const code = readOwnCode(status, body)
  if (code !== null) return { kind: 'failed', status, code }
  if (gatewayStatuses.has(status)) return { kind: 'no_answer' }
  if (status >= 500 && status !== networkSignInStatus) return { kind: 'failed', status }
  return { kind: 'foreign_answer' }
}

/** Problem code of our own server; null if something in between responded. */
function readOwnCode(status: number, body: unknown): ProblemCode | null {
  const problem = problemSchema.safeParse(body).data
  return problem && problemStatus[problem.code] === status ? problem.code : null
}

/** For a call without a response. */
export function classifyMissingResponse(hasNetwork: boolean): ServerFailure {
  return { kind: hasNetwork ? 'no_answer' : 'no_network' }
}

export function isSameFailure(a: ServerFailure | null, b: ServerFailure | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
