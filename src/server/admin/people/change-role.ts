import { sql, type Transaction } from 'kysely'
import type { PeopleRole } from '#contract/people/people-words.ts'
import { problem } from '#contract/problem.ts'
import type { Deps } from '#server/deps.ts'
import { setRoleActor } from '#server/audit/audit.ts'
import { configuredProvider } from '#server/auth/configured-provider.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { Changer } from './change-person.ts'

type RoleContext = Pick<Deps, 'db' | 'config'>

/**
 * Grants or revokes a role. Database triggers record it in the trail and end the sessions of a user
 * who lost a role. Throws `not_found`; `refused` when no superuser who can sign in would be left,
 * or when SUPERUSERS would grant the role again at the next sign-in.
 */
export async function changeRole(
  context: RoleContext,
  request: { id: string; role: PeopleRole },
  by: Changer,
): Promise<void> {
  const { id, role } = request
  await context.db.transaction().execute(async (trx) => {
    const person = await lockRole(trx, { id, by })
    const isTaken = person.is_superuser && role !== 'superuser'
    if (isTaken) {
      refuseNamed(context.config, person)
      await refuseLastSuperuser(trx, context, id)
    }
    await trx
      .updateTable('app_user')
      .set({ is_staff: role !== 'member', is_superuser: role === 'superuser' })
      .where('id', '=', id)
      .execute()
  })
}

/**
 * Blocks or unblocks a user. Blocking signs them out at once and prevents sign-in. Throws as
 * `changeRole` does, and `refused` for blocking oneself.
 */
export async function changeBlock(context: RoleContext, request: { id: string; is_blocked: boolean }, by: Changer) {
  const { id, is_blocked: isBlocked } = request
  if (isBlocked && id === by.id) throw refuse('본인 계정은 차단할 수 없습니다.')
  await context.db.transaction().execute(async (trx) => {
    const person = await lockRole(trx, { id, by })
    if (isBlocked && person.is_superuser) await refuseLastSuperuser(trx, context, id)
    await trx.updateTable('app_user').set({ is_active: !isBlocked }).where('id', '=', id).execute()
  })
}

/**
 * Serializes role changes: when two superusers revoke each other's role at the same time, the
 * second is no longer a superuser and is refused.
 */
async function lockRole(trx: Transaction<Tables>, { id, by }: { id: string; by: Changer }) {
  await sql`select pg_advisory_xact_lock(hashtext('app_user'), hashtext('standing'))`.execute(trx)
  const rows = await trx
    .selectFrom('app_user')
    .select(['id', 'is_superuser', 'is_active', 'provider', 'provider_id', 'email'])
    .where('id', 'in', [id, by.id])
    .forUpdate()
    .execute()
  const changer = rows.find((row) => row.id === by.id)
  if (!changer?.is_superuser || !changer.is_active) throw new Refusal(problem('not_permitted'))
  const person = rows.find((row) => row.id === id)
  if (!person) throw new Refusal(problem('not_found', { message: '사용자를 찾을 수 없습니다.' }))
  await setRoleActor(trx, by)
  return person
}

/**
 * Counts only superusers who can sign in on this server: with Kakao keys configured, a demo account
 * cannot.
 */
async function refuseLastSuperuser(trx: Transaction<Tables>, { config }: RoleContext, id: string): Promise<void> {
  const other = await trx
    .selectFrom('app_user')
    .select('id')
    .where('is_superuser', '=', true)
    .where('is_active', '=', true)
    .where('provider', '=', configuredProvider(config) ?? 'kakao')
    .where('id', '!=', id)
    .executeTakeFirst()
  if (!other) throw refuse('마지막 최고관리자입니다. 다른 사람을 먼저 최고관리자로 지정해 주세요.')
}

function refuseNamed(
  { superusers }: RoleContext['config'],
  person: { provider: string; provider_id: string; email: string | null },
) {
  const isNamed =
    superusers.includes(person.provider_id) || (person.email !== null && superusers.includes(person.email))
  if (person.provider !== 'kakao' || !isNamed) return
  throw refuse('서버 설정(SUPERUSERS)에 지정된 최고관리자입니다. 설정에서 먼저 빼 주세요.')
}

function refuse(message: string): Refusal {
  return new Refusal(problem('refused', { message }))
}
