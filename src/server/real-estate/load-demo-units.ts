import { sql } from 'kysely'
import { computeEqualShares } from '#domain/applications/party-shares.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { Database } from '#server/db/client.ts'
import { pickDemoAddress, pickDemoLot, pickDemoPerson } from '#server/demo/demo-clients.ts'
import { createDemoId, createPicker } from '#server/demo/demo-picker.ts'
import { createDemoRowMaker, insertDemoRows, loadDemoRows } from '#server/demo/demo-rows.ts'
import { createDemoBanks, createDemoUnit, type DemoUnit } from './create-demo-unit.ts'
import { type DemoGroup, loadDemoGroups } from './demo-case-book.ts'

/**
 * Inserts `count` fictional units of the housing groups with lands, owners, mortgages and banks,
 * deterministic for a seed and day; existing ones stay. Returns the number of units inserted.
 */
export async function loadDemoUnits(
  db: Database,
  options: { count?: number; seed?: number; now: Date },
): Promise<number> {
  const { count = 420, seed = 1, now } = options
  const today = toOfficeDay(now.getTime())
  const added = await db.transaction().execute(async (trx) => {
    const groups = await loadDemoGroups(trx, { seed, cases: 0 })
    await insertDemoRows(trx, 'bank', createDemoBanks(seed))
    const housing = groups.filter(({ type }) => type === '공동주택' || type === '오피스텔')
    const buildUnit = (index: number) => createDemoUnit({ seed, index, today, group: pickGroup(housing, index) })
    const makeRow = createDemoRowMaker('real-estate-units', seed ^ 0x5e7)
    const makeUnit = (index: number) => makeRow(index, buildUnit(index).fields)
    const units = await loadDemoRows(trx, { name: 'real-estate-units', count }, makeUnit)
    for (let start = 0; start < count && units > 0; start += chunkSize) {
      const chunk = Array.from({ length: Math.min(chunkSize, count - start) }, (_, index) => start + index)
      await insertParts(trx, chunk, (index) => ({ seed, index, id: createUnitId(seed, index), unit: buildUnit(index) }))
    }
    return units
  })
  if (added > 0) await sql`vacuum (analyze) real_estate_unit, unit_land, unit_owner, unit_mortgage`.execute(db)
  return added
}

const chunkSize = 1000

function pickGroup(housing: readonly DemoGroup[], index: number): DemoGroup {
  const group = housing[index % housing.length]
  if (!group) throw new Error('no demo group is housing')
  return group
}

function createUnitId(seed: number, index: number): string {
  return createDemoId(seed ^ 0x5e7, index)
}

async function insertParts(
  trx: Database,
  indexes: readonly number[],
  buildPartSource: (index: number) => Parameters<typeof buildUnitOwners>[0],
): Promise<void> {
  const parts = indexes.map(buildPartSource)
  const tables = [
    ['unit_land', buildUnitLands],
    ['unit_owner', buildUnitOwners],
    ['unit_mortgage', buildUnitMortgages],
  ] as const
  for (const [table, buildRows] of tables) {
    await insertDemoRows(
      trx,
      table,
      parts.flatMap((part): object[] => buildRows(part)),
    )
  }
}

interface PartSource {
  readonly seed: number
  readonly index: number
  readonly id: string
  readonly unit: DemoUnit
}

/** Upper bound for parts of one kind in a demo unit. */
const maxParts = 8

/** The two or three lots under the whole group. */
function buildUnitLands({ seed, index, id, unit: { group } }: PartSource) {
  const pick = createPicker(seed ^ 0x1a4d, Number.parseInt(group.id.slice(-6), 16))
  return Array.from({ length: pick.between(2, 3) }, (_, position) => ({
    ...buildDemoRow(seed ^ 0x1a4d, index * maxParts + position, { unit_id: id, place: position }),
    address: pickDemoLot(pick),
    land_kind: '대',
    area: pick.between(12_000_000, 48_000_000) / 10_000,
  }))
}

function buildUnitOwners({ seed, index, id, unit: { owners } }: PartSource) {
  const pick = createPicker(seed ^ 0x04e4, index)
  const shares = computeEqualShares(owners.length)
  return owners.map((owner, position) => {
    const isCompany = /신탁|주식회사/.test(owner)
    return {
      ...buildDemoRow(seed ^ 0x04e4, index * maxParts + position, { unit_id: id, place: position }),
      owner,
      party_kind: isCompany ? 'corporation' : 'person',
      owner_address: pickDemoAddress(pick),
      business_name: isCompany ? owner : null,
      business_num: isCompany ? '999-99-99999' : null,
      owner_name: isCompany ? pickDemoPerson(pick) : null,
      share: shares[position] ?? null,
    }
  })
}

/** The bank and, for about one unit in eight that has owners, a seller. */
function buildUnitMortgages({ seed, index, id, unit: { bank, owners } }: PartSource) {
  const pick = createPicker(seed ^ 0x304e, index)
  const emptyParty = { address: null, position: null, company_num: null, owner_name: null }
  const mortgagee = bank && {
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
      ...emptyParty,
      role: 'seller',
      party_kind: 'person',
      name: pickDemoPerson(pick),
      address: pickDemoAddress(pick),
    }
  return [mortgagee, seller].flatMap((party, position) =>
    party
      ? [
          {
            ...buildDemoRow(seed ^ 0x304e, index * maxParts + position, { unit_id: id, place: position }),
            ...party,
            share: 100,
          },
        ]
      : [],
  )
}

function buildDemoRow(seed: number, index: number, fields: { unit_id: string; place: number }) {
  return { id: createDemoId(seed, index), version: 1, is_demo: true, ...fields }
}
