import type { Extract, RegisteredEntry, RegisteredParty } from '#contract/addresses/extract.ts'
import { sameOwners } from '#domain/registry/compare-extracts.ts'
import { registeredOwners } from '#domain/registry/registered-owners.ts'
import { isSameLot, lotOf } from '#domain/registry/same-lot.ts'

/**
 * What the office has recorded about an address, from which the embedded source composes an
 * extract.
 */
export interface OfficeRecords {
  readonly num: string | null
  readonly jibun: string
  readonly type: string | null
  readonly owner_name: string | null
  readonly owners: readonly (RegisteredParty & {
    readonly acquired_at: string | null
    readonly receipt_num: string | null
    readonly cause: string | null
    /** Time of the last change by a person. */
    readonly updated_at: string
  })[]
  readonly lands: readonly {
    readonly address: string
    readonly lot: string
    readonly land_kind: string
    readonly area: number | null
  }[]
  readonly buildings: readonly { readonly words: string; readonly area: number | null }[]
  /** The newest stored extract. */
  readonly last: { readonly issuedAt: string; readonly extract: Extract } | null
}

/**
 * Composes an extract from the office's records: the last extract, with a transfer if other owners
 * were recorded since; without one, the recorded owners. The same records give the same extract.
 */
export function composedExtract(records: OfficeRecords, today: string): Extract {
  const { last } = records
  const described = descriptionOf(records)
  if (last === null)
    return { num: records.num ?? '', ...described, ownership: firstEntries(records, today), rights: [] }
  const { extract } = last
  const isNewer = records.owners.some(({ updated_at }) => Date.parse(updated_at) > Date.parse(last.issuedAt))
  if (!isNewer || sameOwners(records.owners, registeredOwners(extract))) return extract
  const rank = String(Math.max(0, ...extract.ownership.map((entry) => Number.parseInt(entry.rank, 10) || 0)) + 1)
  return { ...extract, ownership: [...extract.ownership, entryOf(records, { rank, purpose: '소유권이전', today })] }
}

function descriptionOf({ jibun, type, lands, buildings }: OfficeRecords): Pick<Extract, 'kind' | 'description'> {
  const land = parcelAmong(lands, jibun)
  if (type === 'collective_building' || (lands.length === 0 && buildings.length > 0)) {
    const details = buildings.map(({ words }) => words).filter((words) => words !== '')
    const description = {
      address: jibun,
      land_kind: '',
      area: buildings[0]?.area ?? null,
      details: details.slice(0, 50),
    }
    return { kind: type === 'collective_building' ? 'collective_building' : 'building', description }
  }
  return {
    kind: 'land',
    description: {
      // As requested, because the record's lot may end with 지목 and 면적.
      address: plainAddress(jibun, land),
      land_kind: land?.land_kind ?? '',
      area: land?.area ?? null,
      details: [],
    },
  }
}

type Land = OfficeRecords['lands'][number]

/** The requested parcel among the address's lands; a land whose lot cannot be read may match. */
function parcelAmong(lands: readonly Land[], jibun: string): Land | undefined {
  const same = lands.map((land) => isSameLot(jibun, wholeOf(land)))
  return lands[same.indexOf(true)] ?? lands[same.indexOf(undefined)]
}

function plainAddress(jibun: string, land: Land | undefined): string {
  const fullNumber = land === undefined ? '' : wholeOf(land)
  return lotOf(fullNumber) === null ? jibun : fullNumber
}

function wholeOf({ address, lot }: Land): string {
  return `${address} ${lot}`.trim()
}

function firstEntries(records: OfficeRecords, today: string): RegisteredEntry[] {
  if (records.owners.length === 0 && !records.owner_name) return []
  return [entryOf(records, { rank: '1', purpose: '소유권이전', today })]
}

function entryOf(
  { owners, owner_name }: OfficeRecords,
  { rank, purpose, today }: { rank: string; purpose: string; today: string },
): RegisteredEntry {
  const parties = owners.map(({ name, num_masked, address, share }) => ({ name, num_masked, address, share }))
  const alone = { name: owner_name ?? '', num_masked: '', address: '', share: '' }
  const [first] = owners
  return {
    rank,
    purpose,
    received_at: first?.acquired_at ?? today,
    receipt_num: first?.receipt_num ?? '',
    cause: first?.cause ?? '',
    parties: parties.length > 0 ? parties : [alone],
    claim_amount: null,
    is_cancelled: false,
  }
}
