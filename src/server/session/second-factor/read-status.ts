import type { FactorReason } from '#contract/problem.ts'
import { enrolMinutes, type FactorStatus, freshFactorMinutes } from '#contract/session/second-factor.ts'
import type { Deps } from '#server/deps.ts'
import { isLockedAt } from './check-proof.ts'

interface FactorStatusQuery {
  readonly userId: string
  readonly sessionId: string
  readonly missing: FactorReason | null
  /** Whether the office requires a factor, even from people who have none. */
  readonly isRequired: boolean
}

/** The state of somebody's second factor, as far as this session may know it. */
export async function readFactorStatus(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  query: FactorStatusQuery,
): Promise<FactorStatus> {
  const { userId, sessionId, missing, isRequired } = query
  const factorRow = await db.selectFrom('second_factor').selectAll().where('user_id', '=', userId).executeTakeFirst()
  const passkeys = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'is_backed_up', 'made_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('made_at')
    .execute()
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  const isProven = (await sessionTimes({ db }, sessionId))?.factor_at != null
  const hasTotp = factorRow?.totp_cipher != null
  return {
    needs: missing,
    is_required: isRequired,
    has_passkey: passkeys.length > 0,
    has_totp: hasTotp,
    ...(missing === null
      ? { passkeys, recovery_left: left, totp_since: factorRow?.totp_since ?? null }
      : { passkeys: [], recovery_left: null, totp_since: null }),
    locked_until: factorRow && !isProven && isLockedAt(factorRow, now()) ? factorRow.locked_until : null,
    may_change: await canChangeFactors({ db, now }, { sessionId, isSetUp: hasTotp || passkeys.length > 0 }),
  }
}

/**
 * Whether this session may change factors. With a factor: one given within the last minutes.
 * Without: only right after the provider identified the person. A stolen session meets neither and
 * cannot add its own factor: renewing tokens does not restart a session, signing in does.
 */
export async function canChangeFactors(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { sessionId, isSetUp }: { sessionId: string; isSetUp: boolean },
): Promise<boolean> {
  const session = await sessionTimes({ db }, sessionId)
  const since = isSetUp ? session?.factor_at : session?.started_at
  const minutes = isSetUp ? freshFactorMinutes : enrolMinutes
  return since != null && now().getTime() - Date.parse(since) < minutes * 60_000
}

async function sessionTimes({ db }: Pick<Deps, 'db'>, sessionId: string) {
  return await db
    .selectFrom('session')
    .select(['started_at', 'factor_at'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
}

/** Whether a passkey or an authenticator app is set up. */
export async function hasFactor({ db }: Pick<Deps, 'db'>, userId: string): Promise<boolean> {
  const userWithFactor = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where((where) =>
      where.or([
        where.exists(where.selectFrom('passkey').select('id').where('user_id', '=', userId)),
        where.exists(
          where
            .selectFrom('second_factor')
            .select('user_id')
            .where('user_id', '=', userId)
            .where('totp_cipher', 'is not', null),
        ),
      ]),
    )
    .executeTakeFirst()
  return userWithFactor !== undefined
}
