import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { cardDigits, cardFault, maskedCard, type personUpdateSchema } from '#contract/people/people.ts'
import { problem } from '#contract/problem.ts'
import type { Deps } from '#server/deps.ts'
import { saveNumbers, markHeld } from '#server/numbers/save-numbers.ts'
import { requireVersion } from '#server/http/require-version.ts'
import { audit } from '#server/audit/audit.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

/** The user who makes the change, and their address. */
export interface Changer {
  readonly id: string
  readonly name: string
  readonly address: string
}

type Change = z.output<typeof personUpdateSchema>

/**
 * Writes the given fields of the user record and leaves the others unchanged. Throws `not_found`;
 * `conflict` when `version` is given and outdated; `refused` at the field for a name already taken
 * by a colleague, an invalid card number, or dates in the wrong order.
 */
export async function changePerson(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'numbers'>,
  { id, version, ...change }: Change & { id: string },
  changer: Changer,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, id, version)
    refuseDays({ ...person, ...daysOf(change) })
    if (typeof change.name === 'string' && change.name !== person.nickname) await refuseTakenName(trx, id, change.name)
    const isCardSaved = await saveCard(trx, deps, { id, typed: change.card_num })
    const supplied = Object.entries(change).filter(([, value]) => value !== undefined)
    const changed = supplied.map(([key]) => key).filter((key) => key !== 'card_num' || !isCardSaved)
    if (changed.length === 0) return
    await trx
      .updateTable('app_user')
      .set({
        ...columnsOf(change),
        version: person.version + 1,
        edited_by: changer.name,
        edited_at: deps.now().toISOString(),
      })
      .where('id', '=', id)
      .execute()
    await audit(trx, {
      user: { id: changer.id, name: changer.name },
      address: changer.address,
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
  return await requireVersion(row, version ?? row?.version ?? 0, { missing: '사용자를 찾을 수 없습니다.' })
}

/** The name is also the nickname that the rest of the program shows. */
function columnsOf(change: Change) {
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

function daysOf(change: Change): Partial<Record<'employment_date' | 'left_on', string | null>> {
  const { employment_date, left_on } = columnsOf(change)
  return { ...(employment_date !== undefined && { employment_date }), ...(left_on !== undefined && { left_on }) }
}

/** Names of the office's people are unique. */
async function refuseTakenName(trx: Transaction<Tables>, id: string, name: string): Promise<void> {
  const other = await trx
    .selectFrom('app_user')
    .select('id')
    .where('nickname', '=', name)
    .where('id', '!=', id)
    .where((where) => where.or([where('is_staff', '=', true), where('is_superuser', '=', true)]))
    .executeTakeFirst()
  if (!other) return
  const message = '같은 이름의 직원이 있습니다. 이름 뒤에 숫자나 부서를 붙여 구분해 주세요.'
  throw new Refusal(problem('refused', { message, fields: { name: message } }))
}

function refuseDays({ employment_date, left_on }: { employment_date: string | null; left_on: string | null }): void {
  if (employment_date === null || left_on === null || employment_date <= left_on) return
  const message = '퇴사일은 입사일보다 빠를 수 없습니다.'
  throw new Refusal(problem('refused', { message, fields: { left_on: message } }))
}

/**
 * Encrypts and stores a new card number. Returns true when nothing changes, also when the client
 * sent the masked form back.
 */
async function saveCard(
  trx: Transaction<Tables>,
  { numbers, newId }: Pick<Deps, 'numbers' | 'newId'>,
  { id, typed }: { id: string; typed: string | null | undefined },
): Promise<boolean> {
  if (typed === undefined) return true
  const location = { collection: 'users', record_id: id, field: 'card_num' } as const
  if (typed === null) {
    await markHeld(trx, { record_id: id, field: location.field, held: null })
    return false
  }
  const saved = await trx
    .selectFrom('party_number')
    .select('masked')
    .where('record_id', '=', id)
    .where('collection', '=', 'users')
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (saved?.masked === typed) return true
  const digits = cardDigits(typed)
  if (digits === null) throw new Refusal(problem('refused', { message: cardFault, fields: { card_num: cardFault } }))
  const number = { ...location, id: newId(), digits, masked: maskedCard(digits) }
  await saveNumbers(trx, numbers, [number])
  await markHeld(trx, { record_id: id, field: location.field, held: number.id })
  return false
}
