import { sql } from 'kysely'
import { realEstateDescription, realEstateGroupDescription } from '#contract/records/real-estate.ts'
import { deriveSearch } from '../db/lists/derive-search.ts'
import type { WritableCollection } from '../db/writable-collection.ts'

/** Case-book entries 사건부, as the write pipeline and sync see them. */
export const realEstateCollection: WritableCollection = {
  name: 'real-estate',
  description: realEstateDescription,
  table: 'real_estate',
  mayRead: isOfOffice,
  joins: {
    group: (alias) => sql`(
      select row_to_json(joined) from (
        select g.id, g.name, g.trust_corporate_name, g.office from real_estate_group g where g.id = ${sql.ref(`${alias}.group_id`)}
      ) joined
    )`,
  },
  references: { group_id: 'real_estate_group' },
  pointedAtBy: [],
  derive: (fields) => deriveSearch(realEstateDescription, fields),
  subjectOf: (row) => String(row['owner'] ?? ''),
}

/** Groups 사업구간(그룹). */
export const realEstateGroupCollection: WritableCollection = {
  name: 'real-estate-groups',
  description: realEstateGroupDescription,
  table: 'real_estate_group',
  mayRead: isOfOffice,
  joins: {},
  references: {},
  pointedAtBy: [{ table: 'real_estate', column: 'group_id', label: '사건부' }],
  derive: () => ({}),
  subjectOf: (row) => String(row['name'] ?? ''),
}

export const realEstateCollections = [realEstateCollection, realEstateGroupCollection]

function isOfOffice(user: { isStaff: boolean; isSuperuser: boolean }): boolean {
  return user.isStaff || user.isSuperuser
}
