import type { FactorReason } from '#contract/problem.ts'
import { factorHours, freshFactorMinutes, idleMinutes } from '#contract/session/second-factor.ts'

/** All inputs of the decision. Instants are milliseconds since 1970. */
export interface FactorState {
  readonly mode: 'required' | 'optional'
  /** The request comes from an exempt network. */
  readonly isExempt: boolean
  /** Staff or superuser. Members see no office data and never need a factor. */
  readonly isStaff: boolean
  /** A passkey or an authenticator app is set up. */
  readonly hasFactor: boolean
  /** When this session last passed the second factor; null if never. */
  readonly factorAt: number | null
  /** Last user activity that the device reported. */
  readonly activeAt: number
  readonly now: number
  /** The route requires a recent factor (fresh-routes.ts). */
  readonly wantsFresh: boolean
}

/**
 * Why this session must pass the second factor before it may access office data; null if it may.
 * Pure, and the only place that decides this.
 *
 * - `enrol`: no factor is set up yet.
 * - `pass`: not passed on this session, or longer than `factorHours` ago.
 * - `idle`: passed, but the user was inactive for `idleMinutes`.
 * - `fresh`: the route wants one from the last `freshFactorMinutes`.
 *
 * A `factorAt` in the future (the clock was set back) is valid until `factorHours` after that time.
 */
export function missingFactor(state: FactorState): FactorReason | null {
  const { hasFactor, factorAt, activeAt, now } = state
  if (!isFactorRequired(state)) return null
  if (!hasFactor) return 'enrol'
  if (factorAt === null || now - factorAt >= factorHours * 3_600_000) return 'pass'
  if (now - Math.max(activeAt, factorAt) >= idleMinutes * 60_000) return 'idle'
  return state.wantsFresh && now - factorAt >= freshFactorMinutes * 60_000 ? 'fresh' : null
}

/** True when this person needs a factor here at all. */
export function isFactorRequired({
  mode,
  isExempt,
  isStaff,
  hasFactor,
}: Pick<FactorState, 'mode' | 'isExempt' | 'isStaff' | 'hasFactor'>): boolean {
  return isStaff && !isExempt && (mode === 'required' || hasFactor)
}
