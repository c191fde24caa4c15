import { type Selectable, sql, type Transaction } from 'kysely'
import type { UserInfo } from '#contract/session/session.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/client.ts'
import type { AppUserTable } from '#server/schema/tables/session.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { setRoleActor } from '#server/trail/write-trail.ts'
import { demoAccounts } from './demo-users.ts'
import type { LoginProvider, ProviderPerson } from './login-provider.ts'

export type User = Selectable<AppUserTable>

interface SignIn {
  provider: LoginProvider['name']
  person: ProviderPerson
  /** Provider ids or verified e-mails from the configuration. */
  superusers: readonly string[]
  now: Date
  newId: () => string
}

/**
 * Creates or updates the user of a provider's person. A first sign-in creates a member; every
 * sign-in updates the provider's data (name, pictures, e-mail), but never roles or a name set by
 * the office. People are identified by the provider's id alone: linking by e-mail would pass on
 * rights with an address.
 */
export async function upsertUser(trx: Transaction<Tables>, signIn: SignIn): Promise<User> {
  const { provider, person } = signIn
  const profile = {
    nickname: person.nickname,
    profile_img: person.profileImg,
    thumbnail_img: person.thumbnailImg,
    phone: person.phone,
    email: person.email,
    last_login: signIn.now.toISOString(),
    updated_at: signIn.now.toISOString(),
  }
  if (person.demo !== undefined) await setRoleActor(trx, '체험 로그인')
  const user = await trx
    .insertInto('app_user')
    .values({
      ...profile,
      id: findDemoId(signIn) ?? signIn.newId(),
      provider,
      provider_id: person.providerId,
      username: provider === 'local' ? person.providerId : `${provider}_${person.providerId}`,
      is_staff: person.demo?.isStaff ?? false,
      is_superuser: person.demo?.isSuperuser ?? false,
      is_demo: person.demo !== undefined,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'provider_id'])
        .doUpdateSet({ ...profile, nickname: sql<string>`coalesce(app_user.name, excluded.nickname)` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return isListed(user, signIn.superusers) ? await makeSuperuser(trx, user) : user
}

/** Promotes configured superusers who signed in before they were listed; called at start. */
export async function promoteSuperusers(db: Database, superusers: readonly string[]): Promise<void> {
  if (superusers.length === 0) return
  await db.transaction().execute(async (trx) => {
    await setRoleActor(trx, configurationActor)
    await trx
      .updateTable('app_user')
      .set({ is_superuser: true, is_staff: true })
      .where('provider', '=', 'kakao')
      .where((where) => where.or([where('provider_id', 'in', superusers), where('email', 'in', superusers)]))
      .execute()
  })
}

/** The user info in the shape that plain clients expect. */
export function toUserInfo(user: User): UserInfo {
  return {
    id: user.id,
    nickname: user.nickname,
    kakao_profile_img: user.profile_img,
    kakao_thumbnail_img: user.thumbnail_img,
    kakao_phone_number: user.phone,
    email: user.email,
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name,
    last_login: user.last_login,
    is_staff: user.is_staff,
    is_superuser: user.is_superuser,
    is_active: user.is_active,
  }
}

/**
 * Kakao users only: the demo account "superuser" must not gain rights from a list that happens to
 * name it.
 */
function isListed(user: User, superusers: readonly string[]): boolean {
  if (user.provider !== 'kakao') return false
  return superusers.includes(user.provider_id) || (user.email !== null && superusers.includes(user.email))
}

const configurationActor = '설정(SUPERUSERS)'

async function makeSuperuser(trx: Transaction<Tables>, user: User): Promise<User> {
  await setRoleActor(trx, configurationActor)
  return await trx
    .updateTable('app_user')
    .set({ is_superuser: true, is_staff: true })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Demo users have the same id on every machine, whether loaded at start or created by their first
 * sign-in.
 */
function findDemoId({ provider, person }: SignIn): string | undefined {
  if (provider !== 'local') return undefined
  return Object.values(demoAccounts).find((account) => account.person.providerId === person.providerId)?.id
}

/**
 * Whether this person's copies on devices must be encrypted (`OFFLINE_COPIES`). Members have no
 * copies.
 */
export function mustSealCopies({ offlineCopies }: Config, user: Pick<User, 'is_staff' | 'is_superuser'>): boolean {
  return (user.is_staff || user.is_superuser) && offlineCopies === 'sealed'
}
