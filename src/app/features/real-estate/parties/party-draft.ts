import { createPartForm } from '#app/records/parts/part-draft.ts'
import type { ApplicationParty } from '#contract/applications/parties-json.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { readShares, type ReadShares, shareEqually, sumShares } from '#domain/applications/party-shares.ts'

/**
 * A party of a unit or application in a form. `num`: the encrypted number or the reference of the
 * stored one, never digits.
 */
export interface PartyDraft extends ApplicationParty {
  readonly num: string | null
}

/** Which list: owners 권리자 of a unit, or counterparties 의무자. */
export type PartySide = 'grantee' | 'grantor'

export const partyKinds = [
  { value: 'person', label: '개인' },
  { value: 'corporation', label: '법인' },
] as const

export const partyRoles = [
  { value: 'mortgagee', label: '근저당권자' },
  { value: 'seller', label: '매도인' },
] as const

export function createEmptyParty(side: PartySide, id: string): PartyDraft {
  return {
    id,
    party_kind: side === 'grantee' ? 'person' : 'corporation',
    role: side === 'grantee' ? null : 'mortgagee',
    name: '',
    num: null,
    num_masked: null,
    address: '',
    position: null,
    business_name: null,
    business_num: null,
    business_owner_name: null,
    share_ratio: 100,
    share_fraction: null,
  }
}

/** Whether anything was entered for the party. */
export function hasEntry({ name, num, address }: PartyDraft): boolean {
  return name.trim() !== '' || num !== null || address.trim() !== ''
}

/** Adds a party and splits the shares of its role equally. */
export function addParty(parties: readonly PartyDraft[], added: PartyDraft): readonly PartyDraft[] {
  return shareEqually([...parties, added], added.role)
}

export function removeParty(parties: readonly PartyDraft[], id: string): readonly PartyDraft[] {
  const removed = parties.find((party) => party.id === id)
  const remainingParties = parties.filter((party) => party.id !== id)
  return removed ? shareEqually(remainingParties, removed.role) : remainingParties
}

/** Total share of all parties with the same role; null if there is only one. */
export function sumRoleShares(parties: readonly PartyDraft[], { role }: Pick<PartyDraft, 'role'>): number | null {
  const sharing = parties.filter((party) => party.role === role)
  return sharing.length < 2 ? null : sumShares(sharing)
}

/** Fractions of all parties with the same role, in order; null if there is only one. */
export function readRoleShares(
  parties: readonly PartyDraft[],
  { role }: Pick<PartyDraft, 'role'>,
): (ReadShares & { readonly parties: readonly PartyDraft[] }) | null {
  const sharing = parties.filter((party) => party.role === role)
  return sharing.length < 2 ? null : { ...readShares(sharing), parties: sharing }
}

/** Shown if percentages do not determine fractions, because a filing states shares as fractions. */
export const fractionRequiredText = '이 비율로는 분수를 알 수 없습니다. 지분을 분수로 입력해 주세요. (예: 3/7)'

/**
 * The parties of a unit's records, in order. If a share is missing, all with that role get equal
 * shares.
 */
export function toPartyDrafts(side: PartySide, records: readonly AnyRecord[]): readonly PartyDraft[] {
  const parties = records.map((record) => (side === 'grantee' ? toGrantee(record) : toGrantor(record)))
  const roles = new Set(
    records.flatMap((record, index) => (record['share'] === null ? [parties[index]?.role ?? null] : [])),
  )
  return [...roles].reduce<readonly PartyDraft[]>(shareEqually, parties)
}

function toGrantee(record: AnyRecord): PartyDraft {
  return {
    ...readSharedFields(record),
    role: null,
    position: null,
    name: textOrNull(record['owner']) ?? '',
    address: textOrNull(record['owner_address']) ?? '',
    num: textOrNull(record['owner_num']),
    business_name: textOrNull(record['business_name']),
    business_num: textOrNull(record['business_num']),
  }
}

function toGrantor(record: AnyRecord): PartyDraft {
  return {
    ...readSharedFields(record, 'corporation'),
    role: record['role'] === 'seller' ? 'seller' : 'mortgagee',
    name: textOrNull(record['name']) ?? '',
    address: textOrNull(record['address']) ?? '',
    num: textOrNull(record['num']),
    position: textOrNull(record['position']),
    business_name: null,
    business_num: textOrNull(record['company_num']),
  }
}

function readSharedFields(record: AnyRecord, defaultKind: PartyDraft['party_kind'] = 'person') {
  const kind = record['party_kind'] ?? defaultKind
  return {
    id: record.id,
    party_kind: kind === 'corporation' ? ('corporation' as const) : ('person' as const),
    num_masked: textOrNull(record['num_masked']),
    business_owner_name: textOrNull(record['owner_name']),
    share_ratio: typeof record['share'] === 'number' ? record['share'] : 100,
    share_fraction: textOrNull(record['share_fraction']),
  }
}

function textOrNull(value: FieldValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** Record fields of a party at this position. */
export function toPartyFields(side: PartySide, party: PartyDraft, position: number): Record<string, FieldValue> {
  const shared = {
    party_kind: party.party_kind,
    num_masked: party.num_masked,
    owner_name: party.business_owner_name,
    share: party.share_ratio,
    share_fraction: party.share_fraction ?? null,
    place: position,
  }
  if (side === 'grantee')
    return {
      ...shared,
      owner: trimToNull(party.name),
      owner_num: party.num,
      owner_address: trimToNull(party.address),
      business_name: party.business_name,
      business_num: party.business_num,
    }
  return {
    ...shared,
    role: party.role ?? 'mortgagee',
    name: trimToNull(party.name),
    num: party.num,
    address: trimToNull(party.address),
    position: party.position,
    company_num: party.business_num,
  }
}

function trimToNull(value: string): string | null {
  return value.trim() === '' ? null : value.trim()
}

/** Form of 대지권의 목적인 토지 for a unit's panel and its application. */
export const unitLandForm = createPartForm('unit-lands')
