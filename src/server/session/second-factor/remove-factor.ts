import { sql, type Transaction } from 'kysely'
import { problem } from '#contract/problem.ts'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { type FactorUser, lockFactorRow } from './check-proof.ts'

/**
 * Removes one factor: a passkey by id, or the authenticator app. Where a factor is required the
 * last one stays (`refused`); otherwise the recovery codes are removed with it. Throws `not_found`
 * for anything that is not the person's.
 */
export async function removeFactor(
  { db }: Pick<Deps, 'db'>,
  { prover, isRequired }: { prover: FactorUser; isRequired: boolean },
  factor: { passkey: string } | 'totp',
): Promise<void> {
  const { user, ipAddress } = prover
  await db.transaction().execute(async (trx) => {
    await lockFactorRow(trx, user.id)
    const name = factor === 'totp' ? await deleteTotp(trx, user.id) : await deletePasskey(trx, user.id, factor.passkey)
    if (name === null) throw new HttpProblem(problem('not_found'))
    if (await hasNoFactor(trx, user.id)) {
      if (isRequired) throw new HttpProblem(problem('refused', { message: lastFactorMessage }))
      await trx.deleteFrom('recovery_code').where('user_id', '=', user.id).execute()
    }
    const kind = factor === 'totp' ? 'totp' : 'passkey'
    await writeTrail(trx, { user, ipAddress, act: 'factor_removed', detail: { kind, ...(name && { name }) } })
  })
}

const lastFactorMessage = '마지막 인증 수단은 삭제할 수 없습니다. 다른 수단을 먼저 등록해 주세요.'

/**
 * For somebody who has lost everything: removes all factors and ends all sessions, so that they
 * have to sign in again. Returns the name, or null when there is no such person. `by`: the
 * superuser, or a description of another actor.
 */
export async function resetFactors(
  db: Database,
  userId: string,
  by: { user: { id: string; name: string } | null; userName?: string; ipAddress: string | null },
): Promise<string | null> {
  return await db.transaction().execute(async (trx) => {
    const person = await trx.selectFrom('app_user').select('nickname').where('id', '=', userId).executeTakeFirst()
    if (!person) return null
    await trx.deleteFrom('passkey').where('user_id', '=', userId).execute()
    await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
    await trx.deleteFrom('second_factor').where('user_id', '=', userId).execute()
    await trx
      .updateTable('session')
      .set({ ended_at: sql<string>`now()`, ended_why: 'factor_reset' })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute()
    await writeTrail(trx, {
      ...by,
      act: 'factor_reset',
      collection: 'users',
      recordId: userId,
      subject: person.nickname,
    })
    return person.nickname
  })
}

/** Its name, empty for the app, or null if there was none. */
async function deleteTotp(trx: Transaction<Tables>, userId: string): Promise<'' | null> {
  const deleted = await trx
    .updateTable('second_factor')
    .set({ totp_key: null, totp_cipher: null, totp_since: null })
    .where('user_id', '=', userId)
    .where('totp_cipher', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  return deleted ? '' : null
}

async function deletePasskey(trx: Transaction<Tables>, userId: string, id: string): Promise<string | null> {
  const deleted = await trx
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name ?? null
}

async function hasNoFactor(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  const remainingFactors = await trx
    .selectFrom('second_factor')
    .select('totp_cipher')
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([
        where('totp_cipher', 'is not', null),
        where.exists(where.selectFrom('passkey').select('id').where('user_id', '=', userId)),
      ]),
    )
    .executeTakeFirst()
  return remainingFactors === undefined
}
