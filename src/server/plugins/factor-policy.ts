import type { FactorReason } from '#contract/problem.ts'
import { factorHours, freshFactorMinutes, idleMinutes } from '#contract/session/second-factor.ts'

/** Everything the decision turns on. Instants are milliseconds since 1970. */
export interface FactorStanding {
  readonly mode: 'required' | 'optional'
  /** The request comes from a network that is not asked. */
  readonly isExempt: boolean
  /** Staff or superuser: members have nothing of the office to see. */
  readonly isStaff: boolean
  /** A passkey or an authenticator app is set up. */
  readonly hasFactor: boolean
  /** When this session last gave one; null: never. */
  readonly factorAt: number | null
  /** When the person last did something on this device, as the server was told. */
  readonly activeAt: number
  readonly now: number
  /** What is asked for wants a factor of the last minutes (fresh-routes.ts). */
  readonly wantsFresh: boolean
}

/**
 * What is missing before this session may see or do anything of the office; null: nothing. Pure, and the only place that decides it.
 *
 * A clock that was set back makes no factor older than it is, and one in the future counts for as long as it would anyway.
 */
export function missingFactor(standing: FactorStanding): FactorReason | null {
  const { hasFactor, factorAt, activeAt, now } = standing
  if (!isAsked(standing)) return null
  if (!hasFactor) return 'enrol'
  if (factorAt === null || now - factorAt >= factorHours * 3_600_000) return 'pass'
  if (now - Math.max(activeAt, factorAt) >= idleMinutes * 60_000) return 'idle'
  return standing.wantsFresh && now - factorAt >= freshFactorMinutes * 60_000 ? 'fresh' : null
}

/** Whether this person is asked for a factor here at all. */
export function isAsked({
  mode,
  isExempt,
  isStaff,
  hasFactor,
}: Pick<FactorStanding, 'mode' | 'isExempt' | 'isStaff' | 'hasFactor'>): boolean {
  return isStaff && !isExempt && (mode === 'required' || hasFactor)
}
