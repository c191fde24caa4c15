import { type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { dayMs } from '#contract/dates/day-ms.ts'
import type { LinkedAccounts } from '#contract/people/linked-accounts.ts'
import { problem, type Problem } from '#contract/problem.ts'
import type { Database } from '#server/db/client.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import type { AppUserTable } from '#server/schema/tables/session.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import type { KiaPerson } from './kia-provider.ts'

/**
 * Unlinked accounts are deleted this long after their last attempt; beyond `maxUnlinkedAccounts`
 * the oldest are deleted first.
 */
const unlinkedAccountDays = 30
const maxUnlinkedAccounts = 200

interface AccountAttempt {
  id: string
  person: KiaPerson
  now: Date
}

/**
 * Records a sign-in attempt with a Kia account. It creates no user and never matches users by
 * e-mail address, because addresses change owners.
 */
export async function recordAccount(db: Database, { id, person, now }: AccountAttempt): Promise<void> {
  const seenAt = now.toISOString()
  const accountFields = { name: person.name, email: person.email, last_seen_at: seenAt }
  const account = await db
    .insertInto('linked_account')
    .values({ ...accountFields, id, provider_id: person.providerId, first_seen_at: seenAt })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(accountFields))
    .returning('user_id')
    .executeTakeFirstOrThrow()
  if (account.user_id === null) await deleteStaleUnlinkedAccounts(db, now)
}

/**
 * The user linked to an account. Locks account and user, so that neither the link nor the user
 * disappears before the session is created.
 */
export async function findLinkedUser(
  trx: Transaction<Tables>,
  providerId: string,
): Promise<Selectable<AppUserTable> | undefined> {
  return await trx
    .selectFrom('linked_account')
    .innerJoin('app_user', 'app_user.id', 'linked_account.user_id')
    .where('linked_account.provider_id', '=', providerId)
    .selectAll('app_user')
    .forUpdate()
    .executeTakeFirst()
}

/** Unlinked and linked accounts, most recent first, and the staff who may be linked. */
export async function listLinkedAccounts(db: Database): Promise<Omit<LinkedAccounts, 'is_configured'>> {
  const accounts = await db
    .selectFrom('linked_account')
    .leftJoin('app_user', 'app_user.id', 'linked_account.user_id')
    .select((row) => [
      ...(['linked_account.id', 'linked_account.name', 'linked_account.email', 'linked_at', 'linked_by'] as const),
      ...(['first_seen_at', 'last_seen_at', 'user_id'] as const),
      row.ref('app_user.nickname').as('user_name'),
    ])
    .orderBy('last_seen_at', 'desc')
    .orderBy('linked_account.id')
    .execute()
  const people = await db
    .selectFrom('app_user')
    .select(['id', 'nickname as name'])
    .where('is_active', '=', true)
    .where((row) => row.or([row('is_staff', '=', true), row('is_superuser', '=', true)]))
    .orderBy('nickname')
    .orderBy('id')
    .execute()
  const listedAccounts = accounts.map((account) => ({ ...account, user_name: account.user_name ?? null }))
  return { accounts: listedAccounts, people, history: await readHistory(db) }
}

const detailSchema = z.object({ account: z.string().default('') })

/** Read from the trail, which is immutable. */
async function readHistory(db: Database): Promise<LinkedAccounts['history']> {
  const rows = await db
    .selectFrom('audit')
    .select(['seq', 'at', 'user_name', 'act', 'subject', 'detail'])
    .where('collection', '=', 'linked_account')
    .where('act', 'in', ['update', 'delete'])
    .orderBy('seq', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ seq, at, user_name: by, act, subject, detail }) => ({
    seq,
    at,
    by,
    what: act === 'update' ? 'linked' : 'unlinked',
    user_name: subject ?? '',
    account_name: detailSchema.parse(detail).account,
  }))
}

interface LinkActor {
  user: SignedInUser
  ipAddress: string
  now: Date
}

/**
 * Links an unlinked account to a user. One account has one user and one user one account; a second
 * link is refused, also when two are made concurrently.
 */
export async function linkAccount(
  db: Database,
  link: { id: string; userId: string },
  actor: LinkActor,
): Promise<Problem | null> {
  return await db.transaction().execute(async (trx) => {
    const account = trx.selectFrom('linked_account').selectAll().where('id', '=', link.id).forUpdate()
    const lockedAccount = await account.executeTakeFirst()
    if (lockedAccount === undefined) return problem('not_found')
    if (lockedAccount.user_id !== null && lockedAccount.user_id !== link.userId) return accountAlreadyLinked
    // Locked, so that two accounts cannot be linked to one person concurrently.
    const person = trx.selectFrom('app_user').select(['id', 'nickname']).where('id', '=', link.userId)
    const user = await person.where('is_active', '=', true).forUpdate().executeTakeFirst()
    if (user === undefined) return userNotFound
    const otherAccount = trx.selectFrom('linked_account').select('id').where('user_id', '=', user.id)
    if (await otherAccount.where('id', '!=', lockedAccount.id).executeTakeFirst()) return userAlreadyLinked
    const linked = { user_id: user.id, linked_at: actor.now.toISOString(), linked_by: actor.user.name }
    await trx.updateTable('linked_account').set(linked).where('id', '=', lockedAccount.id).execute()
    await writeTrail(trx, {
      user: actor.user,
      ipAddress: actor.ipAddress,
      act: 'update',
      collection: 'linked_account',
      recordId: lockedAccount.id,
      subject: user.nickname,
      detail: { linked_to: user.id, account: lockedAccount.name },
    })
    return null
  })
}

/**
 * Deletes an account. If it was linked, the sessions begun through it end at once; the next attempt
 * waits for a superuser again.
 */
export async function unlinkAccount(db: Database, id: string, actor: LinkActor): Promise<Problem | null> {
  return await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('linked_account')
      .where('id', '=', id)
      .returning(['id', 'user_id', 'name'])
      .executeTakeFirst()
    if (deleted === undefined) return problem('not_found')
    if (deleted.user_id !== null) {
      await trx
        .updateTable('session')
        .set({ ended_at: sql<string>`now()`, ended_why: 'ended_by_office' })
        .where('user_id', '=', deleted.user_id)
        .where('provider', '=', 'kia')
        .where('ended_at', 'is', null)
        .execute()
    }
    const person = trx.selectFrom('app_user').select('nickname').where('id', '=', deleted.user_id)
    await writeTrail(trx, {
      user: actor.user,
      ipAddress: actor.ipAddress,
      act: 'delete',
      collection: 'linked_account',
      recordId: id,
      subject: (await person.executeTakeFirst())?.nickname ?? '',
      detail: { linked_to: deleted.user_id, account: deleted.name },
    })
    return null
  })
}

async function deleteStaleUnlinkedAccounts(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - unlinkedAccountDays * dayMs).toISOString()
  await sql`delete from linked_account where id in (
    select id from linked_account where user_id is null and (last_seen_at < ${oldest} or id in (
      select id from linked_account where user_id is null order by last_seen_at desc, id offset ${maxUnlinkedAccounts}))
    for update skip locked)`.execute(db)
}

const accountAlreadyLinked = problem('refused', {
  message: '이미 다른 사용자에게 연결된 계정입니다. 먼저 연결을 해제해 주세요.',
})
const userAlreadyLinked = problem('refused', {
  message: '이 사용자에게는 이미 다른 기아 계정이 연결되어 있습니다. 먼저 연결을 해제해 주세요.',
})
const userNotFound = problem('refused', { message: '연결할 사용자를 찾을 수 없거나 사용이 중지된 계정입니다.' })
