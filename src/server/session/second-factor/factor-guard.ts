import type { FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import { createFactorGate } from '#server/auth/factor-gate.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireSignedIn } from '#server/plugins/bearer.ts'
import type { FactorUser } from './check-proof.ts'
import { type RelyingParty, resolveRelyingParty } from './webauthn.ts'

/** A staff member managing their own second factor, also while it is missing. Members have none. */
export interface FactorGuard {
  /** For `onRequest`. Throws 401 and 403. */
  check(request: FastifyRequest): Promise<void>
  requireProver(request: FastifyRequest): FactorUser
  /** Throws `refused` where browsers cannot store passkeys. */
  requireProverWithParty(request: FastifyRequest): FactorUser & { party: RelyingParty }
  /** Whether the office requires a factor here, even from people who have none. */
  isRequired(request: FastifyRequest): boolean
}

export function createFactorGuard(deps: Deps): FactorGuard {
  const gate = createFactorGate(deps)
  function requireProver(request: FastifyRequest): FactorUser {
    const { id, name, isStaff, isSuperuser } = requireSignedIn(request)
    const { sessionId, missingFactor } = request
    // While the factor is missing the roles are hidden; it is never missing for members.
    const isOfficeMember = isStaff || isSuperuser || request.isAdminElsewhere || missingFactor !== null
    if (!isOfficeMember || sessionId === null) throw new HttpProblem(problem('not_permitted'))
    return { user: { id, name }, sessionId, ipAddress: request.ip, party: resolveRelyingParty(request, deps.config) }
  }
  return {
    requireProver,
    check: async (request) => void requireProver(request),
    requireProverWithParty(request) {
      const { party, ...known } = requireProver(request)
      if (party === null) throw new HttpProblem(problem('refused', { message: noHostNameMessage }))
      return { ...known, party }
    },
    isRequired: (request) => gate.isFactorRequired(request, { is_staff: true, is_superuser: false, has_factor: false }),
  }
}

const noHostNameMessage = '패스키는 이름이 있는 주소(예: localhost, office.example)로 접속했을 때만 쓸 수 있습니다.'
