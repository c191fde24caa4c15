import type { FastifyRequest } from 'fastify'
import {
  acceptedInvitationSchema,
  acceptInvitationPath,
  createdInvitationSchema,
  invitationRequestSchema,
  invitationsPath,
  invitationsSchema,
  invitationViewSchema,
  newInvitationSchema,
  viewInvitationPath,
  withdrawInvitationSchema,
} from '#contract/people/invitations.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { resolveOrigin } from '#server/http/own-origin.ts'
import { requireSignedIn, requireSuperuser } from '#server/plugins/bearer.ts'
import { createSharedLimit } from '#server/plugins/request-limits.ts'
import { toUserInfo } from '../users.ts'
import {
  acceptInvitation,
  createInvitation,
  type InvitationActor,
  listInvitations,
  readInvitation,
  unknownInvitation,
  withdrawInvitation,
} from './invitations.ts'

/**
 * Links that make the person who accepts them staff: superusers create and withdraw them; anybody
 * with the token can look at them and accept.
 */
export function registerInvitationRoutes(app: App, deps: Deps): void {
  registerManagementRoutes(app, deps)
  registerAcceptance(app, deps)
}

const failures = { '4xx': problemSchema }

function registerManagementRoutes(app: App, deps: Deps): void {
  const { db } = deps
  const tags = ['사용자']
  const onRequest = async (request: FastifyRequest) => void requireSuperuser(request)
  const list = async () => ({ invitations: await listInvitations(db, invitationContext(deps)) })
  const toInvitationActor = (request: FastifyRequest): InvitationActor => ({
    user: requireSuperuser(request),
    ipAddress: request.ip,
    now: deps.now(),
  })
  app.route({
    method: 'GET',
    url: invitationsPath,
    onRequest,
    handler: list,
    schema: { tags, summary: '직원 초대 링크 목록', response: { 200: invitationsSchema, ...failures } },
  })
  app.route({
    method: 'POST',
    url: invitationsPath,
    onRequest,
    schema: {
      tags,
      summary: '직원 초대 링크 만들기',
      body: newInvitationSchema,
      response: { 200: createdInvitationSchema, ...failures },
    },
    handler: async (request) => {
      const invitation = { id: deps.newId(), note: request.body.note }
      const { token, expiresAt } = await createInvitation(db, invitation, toInvitationActor(request))
      const link = `${resolveOrigin(request, deps.config)}/invitation#${token}`
      return { ...(await list()), link, expires_at: expiresAt }
    },
  })
  app.route({
    method: 'DELETE',
    url: invitationsPath,
    onRequest,
    schema: {
      tags,
      summary: '직원 초대 링크 철회',
      body: withdrawInvitationSchema,
      response: { 200: invitationsSchema, ...failures },
    },
    handler: async (request) => {
      const refused = await withdrawInvitation(db, request.body.id, toInvitationActor(request))
      if (refused) throw new HttpProblem(refused)
      return await list()
    },
  })
}

function registerAcceptance(app: App, deps: Deps): void {
  const tags = ['로그인']
  // A person opens one link, so a tenth of the limit for sign-in (session/routes.ts) is enough.
  const limit = createSharedLimit(deps, { max: Math.max(10, Math.ceil(deps.config.rateLimitPerMinute / 200)) })
  app.route({
    method: 'POST',
    url: viewInvitationPath,
    onRequest: limit,
    schema: {
      tags,
      summary: '초대 링크 확인',
      body: invitationRequestSchema,
      response: { 200: invitationViewSchema, ...failures },
    },
    handler: async (request) => {
      const query = { token: request.body.token, userId: request.user?.id ?? null, context: invitationContext(deps) }
      const invitation = await readInvitation(deps.db, query)
      if (invitation) return invitation
      request.hasRefusedProof = true
      throw new HttpProblem(unknownInvitation)
    },
  })
  app.route({
    method: 'POST',
    url: acceptInvitationPath,
    onRequest: [async (request: FastifyRequest) => void requireSignedIn(request), limit],
    schema: {
      tags,
      summary: '초대 링크로 직원 되기',
      body: invitationRequestSchema,
      response: { 200: acceptedInvitationSchema, ...failures },
    },
    handler: async (request) => ({ user_info: toUserInfo(await acceptAsSignedIn(deps, request, request.body.token)) }),
  })
}

async function acceptAsSignedIn(deps: Deps, request: FastifyRequest, token: string) {
  const { id } = requireSignedIn(request)
  return await deps.db.transaction().execute(async (trx) => {
    const user = await trx.selectFrom('app_user').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!user?.is_active) throw new HttpProblem(problem('signed_out'))
    const accepted = await acceptInvitation(trx, {
      token,
      user,
      ipAddress: request.ip,
      context: invitationContext(deps),
    })
    if (!('refused' in accepted)) return accepted.user
    request.hasRefusedProof = accepted.refused === unknownInvitation
    throw new HttpProblem(accepted.refused)
  })
}

function invitationContext({ now, config }: Deps) {
  return { now: now(), config }
}
