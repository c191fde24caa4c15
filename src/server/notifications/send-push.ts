import { buildPushPayload } from '@block65/webcrypto-web-push'
import type { FastifyBaseLogger } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { PushContent } from '#contract/notifications/notifications.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { toLoggedError } from '#server/logging/log.ts'
import { readOffice } from '#server/office-profile/read-office.ts'
import type { PushSubscriptionTable } from '#server/schema/tables/notifications.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { ForeignAddressError, type PushEndpoint } from './push-endpoint.ts'
import { type PushKeys, readPushKeys } from './push-keys.ts'
import { type Mailer, readSender, writeSummaryMail } from './send-email.ts'

export type SendContext = Pick<Deps, 'db' | 'config' | 'officeKeys' | 'now' | 'drain'> & {
  readonly log: FastifyBaseLogger
  readonly endpoint: PushEndpoint
  readonly mailer: Mailer | null
}

/** A message is tried this often, after one, two, four and eight minutes, and then given up. */
export const maxAttempts = 5

/** How many messages one process sends at once. */
const batchSize = 20

/** Longest pause a push service may ask for. */
const maxPauseMs = 60 * 60_000

/** Sends every message that is due. Any number of processes may do so at once. */
export async function sendDueMessages(context: SendContext): Promise<void> {
  const { db, now, drain } = context
  await db.deleteFrom('push_message').where('expires_at', '<=', now().toISOString()).execute()
  while (!drain.aborted) {
    const messages = await claimMessages(context)
    if (messages.length === 0) return
    const sender = await createSender(context)
    await Promise.all(messages.map((message) => deliver(context, sender, message)))
  }
}

interface ClaimedMessage {
  id: string
  /** The device or the e-mail address it goes to. */
  target: Target | null
  email: { user_id: string; address: string } | null
  content: PushContent
  attempts: number
  expires_at: string
}

/**
 * Takes due messages and puts their next attempt off, so that no other process takes them, and a
 * process that dies delays them only.
 */
async function claimMessages({ db, now, mailer }: SendContext): Promise<ClaimedMessage[]> {
  const at = now().toISOString()
  const { rows } = await sql<ClaimedMessage>`
    with due as (
      select id, subscription_id, email_user_id from push_message
      where due_at <= ${at} and (email_user_id is null or ${mailer !== null})
      order by due_at limit ${batchSize} for update skip locked
    )
    update push_message m
    set attempts = m.attempts + 1, due_at = ${at}::timestamptz + make_interval(mins => (2 ^ m.attempts)::int)
    from due
    left join (
      select s.id, jsonb_build_object(
        'subscription_id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth
      ) as target
      from push_subscription s
    ) s on s.id = due.subscription_id
    left join (
      select e.user_id, jsonb_build_object('user_id', e.user_id, 'address', e.address) as email
      from notification_email e
    ) e on e.user_id = due.email_user_id
    where m.id = due.id
    returning m.id, m.content, m.attempts, m.expires_at, s.target, e.email
  `.execute(db)
  return rows
}

async function deliver(context: SendContext, sender: Sender, message: ClaimedMessage): Promise<void> {
  const { db, now, log } = context
  const { target, content } = message
  const ttlSeconds = Math.floor((Date.parse(message.expires_at) - now().getTime()) / 1000)
  const result = target
    ? await sendPush(context, sender, { target, content, ttlSeconds })
    : await sendSummary(context, message)
  const removeMessage = () => db.deleteFrom('push_message').where('id', '=', message.id).execute()
  if (target && result.outcome === 'gone') return await removeSubscription(db, target.subscription_id)
  if (result.outcome !== 'failed' || message.attempts >= maxAttempts) {
    if (result.outcome !== 'accepted') log.warn({ status: result.status }, 'a notification was given up')
    return void (await removeMessage())
  }
  if (result.pauseMs === null) return
  const dueAt = new Date(now().getTime() + Math.min(result.pauseMs, maxPauseMs)).toISOString()
  await db.updateTable('push_message').set({ due_at: dueAt }).where('id', '=', message.id).execute()
}

/** An address with a final refusal gets nothing more; its owner sees the reason. */
async function sendSummary(
  { db, config, mailer }: SendContext,
  { id, email, content }: ClaimedMessage,
): Promise<PushResult> {
  const from = await readSender(db, config)
  if (!mailer || !email || from === null) return { outcome: 'failed', status: null, pauseMs: null }
  const mail = { ...writeSummaryMail(content, mailer.appUrl), from, to: email.address, id }
  const { outcome, status, reply } = await mailer.send(mail)
  if (outcome === 'gone')
    await db
      .updateTable('notification_email')
      .set({ fault: reply })
      .where('user_id', '=', email.user_id)
      .where('address', '=', email.address)
      .execute()
  return { outcome, status, pauseMs: null }
}

export async function removeSubscription(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute()
}

/** Where a push goes. */
export interface Target extends Pick<PushSubscriptionTable, 'endpoint' | 'p256dh' | 'auth'> {
  subscription_id: string
}

/** Who sends: the keys, and the contact a push service may turn to (RFC 8292 2.1). */
interface Sender extends PushKeys {
  readonly subject: string
}

export async function createSender(context: Pick<SendContext, 'db' | 'config' | 'officeKeys'>): Promise<Sender> {
  const [keys, { email }] = await Promise.all([readPushKeys(context), readOffice(context.db)])
  return { ...keys, subject: email === '' ? buildSubjectUrl(context.config) : `mailto:${email}` }
}

function buildSubjectUrl({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return publicUrl?.startsWith('https://') ? publicUrl : 'https://localhost'
}

/**
 * `gone`: the subscription has ended (404, 410). `refused`: it would be refused again. `failed`: a
 * later attempt may succeed, after `pauseMs` if the service says so.
 */
export interface PushResult {
  readonly outcome: 'accepted' | 'gone' | 'refused' | 'failed'
  /** Null if there was no response. */
  readonly status: number | null
  readonly pauseMs: number | null
}

/** Encrypts for the browser (RFC 8291) and posts to its push service. Never throws. */
export async function sendPush(
  { endpoint, log }: Pick<SendContext, 'endpoint' | 'log'>,
  sender: Sender,
  { target, content, ttlSeconds }: { target: Target; content: PushContent; ttlSeconds: number },
): Promise<PushResult> {
  try {
    const { headers, body } = await buildPushPayload(
      // `ttl` must not be 0, which the library takes for its default. One topic per kind: a newer
      // message replaces the one that still waits for the device.
      {
        data: JSON.stringify(content),
        options: { ttl: Math.max(1, ttlSeconds), topic: toTopic(content.tag), urgency: 'normal' },
      },
      { endpoint: target.endpoint, expirationTime: null, keys: { p256dh: target.p256dh, auth: target.auth } },
      sender,
    )
    const { status, retryAfterSeconds } = await endpoint.post(target.endpoint, { headers, body })
    return { outcome: toOutcome(status), status, pauseMs: retryAfterSeconds === null ? null : retryAfterSeconds * 1000 }
  } catch (error) {
    // HAZARD: never the endpoint itself, which is a capability.
    log.info({ err: toLoggedError(error) }, 'a push service could not be reached')
    const outcome = error instanceof ForeignAddressError ? 'refused' : 'failed'
    return { outcome, status: null, pauseMs: null }
  }
}

function toOutcome(status: number): PushResult['outcome'] {
  if (status >= 200 && status < 300) return 'accepted'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'failed' : 'refused'
}

/** At most 32 characters of the base64url alphabet (RFC 8030 5.4). */
function toTopic(tag: string): string {
  return tag.replaceAll(/[^\w-]/g, '').slice(0, 32)
}
