import { invitationDays, type Invitation } from '#contract/people/invitations.ts'
import { problem, type Problem } from '#contract/problem.ts'
import type { Database } from '#server/db/client.ts'
import { audit } from '#server/audit/audit.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import { hashToken, newToken } from '#server/auth/token.ts'
import { stateOf, stateSql, type InvitationContext } from './invitation-state.ts'

/** Days that the outcome of a link is kept after its expiry. */
const rememberedDays = 30

export interface Maker {
  user: SignedInUser
  address: string
  now: Date
}

/** Creates a link for a named person. Its token is returned here and nowhere else. */
export async function makeInvitation(
  db: Database,
  invitation: { id: string; note: string },
  { user, address, now }: Maker,
): Promise<{ token: string; expiresAt: string }> {
  const token = newToken('invitation')
  const expiresAt = new Date(now.getTime() + invitationDays * 86_400_000).toISOString()
  await db.transaction().execute(async (tx) => {
    const row = { ...invitation, hash: hashToken(token), made_by: user.id, made_by_name: user.name }
    await tx
      .insertInto('invitation')
      .values({ ...row, made_at: now.toISOString(), expires_at: expiresAt })
      .execute()
    await audit(tx, {
      user,
      address,
      act: 'create',
      collection: 'invitation',
      recordId: invitation.id,
      subject: invitation.note,
      detail: { expires_at: expiresAt },
    })
  })
  return { token, expiresAt }
}

/** Open links, newest first, then the others. */
export async function listInvitations(db: Database, context: InvitationContext): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitation')
    .select([
      ...(['id', 'note', 'made_by_name', 'made_at', 'expires_at', 'used_at', 'used_by_name'] as const),
      ...(['withdrawn_at', 'withdrawn_by'] as const),
      stateSql(context).as('state'),
    ])
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const known = rows.map((row): Invitation => {
    const settled = row.used_at === null ? [row.withdrawn_at, row.withdrawn_by] : [row.used_at, row.used_by_name]
    const { id, note, made_by_name: madeBy, made_at, expires_at, state } = row
    const [at = null, by] = settled
    return {
      id,
      note,
      made_by: madeBy,
      made_at,
      expires_at,
      state: stateOf(state),
      settled_at: at,
      settled_by: by ?? '',
    }
  })
  return [...known.filter(({ state }) => state === 'open'), ...known.filter(({ state }) => state !== 'open')]
}

/** Makes an unused link void. */
export async function withdrawInvitation(
  db: Database,
  id: string,
  { user, address, now }: Maker,
): Promise<Problem | null> {
  return await db.transaction().execute(async (tx) => {
    const withdrawn = await tx
      .updateTable('invitation')
      .set({ withdrawn_at: now.toISOString(), withdrawn_by: user.name })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returning('note')
      .executeTakeFirst()
    if (withdrawn === undefined) return settledBefore
    const subject = withdrawn.note
    await audit(tx, { user, address, act: 'delete', collection: 'invitation', recordId: id, subject })
    return null
  })
}

/** Deletes links that expired long ago. */
export async function sweepInvitations(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - rememberedDays * 86_400_000).toISOString()
  await db.deleteFrom('invitation').where('expires_at', '<', oldest).execute()
}

const settledBefore = problem('refused', { message: '이미 사용되었거나 철회된 초대 링크입니다.' })
