import { sql, type Transaction } from 'kysely'
import type { FeedChoices, FeedState } from '#contract/calendar/calendar-feed.ts'
import { problem } from '#contract/problem.ts'
import { getConfiguredProvider } from '#server/auth/configured-provider.ts'
import { hashToken, newToken } from '#server/auth/token.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/client.ts'
import type { Reader } from '#server/db/owned-rows.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'

/** Area of the trail. */
export const feedArea = 'calendar-feeds'

/** Who changes their feed, and from where. */
export interface FeedActor {
  readonly user: SignedInUser
  readonly ipAddress: string
  readonly now: Date
}

export async function readFeedState(db: Database | Transaction<Tables>, userId: string): Promise<FeedState> {
  const feed = await db
    .selectFrom('calendar_feed')
    .select(['shows_names', 'is_own_only', 'made_at', 'last_read_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { feed: feed ?? null }
}

/**
 * Makes a feed, or gives it another token, which ends the previous one. The token is returned here
 * and nowhere else.
 */
export async function makeFeed(
  db: Database,
  choices: FeedChoices,
  actor: FeedActor,
): Promise<FeedState & { token: string }> {
  const token = newToken('feed')
  return await db.transaction().execute(async (trx) => {
    const row = { ...choices, hash: hashToken(token), made_at: actor.now.toISOString(), last_read_at: null }
    await lockStaff(trx, actor)
    const before = await readFeedState(trx, actor.user.id)
    await trx
      .insertInto('calendar_feed')
      .values({ ...row, user_id: actor.user.id })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute()
    await writeFeedTrail(trx, actor, { act: before.feed ? 'update' : 'create', detail: { ...choices, address: 'new' } })
    return { ...(await readFeedState(trx, actor.user.id)), token }
  })
}

/**
 * A role taken away between the check of the request and this transaction would otherwise leave a
 * feed behind.
 */
async function lockStaff(trx: Transaction<Tables>, { user }: FeedActor): Promise<void> {
  const staff = await trx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', user.id)
    .where('is_active', '=', true)
    .where((where) => where.or([where('is_staff', '=', true), where('is_superuser', '=', true)]))
    .forUpdate()
    .executeTakeFirst()
  if (!staff) throw new HttpProblem(problem('not_permitted'))
}

/** Throws `not_found` if there is no feed. */
export async function changeFeed(db: Database, choices: FeedChoices, actor: FeedActor): Promise<FeedState> {
  return await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('calendar_feed')
      .set(choices)
      .where('user_id', '=', actor.user.id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new HttpProblem(problem('not_found', { message: '구독 주소가 없습니다. 주소를 먼저 만들어 주세요.' }))
    await writeFeedTrail(trx, actor, { act: 'update', detail: choices })
    return await readFeedState(trx, actor.user.id)
  })
}

/** Ends the feed, if there is one. */
export async function endFeed(db: Database, actor: FeedActor): Promise<FeedState> {
  return await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('calendar_feed')
      .where('user_id', '=', actor.user.id)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await writeFeedTrail(trx, actor, { act: 'delete' })
    return { feed: null }
  })
}

async function writeFeedTrail(
  trx: Transaction<Tables>,
  { user, ipAddress }: FeedActor,
  entry: { act: 'create' | 'update' | 'delete'; detail?: object },
): Promise<void> {
  await writeTrail(trx, { user, ipAddress, collection: feedArea, recordId: user.id, ...entry })
}

/** A feed and whose it is, with the roles of this moment. */
interface OpenFeed extends FeedChoices {
  readonly reader: Reader & { readonly name: string }
}

/**
 * The feed of a token, or undefined: unknown, ended, of somebody who isn't staff any more, or of an
 * account that can't sign in here.
 */
export async function findFeed(
  db: Database,
  token: string,
  config: Pick<Config, 'kakao' | 'localLogin' | 'adminNetworks'>,
): Promise<OpenFeed | undefined> {
  const row = await db
    .selectFrom('calendar_feed')
    .innerJoin('app_user', 'app_user.id', 'calendar_feed.user_id')
    .select(['shows_names', 'is_own_only', 'app_user.id', 'app_user.nickname as name'])
    .select(['app_user.is_staff', 'app_user.is_superuser'])
    .where('calendar_feed.hash', '=', hashToken(token))
    .where('app_user.is_active', '=', true)
    .where('app_user.provider', '=', getConfiguredProvider(config) ?? 'kakao')
    .where((where) => where.or([where('app_user.is_staff', '=', true), where('app_user.is_superuser', '=', true)]))
    .executeTakeFirst()
  if (!row) return undefined
  const { id, name, shows_names, is_own_only } = row
  // A calendar is read from everywhere, so it has no rights that are bound to networks.
  const isSuperuser = row.is_superuser && config.adminNetworks.length === 0
  return { shows_names, is_own_only, reader: { id, name, isStaff: true, isSuperuser } }
}

/** Minimum interval in minutes of writing when a feed was read. */
const minReadIntervalMinutes = 10

/** Records that a program read the feed, so that its owner sees that the address works. */
export async function recordFeedRead(db: Database, userId: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await db
    .updateTable('calendar_feed')
    .set({ last_read_at: at })
    .where('user_id', '=', userId)
    .where(
      sql<boolean>`coalesce(last_read_at, '-infinity') <= ${at}::timestamptz - make_interval(mins => ${minReadIntervalMinutes})`,
    )
    .execute()
}
