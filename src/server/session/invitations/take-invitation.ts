import { type Transaction } from 'kysely'
import type { InvitationLook } from '#contract/people/invitations.ts'
import { problem, type Problem } from '#contract/problem.ts'
import { audit, nameRoleGiver } from '#server/plugins/audit.ts'
import { hashToken } from '#server/plugins/token.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { User } from '../users.ts'
import { isOpenSql, stateOf, stateSql, type Standing } from './invitation-state.ts'

export interface Taking {
  token: string
  /** The caller has locked the row. */
  user: Pick<User, 'id' | 'nickname' | 'is_staff' | 'is_superuser'>
  address: string
  standing: Standing
}

/**
 * Makes somebody staff by an invitation and uses it up. Of two concurrent callers only one
 * succeeds. Staff are refused and leave it open. The audit row of the role change names the
 * inviter.
 */
export async function takeInvitation(
  tx: Transaction<Tables>,
  { token, user, address, standing }: Taking,
): Promise<{ user: User } | { refused: Problem }> {
  if (user.is_staff || user.is_superuser) return { refused: alreadyStaff }
  const used = await tx
    .updateTable('invitation')
    .set({ used_at: standing.now.toISOString(), used_by: user.id, used_by_name: user.nickname })
    .where('hash', '=', hashToken(token))
    .where(isOpenSql(standing))
    .returning(['id', 'made_by', 'made_by_name'])
    .executeTakeFirst()
  if (used === undefined) return { refused: await whyNot(tx, token, standing) }
  await nameRoleGiver(tx, { id: used.made_by ?? '', name: `${used.made_by_name}(초대 링크)` })
  const staff = await tx
    .updateTable('app_user')
    .set({ is_staff: true })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(tx, {
    user: { id: user.id, name: user.nickname },
    address,
    act: 'update',
    collection: 'invitation',
    recordId: used.id,
    subject: user.nickname,
    detail: { used: true, made_by: used.made_by },
  })
  return { user: staff }
}

/** The state of an invitation for this person; undefined for an unknown token. */
export async function lookAtInvitation(
  db: Pick<Transaction<Tables>, 'selectFrom'>,
  { token, userId, standing }: { token: string; userId: string | null; standing: Standing },
): Promise<InvitationLook | undefined> {
  const found = await db
    .selectFrom('invitation')
    .select(['made_by_name as invited_by', 'expires_at', 'used_by', stateSql(standing).as('state')])
    .where('hash', '=', hashToken(token))
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { used_by: usedBy, state, ...told } = found
  return { ...told, state: stateOf(state), is_used_by_you: userId !== null && usedBy === userId }
}

export const unknownInvitation = problem('not_found', {
  message: '알 수 없는 초대 링크입니다. 받은 링크를 끝까지 정확하게 열었는지 확인해 주세요.',
})

const alreadyStaff = problem('refused', { message: '이미 이 사무소의 직원입니다. 초대 링크는 사용되지 않았습니다.' })

const settled = {
  used: '이미 사용된 초대 링크입니다.',
  expired: '유효 기간이 지난 초대 링크입니다.',
  withdrawn: '철회된 초대 링크입니다.',
} as const

async function whyNot(tx: Transaction<Tables>, token: string, standing: Standing): Promise<Problem> {
  const look = await lookAtInvitation(tx, { token, userId: null, standing })
  if (look === undefined) return unknownInvitation
  // Open again: its author became a superuser between the two statements.
  const message = look.state === 'open' ? settled.withdrawn : settled[look.state]
  return problem('refused', { message })
}
