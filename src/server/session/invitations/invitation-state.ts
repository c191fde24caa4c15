import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { InvitationState } from '#contract/people/invitations.ts'
import type { Config } from '#server/config.ts'
import { configuredProvider } from '#server/auth/configured-provider.ts'

/**
 * What the state of an invitation depends on: the time, and which providers' superusers may sign in
 * here.
 */
export interface InvitationContext {
  readonly now: Date
  readonly config: Pick<Config, 'kakao' | 'localLogin'>
}

/** For a row of `invitation`: whether it can be used. */
export function isOpenSql(context: InvitationContext): RawBuilder<boolean> {
  return sql<boolean>`(${stateSql(context)}) = 'open'`
}

/**
 * For a row of `invitation`: its state. Invitations are void when their author is no longer a
 * superuser, or is a demo account that can no longer sign in.
 */
export function stateSql({ now, config }: InvitationContext): RawBuilder<string> {
  const provider = configuredProvider(config) ?? 'kakao'
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
export function stateOf(text: string): InvitationState {
  return stateSchema.parse(text)
}

const stateSchema = z.enum(['open', 'used', 'expired', 'withdrawn'])
