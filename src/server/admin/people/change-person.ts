import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import {
  cardNumberError,
  maskCard,
  parseCardNumber,
  type PeopleRole,
  type personUpdateSchema,
} from '#contract/people/people.ts'
import { problem } from '#contract/problem.ts'
import { getConfiguredProvider } from '#server/auth/configured-provider.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem, requireVersion } from '#server/http/http-problem.ts'
import { markCurrentPersonNumber, savePersonNumbers } from '#server/person-numbers/number-at-rest.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { setRoleActor, writeTrail } from '#server/trail/write-trail.ts'

/** The user who makes the change, and their IP address. */
export interface Actor {
  readonly id: string
  readonly name: string
  readonly ipAddress: string
}

type PersonChange = z.output<typeof personUpdateSchema>

/**
 * Writes the given fields of the user record and leaves the others unchanged. Throws `not_found`;
 * `conflict` when `version` is given and outdated; `refused` at the field for a name already taken
 * by a colleague, an invalid card number, or dates in the wrong order.
 */
export async function changePerson(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'officeKeys'>,
  { id, version, ...change }: PersonChange & { id: string },
  actor: Actor,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, id, version)
    refuseReversedDates({ ...person, ...pickDates(change) })
    if (typeof change.name === 'string' && change.name !== person.nickname) await refuseTakenName(trx, id, change.name)
    const isCardChanged = await saveCard(trx, deps, { id, typed: change.card_num })
    const supplied = Object.entries(change).filter(([, value]) => value !== undefined)
    const changed = supplied.map(([key]) => key).filter((key) => key !== 'card_num' || isCardChanged)
    if (changed.length === 0) return
    await trx
      .updateTable('app_user')
      .set({
        ...toColumns(change),
        version: person.version + 1,
        edited_by: actor.name,
        edited_at: deps.now().toISOString(),
      })
      .where('id', '=', id)
      .execute()
    await writeTrail(trx, {
      user: { id: actor.id, name: actor.name },
      ipAddress: actor.ipAddress,
      act: 'update',
      collection: 'users',
      recordId: id,
      subject: person.nickname,
      detail: { fields: changed },
    })
  })
}

async function lockPerson(trx: Transaction<Tables>, id: string, version: number | undefined) {
  const row = await trx
    .selectFrom('app_user')
    .select(['nickname', 'version', 'employment_date', 'left_on', 'edited_by as updated_by'])
    .select(sql<string>`coalesce(edited_at, inserted_at)`.as('updated_at'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return await requireVersion(row, version ?? row?.version ?? 0, { notFoundMessage: '사용자를 찾을 수 없습니다.' })
}

/** The name is also the nickname that the rest of the program shows. */
function toColumns(change: PersonChange) {
  const { name, email, phone_num, position, dept, employment_date, left_on } = change
  return {
    ...(typeof name === 'string' && { name, nickname: name }),
    ...(email !== undefined && { work_email: email }),
    ...(phone_num !== undefined && { work_phone: phone_num }),
    ...(position !== undefined && { position }),
    ...(dept !== undefined && { dept }),
    ...(employment_date !== undefined && { employment_date }),
    ...(left_on !== undefined && { left_on }),
  }
}

function pickDates(change: PersonChange): Partial<Record<'employment_date' | 'left_on', string | null>> {
  const { employment_date, left_on } = toColumns(change)
  return { ...(employment_date !== undefined && { employment_date }), ...(left_on !== undefined && { left_on }) }
}

/** Names of the office's people are unique. */
async function refuseTakenName(trx: Transaction<Tables>, id: string, name: string): Promise<void> {
  const namesake = await trx
    .selectFrom('app_user')
    .select('id')
    .where('nickname', '=', name)
    .where('id', '!=', id)
    .where((where) => where.or([where('is_staff', '=', true), where('is_superuser', '=', true)]))
    .executeTakeFirst()
  if (!namesake) return
  const message = '같은 이름의 직원이 있습니다. 이름 뒤에 숫자나 부서를 붙여 구분해 주세요.'
  throw new HttpProblem(problem('refused', { message, fields: { name: message } }))
}

function refuseReversedDates({
  employment_date,
  left_on,
}: {
  employment_date: string | null
  left_on: string | null
}): void {
  if (employment_date === null || left_on === null || employment_date <= left_on) return
  const message = '퇴사일은 입사일보다 빠를 수 없습니다.'
  throw new HttpProblem(problem('refused', { message, fields: { left_on: message } }))
}

/**
 * Encrypts and stores a new card number. Returns whether the number changed: it did not when the
 * client sent the masked form back.
 */
async function saveCard(
  trx: Transaction<Tables>,
  { officeKeys, newId }: Pick<Deps, 'officeKeys' | 'newId'>,
  { id, typed }: { id: string; typed: string | null | undefined },
): Promise<boolean> {
  if (typed === undefined) return false
  const location = { collection: 'users', record_id: id, field: 'card_num' } as const
  if (typed === null) {
    await markCurrentPersonNumber(trx, { record_id: id, field: location.field, currentId: null })
    return true
  }
  const saved = await trx
    .selectFrom('party_number')
    .select('masked')
    .where('record_id', '=', id)
    .where('collection', '=', 'users')
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (saved?.masked === typed) return false
  const digits = parseCardNumber(typed)
  if (digits === null)
    throw new HttpProblem(problem('refused', { message: cardNumberError, fields: { card_num: cardNumberError } }))
  const number = { ...location, id: newId(), digits, masked: maskCard(digits) }
  await savePersonNumbers(trx, officeKeys, [number])
  await markCurrentPersonNumber(trx, { record_id: id, field: location.field, currentId: number.id })
  return true
}

type RoleContext = Pick<Deps, 'db' | 'config'>

/**
 * Grants or revokes a role. Database triggers record it in the trail and end the sessions of a user
 * who lost a role. Throws `not_found`; `refused` when no superuser who can sign in would be left,
 * or when SUPERUSERS would grant the role again at the next sign-in.
 */
export async function changeRole(
  context: RoleContext,
  request: { id: string; role: PeopleRole },
  actor: Actor,
): Promise<void> {
  const { id, role } = request
  await context.db.transaction().execute(async (trx) => {
    const person = await lockRole(trx, { id, actor })
    const losesSuperuser = person.is_superuser && role !== 'superuser'
    if (losesSuperuser) {
      refuseListedSuperuser(context.config, person)
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
export async function changeBlock(context: RoleContext, request: { id: string; is_blocked: boolean }, actor: Actor) {
  const { id, is_blocked: isBlocked } = request
  if (isBlocked && id === actor.id) throw refusal('본인 계정은 차단할 수 없습니다.')
  await context.db.transaction().execute(async (trx) => {
    const person = await lockRole(trx, { id, actor })
    if (isBlocked && person.is_superuser) await refuseLastSuperuser(trx, context, id)
    await trx.updateTable('app_user').set({ is_active: !isBlocked }).where('id', '=', id).execute()
  })
}

/**
 * Serializes role changes: when two superusers revoke each other's role at the same time, the
 * second is no longer a superuser and is refused.
 */
async function lockRole(trx: Transaction<Tables>, { id, actor }: { id: string; actor: Actor }) {
  await sql`select pg_advisory_xact_lock(hashtext('app_user'), hashtext('standing'))`.execute(trx)
  const rows = await trx
    .selectFrom('app_user')
    .select(['id', 'is_superuser', 'is_active', 'provider', 'provider_id', 'email'])
    .where('id', 'in', [id, actor.id])
    .forUpdate()
    .execute()
  const actorRow = rows.find((row) => row.id === actor.id)
  if (!actorRow?.is_superuser || !actorRow.is_active) throw new HttpProblem(problem('not_permitted'))
  const person = rows.find((row) => row.id === id)
  if (!person) throw new HttpProblem(problem('not_found', { message: '사용자를 찾을 수 없습니다.' }))
  await setRoleActor(trx, actor)
  return person
}

/**
 * Counts only superusers who can sign in on this server: with Kakao keys configured, a demo account
 * cannot.
 */
async function refuseLastSuperuser(trx: Transaction<Tables>, { config }: RoleContext, id: string): Promise<void> {
  const otherSuperuser = await trx
    .selectFrom('app_user')
    .select('id')
    .where('is_superuser', '=', true)
    .where('is_active', '=', true)
    .where('provider', '=', getConfiguredProvider(config) ?? 'kakao')
    .where('id', '!=', id)
    .executeTakeFirst()
  if (!otherSuperuser) throw refusal('마지막 최고관리자입니다. 다른 사람을 먼저 최고관리자로 지정해 주세요.')
}

function refuseListedSuperuser(
  { superusers }: RoleContext['config'],
  person: { provider: string; provider_id: string; email: string | null },
) {
  const isListed =
    superusers.includes(person.provider_id) || (person.email !== null && superusers.includes(person.email))
  if (person.provider !== 'kakao' || !isListed) return
  throw refusal('서버 설정(SUPERUSERS)에 지정된 최고관리자입니다. 설정에서 먼저 빼 주세요.')
}

function refusal(message: string): HttpProblem {
  return new HttpProblem(problem('refused', { message }))
}
