import type { Extract, RegisteredEntry, RegisteredParty } from '#contract/addresses/extract.ts'
import { readShare, shareLeft, shareText } from './share-fraction.ts'

/** An owner by 갑구, with the entry that made them one. */
export interface RegisteredOwner extends RegisteredParty {
  readonly entry: RegisteredEntry
}

/** The owners by 갑구: its entries applied from first to last, without cancelled ones. */
export function registeredOwners({ ownership }: Pick<Extract, 'ownership'>): readonly RegisteredOwner[] {
  return ownership.filter((entry) => !entry.is_cancelled).reduce<readonly RegisteredOwner[]>(afterEntry, [])
}

/** Whether an entry of 갑구 determines ownership; all others (가압류, 가처분, 가등기, 경매개시결정) burden it. */
export function isOfOwnership({ purpose }: Pick<RegisteredEntry, 'purpose'>): boolean {
  return effectOf(plain(purpose)) !== 'none'
}

type Effect = 'all' | 'part_of_all' | 'share' | 'names' | 'none'

function effectOf(purpose: string): Effect {
  if (/가등기|청구권|말소|가처분|압류|경매/.test(purpose)) return 'none'
  if (/등기명의인표시(변경|경정)$/.test(purpose)) return 'names'
  if (purpose.endsWith('소유권일부이전')) return 'part_of_all'
  if (/소유권(보존|이전)(및신탁)?$|합유명의인변경$|(공유자|합유자)전원지분전부이전$/.test(purpose)) return 'all'
  return purpose.includes('지분') && purpose.endsWith('이전') ? 'share' : 'none'
}

function afterEntry(owners: readonly RegisteredOwner[], entry: RegisteredEntry): readonly RegisteredOwner[] {
  const purpose = plain(entry.purpose)
  const acquirers = entry.parties.map((party) => ({ ...party, entry }))
  switch (effectOf(purpose)) {
    case 'all':
      return acquirers
    case 'part_of_all':
      return [
        ...owners.flatMap((owner) => (owners.length === 1 ? withoutShares(owner, acquirers) : [owner])),
        ...acquirers,
      ]
    case 'share':
      return [...owners.flatMap((owner) => afterShareTransfer(owner, { purpose, acquirers })), ...acquirers]
    case 'names':
      return owners.map((owner) => renamed(owner, { purpose, acquirers }))
    case 'none':
      return owners
  }
}

/** `2번김가온지분전부이전`, `김가온지분2분의1중일부(4분의1)이전`. */
function afterShareTransfer(
  owner: RegisteredOwner,
  { purpose, acquirers }: { purpose: string; acquirers: readonly RegisteredOwner[] },
): RegisteredOwner[] {
  const names = purpose.split(',').map((part) => part.replace(/지분.*$/, '').replace(/^\d+(-\d+)?번/, ''))
  if (!names.includes(plain(owner.name))) return [owner]
  return purpose.includes('일부') ? withoutShares(owner, acquirers) : []
}

function withoutShares(owner: RegisteredOwner, acquirers: readonly RegisteredOwner[]): RegisteredOwner[] {
  const ownShare = readShare(owner.share)
  const takenShares = acquirers.map(({ share }) => readShare(share)).filter((share) => share !== null)
  const remainder = ownShare && takenShares.length === acquirers.length ? shareLeft(ownShare, takenShares) : null
  if (remainder === null) return [owner]
  return remainder.parts === 0n ? [] : [{ ...owner, share: shareText(remainder) }]
}

/**
 * 등기명의인표시변경 repeats its owner with the new name or address; `1번` identifies the owner when the name
 * is new.
 */
function renamed(
  owner: RegisteredOwner,
  { purpose, acquirers }: { purpose: string; acquirers: readonly RegisteredOwner[] },
): RegisteredOwner {
  const [, rank] = /^(\d+(?:-\d+)?)번/.exec(purpose) ?? []
  if (rank !== undefined && rank !== owner.entry.rank) return owner
  const onlyParty = acquirers.length === 1 && owner.entry.parties.length === 1 ? acquirers[0] : undefined
  const found = acquirers.find(({ name }) => plain(name) === plain(owner.name)) ?? onlyParty
  if (found === undefined) return owner
  return {
    ...owner,
    name: found.name,
    address: found.address || owner.address,
    num_masked: found.num_masked || owner.num_masked,
  }
}

function plain(text: string): string {
  return text.normalize('NFC').replaceAll(/\s/g, '')
}
