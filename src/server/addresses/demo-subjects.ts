import { sql } from 'kysely'
import { lotOf } from '#domain/registry/same-lot.ts'
import type { Database } from '../db/client.ts'

/** The record a fictional address belongs to: a demo case, a demo unit, or none. */
export interface DemoSubject {
  readonly table: 'deposit_case' | 'real_estate_unit'
  readonly id: string
  readonly jibun: string
  readonly owner: string
  /** 사업구간 by name, if the case names one. */
  readonly section: string | null
  readonly land: { readonly land_kind: string; readonly area: number } | null
  readonly home: { readonly dong: string | null; readonly ho: string | null; readonly area: number | null } | null
  readonly deposit: Readonly<Record<string, unknown>>
}

/**
 * The first demo cases with a parcel and the first demo units, as many as exist; always the same.
 */
export async function demoSubjects(
  db: Database,
  max: { cases: number; units: number },
): Promise<readonly DemoSubject[]> {
  return [...(await ofCases(db, max.cases)), ...(await ofUnits(db, max.units))]
}

async function ofCases(db: Database, max: number): Promise<DemoSubject[]> {
  const rows = await db
    .selectFrom('deposit_case')
    .selectAll()
    .where('is_demo', '=', true)
    .orderBy('id')
    .limit(max * 2)
    .execute()
  return rows
    .flatMap((row): DemoSubject[] => {
      const found = /^(.+\d) (전|답|대|임야|도로|구거) ([\d,.]+)㎡$/.exec(row.address ?? '')
      if (found === null || lotOf(row.address ?? '') === null || !row.owner_name) return []
      const [, jibun = '', land_kind = '', area = ''] = found
      const { fees, fees_vat, proof, tax, stamp, purpose, regi_office, receipted_at, created_at, registrated_at } = row
      const { deposit_name, deposit_number, deposit_amount, deposit_account_date, deposit_original_date } = row
      return [
        {
          table: 'deposit_case',
          id: row.id,
          jibun,
          owner: row.owner_name,
          section: row.business_section,
          home: null,
          land: { land_kind, area: Number(area.replaceAll(',', '')) },
          deposit: {
            fees,
            fees_vat,
            proof,
            tax,
            stamp,
            purpose,
            regi_office,
            receipted_at,
            created_at,
            registrated_at,
            deposit_name,
            deposit_number,
            deposit_amount,
            deposit_account_date,
            deposit_original_date,
          },
        },
      ]
    })
    .slice(0, max)
}

async function ofUnits(db: Database, max: number): Promise<DemoSubject[]> {
  const { rows } = await sql<{
    id: string
    dong: string | null
    dongho: string
    area: number | null
    land: string
    owner: string
  }>`
    select u.id, u.dong, u.dongho, u.dedicated_area as area, l.address as land, o.owner from real_estate_unit u
      join unit_land l on l.unit_id = u.id and l.place = 0 join unit_owner o on o.unit_id = u.id and o.place = 0
    where u.is_demo order by u.id limit ${max}
  `.execute(db)
  return rows.map(({ id, dong, dongho, area, land, owner }) => ({
    table: 'real_estate_unit',
    id,
    jibun: `${land} ${dongho}`,
    owner,
    section: null,
    land: null,
    deposit: {},
    home: { dong, ho: dongho.split(/[\s-]/).at(-1) ?? null, area },
  }))
}
