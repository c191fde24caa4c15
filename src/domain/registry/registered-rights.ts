import type { Extract, RegisteredEntry } from '#contract/addresses/extract.ts'
import { isOfOwnership } from './registered-owners.ts'

/** A valid right on the property: from 을구, or an entry of 갑구 that is no ownership. */
export interface RegisteredRight extends RegisteredEntry {
  readonly part: '갑구' | '을구'
}

/** All valid rights; entries that only cancel another one are left out. */
export function registeredRights({ ownership, rights }: Pick<Extract, 'ownership' | 'rights'>): RegisteredRight[] {
  return [
    ...rights.map((entry) => ({ ...entry, part: '을구' as const })),
    ...ownership.filter((entry) => !isOfOwnership(entry)).map((entry) => ({ ...entry, part: '갑구' as const })),
  ].filter(({ is_cancelled, purpose }) => !is_cancelled && !purpose.trim().endsWith('말소'))
}

export function isMortgage({ purpose }: Pick<RegisteredEntry, 'purpose'>): boolean {
  return purpose.replaceAll(/\s/g, '').endsWith('저당권설정')
}

/** 관계인 of a parcel as in a 토지조서: `근저당권자 해든은행, 지상권자 김가온`. */
export function interestedText(extract: Pick<Extract, 'ownership' | 'rights'>): string {
  const named = registeredRights(extract).flatMap(({ purpose, parties }) =>
    parties.map(({ name }) => `${holderOf(purpose)} ${name}`.trim()),
  )
  const all = [...new Set(named)]
  return all.length <= maxNamed ? all.join(', ') : `${all.slice(0, maxNamed).join(', ')} 외 ${all.length - maxNamed}명`
}

const maxNamed = 6

/** `근저당권설정` → `근저당권자`; without such a right 채권자 or 권리자. */
function holderOf(purpose: string): string {
  const right = /(?<![가-힣])([가-힣]+권)설정/.exec(purpose.replaceAll(/\s/g, ''))?.[1]
  if (right !== undefined) return `${right}자`
  return /압류|경매|가처분/.test(purpose) ? '채권자' : '권리자'
}
