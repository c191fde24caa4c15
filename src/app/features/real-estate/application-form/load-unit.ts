import type { Application } from '#contract/books/applications.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { RealEstateGroup } from '#contract/books/real-estate.ts'
import type { RealEstateUnit } from '#contract/books/real-estate-units.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/** Data from the offline copy for the form of a unit. */
export interface LoadedUnit {
  readonly unit: RealEstateUnit
  readonly group: RealEstateGroup | undefined
  readonly bank: AnyRecord | undefined
  /** In print order. */
  readonly lands: readonly SourceRow[]
  readonly owners: readonly SourceRow[]
  readonly mortgages: readonly SourceRow[]
  /** Newest first. */
  readonly applications: readonly Application[]
}

/** Null if this device no longer has the unit. */
export async function loadUnit(copy: OfflineCopy, unitId: string): Promise<LoadedUnit | null> {
  const row = await copy.getRow('real-estate-units', unitId)
  if (!row) return null
  const readParts = (collection: CollectionName, field: string) => readPresent(copy, { collection, field, unitId })
  const [lands, owners, mortgages, applications] = await Promise.all([
    readParts('unit-lands', 'unit_id'),
    readParts('unit-owners', 'unit_id'),
    readParts('unit-mortgages', 'unit_id'),
    readParts('applications', 'property_id'),
  ])
  return {
    unit: row.record as unknown as RealEstateUnit,
    group: row.joined['group_id'] as unknown as RealEstateGroup | undefined,
    bank: row.joined['mortgage_bank_id'],
    lands: inOrder(lands),
    owners: inOrder(owners),
    mortgages: inOrder(mortgages),
    // Ids are in time order.
    applications: applications
      .map(({ record }) => record as unknown as Application)
      .toSorted((a, b) => (a.id < b.id ? 1 : -1)),
  }
}

async function readPresent(
  copy: OfflineCopy,
  { collection, field, unitId }: { collection: CollectionName; field: string; unitId: string },
): Promise<SourceRow[]> {
  const found: SourceRow[] = []
  const filters = [{ op: 'equals', field, value: unitId } as const]
  await copy.readAll(collection, { filters, search: '', sort: [] }, (rows) => {
    found.push(...rows.filter(({ state }) => state !== 'deleted'))
  })
  return found
}

function inOrder(rows: readonly SourceRow[]): SourceRow[] {
  const placeOf = ({ record }: SourceRow) => (typeof record['place'] === 'number' ? record['place'] : Infinity)
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1))
}
