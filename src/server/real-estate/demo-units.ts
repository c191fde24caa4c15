import { sql } from 'kysely'
import { officeDay } from '#domain/dates/office-date.ts'
import type { Database } from '../db/client.ts'
import { demoId } from '../demo/demo-picker.ts'
import { insertDemoRows, loadDemoRows } from '../demo/demo-rows.ts'
import { unitCollection } from './collections.ts'
import { demoBanks } from './demo-banks.ts'
import { loadDemoGroups, type DemoGroup } from './demo-groups.ts'
import { demoUnit, type DemoUnit } from './demo-unit.ts'
import { unitLands, unitMortgages, unitOwners } from './demo-unit-parts.ts'

/**
 * Inserts `count` fictional units of the housing groups with lands, owners, mortgages and banks,
 * deterministic for a seed and day, and keeps existing ones. Returns the number of units inserted.
 */
export async function loadDemoUnits(
  db: Database,
  options: { count?: number; seed?: number; now: Date },
): Promise<number> {
  const { count = 420, seed = 1, now } = options
  const today = officeDay(now.getTime())
  const added = await db.transaction().execute(async (trx) => {
    const groups = await loadDemoGroups(trx, { seed, cases: 0 })
    await insertDemoRows(trx, 'bank', demoBanks(seed))
    const housing = groups.filter(({ type }) => type === '공동주택' || type === '오피스텔')
    const unitAt = (index: number) => demoUnit({ seed, index, today, group: groupAt(housing, index) })
    const load = { table: 'real_estate_unit', searchIndex: 'real_estate_unit_search', count } as const
    const units = await loadDemoRows(trx, load, (index) => rowOf(unitAt(index), { seed, index }))
    for (let start = 0; start < count && units > 0; start += chunkSize) {
      const chunk = Array.from({ length: Math.min(chunkSize, count - start) }, (_, at) => start + at)
      await insertParts(trx, chunk, (index) => ({ seed, index, id: unitId(seed, index), unit: unitAt(index) }))
    }
    return units
  })
  if (added > 0) await sql`vacuum (analyze) real_estate_unit, unit_land, unit_owner, unit_mortgage`.execute(db)
  return added
}

const chunkSize = 1000

function groupAt(housing: readonly DemoGroup[], index: number): DemoGroup {
  const group = housing[index % housing.length]
  if (!group) throw new Error('the demo groups have housing among them')
  return group
}

function unitId(seed: number, index: number): string {
  return demoId(seed ^ 0x5e7, index)
}

function rowOf({ fields }: DemoUnit, { seed, index }: { seed: number; index: number }) {
  return { id: unitId(seed, index), version: 1, is_demo: true, ...fields, ...unitCollection.derive(fields) }
}

async function insertParts(
  trx: Database,
  indexes: readonly number[],
  partsAt: (index: number) => Parameters<typeof unitOwners>[0],
): Promise<void> {
  const parts = indexes.map(partsAt)
  const tables = [
    ['unit_land', unitLands],
    ['unit_owner', unitOwners],
    ['unit_mortgage', unitMortgages],
  ] as const
  for (const [table, rowsOf] of tables) {
    await insertDemoRows(
      trx,
      table,
      parts.flatMap((part): object[] => rowsOf(part)),
    )
  }
}
