import { type Transaction } from 'kysely'
import type { InvitationLook } from '#contract/people/invitations.ts'
import { problem, type Problem } from '#contract/problem.ts'
import { audit, setRoleActor } from '#server/audit/audit.ts'
import { hashToken } from '#server/auth/token.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { User } from '../users.ts'
import { isOpenSql, stateOf, stateSql, type InvitationContext } from './invitation-state.ts'

export interface Taking {
  token: string
  /** The caller has locked the row. */
  user: Pick<User, 'id' | 'nickname' | 'is_staff' | 'is_superuser'>
  address: string
  context: InvitationContext
}

/**
 * Makes somebody staff by an invitation and uses it up. Of two concurrent callers only one
 * succeeds. Staff are refused and leave it open. The audit row of the role change names the
 * inviter.
 */
export async function acceptInvitation(
  tx: Transaction<Tables>,
  { token, user, address, context }: Taking,
): Promise<{ user: User } | { refused: Problem }> {
  if (user.is_staff || user.is_superuser) return { refused: alreadyStaff }
  const used = await tx
    .updateTable('invitation')
    .set({ used_at: context.now.toISOString(), used_by: user.id, used_by_name: user.nickname })
    .where('hash', '=', hashToken(token))
    .where(isOpenSql(context))
    .returning(['id', 'made_by', 'made_by_name'])
    .executeTakeFirst()
  if (used === undefined) return { refused: await whyNot(tx, token, context) }
  await setRoleActor(tx, { id: used.made_by ?? '', name: `${used.made_by_name}(초대 링크)` })
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
export async function readInvitation(
  db: Pick<Transaction<Tables>, 'selectFrom'>,
  { token, userId, context }: { token: string; userId: string | null; context: InvitationContext },
): Promise<InvitationLook | undefined> {
  const found = await db
    .selectFrom('invitation')
    .select(['made_by_name as invited_by', 'expires_at', 'used_by', stateSql(context).as('state')])
    .where('hash', '=', hashToken(token))
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { used_by: usedBy, state, ...invitation } = found
  return { ...invitation, state: stateOf(state), is_used_by_you: userId !== null && usedBy === userId }
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

async function whyNot(tx: Transaction<Tables>, token: string, context: InvitationContext): Promise<Problem> {
  const state = await readInvitation(tx, { token, userId: null, context })
  if (state === undefined) return unknownInvitation
  // Open again: its author became a superuser between the two statements.
  const message = state.state === 'open' ? settled.withdrawn : settled[state.state]
  return problem('refused', { message })
}
