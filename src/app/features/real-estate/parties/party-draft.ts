import type { UnitMortgage, UnitOwner } from '#contract/books/unit-parts.ts'
import { judgePartyNumber } from '#domain/party-number.ts'
import { equalShares, sharesTotal } from '#domain/applications/party-shares.ts'

/** 소유자 of a unit, or those on the other side: who takes the mortgage, who sells. */
export type PartySide = 'owner' | 'counterparty'

/** A party as it is being typed; of texts the trimmed value counts. */
export interface PartyDraft {
  /** Of its record; a new one has its id from the beginning. */
  readonly id: string
  /** Version of the record it was opened with; null: it is new. */
  readonly version: number | null
  readonly kind: 'person' | 'corporation'
  /** Counterparties only. */
  readonly role: 'mortgagee' | 'seller' | null
  readonly name: string
  /** What was typed of the number; empty: the one that is kept stays. HAZARD: the only plain resident number in the app; it is sealed before it is kept anywhere. */
  readonly typedNumber: string
  /** What everybody may see of the number that is kept. */
  readonly maskedNumber: string | null
  readonly address: string
  readonly position: string
  readonly businessName: string
  readonly businessNumber: string
  readonly representative: string
  /** Percent as text. */
  readonly share: string
}

export type PartyFaults = Partial<Record<'name' | 'typedNumber' | 'address' | 'share', string>>

export function newParty(id: string, side: PartySide, own: Partial<PartyDraft> = {}): PartyDraft {
  const isOwner = side === 'owner'
  return {
    ...{ id, version: null, kind: isOwner ? 'person' : 'corporation', role: isOwner ? null : 'mortgagee' },
    ...{ name: '', typedNumber: '', maskedNumber: null, address: '', position: '' },
    ...{ businessName: '', businessNumber: '', representative: '', share: '100' },
    ...own,
  }
}

export function draftOfOwner(record: UnitOwner): PartyDraft {
  return newParty(record.id, 'owner', {
    version: record.version,
    kind: record.party_kind === 'corporation' ? 'corporation' : 'person',
    name: record.owner,
    maskedNumber: record.num_masked,
    address: record.owner_address ?? '',
    businessName: record.business_name ?? '',
    businessNumber: record.business_num ?? '',
    representative: record.owner_name ?? '',
    share: record.share === null ? '' : String(record.share),
  })
}

export function draftOfCounterparty(record: UnitMortgage): PartyDraft {
  return newParty(record.id, 'counterparty', {
    version: record.version,
    kind: record.party_kind === 'person' ? 'person' : 'corporation',
    role: record.role === 'seller' ? 'seller' : 'mortgagee',
    name: record.name,
    maskedNumber: record.num_masked,
    address: record.address ?? '',
    position: record.position ?? '',
    businessNumber: record.company_num ?? '',
    representative: record.owner_name ?? '',
    share: record.share === null ? '' : String(record.share),
  })
}

/** The parties with one more, or one less, and shares that are equal again (spec 2 §4). */
export function withEqualShares(parties: readonly PartyDraft[]): readonly PartyDraft[] {
  const shares = equalShares(parties.length)
  return parties.map((party, at) => ({ ...party, share: String(shares[at] ?? 0) }))
}

/** Sum of the shares in percent; what is no number counts as none. */
export function totalOfShares(parties: readonly PartyDraft[]): number {
  return sharesTotal(parties.map(({ share }) => readShare(share) ?? 0))
}

/** 0 to 100 with at most two decimals; null of anything else. */
export function readShare(text: string): number | null {
  const trimmed = text.trim().replace(/%$/, '')
  const value = Number(trimmed)
  return /^\d{1,3}(\.\d{1,2})?$/.test(trimmed) && value <= 100 ? value : null
}

/** Nothing was entered: a counterparty that nobody knows yet. */
export function isBlank({ name, typedNumber, maskedNumber, address }: PartyDraft): boolean {
  return [name, typedNumber, maskedNumber ?? '', address].every((text) => text.trim() === '')
}

/** What is missing or wrong of a party (spec 2 §5: name, number and address are required). */
export function partyFaults(party: PartyDraft): PartyFaults {
  const number = numberFault(party)
  return {
    ...(party.name.trim() === '' && { name: '성명(명칭): 필수 항목입니다.' }),
    ...(number !== null && { typedNumber: number }),
    ...(party.address.trim() === '' && { address: '주소: 필수 항목입니다.' }),
    ...(readShare(party.share) === null && { share: '0에서 100 사이의 숫자로 입력해 주세요.' }),
  }
}

function numberFault({ typedNumber, maskedNumber, kind }: PartyDraft): string | null {
  if (typedNumber.trim() === '')
    return maskedNumber === null ? `${kind === 'person' ? '주민등록번호' : '법인등록번호'}: 필수 항목입니다.` : null
  const judged = judgePartyNumber(kind, typedNumber)
  return judged.ok ? null : judged.message
}
