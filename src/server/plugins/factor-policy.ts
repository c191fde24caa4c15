import type { FactorReason } from '#contract/problem.ts'
import { factorHours, freshFactorMinutes, idleMinutes } from '#contract/session/second-factor.ts'

/** All inputs of the decision. Instants are milliseconds since 1970. */
export interface FactorStanding {
  readonly mode: 'required' | 'optional'
  /** The request comes from an exempt network. */
  readonly isExempt: boolean
  /** Staff or superuser; members see no office data. */
  readonly isStaff: boolean
  /** A passkey or an authenticator app is set up. */
  readonly hasFactor: boolean
  /** When this session last gave one; null when never. */
  readonly factorAt: number | null
  /** Last activity of the person on this device, as reported to the server. */
  readonly activeAt: number
  readonly now: number
  /** The route requires a factor given within the last minutes (fresh-routes.ts). */
  readonly wantsFresh: boolean
}

/**
 * What a session lacks to see or do anything in the office; null when nothing. Pure, and the only
 * place that decides it.
 *
 * Setting the clock back makes no factor older, and one in the future stays valid no longer than
 * its usual time after that instant.
 */
export function missingFactor(standing: FactorStanding): FactorReason | null {
  const { hasFactor, factorAt, activeAt, now } = standing
  if (!isAsked(standing)) return null
  if (!hasFactor) return 'enrol'
  if (factorAt === null || now - factorAt >= factorHours * 3_600_000) return 'pass'
  if (now - Math.max(activeAt, factorAt) >= idleMinutes * 60_000) return 'idle'
  return standing.wantsFresh && now - factorAt >= freshFactorMinutes * 60_000 ? 'fresh' : null
}

/** True when this person needs a factor here at all. */
export function isAsked({
  mode,
  isExempt,
  isStaff,
  hasFactor,
}: Pick<FactorStanding, 'mode' | 'isExempt' | 'isStaff' | 'hasFactor'>): boolean {
  return isStaff && !isExempt && (mode === 'required' || hasFactor)
}
