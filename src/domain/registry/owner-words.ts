import type { RegisteredParty } from '#contract/addresses/extract.ts'
import type { PartyKind } from '../text/party-number.ts'

/** Owners in one line for a change: `김가온 (900101-1******) 2분의 1, 박새론 2분의 1`. */
export function ownersText(owners: readonly Pick<RegisteredParty, 'name' | 'num_masked' | 'share'>[]): string {
  const named = owners.map(({ name, num_masked, share }) =>
    [name, num_masked === '' ? '' : `(${num_masked})`, share].filter((word) => word !== '').join(' '),
  )
  return named.length <= maxNamed
    ? named.join(', ')
    : `${named.slice(0, maxNamed).join(', ')} 외 ${named.length - maxNamed}명`
}

const maxNamed = 6

/** The owner name of an address: `김가온 외 6명`. */
export function ownerNameOf(owners: readonly { readonly name: string }[]): string | null {
  const [first] = owners
  if (first === undefined) return null
  const name = first.name.slice(0, 90)
  return owners.length === 1 ? name : `${name} 외 ${owners.length - 1}명`
}

/** Guessed from the name, because the register doesn't say it without a number. */
export function kindOfOwner(name: string): PartyKind {
  return /주식회사|유한회사|\(주\)|㈜|(공사|공단|은행|금고|조합|건설단|시청)$|재단|법인|신탁/.test(name)
    ? 'corporation'
    : 'person'
}
