import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import { problem, problemSchema } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import {
  browserOptionsSchema,
  enrolmentResponseSchema,
  factorPath,
  newPasskeySchema,
  newTotpSchema,
  okResponseSchema,
  passkeyRenameSchema,
  recoveryCodesSchema,
  totpProofSchema,
} from '#contract/session/second-factor.ts'
import { getOfficeTitle } from '#domain/office/office-texts.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { readOffice } from '#server/office-profile/read-office.ts'
import type { FactorUser } from './check-proof.ts'
import type { FactorGuard } from './factor-guard.ts'
import { buildTotpUri } from './factor-secrets.ts'
import { canChangeFactors, hasFactor } from './read-status.ts'
import { removeFactor } from './remove-factor.ts'
import { addPasskey, finishTotp, renewRecoveryCodes, startTotp } from './set-up-factor.ts'
import { beginEnrolment } from './webauthn.ts'

const tags = ['2단계 인증']
const failures = { '4xx': problemSchema }
const config = { isBeforeFactor: true }

interface SetUpOptions {
  guard: FactorGuard
  onRequest: onRequestAsyncHookHandler[]
}

/**
 * Adding and removing factors: right after signing in while there is none, otherwise with a recent
 * factor (reasons in read-status.ts).
 */
export function registerSetUpRoutes(app: App, deps: Deps, { guard, onRequest }: SetUpOptions): void {
  const checkChange = async (request: FastifyRequest) => await requireChange(deps, guard.requireProver(request))
  const routeOptions = { config, onRequest: [...onRequest, checkChange] }
  registerTotp(app, deps, { guard, routeOptions })
  registerPasskeys(app, deps, { guard, routeOptions })
  app.route({
    ...routeOptions,
    method: 'POST',
    url: `${factorPath}/recovery-codes`,
    schema: { tags, summary: '복구 코드 새로 발급', response: { 200: recoveryCodesSchema, ...failures } },
    handler: async (request) => {
      const prover = guard.requireProver(request)
      if (!(await hasFactor(deps, prover.user.id))) throw new HttpProblem(problem('not_found'))
      return { recovery_codes: await renewRecoveryCodes(deps, prover) }
    },
  })
}

/**
 * Throws `second_factor_needed` when the person can give a factor, `refused` when they have to sign
 * in again.
 */
async function requireChange(deps: Deps, { user, sessionId }: FactorUser): Promise<void> {
  const isSetUp = await hasFactor(deps, user.id)
  if (await canChangeFactors(deps, { sessionId, isSetUp })) return
  if (isSetUp) throw new HttpProblem(problem('second_factor_needed', { factor: 'fresh', message: freshText }))
  throw new HttpProblem(problem('refused', { message: signInText }))
}

const freshText = '인증 수단을 바꾸려면 2단계 인증이 한 번 더 필요합니다.'
const signInText = '안전을 위해 로그인한 뒤 10분 안에만 등록할 수 있습니다. 다시 로그인해 주세요.'

interface SharedOptions {
  guard: FactorGuard
  routeOptions: { config: { isBeforeFactor: boolean }; onRequest: onRequestAsyncHookHandler[] }
}

function registerTotp(app: App, deps: Deps, { guard, routeOptions }: SharedOptions): void {
  app.route({
    ...routeOptions,
    method: 'POST',
    url: `${factorPath}/totp/new`,
    schema: { tags, summary: '인증 앱 등록 시작', response: { 200: newTotpSchema, ...failures } },
    handler: async (request) => {
      const { user } = guard.requireProver(request)
      const secret = await startTotp(deps, user.id)
      const issuer = getOfficeTitle(await readOffice(deps.db))
      return { secret, uri: buildTotpUri(secret, { issuer, label: user.name }) }
    },
  })
  app.route({
    ...routeOptions,
    method: 'POST',
    url: `${factorPath}/totp`,
    schema: {
      tags,
      summary: '인증 앱 등록',
      body: totpProofSchema,
      response: { 200: enrolmentResponseSchema, ...failures },
    },
    handler: async (request) => ({
      recovery_codes: await finishTotp(deps, guard.requireProver(request), request.body.code),
    }),
  })
  app.route({
    ...routeOptions,
    method: 'DELETE',
    url: `${factorPath}/totp`,
    schema: { tags, summary: '인증 앱 삭제', response: { 200: okResponseSchema, ...failures } },
    handler: async (request) => {
      await removeFactor(deps, { prover: guard.requireProver(request), isRequired: guard.isRequired(request) }, 'totp')
      return { ok: true as const }
    },
  })
}

function registerPasskeys(app: App, deps: Deps, { guard, routeOptions }: SharedOptions): void {
  const params = z.strictObject({ id: idSchema })
  app.route({
    ...routeOptions,
    method: 'POST',
    url: `${factorPath}/passkey/new`,
    schema: { tags, summary: '패스키 등록 시작', response: { 200: browserOptionsSchema, ...failures } },
    handler: async (request) => {
      const { user, sessionId, party } = guard.requireProverWithParty(request)
      const office = getOfficeTitle(await readOffice(deps.db))
      return { ...(await beginEnrolment({ ...deps, sessionId, party }, { ...user, office })) }
    },
  })
  app.route({
    ...routeOptions,
    method: 'POST',
    url: `${factorPath}/passkeys`,
    schema: {
      tags,
      summary: '패스키 등록',
      body: newPasskeySchema,
      response: { 200: enrolmentResponseSchema, ...failures },
    },
    handler: async (request) => ({
      recovery_codes: await addPasskey(deps, guard.requireProverWithParty(request), request.body),
    }),
  })
  app.route({
    ...routeOptions,
    method: 'PUT',
    url: `${factorPath}/passkeys/:id`,
    schema: { tags, params, body: passkeyRenameSchema, response: { 200: okResponseSchema, ...failures } },
    handler: async (request) => {
      const renamed = await deps.db
        .updateTable('passkey')
        .set({ name: request.body.name })
        .where('id', '=', request.params.id)
        .where('user_id', '=', guard.requireProver(request).user.id)
        .executeTakeFirst()
      if (renamed.numUpdatedRows === 0n) throw new HttpProblem(problem('not_found'))
      return { ok: true as const }
    },
  })
  app.route({
    ...routeOptions,
    method: 'DELETE',
    url: `${factorPath}/passkeys/:id`,
    schema: { tags, summary: '패스키 삭제', params, response: { 200: okResponseSchema, ...failures } },
    handler: async (request) => {
      const context = { prover: guard.requireProver(request), isRequired: guard.isRequired(request) }
      await removeFactor(deps, context, { passkey: request.params.id })
      return { ok: true as const }
    },
  })
}
