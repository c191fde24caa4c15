import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import {
  emailConfirmationPath,
  emailConfirmationSchema,
  notificationDoneSchema,
  notificationEmailPath,
  notificationEmailSchema,
  type NotificationStatus,
} from '#contract/notifications/notifications.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import { createSharedLimit } from '#server/plugins/request-limits.ts'
import { type Mailer, readSender, writeCodeMail } from './send-email.ts'

const codeMinutes = 15
const maxTries = 5

/** Staff name the address for the morning summary and confirm it with a code sent there. */
export function registerEmail(app: App, deps: Deps, mailer: Mailer | null): void {
  const { db } = deps
  const shared = {
    tags: ['알림'],
    response: { 200: notificationDoneSchema, '4xx': problemSchema, '5xx': problemSchema },
  }
  // Codes are sent to addresses that nobody has confirmed, so few are: two per minute.
  const limit = createSharedLimit(deps, { max: Math.max(1, Math.ceil(deps.config.rateLimitPerMinute / 3000)) })
  app.route({
    method: 'PUT',
    url: notificationEmailPath,
    schema: { ...shared, summary: '알림 이메일 주소로 확인 코드 보내기', body: notificationEmailSchema },
    onRequest: [async (request) => void requireStaff(request), limit],
    handler: async (request) => {
      await sendCode(deps, mailer, { userId: requireStaff(request).id, address: request.body.address })
      return { ok: true as const }
    },
  })
  app.route({
    method: 'POST',
    url: emailConfirmationPath,
    schema: { ...shared, summary: '알림 이메일 주소 확인', body: emailConfirmationSchema },
    onRequest: async (request) => void requireStaff(request),
    handler: async (request) => {
      await confirm(deps, { userId: requireStaff(request).id, code: request.body.code })
      return { ok: true as const }
    },
  })
  app.route({
    method: 'DELETE',
    url: notificationEmailPath,
    schema: { ...shared, summary: '알림 이메일 끄기' },
    onRequest: async (request) => void requireStaff(request),
    handler: async (request) => {
      await db.deleteFrom('notification_email').where('user_id', '=', requireStaff(request).id).execute()
      return { ok: true as const }
    },
  })
}

/** The address before stays when the mail server doesn't take the code. */
async function sendCode(
  { db, config, officeKeys, now, newId }: Deps,
  mailer: Mailer | null,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  const from = await readSender(db, config)
  if (!mailer || from === null) throw new HttpProblem(problem('refused', { message: noServerText }))
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const mail = { ...writeCodeMail(code, mailer.appUrl), from, to: address, id: newId() }
  const { outcome } = await mailer.send(mail)
  if (outcome === 'gone') throw new HttpProblem(problem('refused', { message: refusedText }))
  if (outcome === 'failed') throw new HttpProblem(problem('unavailable', { message: unreachableText }))
  await db.transaction().execute(async (trx) => {
    // Also removes what still waits for the address before.
    await trx.deleteFrom('notification_email').where('user_id', '=', userId).execute()
    await trx
      .insertInto('notification_email')
      .values({
        user_id: userId,
        address,
        code_hash: hashCode(officeKeys.newest().blindIndexKey, userId, code),
        code_expires_at: new Date(now().getTime() + codeMinutes * 60_000).toISOString(),
      })
      .execute()
  })
}

/** Counts the try before it compares, so that tries at the same time count too. */
async function confirm(
  { db, officeKeys, now }: Deps,
  { userId, code }: { userId: string; code: string },
): Promise<void> {
  const at = now().toISOString()
  const row = await db
    .updateTable('notification_email')
    .set({ tries: sql`tries + 1` })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('code_expires_at', '>', at)
    .where('tries', '<', maxTries)
    .returning('code_hash')
    .executeTakeFirst()
  if (!row?.code_hash) throw new HttpProblem(problem('refused', { message: expiredText }))
  const stored = row.code_hash
  const isRight = officeKeys
    .all()
    .some(({ blindIndexKey }) => timingSafeEqual(hashCode(blindIndexKey, userId, code), stored))
  if (!isRight) throw new HttpProblem(problem('refused', { message: wrongText }))
  await db
    .updateTable('notification_email')
    .set({ confirmed_at: at, code_hash: null, code_expires_at: null })
    .where('user_id', '=', userId)
    .where('code_hash', '=', stored)
    .execute()
}

/** Keyed, because all codes could be tried against a plain hash. */
function hashCode(key: Buffer, userId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`code for an e-mail address\n${userId}\n${code}`).digest()
}

/** What the screen shows; null if the office can't send e-mail. */
export async function readEmailStatus(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: string,
): Promise<NotificationStatus['email']> {
  if ((await readSender(db, config)) === null) return null
  const row = await db
    .selectFrom('notification_email')
    .select(['address', 'confirmed_at', 'fault'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    address: row?.address ?? '',
    is_confirmed: row !== undefined && row.confirmed_at !== null,
    fault: row?.fault ?? null,
  }
}

const noServerText = '사무소의 메일 서버가 설정되어 있지 않아 이메일을 보낼 수 없습니다.'
const refusedText = '메일 서버가 이 주소를 받지 않았습니다. 주소를 확인해 주세요.'
const unreachableText = '지금은 메일을 보낼 수 없습니다. 잠시 후 다시 시도해 주세요.'
const expiredText = '확인 코드가 만료되었습니다. 새 코드를 받아 주세요.'
const wrongText = '확인 코드가 맞지 않습니다.'
