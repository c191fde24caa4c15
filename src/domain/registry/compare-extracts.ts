import type { Extract, RegisteredParty } from '#contract/addresses/extract.ts'
import { formatNumber } from '#contract/numbers/format-number.ts'
import {
  ownersText,
  listRegisteredOwners,
  isMortgage,
  listRegisteredRights,
  type RegisteredRight,
} from './registered-owners.ts'
import { readShare, shareText } from './share-fraction.ts'

type ChangeKind =
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
export function compareExtracts(before: Extract, after: Extract): readonly ExtractChange[] {
  const changes = [
    ...ownersChange(listRegisteredOwners(before), listRegisteredOwners(after)),
    ...rightsChanges(listRegisteredRights(before), listRegisteredRights(after)),
    ...descriptionChange(before, after),
  ]
  return changes.map(({ kind, before_text, after_text }) => ({
    kind,
    before_text: shorten(before_text),
    after_text: shorten(after_text),
  }))
}

/** Compares names, shares, and numbers if both are known; order doesn't matter. */
export function sameOwners(before: readonly ComparedOwner[], after: readonly ComparedOwner[]): boolean {
  if (before.length !== after.length) return false
  const remaining = [...after]
  return before.every((owner) => {
    const at = remaining.findIndex((other) => isSameOwner(owner, other))
    if (at >= 0) remaining.splice(at, 1)
    return at >= 0
  })
}

type ComparedOwner = Pick<RegisteredParty, 'name' | 'num_masked' | 'share'>

function isSameOwner(a: ComparedOwner, b: ComparedOwner): boolean {
  const isNumberSame = a.num_masked === '' || b.num_masked === '' || a.num_masked === b.num_masked
  return isNumberSame && nameKey(a.name) === nameKey(b.name) && shareKey(a.share) === shareKey(b.share)
}

function ownersChange(before: readonly RegisteredParty[], after: readonly RegisteredParty[]): ExtractChange[] {
  if (!sameOwners(before, after))
    return [{ kind: 'owner_changed', before_text: ownersText(before), after_text: ownersText(after) }]
  const changedShares = after.flatMap((owner) => {
    const old = before.find((other) => isSameOwner(other, owner))
    return old === undefined || textKey(old.address) === textKey(owner.address) ? [] : [{ old, owner }]
  })
  if (changedShares.length === 0) return []
  const describe = (parties: readonly RegisteredParty[]) =>
    parties.map(({ name, address }) => `${name} 주소 ${address || '없음'}`).join(', ')
  return [
    {
      kind: 'description_changed',
      before_text: describe(changedShares.map(({ old }) => old)),
      after_text: describe(changedShares.map(({ owner }) => owner)),
    },
  ]
}

function rightsChanges(before: readonly RegisteredRight[], after: readonly RegisteredRight[]): ExtractChange[] {
  const [old, now] = [new Set(before.map(rightKey)), new Set(after.map(rightKey))]
  return [
    ...after
      .filter((right) => !old.has(rightKey(right)))
      .map((right) => ({ kind: toAddedKind(right), before_text: '', after_text: rightText(right) })),
    ...before
      .filter((right) => !now.has(rightKey(right)))
      .map((right) => ({ kind: toLiftedKind(right), before_text: rightText(right), after_text: '' })),
  ]
}

function toAddedKind(right: RegisteredRight): ChangeKind {
  return isMortgage(right) ? 'mortgage_added' : 'right_added'
}

function toLiftedKind(right: RegisteredRight): ChangeKind {
  return isMortgage(right) ? 'mortgage_lifted' : 'right_lifted'
}

/** The register only adds entries, so an entry keeps its position. */
function rightKey({ part, rank, purpose, received_at, receipt_num }: RegisteredRight): string {
  return [part, rank, textKey(purpose), received_at, textKey(receipt_num)].join('|')
}

/** `을구 1번 근저당권설정 · 채권최고액 120,000,000원 · 해든은행 · 2026.11.20 제1234호`. */
function rightText({ part, rank, purpose, claim_amount, parties, received_at, receipt_num }: RegisteredRight): string {
  const amount = claim_amount === null ? '' : `채권최고액 ${formatNumber(claim_amount)}원`
  const [first, ...more] = parties
  const holder = first === undefined ? '' : `${first.name}${more.length > 0 ? ` 외 ${more.length}명` : ''}`
  const received = `${received_at.replaceAll('-', '.')} ${receipt_num}`.trim()
  return [`${part} ${rank}번 ${purpose}`, amount, holder, received].filter((word) => word !== '').join(' · ')
}

function descriptionChange({ description: old }: Extract, { description: now }: Extract): ExtractChange[] {
  const differing = [
    ['소재지번', old.address, now.address],
    ['지목', old.land_kind, now.land_kind],
    ['면적', areaText(old.area), areaText(now.area)],
    ['내역', linesWithout(old.details, now.details), linesWithout(now.details, old.details)],
  ].filter(([, a = '', b = '']) => textKey(a) !== textKey(b))
  if (differing.length === 0) return []
  const describe = (at: 1 | 2) => differing.map((line) => `${line[0]} ${line[at] || '없음'}`).join(' · ')
  return [{ kind: 'description_changed', before_text: describe(1), after_text: describe(2) }]
}

function linesWithout(lines: readonly string[], others: readonly string[]): string {
  const known = new Set(others.map(textKey))
  return lines.filter((line) => !known.has(textKey(line))).join(', ')
}

function areaText(area: number | null): string {
  return area === null ? '' : `${formatNumber(area, 4)}㎡`
}

/** `㈜해든`, `(주)해든` and `주식회사 해든` are the same name. */
function nameKey(name: string): string {
  return textKey(name).replaceAll('(주)', '주식회사')
}

function shareKey(share: string): string {
  const read = readShare(share)
  return read === null ? textKey(share) : shareText(read)
}

function textKey(text: string): string {
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
  const found = /(?:^|\s)([가-힣][가-힣\d·]*(?:동|리|가))(?:\s*(산))?\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?(?![\d동])/.exec(
    text,
  )
  if (found === null) return null
  const [, place = '', hill = '', main = '', sub = ''] = found
  return { place, lot: `${hill}${Number(main)}${Number(sub) === 0 ? '' : `-${Number(sub)}`}` }
}

/** Whether both refer to the same parcel; undefined when one of them has no lot. */
export function isSameLot(a: string, b: string): boolean | undefined {
  const [parcel, other] = [parseLot(a), parseLot(b)]
  if (parcel === null || other === null) return undefined
  return parcel.place === other.place && parcel.lot === other.lot
}
