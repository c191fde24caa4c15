import type { ApiParty } from '#contract/applications/applications.ts'
import { guessOwnerKind } from '#domain/registry/registered-owners.ts'
import {
  checkPersonNumber,
  detectPersonNumberKind,
  keepDigits,
  type PartyKind,
  personNumberNames,
} from '#domain/text/person-number.ts'
import { parseApplicationType } from './application.ts'
import { computeEqualShares, type PartyShare, readShares, readTypedShare, sumShares } from './party-shares.ts'

/** A party sent by an API client, with its derived kind, role and share. */
export interface CheckedParty {
  readonly sent: ApiParty
  readonly kind: PartyKind
  readonly role: 'mortgagee' | 'seller' | null
  readonly share: Required<PartyShare>
}

type PartyErrors = Readonly<Record<string, string>>

type PartyListKey = 'grantees' | 'grantors'

const sideNames: Readonly<Record<PartyListKey, string>> = { grantees: '권리자', grantors: '의무자' }

/**
 * Checks both sides of an application that was not filled in by our form: kind of number, seller or
 * mortgagee, and share of each party. `errors` has the messages by path (`grantees.0.num`). The
 * grantors may be empty, because heirs file alone.
 */
export function checkApiParties(
  type: string,
  sent: Readonly<Record<PartyListKey, readonly ApiParty[]>>,
): {
  readonly grantees: readonly CheckedParty[]
  readonly grantors: readonly CheckedParty[]
  readonly errors: PartyErrors
} {
  const grantees = checkSide('grantees', type, sent.grantees)
  const grantors = checkSide('grantors', type, sent.grantors)
  const missingGrantees = sent.grantees.length === 0 ? { grantees: '권리자는 최소 1명 이상이어야 합니다.' } : {}
  return {
    grantees: grantees.parties,
    grantors: grantors.parties,
    errors: { ...missingGrantees, ...grantees.errors, ...grantors.errors },
  }
}

function checkSide(side: PartyListKey, type: string, sent: readonly ApiParty[]) {
  const classified = sent.map((party) => {
    const kind = detectPartyKind(party)
    return { sent: party, kind, role: side === 'grantees' ? null : (party.role ?? deriveRole(type, kind)) }
  })
  const shares = resolveShares(classified)
  const parties: CheckedParty[] = classified.map((party, index) => ({ ...party, share: shares[index] ?? wholeShare }))
  const errors = parties.flatMap((party, index) =>
    Object.entries(validateParty(party, shares[index] === null)).map(([key, error]) => {
      return [`${side}.${index}.${key}`, `${sideNames[side]} ${index + 1} ${error}`] as const
    }),
  )
  const wrongTotals = shares.includes(null) ? [] : findWrongShareTotals(side, parties)
  return { parties, errors: Object.fromEntries([...errors, ...wrongTotals]) }
}

function validateParty({ sent, kind }: CheckedParty, isShareWrong: boolean): PartyErrors {
  const num = (sent.num ?? '').trim()
  const checked = isPlainNumber(num) ? checkPersonNumber(kind, num) : null
  const missing = (name: string) => `${name}: 필수 항목입니다.`
  return {
    ...((sent.name ?? '').trim() === '' && { name: missing(kind === 'person' ? '성명' : '명칭') }),
    ...(num === '' && { num: missing(personNumberNames[kind]) }),
    ...(checked?.ok === false && { num: `${personNumberNames[kind]}: ${checked.message}` }),
    ...((sent.address ?? '').trim() === '' && { address: missing('주소') }),
    ...(isShareWrong && { share_ratio: '지분: 0에서 100 사이의 숫자나 분수(3/7)로 입력해 주세요.' }),
  }
}

/** A complete number, not a masked one or a reference from one of our responses. */
function isPlainNumber(num: string): boolean {
  return num !== '' && !num.includes('*') && !num.startsWith('number:')
}

/** Derived from the number; if it could be either, from signs of a corporation. */
function detectPartyKind({ num, name, party_kind, business_num, business_owner_name }: ApiParty): PartyKind {
  const isNamedCorporation =
    party_kind === 'corporation' ||
    [business_num, business_owner_name].some((value) => (value ?? '').trim() !== '') ||
    guessOwnerKind(name ?? '') === 'corporation'
  const fallback = party_kind ?? (isNamedCorporation ? 'corporation' : 'person')
  const text = num ?? ''
  if (text.includes('*')) return 'person'
  return keepDigits(text).length === 13 ? detectPersonNumberKind(text, fallback) : fallback
}

/**
 * A grantor of a sale is the seller; if the application also has a mortgage, a corporation is the
 * mortgagee.
 */
function deriveRole(type: string, kind: PartyKind): 'mortgagee' | 'seller' {
  const parts = parseApplicationType(type)
  const hasMortgage = parts.includes('mortgage_registration') || parts.includes('mortgage_cancellation')
  const isSale = parts.some((part) => part !== 'mortgage_registration' && part !== 'mortgage_cancellation')
  if (!hasMortgage) return 'seller'
  return isSale && kind === 'person' ? 'seller' : 'mortgagee'
}

const wholeShare = { share_ratio: 100, share_fraction: null }

/** Null: not a valid share. Equal shares when no party of the role has one. */
function resolveShares(
  parties: readonly Pick<CheckedParty, 'sent' | 'role'>[],
): readonly (Required<PartyShare> | null)[] {
  return parties.map((party) => {
    const sameRole = parties.filter(({ role }) => role === party.role)
    const equal = computeEqualShares(sameRole.length)[sameRole.indexOf(party)]
    if (equal !== undefined && sameRole.every((peer) => isUnset(peer.sent)))
      return { share_ratio: equal, share_fraction: null }
    return isUnset(party.sent) ? null : readTypedShare(String(party.sent.share_ratio))
  })
}

function isUnset({ share_ratio: share }: ApiParty): boolean {
  return String(share ?? '').trim() === ''
}

/**
 * Shares of each role must add up to the whole. A percentage without a matching fraction is only
 * queried where it is printed.
 */
function findWrongShareTotals(side: PartyListKey, parties: readonly CheckedParty[]): (readonly [string, string])[] {
  const roles = [...new Set(parties.map(({ role }) => role))]
  return roles.flatMap((role) => {
    const sameRole = parties.filter((party) => party.role === role)
    const shares = sameRole.map(({ share }) => share)
    const { isComplete, unclear } = readShares(shares)
    const total = sumShares(shares)
    if (isComplete || (total === 100 && unclear.length > 0)) return []
    const index = parties.indexOf(sameRole[0] as CheckedParty)
    const message = `${sideNames[side]} 지분 합계가 ${total}%입니다. 지분의 합이 100%가 되어야 합니다.`
    return [[`${side}.${index}.share_ratio`, message] as const]
  })
}
