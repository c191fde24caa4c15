import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { problem } from '#contract/problem.ts'
import type { Tokens } from '#contract/session/session.ts'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/audit/audit.ts'
import type { ProviderName } from '#server/auth/configured-provider.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { deviceWords } from './device-words.ts'
import { endLeastRecentlyUsed } from './end-sessions.ts'
import { acceptInvitation, unknownInvitation } from './invitations/accept-invitation.ts'
import { sealsCopies } from './seals-copies.ts'
import { startSession, type TokenPair } from './tokens.ts'
import { toUserInfo, type User } from './users.ts'

interface Begun extends Pick<Deps, 'config' | 'newId'> {
  request: FastifyRequest
  /** The user the provider has identified; the row is locked. */
  user: User
  provider: ProviderName
  now: Date
  /** Invitation token; an invalid one does not prevent the sign-in. */
  invitation: string | undefined
}

/**
 * Starts a session on this device, and makes the user staff if an invitation says so. Throws
 * `not_permitted` for a deactivated account.
 */
export async function beginSession(
  tx: Transaction<Tables>,
  { config, newId, request, user, provider, now, invitation }: Begun,
): Promise<Tokens> {
  if (!user.is_active) throw new Refusal(switchedOff)
  const address = request.ip
  const session = { id: newId(), userId: user.id, provider, now }
  const pair = await startSession(tx, { ...session, device: deviceWords(request.headers['user-agent']), address })
  await endLeastRecentlyUsed(tx, session)
  const detail = provider === 'kia' ? { detail: { provider } } : {}
  await audit(tx, { user: { id: user.id, name: user.nickname }, address, act: 'sign_in', ...detail })
  if (invitation === undefined) return answerFor(config, pair, user)
  const accepted = await acceptInvitation(tx, { token: invitation, user, address, context: { now, config } })
  const isRefused = 'refused' in accepted
  request.hasRefusedProof = isRefused && accepted.refused === unknownInvitation
  return answerFor(config, pair, isRefused ? user : accepted.user)
}

function answerFor(config: Config, pair: TokenPair, user: User): Tokens {
  return { ...pair, user_info: toUserInfo(user), seals_copies: sealsCopies(config, user) }
}

const switchedOff = problem('not_permitted', {
  message: '사용이 중지된 계정입니다. 최고관리자에게 문의해 주세요.',
})
