import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import {
  type ApplicationLand,
  applicationLandSchema,
  type ApplicationParty,
  applicationPartySchema,
} from '#contract/applications/parties-json.ts'
import type { Application } from '#contract/books/applications.ts'
import type { RealEstateUnit } from '#contract/books/real-estate-units.ts'
import type { UnitLand } from '#contract/books/unit-parts.ts'
import type { Rate } from '#contract/rates/rates.ts'
import { toMortgageParties, toOwnerParties } from '#domain/applications/party-shares.ts'
import { computeFilingSums } from '#domain/filings/filing-kinds.ts'
import { createUnsavedApplication, type FilingParty, type FilingSource } from '#domain/filings/filing.ts'
import { proposeFilings } from '#domain/filings/propose-sums.ts'
import { formatPersonNumber } from '#domain/text/person-number.ts'
import type { OfficeKeys } from '#server/keys/office-keys.ts'
import { readOffice } from '#server/office-profile/read-office.ts'
import { readPersonNumbers } from '#server/person-numbers/number-at-rest.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

/** All versions of the office's rates 요율. */
export type ReadRates = (db: Kysely<Tables>) => Promise<readonly Rate[]>

export interface FilingContext {
  readonly db: Kysely<Tables>
  readonly officeKeys: OfficeKeys
  readonly readRates: ReadRates
  readonly today: string
}

/** All sources of one unit's filings, and its parties. */
export interface UnitFiling {
  readonly unitId: string
  readonly isSaved: boolean
  readonly source: FilingSource
}

/**
 * The existing units in the order requested, each with its newest application or the values its
 * form would open with. HAZARD: holds full personal numbers; callers must log a trail row for each
 * unit and keep the data out of logs and caches.
 */
export async function readFilingSources(context: FilingContext, unitIds: readonly string[]): Promise<UnitFiling[]> {
  const { db } = context
  if (unitIds.length === 0) return []
  const [units, applications, lands, owners, mortgages, office, rates] = await Promise.all([
    readUnits(db, unitIds),
    readNewestApplications(db, unitIds),
    db.selectFrom('unit_land').selectAll().where('unit_id', 'in', unitIds).orderBy(printOrder).orderBy('id').execute(),
    db.selectFrom('unit_owner').selectAll().where('unit_id', 'in', unitIds).orderBy(printOrder).orderBy('id').execute(),
    db
      .selectFrom('unit_mortgage')
      .selectAll()
      .where('unit_id', 'in', unitIds)
      .orderBy(printOrder)
      .orderBy('id')
      .execute(),
    readOffice(db),
    context.readRates(db),
  ])
  const parts = { lands: groupByUnit(lands), owners: groupByUnit(owners), mortgages: groupByUnit(mortgages) }
  const unitsWithParties = units.map((unit) => {
    const saved = applications.get(unit.id)
    const grantees = readListOrDefault(
      saved?.grantees_json,
      applicationPartySchema,
      toOwnerParties(parts.owners.get(unit.id) ?? []),
    )
    const grantors = readListOrDefault(
      saved?.grantors_json,
      applicationPartySchema,
      toMortgageParties(parts.mortgages.get(unit.id) ?? []),
    )
    const places = readListOrDefault(
      saved?.lands_json,
      applicationLandSchema,
      (parts.lands.get(unit.id) ?? []).map(asLand),
    )
    return { unit, saved, grantees, grantors, lands: places }
  })
  const personNumbers = await readNumbersOfParties(context, unitsWithParties)
  return unitsWithParties.map((unit) => buildUnitFiling(unit, { personNumbers, office, rates, today: context.today }))
}

interface ReadUnit extends FilingParties {
  readonly unit: UnitRow
  readonly saved: Application | undefined
  readonly lands: readonly ApplicationLand[]
}

interface FilingExtras {
  readonly personNumbers: ReadonlyMap<string, string>
  readonly office: FilingSource['office']
  readonly rates: readonly Rate[]
  readonly today: string
}

function buildUnitFiling(
  { unit, saved, lands, ...sides }: ReadUnit,
  { personNumbers, office, rates, today }: FilingExtras,
): UnitFiling {
  const group = { name: unit.group_name, trust_corporate_name: unit.trust_corporate_name, office: unit.group_office }
  const application = saved ?? createUnsavedApplication(unit, { groupName: group.name, office, today })
  const withNumber = (party: ApplicationParty): FilingParty => ({ ...party, num: formatNumber(party, personNumbers) })
  const context = { area: unit.dedicated_area, address: lands[0]?.address ?? null, rates, today }
  const sums = computeFilingSums(application, proposeFilings(application, context))
  const [grantees, grantors] = [sides.grantees.map(withNumber), sides.grantors.map(withNumber)]
  const source = { application, unit, group, lands, grantees, grantors, bank: unit.bank, office, sums }
  return { unitId: unit.id, isSaved: saved !== undefined, source }
}

const printOrder = sql`place nulls last`

interface UnitRow extends RealEstateUnit {
  group_name: string
  trust_corporate_name: string | null
  group_office: string | null
  bank: FilingSource['bank']
}

async function readUnits(db: Kysely<Tables>, ids: readonly string[]): Promise<UnitRow[]> {
  const rows = await db
    .selectFrom('real_estate_unit as u')
    .innerJoin('real_estate_group as g', 'g.id', 'u.group_id')
    .leftJoin('bank as b', 'b.id', 'u.mortgage_bank_id')
    .selectAll('u')
    .select(['g.name as group_name', 'g.trust_corporate_name', 'g.office as group_office'])
    .select(sql<FilingSource['bank']>`case when b.id is not null then row_to_json(b) end`.as('bank'))
    .where('u.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function readNewestApplications(
  db: Kysely<Tables>,
  unitIds: readonly string[],
): Promise<Map<string, Application>> {
  const rows = await db
    .selectFrom('application')
    .distinctOn('property_id')
    .selectAll()
    .where('property_id', 'in', unitIds)
    .orderBy('property_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.property_id, row]))
}

function groupByUnit<Row extends { unit_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ unit_id }) => unit_id)
}

/** The list saved with the form or, if empty, the unit's. */
function readListOrDefault<Item>(
  json: string | null | undefined,
  schema: z.ZodType<Item>,
  fallback: readonly Item[],
): readonly Item[] {
  const saved = readList(json, schema)
  return saved.length > 0 ? saved : fallback
}

function readList<Item>(json: string | null | undefined, schema: z.ZodType<Item>): readonly Item[] {
  if (json === null || json === undefined) return []
  try {
    return z.array(schema).catch([]).parse(JSON.parse(json))
  } catch {
    // This JSON was not written by a form.
    return []
  }
}

function asLand({ id, address, land_kind, area }: UnitLand): ApplicationLand {
  return { id, address, land_kind, area }
}

interface FilingParties {
  readonly grantees: readonly ApplicationParty[]
  readonly grantors: readonly ApplicationParty[]
}

async function readNumbersOfParties(
  { db, officeKeys }: FilingContext,
  units: readonly FilingParties[],
): Promise<ReadonlyMap<string, string>> {
  const listIds = (side: keyof FilingParties) => units.flatMap((unit) => unit[side].map(({ id }) => id))
  const [owners, mortgages] = await Promise.all([
    readPersonNumbers(db, officeKeys, { collection: 'unit-owners', ids: listIds('grantees') }),
    readPersonNumbers(db, officeKeys, { collection: 'unit-mortgages', ids: listIds('grantors') }),
  ])
  return new Map([...owners, ...mortgages])
}

/**
 * HAZARD: masked numbers are never printed. Numbers of corporations are never masked, so the stored
 * form can be printed.
 */
function formatNumber(
  { id, party_kind, num_masked }: ApplicationParty,
  personNumbers: ReadonlyMap<string, string>,
): string | null {
  const digits = personNumbers.get(id)
  if (digits !== undefined) return formatPersonNumber(digits)
  return party_kind === 'corporation' && /^\d{6}-?\d{7}$/.test(num_masked ?? '') ? num_masked : null
}
