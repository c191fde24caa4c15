import type { ApplicationParty } from '#contract/applications/parties-json.ts'
import type { UnitMortgage, UnitOwner } from '#contract/books/unit-parts.ts'

/** An owner of a unit as a party of an application. */
export function partyOfOwner(owner: UnitOwner): ApplicationParty {
  return {
    id: owner.id,
    party_kind: kindOf(owner.party_kind),
    role: null,
    name: owner.owner,
    num_masked: owner.num_masked,
    address: owner.owner_address ?? '',
    position: null,
    business_name: owner.business_name,
    business_num: owner.business_num,
    business_owner_name: owner.owner_name,
    share_ratio: owner.share ?? 100,
  }
}

/** Whoever stands against the owners: who takes the mortgage, a seller. */
export function partyOfMortgage(mortgage: UnitMortgage): ApplicationParty {
  return {
    id: mortgage.id,
    party_kind: kindOf(mortgage.party_kind),
    role: mortgage.role === 'seller' ? 'seller' : 'mortgagee',
    name: mortgage.name,
    num_masked: mortgage.num_masked,
    address: mortgage.address ?? '',
    position: mortgage.position,
    business_name: null,
    business_num: mortgage.company_num,
    business_owner_name: mortgage.owner_name,
    share_ratio: mortgage.share ?? 100,
  }
}

function kindOf(kind: string | null): ApplicationParty['party_kind'] {
  return kind === 'corporation' ? 'corporation' : 'person'
}
