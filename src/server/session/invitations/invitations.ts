import { type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { dayMs } from '#contract/dates/day-ms.ts'
import {
  type Invitation,
  invitationDays,
  type InvitationState,
  type InvitationView,
} from '#contract/people/invitations.ts'
import { problem, type Problem } from '#contract/problem.ts'
import { getConfiguredProvider } from '#server/auth/configured-provider.ts'
import { hashToken, newToken } from '#server/auth/token.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/db/client.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { setRoleActor, writeTrail } from '#server/trail/write-trail.ts'
import type { User } from '../users.ts'

/** Days that the outcome of a link is kept after its expiry. */
const outcomeRetentionDays = 30

export interface InvitationActor {
  user: SignedInUser
  ipAddress: string
  now: Date
}

/** Creates a link for a named person. Its token is returned here and nowhere else. */
export async function createInvitation(
  db: Database,
  invitation: { id: string; note: string },
  { user, ipAddress, now }: InvitationActor,
): Promise<{ token: string; expiresAt: string }> {
  const token = newToken('invitation')
  const expiresAt = new Date(now.getTime() + invitationDays * dayMs).toISOString()
  await db.transaction().execute(async (trx) => {
    const row = { ...invitation, hash: hashToken(token), made_by: user.id, made_by_name: user.name }
    await trx
      .insertInto('invitation')
      .values({ ...row, made_at: now.toISOString(), expires_at: expiresAt })
      .execute()
    await writeTrail(trx, {
      user,
      ipAddress,
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
  const invitations = rows.map((row): Invitation => {
    const settled = row.used_at === null ? [row.withdrawn_at, row.withdrawn_by] : [row.used_at, row.used_by_name]
    const { id, note, made_by_name: madeBy, made_at, expires_at, state } = row
    const [settledAt = null, by] = settled
    return {
      id,
      note,
      made_by: madeBy,
      made_at,
      expires_at,
      state: parseInvitationState(state),
      settled_at: settledAt,
      settled_by: by ?? '',
    }
  })
  return [
    ...invitations.filter(({ state }) => state === 'open'),
    ...invitations.filter(({ state }) => state !== 'open'),
  ]
}

/** Makes an unused link void. */
export async function withdrawInvitation(
  db: Database,
  id: string,
  { user, ipAddress, now }: InvitationActor,
): Promise<Problem | null> {
  return await db.transaction().execute(async (trx) => {
    const withdrawn = await trx
      .updateTable('invitation')
      .set({ withdrawn_at: now.toISOString(), withdrawn_by: user.name })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returning('note')
      .executeTakeFirst()
    if (withdrawn === undefined) return alreadySettled
    const subject = withdrawn.note
    await writeTrail(trx, { user, ipAddress, act: 'delete', collection: 'invitation', recordId: id, subject })
    return null
  })
}

/** Deletes links that expired long ago. */
export async function sweepInvitations(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - outcomeRetentionDays * dayMs).toISOString()
  await db.deleteFrom('invitation').where('expires_at', '<', oldest).execute()
}

const alreadySettled = problem('refused', { message: '이미 사용되었거나 철회된 초대 링크입니다.' })

/**
 * What the state of an invitation depends on: the time, and which providers' superusers may sign in
 * here.
 */
interface InvitationContext {
  readonly now: Date
  readonly config: Pick<Config, 'kakao' | 'localLogin'>
}

/** For a row of `invitation`: whether it can be used. */
function isOpenSql(context: InvitationContext): RawBuilder<boolean> {
  return sql<boolean>`(${stateSql(context)}) = 'open'`
}

/**
 * For a row of `invitation`: its state. Invitations are void when their author is no longer a
 * superuser, or is a demo account that can no longer sign in.
 */
function stateSql({ now, config }: InvitationContext): RawBuilder<string> {
  const provider = getConfiguredProvider(config) ?? 'kakao'
  return sql<string>`case
    when invitation.used_at is not null then 'used'
    when invitation.withdrawn_at is not null then 'withdrawn'
    when invitation.expires_at <= ${now.toISOString()}::timestamptz then 'expired'
    when exists (
      select from app_user maker where maker.id = invitation.made_by and maker.is_superuser and maker.is_active and maker.provider = ${provider}
    ) then 'open'
    else 'withdrawn' end`
}

/** The state as defined in the contract. */
function parseInvitationState(text: string): InvitationState {
  return stateSchema.parse(text)
}

const stateSchema = z.enum(['open', 'used', 'expired', 'withdrawn'])

interface AcceptInvitationContext {
  token: string
  /** The caller has locked the row. */
  user: Pick<User, 'id' | 'nickname' | 'is_staff' | 'is_superuser'>
  ipAddress: string
  context: InvitationContext
}

/**
 * Makes somebody staff by an invitation and uses it up. Of two concurrent callers only one
 * succeeds. Staff are refused and leave it open. The trail row of the role change names the
 * inviter.
 */
export async function acceptInvitation(
  trx: Transaction<Tables>,
  { token, user, ipAddress, context }: AcceptInvitationContext,
): Promise<{ user: User } | { refused: Problem }> {
  if (user.is_staff || user.is_superuser) return { refused: alreadyStaff }
  const used = await trx
    .updateTable('invitation')
    .set({ used_at: context.now.toISOString(), used_by: user.id, used_by_name: user.nickname })
    .where('hash', '=', hashToken(token))
    .where(isOpenSql(context))
    .returning(['id', 'made_by', 'made_by_name'])
    .executeTakeFirst()
  if (used === undefined) return { refused: await findInvitationRefusal(trx, token, context) }
  await setRoleActor(trx, { id: used.made_by ?? '', name: `${used.made_by_name}(초대 링크)` })
  const staff = await trx
    .updateTable('app_user')
    .set({ is_staff: true })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeTrail(trx, {
    user: { id: user.id, name: user.nickname },
    ipAddress,
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
): Promise<InvitationView | undefined> {
  const invitationRow = await db
    .selectFrom('invitation')
    .select(['made_by_name as invited_by', 'expires_at', 'used_by', stateSql(context).as('state')])
    .where('hash', '=', hashToken(token))
    .executeTakeFirst()
  if (invitationRow === undefined) return undefined
  const { used_by: usedBy, state, ...invitation } = invitationRow
  return { ...invitation, state: parseInvitationState(state), is_used_by_you: userId !== null && usedBy === userId }
}

export const unknownInvitation = problem('not_found', {
  message: '알 수 없는 초대 링크입니다. 받은 링크를 끝까지 정확하게 열었는지 확인해 주세요.',
})

const alreadyStaff = problem('refused', { message: '이미 이 사무소의 직원입니다. 초대 링크는 사용되지 않았습니다.' })

const settledMessages = {
  used: '이미 사용된 초대 링크입니다.',
  expired: '유효 기간이 지난 초대 링크입니다.',
  withdrawn: '철회된 초대 링크입니다.',
} as const

async function findInvitationRefusal(
  trx: Transaction<Tables>,
  token: string,
  context: InvitationContext,
): Promise<Problem> {
  const state = await readInvitation(trx, { token, userId: null, context })
  if (state === undefined) return unknownInvitation
  // Open again: its author became a superuser between the two statements.
  const message = state.state === 'open' ? settledMessages.withdrawn : settledMessages[state.state]
  return problem('refused', { message })
}
