import { sql } from 'kysely'
import type { GroupListQuery, UniqueFields } from '#contract/real-estate.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { RealEstateGroup } from '#contract/records/real-estate.ts'
import { compareText } from '#domain/collate.ts'
import type { Database } from '../db/client.ts'
import { findInSmallList, pageOf } from '../db/lists/small-list.ts'
import { recordJson } from '../db/record-json.ts'
import { realEstateGroupCollection } from './collections.ts'

/** One page of the groups. */
export async function listGroups(db: Database, query: GroupListQuery) {
  return pageOf(await findGroups(db, query), query)
}

/** All groups that pass the search, in order. */
export async function findGroups(
  db: Database,
  query: Pick<GroupListQuery, 'search' | 'ordering'>,
): Promise<(RealEstateGroup & AnyRecord)[]> {
  return findInSmallList(realEstateGroupCollection, await readAllGroups(db), query)
}

/** What the suggestion filters and the group select offer. A name borne by two groups maps to the newer one. */
export async function readUniqueFields(db: Database): Promise<UniqueFields> {
  const groups = await readAllGroups(db)
  const oldestFirst = groups.toSorted((a, b) => compareText(a.inserted_at, b.inserted_at) || compareText(a.id, b.id))
  return {
    business_sections: unique(groups.map(({ name }) => name)),
    business_sections_id_map: Object.fromEntries(oldestFirst.map(({ name, id }) => [name, id])),
    business_regions: unique(groups.map(({ region }) => region)),
    business_types: unique(groups.map(({ type }) => type)),
    business_managers: unique(groups.map(({ manager }) => manager)),
  }
}

async function readAllGroups(db: Database): Promise<(RealEstateGroup & AnyRecord)[]> {
  const result = await sql<{ row: RealEstateGroup & AnyRecord }>`
    select ${recordJson(realEstateGroupCollection, 'g')} as row from real_estate_group g order by g.name, g.id
  `.execute(db)
  return result.rows.map(({ row }) => row)
}

function unique(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))].toSorted(compareText)
}
