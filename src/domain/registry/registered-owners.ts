import type { RegisteredEntry, RegisteredParty, RegistryExtract } from '#contract/registry/extract.ts'
import type { PartyKind } from '#domain/text/person-number.ts'
import { formatShareFraction, readShare, subtractShares } from './share-fraction.ts'

/** An owner by 갑구, with the entry that made them one. */
export interface RegisteredOwner extends RegisteredParty {
  readonly entry: RegisteredEntry
}

/** The owners by 갑구: its entries applied from first to last, without cancelled ones. */
export function listRegisteredOwners({ ownership }: Pick<RegistryExtract, 'ownership'>): readonly RegisteredOwner[] {
  return ownership.filter((entry) => !entry.is_cancelled).reduce<readonly RegisteredOwner[]>(applyEntry, [])
}

/** Whether an entry of 갑구 determines ownership; all others (가압류, 가처분, 가등기, 경매개시결정) burden it. */
export function determinesOwnership({ purpose }: Pick<RegisteredEntry, 'purpose'>): boolean {
  return classifyPurpose(removeSpaces(purpose)) !== 'none'
}

type OwnershipEffect = 'all' | 'part_of_all' | 'share' | 'names' | 'none'

function classifyPurpose(purpose: string): OwnershipEffect {
  if (/가등기|청구권|말소|가처분|압류|경매/.test(purpose)) return 'none'
  if (/등기명의인표시(변경|경정)$/.test(purpose)) return 'names'
  if (purpose.endsWith('소유권일부이전')) return 'part_of_all'
  if (/소유권(보존|이전)(및신탁)?$|합유명의인변경$|(공유자|합유자)전원지분전부이전$/.test(purpose)) return 'all'
  return purpose.includes('지분') && purpose.endsWith('이전') ? 'share' : 'none'
}

function applyEntry(owners: readonly RegisteredOwner[], entry: RegisteredEntry): readonly RegisteredOwner[] {
  const purpose = removeSpaces(entry.purpose)
  const acquirers = entry.parties.map((party) => ({ ...party, entry }))
  switch (classifyPurpose(purpose)) {
    case 'all':
      return acquirers
    case 'part_of_all':
      return [
        ...owners.flatMap((owner) => (owners.length === 1 ? reduceShare(owner, acquirers) : [owner])),
        ...acquirers,
      ]
    case 'share':
      return [...owners.flatMap((owner) => applyShareTransfer(owner, { purpose, acquirers })), ...acquirers]
    case 'names':
      return owners.map((owner) => renameOwner(owner, { purpose, acquirers }))
    case 'none':
      return owners
  }
}

/** `2번김가온지분전부이전`, `김가온지분2분의1중일부(4분의1)이전`. */
function applyShareTransfer(
  owner: RegisteredOwner,
  { purpose, acquirers }: { purpose: string; acquirers: readonly RegisteredOwner[] },
): RegisteredOwner[] {
  const names = purpose.split(',').map((part) => part.replace(/지분.*$/, '').replace(/^\d+(-\d+)?번/, ''))
  if (!names.includes(removeSpaces(owner.name))) return [owner]
  return purpose.includes('일부') ? reduceShare(owner, acquirers) : []
}

function reduceShare(owner: RegisteredOwner, acquirers: readonly RegisteredOwner[]): RegisteredOwner[] {
  const ownShare = readShare(owner.share)
  const takenShares = acquirers.map(({ share }) => readShare(share)).filter((share) => share !== null)
  const remainder = ownShare && takenShares.length === acquirers.length ? subtractShares(ownShare, takenShares) : null
  if (remainder === null) return [owner]
  return remainder.parts === 0n ? [] : [{ ...owner, share: formatShareFraction(remainder) }]
}

/**
 * 등기명의인표시변경 repeats its owner with the new name or address; `1번` identifies the owner when the name
 * is new.
 */
function renameOwner(
  owner: RegisteredOwner,
  { purpose, acquirers }: { purpose: string; acquirers: readonly RegisteredOwner[] },
): RegisteredOwner {
  const [, rank] = /^(\d+(?:-\d+)?)번/.exec(purpose) ?? []
  if (rank !== undefined && rank !== owner.entry.rank) return owner
  const onlyParty = acquirers.length === 1 && owner.entry.parties.length === 1 ? acquirers[0] : undefined
  const acquirer = acquirers.find(({ name }) => removeSpaces(name) === removeSpaces(owner.name)) ?? onlyParty
  if (acquirer === undefined) return owner
  return {
    ...owner,
    name: acquirer.name,
    address: acquirer.address || owner.address,
    num_masked: acquirer.num_masked || owner.num_masked,
  }
}

function removeSpaces(text: string): string {
  return text.normalize('NFC').replaceAll(/\s/g, '')
}

/** A valid right on the property: from 을구, or an entry of 갑구 that is no ownership. */
export interface RegisteredRight extends RegisteredEntry {
  readonly part: '갑구' | '을구'
}

/** All valid rights; entries that only cancel another one are left out. */
export function listRegisteredRights({
  ownership,
  rights,
}: Pick<RegistryExtract, 'ownership' | 'rights'>): RegisteredRight[] {
  return [
    ...rights.map((entry) => ({ ...entry, part: '을구' as const })),
    ...ownership.filter((entry) => !determinesOwnership(entry)).map((entry) => ({ ...entry, part: '갑구' as const })),
  ].filter(({ is_cancelled, purpose }) => !is_cancelled && !purpose.trim().endsWith('말소'))
}

export function isMortgage({ purpose }: Pick<RegisteredEntry, 'purpose'>): boolean {
  return purpose.replaceAll(/\s/g, '').endsWith('저당권설정')
}

/** 관계인 of a parcel as in a 토지조서: `근저당권자 해든은행, 지상권자 김가온`. */
export function formatInterestedParties(extract: Pick<RegistryExtract, 'ownership' | 'rights'>): string {
  const named = listRegisteredRights(extract).flatMap(({ purpose, parties }) =>
    parties.map(({ name }) => `${nameHolder(purpose)} ${name}`.trim()),
  )
  const all = [...new Set(named)]
  return all.length <= maxNamedParties
    ? all.join(', ')
    : `${all.slice(0, maxNamedParties).join(', ')} 외 ${all.length - maxNamedParties}명`
}

const maxNamedParties = 6

/** `근저당권설정` → `근저당권자`; without such a right 채권자 or 권리자. */
function nameHolder(purpose: string): string {
  const right = /(?<![가-힣])([가-힣]+권)설정/.exec(purpose.replaceAll(/\s/g, ''))?.[1]
  if (right !== undefined) return `${right}자`
  return /압류|경매|가처분/.test(purpose) ? '채권자' : '권리자'
}

/** Owners in one line for a change: `김가온 (900101-1******) 2분의 1, 박새론 2분의 1`. */
export function formatOwners(owners: readonly Pick<RegisteredParty, 'name' | 'num_masked' | 'share'>[]): string {
  const named = owners.map(({ name, num_masked, share }) =>
    [name, num_masked === '' ? '' : `(${num_masked})`, share].filter((word) => word !== '').join(' '),
  )
  return named.length <= maxNamed
    ? named.join(', ')
    : `${named.slice(0, maxNamed).join(', ')} 외 ${named.length - maxNamed}명`
}

const maxNamed = 6

/** The owner name of an address: `김가온 외 6명`. */
export function formatOwnerName(owners: readonly { readonly name: string }[]): string | null {
  const [first] = owners
  if (first === undefined) return null
  const name = first.name.slice(0, 90)
  return owners.length === 1 ? name : `${name} 외 ${owners.length - 1}명`
}

/** Guessed from the name, because the register doesn't say it without a number. */
export function guessOwnerKind(name: string): PartyKind {
  return /주식회사|유한회사|\(주\)|㈜|(공사|공단|은행|금고|조합|건설단|시청)$|재단|법인|신탁/.test(name)
    ? 'corporation'
    : 'person'
}
