import type { ApplicationParty } from '#contract/applications/parties-json.ts'
import type { UnitMortgage, UnitOwner } from '#contract/books/unit-parts.ts'
import { shareEqually } from './party-shares.ts'

/** The owners of a unit as parties of an application; equal shares when one is missing. */
export function partiesOfOwners(owners: readonly UnitOwner[]): readonly ApplicationParty[] {
  return equalWhereMissing(owners, owners.map(partyOfOwner))
}

/** The other side: mortgagees and sellers. */
export function partiesOfMortgages(mortgages: readonly UnitMortgage[]): readonly ApplicationParty[] {
  return equalWhereMissing(mortgages, mortgages.map(partyOfMortgage))
}

function equalWhereMissing(
  rows: readonly { readonly share: number | null }[],
  parties: readonly ApplicationParty[],
): readonly ApplicationParty[] {
  const roles = new Set(rows.flatMap(({ share }, at) => (share === null ? [parties[at]?.role ?? null] : [])))
  return [...roles].reduce<readonly ApplicationParty[]>(shareEqually, parties)
}

function partyOfOwner(owner: UnitOwner): ApplicationParty {
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
    share_fraction: owner.share_fraction,
  }
}

function partyOfMortgage(mortgage: UnitMortgage): ApplicationParty {
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
    share_fraction: mortgage.share_fraction,
  }
}

function kindOf(kind: string | null): ApplicationParty['party_kind'] {
  return kind === 'corporation' ? 'corporation' : 'person'
}
