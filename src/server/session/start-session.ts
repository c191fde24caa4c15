import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { problem } from '#contract/problem.ts'
import type { Tokens } from '#contract/session/session.ts'
import type { ProviderName } from '#server/auth/configured-provider.ts'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { acceptInvitation, unknownInvitation } from './invitations/invitations.ts'
import { createSession, endLeastRecentlyUsed, type TokenPair } from './tokens.ts'
import { mustSealCopies, toUserInfo, type User } from './users.ts'

interface SessionRequest extends Pick<Deps, 'config' | 'newId'> {
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
export async function startSession(
  trx: Transaction<Tables>,
  { config, newId, request, user, provider, now, invitation }: SessionRequest,
): Promise<Tokens> {
  if (!user.is_active) throw new HttpProblem(deactivatedAccount)
  const ipAddress = request.ip
  const session = { id: newId(), userId: user.id, provider, now }
  const pair = await createSession(trx, {
    ...session,
    device: detectDeviceName(request.headers['user-agent']),
    ipAddress,
  })
  await endLeastRecentlyUsed(trx, session)
  const detail = provider === 'kia' ? { detail: { provider } } : {}
  await writeTrail(trx, { user: { id: user.id, name: user.nickname }, ipAddress, act: 'sign_in', ...detail })
  if (invitation === undefined) return toTokens(config, pair, user)
  const accepted = await acceptInvitation(trx, { token: invitation, user, ipAddress, context: { now, config } })
  const isRefused = 'refused' in accepted
  request.hasRefusedProof = isRefused && accepted.refused === unknownInvitation
  return toTokens(config, pair, isRefused ? user : accepted.user)
}

function toTokens(config: Config, pair: TokenPair, user: User): Tokens {
  return { ...pair, user_info: toUserInfo(user), seals_copies: mustSealCopies(config, user) }
}

const deactivatedAccount = problem('not_permitted', {
  message: '사용이 중지된 계정입니다. 최고관리자에게 문의해 주세요.',
})

/**
 * A readable device name from the User-Agent, "Windows · Chrome"; '' when nothing is recognized.
 * Only helps people to tell their own devices apart: a User-Agent can be forged.
 */
export function detectDeviceName(userAgent: string | undefined): string {
  // Browsers send some two hundred characters; longer text is ignored.
  const text = (userAgent ?? '').slice(0, 500)
  const browser = matchName(browsers, text)
  const machine = matchName(machines, text)
  // Safari on an iPad requests desktop pages and then identifies as a Mac.
  const device = machine === 'Mac' && browser === 'Safari' ? 'Mac 또는 아이패드' : machine
  return [device, browser].filter((word) => word !== '').join(' · ')
}

type Names = readonly (readonly [pattern: RegExp, name: string])[]

/** The first match counts: devices also name other systems to get the same pages. */
const machines: Names = [
  [/iPad/, '아이패드'],
  [/iPhone|iPod/, '아이폰'],
  [/Android.*Mobile/, '안드로이드 휴대전화'],
  [/Android/, '안드로이드 태블릿'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, '크롬북'],
  [/Linux/, '리눅스'],
]

const browsers: Names = [
  [/KAKAOTALK/i, '카카오톡'],
  [/NAVER\(inapp/i, '네이버 앱'],
  [/Whale\//, '웨일'],
  [/SamsungBrowser\//, '삼성 인터넷'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
]

function matchName(names: Names, text: string): string {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? ''
}
