import type { FastifyRequest } from 'fastify'
import type { FactorReason } from '#contract/problem.ts'
import { isLoopback } from '../loopback.ts'
import type { Deps } from '../deps.ts'
import { isFactorRequired, missingFactor } from './factor-policy.ts'
import { wantsFreshFactor } from './fresh-routes.ts'
import { networksOf } from '../http/networks.ts'
import { hasTraceOfProxy } from '../http/this-machine.ts'

/** What the gate needs to know of a session and its user; read with the token (bearer.ts). */
export interface GatedSession {
  readonly is_staff: boolean
  readonly is_superuser: boolean
  readonly has_factor: boolean
  readonly factor_at: string | null
  readonly active_at: string
  readonly session_provider: 'kakao' | 'local' | 'kia'
}

export interface Gate {
  /** Why this session has no access to the office's data; null when nothing is missing. */
  missingFactor(request: FastifyRequest, session: GatedSession): FactorReason | null
  /**
   * True when the office's rules require a factor of this person here, whether or not one was
   * given.
   */
  isFactorRequired(
    request: FastifyRequest,
    session: Pick<GatedSession, 'is_staff' | 'is_superuser' | 'has_factor'>,
  ): boolean
  /** True for a superuser at an address outside the admin networks. */
  isAdminElsewhere(request: FastifyRequest, session: GatedSession): boolean
}

/**
 * Applies the rule of factor-policy.ts to requests. `request.ip` is reliable behind TRUST_PROXY.
 */
export function createGate({ config, now }: Pick<Deps, 'config' | 'now'>): Gate {
  const isExemptNetwork = networksOf(config.factorExemptNetworks)
  const isAdminNetwork = networksOf(config.adminNetworks)
  function policyInput(
    request: FastifyRequest,
    session: Pick<GatedSession, 'is_staff' | 'is_superuser' | 'has_factor'>,
  ) {
    const isOptional =
      config.secondFactor === 'optional' || (config.secondFactor === 'optional_here' && !hasTraceOfProxy(request))
    return {
      mode: isOptional ? ('optional' as const) : ('required' as const),
      isExempt: isExemptNetwork(request.ip),
      isStaff: session.is_staff || session.is_superuser,
      hasFactor: session.has_factor,
    }
  }
  return {
    isFactorRequired: (request, session) => isFactorRequired(policyInput(request, session)),
    missingFactor: (request, session) =>
      missingFactor({
        ...policyInput(request, session),
        factorAt: session.factor_at === null ? null : Date.parse(session.factor_at),
        activeAt: Date.parse(session.active_at),
        now: now().getTime(),
        wantsFresh: wantsFreshFactor(request),
      }),
    isAdminElsewhere(request, session) {
      if (!session.is_superuser || config.adminNetworks.length === 0) return false
      const isHere = session.session_provider === 'local' && isLoopback(request.ip.replace(/^::ffff:/, ''))
      return !isHere && !isAdminNetwork(request.ip)
    },
  }
}
