import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { problem, problemSchema } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import {
  activityPath,
  browserOptionsSchema,
  buildPersonFactorPath,
  factorPath,
  factorProofSchema,
  factorStatusSchema,
  okResponseSchema,
  pinProofPath,
  pinProofSchema,
} from '#contract/session/second-factor.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireSignedIn, requireSuperuser } from '#server/plugins/bearer.ts'
import { createSharedLimit } from '#server/plugins/request-limits.ts'
import { checkProof, endIdleWithPin, registerPin } from './check-proof.ts'
import { createFactorGuard, type FactorGuard } from './factor-guard.ts'
import { readFactorStatus } from './read-status.ts'
import { resetFactors } from './remove-factor.ts'
import { registerSetUpRoutes } from './set-up-routes.ts'
import { passOptions } from './webauthn.ts'

const tags = ['2단계 인증']
const failures = { '4xx': problemSchema }
const config = { isBeforeFactor: true }

/**
 * One's own second factor: read its state, give it, and report activity; set-up-routes.ts changes
 * it. Also lets a superuser reset somebody who lost everything.
 */
export function registerFactorRoutes(app: App, deps: Deps): void {
  const guard = createFactorGuard(deps)
  // Guessing is limited by failures (check-proof.ts); this limit only bounds the number of
  // challenges.
  const limit = createSharedLimit(deps, { max: Math.max(10, Math.ceil(deps.config.rateLimitPerMinute / 100)) })
  const onRequest = [guard.check, limit]
  app.route({
    method: 'GET',
    url: factorPath,
    schema: { tags, summary: '2단계 인증 상태', response: { 200: factorStatusSchema, ...failures } },
    config,
    onRequest: guard.check,
    handler: async (request) => {
      const { user, sessionId } = guard.requireProver(request)
      const { missingFactor: missing } = request
      return await readFactorStatus(deps, {
        userId: user.id,
        sessionId,
        missing,
        isRequired: guard.isRequired(request),
      })
    },
  })
  app.route({
    method: 'POST',
    url: `${factorPath}/passkey/options`,
    schema: { tags, response: { 200: browserOptionsSchema, ...failures } },
    config,
    onRequest,
    handler: async (request) => {
      const { user, sessionId, party } = guard.requireProverWithParty(request)
      return { ...(await passOptions({ ...deps, sessionId, party }, user.id)) }
    },
  })
  app.route({
    method: 'POST',
    url: `${factorPath}/pass`,
    schema: { tags, summary: '2단계 인증', body: factorProofSchema, response: { 200: okResponseSchema, ...failures } },
    config,
    onRequest,
    handler: async (request) => {
      await checkProof(deps, guard.requireProver(request), request.body)
      return { ok: true as const }
    },
  })
  registerActivity(app, deps)
  registerPinProof(app, deps, guard)
  registerReset(app, deps)
  registerSetUpRoutes(app, deps, { guard, onRequest })
}

/**
 * A session that has been idle too long is refused here too: reporting activity does not end the
 * lock.
 */
function registerActivity(app: App, { db, now }: Deps): void {
  app.route({
    method: 'POST',
    url: activityPath,
    schema: { tags, response: { 200: okResponseSchema, ...failures } },
    onRequest: async (request: FastifyRequest) => void requireSignedIn(request),
    handler: async (request) => {
      await db
        .updateTable('session')
        .set({ active_at: now().toISOString() })
        .where('id', '=', request.sessionId)
        .execute()
      return { ok: true as const }
    },
  })
}

/**
 * Registering requires a session that lacks nothing, so that a stolen idle one cannot register its
 * own secret.
 */
function registerPinProof(app: App, deps: Deps, guard: FactorGuard): void {
  const schema = { tags, body: pinProofSchema, response: { 200: okResponseSchema, ...failures } }
  const onRequest = [guard.check, createSharedLimit(deps, { max: pinProofsPerMinute })]
  app.route({
    method: 'PUT',
    url: pinProofPath,
    schema: { ...schema, summary: '기기의 PIN 확인값 등록' },
    onRequest,
    handler: async (request) => {
      await registerPin(deps, guard.requireProver(request), request.body.proof)
      return { ok: true as const }
    },
  })
  app.route({
    method: 'POST',
    url: pinProofPath,
    schema: { ...schema, summary: '기기의 PIN으로 잠금 해제' },
    config,
    onRequest,
    handler: async (request) => {
      const context = { missing: request.missingFactor, proof: request.body.proof }
      await endIdleWithPin(deps, guard.requireProver(request), context)
      return { ok: true as const }
    },
  })
}

/** Per person: each window of a device may register and prove at every unlock and reconnection. */
const pinProofsPerMinute = 30

function registerReset(app: App, deps: Deps): void {
  app.route({
    method: 'DELETE',
    url: buildPersonFactorPath(':id'),
    schema: {
      tags,
      summary: '2단계 인증 초기화',
      params: z.strictObject({ id: idSchema }),
      response: { 200: okResponseSchema, ...failures },
    },
    onRequest: async (request: FastifyRequest) => void requireSuperuser(request),
    handler: async (request) => {
      const { id, name } = requireSuperuser(request)
      const result = await resetFactors(deps.db, request.params.id, { user: { id, name }, ipAddress: request.ip })
      if (result === null) throw new HttpProblem(problem('not_found', { message: '사용자를 찾을 수 없습니다.' }))
      return { ok: true as const }
    },
  })
}
