import { proxy } from 'valtio'
import type { FactorStatus } from '#contract/second-factor.ts'

/** One's own second factor as the server last told; null: it has not yet. */
export const factorStanding = proxy<{ status: FactorStatus | null }>({ status: null })
