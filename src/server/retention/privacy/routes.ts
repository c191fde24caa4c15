import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { problem, problemSchema } from '#contract/problem.ts'
import { privacyPath } from '#contract/retention/privacy-notice.ts'
import {
  privacyNoticeSchema,
  recipientCreateSchema,
  recipientRemovalSchema,
  recipientsSchema,
  recipientsPath as url,
} from '#contract/retention/retention.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { requireRetentionManager } from '../policy.ts'
import { type CachedPrivacyNotice, listConfiguredRecipients, listRecipients } from './cached-privacy-notice.ts'

const tags = ['개인정보 처리방침']
const refusals = { '4xx': problemSchema }
const onRequest = async (request: FastifyRequest) => void requireRetentionManager(request)

/**
 * The content of /privacy, for everybody, and the recipients of personal data that a superuser
 * enters.
 */
export function privacyRoutes(app: App, deps: RouteDeps): void {
  const { privacyNotice: cachedPrivacyNotice } = deps
  app.route({
    method: 'GET',
    url: privacyPath,
    schema: { tags, summary: '처리방침의 보유기간과 수탁자', response: { 200: privacyNoticeSchema } },
    handler: async (_request, reply) => {
      reply.header('cache-control', 'no-cache')
      return privacyNoticeSchema.parse(await cachedPrivacyNotice.read())
    },
  })
  app.route({
    method: 'GET',
    url,
    schema: { tags, summary: '수탁자와 제공받는 자', response: { 200: recipientsSchema } },
    onRequest,
    handler: async () => ({
      results: await listRecipients(deps.db),
      configured: listConfiguredRecipients(deps.config),
    }),
  })
  registerWriting(app, deps, cachedPrivacyNotice)
}

function registerWriting(app: App, { db, now }: Deps, cachedPrivacyNotice: CachedPrivacyNotice): void {
  app.route({
    method: 'POST',
    url,
    schema: { tags, summary: '수탁자 추가', body: recipientCreateSchema, response: { 204: z.null(), ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      const by = requireRetentionManager(request)
      await db.transaction().execute(async (trx) => {
        const created = await trx
          .insertInto('privacy_recipient')
          .values({ ...request.body, updated_by: by.user.name, updated_at: now().toISOString() })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
        const detail = { recipient: request.body.name }
        if (created)
          await writeTrail(trx, {
            ...by,
            act: 'create',
            collection: 'privacy-recipients',
            recordId: created.id,
            detail,
          })
      })
      cachedPrivacyNotice.invalidate()
      return await reply.code(204).send(null)
    },
  })
  app.route({
    method: 'DELETE',
    url,
    schema: { tags, summary: '수탁자 삭제', body: recipientRemovalSchema, response: { 204: z.null(), ...refusals } },
    onRequest,
    handler: async (request, reply) => {
      const by = requireRetentionManager(request)
      await db.transaction().execute(async (trx) => {
        const { id } = request.body
        const deleted = await trx
          .deleteFrom('privacy_recipient')
          .where('id', '=', id)
          .returning('name')
          .executeTakeFirst()
        if (!deleted) throw new HttpProblem(problem('not_found'))
        const detail = { recipient: deleted.name }
        await writeTrail(trx, { ...by, act: 'delete', collection: 'privacy-recipients', recordId: id, detail })
      })
      cachedPrivacyNotice.invalidate()
      return await reply.code(204).send(null)
    },
  })
}
