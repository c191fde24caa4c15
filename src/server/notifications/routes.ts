import type { FastifyRequest } from 'fastify'
import {
  notificationDevicePath,
  notificationDoneSchema,
  notificationSettingsSchema,
  notificationsPath,
  type NotificationStatus,
  notificationStatusSchema,
  type PushSubscriptionInput,
  pushSubscriptionSchema,
  testNotificationPath,
} from '#contract/notifications/notifications.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { testNotice } from '#domain/notifications/notices.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import { createSharedLimit } from '#server/plugins/request-limits.ts'
import { startRepeating } from '#server/tasks/daily.ts'
import { prepareNotices, selectLiveSubscriptions, toSettings } from './due-notices.ts'
import { readEmailStatus, registerEmail } from './email-routes.ts'
import { createPushEndpoint } from './push-endpoint.ts'
import { readPushKeys } from './push-keys.ts'
import { createMailer } from './send-email.ts'
import { createSender, removeSubscription, type SendContext, sendDueMessages, sendPush } from './send-push.ts'

const tags = ['알림']
const forStaff = async (request: FastifyRequest) => void requireStaff(request)
const response = { 200: notificationDoneSchema, '4xx': problemSchema, '5xx': problemSchema }

/** How often a server looks for what is due; without anybody who listens it costs two queries. */
const everyMs = 120_000

/**
 * Limits calls that make the server resolve names or call a push service; ten per minute, scaled by
 * the server's general limit.
 */
function createCallLimit(deps: Pick<Deps, 'db' | 'config'>) {
  return createSharedLimit(deps, { max: Math.max(1, Math.ceil(deps.config.rateLimitPerMinute / 600)) })
}

/** How long a test notification may take to arrive. */
const testSeconds = 300

/** Staff manage their own notifications; the server sends what is due. */
export function notificationRoutes(app: App, deps: Deps): void {
  const context: SendContext = {
    ...deps,
    log: app.log,
    endpoint: createPushEndpoint(deps.config),
    mailer: createMailer(deps.config),
  }
  followDeadlines(app, deps, context)
  registerSettings(app, deps)
  registerDevice(app, deps, context)
  registerTest(app, context)
  registerEmail(app, deps, context.mailer)
}

function followDeadlines(app: App, deps: Deps, context: SendContext): void {
  let stop: (() => Promise<void>) | undefined
  app.addHook('onListen', async () => {
    stop = startRepeating(app.log, {
      everyMs,
      run: async () => {
        await prepareNotices(deps)
        await sendDueMessages(context)
      },
      onFailure: 'could not send notifications',
    })
  })
  app.addHook('onClose', async () => await stop?.())
}

function registerSettings(app: App, deps: Deps): void {
  app.route({
    method: 'GET',
    url: notificationsPath,
    schema: { tags, summary: '내 알림 설정', response: { 200: notificationStatusSchema, '4xx': problemSchema } },
    onRequest: forStaff,
    handler: (request) => readStatus(deps, request),
  })
  app.route({
    method: 'PUT',
    url: notificationsPath,
    schema: { tags, summary: '내 알림 설정 변경', body: notificationSettingsSchema, response },
    onRequest: forStaff,
    handler: async (request) => {
      const values = { user_id: requireStaff(request).id, ...request.body }
      await deps.db
        .insertInto('notification_setting')
        .values(values)
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(request.body))
        .execute()
      return { ok: true as const }
    },
  })
}

async function readStatus(deps: Deps, request: FastifyRequest): Promise<NotificationStatus> {
  const { id } = requireStaff(request)
  const [{ publicKey }, settings, target, email] = await Promise.all([
    readPushKeys(deps),
    deps.db
      .selectFrom('notification_setting')
      .select(['morning_at', 'quiet_from', 'quiet_until', 'off'])
      .where('user_id', '=', id)
      .executeTakeFirst(),
    findOwnTarget(deps, request),
    readEmailStatus(deps, id),
  ])
  return { settings: toSettings(settings), public_key: publicKey, has_device: target !== undefined, email }
}

/** The device of the session that makes the call. */
async function findOwnTarget({ db, now }: Pick<Deps, 'db' | 'now'>, { sessionId }: FastifyRequest) {
  return await selectLiveSubscriptions(db, now())
    .select(['push_subscription.id as subscription_id', 'endpoint', 'p256dh', 'auth'])
    .where('push_subscription.session_id', '=', sessionId)
    .executeTakeFirst()
}

function registerDevice(app: App, deps: Deps, { endpoint }: SendContext): void {
  app.route({
    method: 'PUT',
    url: notificationDevicePath,
    schema: { tags, summary: '이 기기에서 알림 받기', body: pushSubscriptionSchema, response },
    onRequest: [forStaff, createCallLimit(deps)],
    handler: async (request) => {
      const refusal = await endpoint.findRefusal(request.body.endpoint)
      if (refusal === 'foreign') throw new HttpProblem(problem('refused', { message: foreignText }))
      if (refusal === 'unresolved') throw new HttpProblem(problem('unavailable', { message: unreachableText }))
      await saveSubscription(deps, request, request.body)
      return { ok: true as const }
    },
  })
  app.route({
    method: 'DELETE',
    url: notificationDevicePath,
    schema: { tags, summary: '이 기기에서 알림 끄기', response },
    onRequest: forStaff,
    handler: async ({ sessionId }) => {
      await deps.db.deleteFrom('push_subscription').where('session_id', '=', sessionId).execute()
      return { ok: true as const }
    },
  })
}

/** A browser has one subscription: it belongs to the last session that asked. */
async function saveSubscription(
  { db, newId }: Deps,
  request: FastifyRequest,
  { endpoint, keys }: PushSubscriptionInput,
): Promise<void> {
  const { id: userId } = requireStaff(request)
  const { sessionId } = request
  if (sessionId === null) throw new HttpProblem(problem('signed_out'))
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('push_subscription')
      .where((where) => where.or([where('session_id', '=', sessionId), where('endpoint', '=', endpoint)]))
      .execute()
    await trx
      .insertInto('push_subscription')
      .values({ id: newId(), session_id: sessionId, user_id: userId, endpoint, ...keys })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

function registerTest(app: App, context: SendContext): void {
  app.route({
    method: 'POST',
    url: testNotificationPath,
    schema: { tags, summary: '시험 알림 보내기', response },
    onRequest: [forStaff, createCallLimit(context)],
    handler: async (request) => {
      const target = await findOwnTarget(context, request)
      if (!target) throw new HttpProblem(problem('not_found', { message: noDeviceText }))
      const message = { target, content: testNotice, ttlSeconds: testSeconds }
      const { outcome } = await sendPush(context, await createSender(context), message)
      if (outcome === 'gone') {
        await removeSubscription(context.db, target.subscription_id)
        throw new HttpProblem(problem('not_found', { message: goneText }))
      }
      if (outcome === 'refused') throw new HttpProblem(problem('refused', { message: refusedText }))
      if (outcome === 'failed') throw new HttpProblem(problem('unavailable', { message: unreachableText }))
      return { ok: true as const }
    },
  })
}

const foreignText = '이 알림 서비스로는 보낼 수 없습니다. 다른 브라우저에서 다시 시도해 주세요.'
const unreachableText = '지금은 알림 서비스에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.'
const noDeviceText = '이 기기는 알림을 받고 있지 않습니다. 먼저 이 기기에서 알림을 켜 주세요.'
const goneText = '브라우저가 알림을 끊었습니다. 이 기기에서 알림을 다시 켜 주세요.'
const refusedText = '알림 서비스가 알림을 받지 않았습니다. 이 기기에서 알림을 껐다가 다시 켜 주세요.'
