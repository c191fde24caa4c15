import { equalShares } from '#domain/applications/party-shares.ts'
import { demoAddress, demoLot, demoPerson } from '../demo/demo-people.ts'
import { createPicker, demoId } from '../demo/demo-picker.ts'
import type { DemoUnit } from './demo-unit.ts'

interface PartsOf {
  readonly seed: number
  readonly index: number
  /** Id of the unit. */
  readonly id: string
  readonly unit: DemoUnit
}

/** Upper bound for parts of one kind in a demo unit. */
const maxParts = 8

/** The two or three lots under the whole group. */
export function unitLands({ seed, index, id, unit: { group } }: PartsOf) {
  const pick = createPicker(seed ^ 0x1a4d, Number.parseInt(group.id.slice(-6), 16))
  return Array.from({ length: pick.between(2, 3) }, (_, position) => ({
    ...row(seed ^ 0x1a4d, index * maxParts + position, { unit_id: id, place: position }),
    address: demoLot(pick),
    land_kind: '대',
    area: pick.between(12_000_000, 48_000_000) / 10_000,
  }))
}

export function unitOwners({ seed, index, id, unit: { owners } }: PartsOf) {
  const pick = createPicker(seed ^ 0x04e4, index)
  const shares = equalShares(owners.length)
  return owners.map((owner, position) => {
    const isCompany = /신탁|주식회사/.test(owner)
    return {
      ...row(seed ^ 0x04e4, index * maxParts + position, { unit_id: id, place: position }),
      owner,
      party_kind: isCompany ? 'corporation' : 'person',
      owner_address: demoAddress(pick),
      business_name: isCompany ? owner : null,
      business_num: isCompany ? '999-99-99999' : null,
      owner_name: isCompany ? demoPerson(pick) : null,
      share: shares[position] ?? null,
    }
  })
}

/** The bank and, for about one unit in eight that has owners, a seller. */
export function unitMortgages({ seed, index, id, unit: { bank, owners } }: PartsOf) {
  const pick = createPicker(seed ^ 0x304e, index)
  const nobody = { address: null, position: null, company_num: null, owner_name: null }
  const taker = bank && {
    role: 'mortgagee',
    party_kind: 'corporation',
    name: bank.name,
    address: bank.address,
    position: bank.position,
    company_num: bank.company_num,
    owner_name: bank.owner_name,
  }
  const seller = owners.length > 0 &&
    pick.chance(12) && {
      ...nobody,
      role: 'seller',
      party_kind: 'person',
      name: demoPerson(pick),
      address: demoAddress(pick),
    }
  return [taker, seller].flatMap((party, position) =>
    party
      ? [{ ...row(seed ^ 0x304e, index * maxParts + position, { unit_id: id, place: position }), ...party, share: 100 }]
      : [],
  )
}

function row(seed: number, index: number, fields: { unit_id: string; place: number }) {
  return { id: demoId(seed, index), version: 1, is_demo: true, ...fields }
}
