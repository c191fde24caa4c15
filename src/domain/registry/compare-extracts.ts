import type { RegisteredParty, RegistryExtract } from '#contract/registry/extract.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import {
  formatOwners,
  isMortgage,
  listRegisteredOwners,
  listRegisteredRights,
  type RegisteredRight,
} from './registered-owners.ts'
import { formatShareFraction, readShare } from './share-fraction.ts'

export type ChangeKind =
  | 'owner_changed'
  | 'mortgage_added'
  | 'mortgage_lifted'
  | 'right_added'
  | 'right_lifted'
  | 'description_changed'

/** A change in the register between two extracts, as readable old and new texts. */
export interface ExtractChange {
  readonly kind: ChangeKind
  readonly before_text: string
  readonly after_text: string
}

/**
 * The differences between two extracts: owners first, then rights, then the description. Empty when
 * nothing relevant changed.
 */
export function compareExtracts(before: RegistryExtract, after: RegistryExtract): readonly ExtractChange[] {
  const changes = [
    ...compareOwners(listRegisteredOwners(before), listRegisteredOwners(after)),
    ...compareRights(listRegisteredRights(before), listRegisteredRights(after)),
    ...compareDescriptions(before, after),
  ]
  return changes.map(({ kind, before_text, after_text }) => ({
    kind,
    before_text: shorten(before_text),
    after_text: shorten(after_text),
  }))
}

/** Compares names, shares, and numbers if both are known; order doesn't matter. */
export function hasSameOwners(before: readonly ComparedOwner[], after: readonly ComparedOwner[]): boolean {
  if (before.length !== after.length) return false
  const remaining = [...after]
  return before.every((owner) => {
    const index = remaining.findIndex((other) => isSameOwner(owner, other))
    if (index >= 0) remaining.splice(index, 1)
    return index >= 0
  })
}

type ComparedOwner = Pick<RegisteredParty, 'name' | 'num_masked' | 'share'>

function isSameOwner(a: ComparedOwner, b: ComparedOwner): boolean {
  const isNumberSame = a.num_masked === '' || b.num_masked === '' || a.num_masked === b.num_masked
  return (
    isNumberSame &&
    normalizeName(a.name) === normalizeName(b.name) &&
    normalizeShare(a.share) === normalizeShare(b.share)
  )
}

function compareOwners(before: readonly RegisteredParty[], after: readonly RegisteredParty[]): ExtractChange[] {
  if (!hasSameOwners(before, after))
    return [{ kind: 'owner_changed', before_text: formatOwners(before), after_text: formatOwners(after) }]
  const addressChanges = after.flatMap((owner) => {
    const old = before.find((other) => isSameOwner(other, owner))
    return old === undefined || normalizeText(old.address) === normalizeText(owner.address) ? [] : [{ old, owner }]
  })
  if (addressChanges.length === 0) return []
  const describe = (parties: readonly RegisteredParty[]) =>
    parties.map(({ name, address }) => `${name} 주소 ${address || '없음'}`).join(', ')
  return [
    {
      kind: 'description_changed',
      before_text: describe(addressChanges.map(({ old }) => old)),
      after_text: describe(addressChanges.map(({ owner }) => owner)),
    },
  ]
}

function compareRights(before: readonly RegisteredRight[], after: readonly RegisteredRight[]): ExtractChange[] {
  const [old, now] = [new Set(before.map(createRightKey)), new Set(after.map(createRightKey))]
  return [
    ...after
      .filter((right) => !old.has(createRightKey(right)))
      .map((right) => ({ kind: toAddedKind(right), before_text: '', after_text: formatRight(right) })),
    ...before
      .filter((right) => !now.has(createRightKey(right)))
      .map((right) => ({ kind: toLiftedKind(right), before_text: formatRight(right), after_text: '' })),
  ]
}

function toAddedKind(right: RegisteredRight): ChangeKind {
  return isMortgage(right) ? 'mortgage_added' : 'right_added'
}

function toLiftedKind(right: RegisteredRight): ChangeKind {
  return isMortgage(right) ? 'mortgage_lifted' : 'right_lifted'
}

/** The register only adds entries, so an entry keeps its position. */
function createRightKey({ part, rank, purpose, received_at, receipt_num }: RegisteredRight): string {
  return [part, rank, normalizeText(purpose), received_at, normalizeText(receipt_num)].join('|')
}

/** `을구 1번 근저당권설정 · 채권최고액 120,000,000원 · 해든은행 · 2026.11.20 제1234호`. */
function formatRight({
  part,
  rank,
  purpose,
  claim_amount,
  parties,
  received_at,
  receipt_num,
}: RegisteredRight): string {
  const amount = claim_amount === null ? '' : `채권최고액 ${formatNumber(claim_amount)}원`
  const [first, ...more] = parties
  const holder = first === undefined ? '' : `${first.name}${more.length > 0 ? ` 외 ${more.length}명` : ''}`
  const received = `${received_at.replaceAll('-', '.')} ${receipt_num}`.trim()
  return [`${part} ${rank}번 ${purpose}`, amount, holder, received].filter((word) => word !== '').join(' · ')
}

function compareDescriptions(
  { description: old }: RegistryExtract,
  { description: now }: RegistryExtract,
): ExtractChange[] {
  const changedLines = [
    ['소재지번', old.address, now.address],
    ['지목', old.land_kind, now.land_kind],
    ['면적', formatArea(old.area), formatArea(now.area)],
    ['내역', joinNewLines(old.details, now.details), joinNewLines(now.details, old.details)],
  ].filter(([, a = '', b = '']) => normalizeText(a) !== normalizeText(b))
  if (changedLines.length === 0) return []
  const describe = (side: 1 | 2) => changedLines.map((line) => `${line[0]} ${line[side] || '없음'}`).join(' · ')
  return [{ kind: 'description_changed', before_text: describe(1), after_text: describe(2) }]
}

function joinNewLines(lines: readonly string[], otherLines: readonly string[]): string {
  const otherTexts = new Set(otherLines.map(normalizeText))
  return lines.filter((line) => !otherTexts.has(normalizeText(line))).join(', ')
}

function formatArea(area: number | null): string {
  return area === null ? '' : `${formatNumber(area, 4)}㎡`
}

/** `㈜해든`, `(주)해든` and `주식회사 해든` are the same name. */
function normalizeName(name: string): string {
  return normalizeText(name).replaceAll('(주)', '주식회사')
}

function normalizeShare(share: string): string {
  const parsedShare = readShare(share)
  return parsedShare === null ? normalizeText(share) : formatShareFraction(parsedShare)
}

function normalizeText(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '')
}

/** Maximum length of a change row's texts (`contract/books/address-parts.ts`). */
const maxTextLength = 1000

function shorten(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1)}…`
}

/** A parcel: the last place name of its address and its lot 지번. */
interface Lot {
  readonly place: string
  readonly lot: string
}

/** `가람도 솔빛시 해든구 달빛동 산 12-3` → 달빛동, 산12-3; null when there is no lot (도로명주소). */
export function parseLot(address: string): Lot | null {
  const text = address.normalize('NFKC')
  const match = /(?:^|\s)([가-힣][가-힣\d·]*(?:동|리|가))(?:\s*(산))?\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?(?![\d동])/.exec(
    text,
  )
  if (match === null) return null
  const [, place = '', hill = '', main = '', sub = ''] = match
  return { place, lot: `${hill}${Number(main)}${Number(sub) === 0 ? '' : `-${Number(sub)}`}` }
}

/** Whether both refer to the same parcel; undefined when one of them has no lot. */
export function isSameLot(a: string, b: string): boolean | undefined {
  const [parcel, other] = [parseLot(a), parseLot(b)]
  if (parcel === null || other === null) return undefined
  return parcel.place === other.place && parcel.lot === other.lot
}
