import { proxy } from 'valtio'
import type { FactorStatus } from '#contract/session/second-factor.ts'

/** State of the user's own second factor as last reported by the server; null until then. */
export const factorStanding = proxy<{ status: FactorStatus | null }>({ status: null })
