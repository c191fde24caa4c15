import { z } from 'zod'
import { problemSchema, problemStatus, type ProblemCode } from './problem.ts'

/**
 * Why the server gave nothing. `no_network`: this device has no network. `no_answer`: nobody answered in time, or a proxy says that the server is away.
 * `foreign_answer`: something else answered in its place, such as the sign-in page of a public network. `failed`: the server answered that it failed.
 */
export const serverTroubleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no_network') }),
  z.object({ kind: z.literal('no_answer') }),
  z.object({ kind: z.literal('foreign_answer') }),
  z.object({
    kind: z.literal('failed'),
    status: z.int(),
    /** Where our own server said why. */
    code: z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]).optional(),
  }),
])
export type ServerTrouble = z.infer<typeof serverTroubleSchema>

/** What proxies say of a server that is away; 52x and 530 are Cloudflare's. */
const gatewayStatuses: ReadonlySet<number> = new Set([
  408, 429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530,
])

/** The session decides about these, not the server's health. */
const sessionStatuses: ReadonlySet<number> = new Set([401, 428])

/** RFC 6585: the network wants its own sign-in first. */
const networkSignInStatus = 511

/** Of a call that was refused, or answered with something that is not our server's. Null: the session is what is missing. */
export function troubleOfAnswer(status: number, body: unknown): ServerTrouble | null {
  if (sessionStatuses.has(status)) return null
  const code = ownCode(status, body)
  if (code !== null) return { kind: 'failed', status, code }
  if (gatewayStatuses.has(status)) return { kind: 'no_answer' }
  if (status >= 500 && status !== networkSignInStatus) return { kind: 'failed', status }
  return { kind: 'foreign_answer' }
}

/** The problem code of our own server; null when something on the way answered. */
function ownCode(status: number, body: unknown): ProblemCode | null {
  const said = problemSchema.safeParse(body).data
  return said && problemStatus[said.code] === status ? said.code : null
}

/** Of a call that nobody answered. */
export function troubleOfSilence(hasNetwork: boolean): ServerTrouble {
  return { kind: hasNetwork ? 'no_answer' : 'no_network' }
}

export function isSameTrouble(a: ServerTrouble | null, b: ServerTrouble | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
