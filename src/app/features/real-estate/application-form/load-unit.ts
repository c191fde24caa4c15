import type { Application } from '#contract/books/applications.ts'
import type { Bank } from '#contract/books/banks.ts'
import type { CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { RecordOf } from '#contract/books/field.ts'
import type { RealEstateGroup } from '#contract/books/real-estate.ts'
import type { RealEstateUnit } from '#contract/books/real-estate-units.ts'
import type { UnitLand, UnitMortgage, UnitOwner } from '#contract/books/unit-parts.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/** Everything on this device that a form for a unit is begun with. */
export interface LoadedUnit {
  readonly unit: RealEstateUnit
  readonly group: RealEstateGroup | undefined
  readonly bank: Bank | undefined
  /** In the order in which they are printed. */
  readonly lands: readonly UnitLand[]
  readonly owners: readonly UnitOwner[]
  readonly mortgages: readonly UnitMortgage[]
  /** The one written last first. */
  readonly applications: readonly Application[]
}

/** Null when this device does not have the unit any more. */
export async function loadUnit(copy: OfflineCopy, unitId: string): Promise<LoadedUnit | null> {
  const row = await copy.getRow('real-estate-units', unitId)
  if (!row) return null
  const of = { copy, unitId }
  const [lands, owners, mortgages, applications] = await Promise.all([
    readParts(of, 'unit-lands', 'unit_id'),
    readParts(of, 'unit-owners', 'unit_id'),
    readParts(of, 'unit-mortgages', 'unit_id'),
    readParts(of, 'applications', 'property_id'),
  ])
  return {
    unit: row.record as unknown as RealEstateUnit,
    group: row.joined['group_id'] as unknown as RealEstateGroup | undefined,
    bank: row.joined['mortgage_bank_id'] as unknown as Bank | undefined,
    lands: inOrder(lands),
    owners: inOrder(owners),
    mortgages: inOrder(mortgages),
    applications: applications.toSorted((a, b) => (a.inserted_at < b.inserted_at ? 1 : -1)),
  }
}

async function readParts<Name extends CollectionName>(
  { copy, unitId }: { copy: OfflineCopy; unitId: string },
  collection: Name,
  field: string,
): Promise<RecordOf<(typeof mirroredCollections)[Name]>[]> {
  const found: RecordOf<(typeof mirroredCollections)[Name]>[] = []
  const filters = [{ op: 'equals', field, value: unitId } as const]
  await copy.readAll(collection, { filters, search: '', sort: [] }, (rows) => {
    const present = rows.filter(({ state }) => state !== 'deleted')
    found.push(...present.map(({ record }) => record as unknown as RecordOf<(typeof mirroredCollections)[Name]>))
  })
  return found
}

function inOrder<Part extends { id: string; place: number | null }>(parts: readonly Part[]): Part[] {
  return parts.toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || (a.id < b.id ? -1 : 1))
}
