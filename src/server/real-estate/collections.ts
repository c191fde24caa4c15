import { sql } from 'kysely'
import { writableCollection } from '../db/writable-collection.ts'

/** Case-book entries 사건부, as the write pipeline and sync see them. */
export const realEstateCollection = writableCollection('real-estate', {
  joins: {
    group: (alias) => sql`(
      select row_to_json(joined) from (
        select g.id, g.name, g.trust_corporate_name, g.office from real_estate_group g where g.id = ${sql.ref(`${alias}.group_id`)}
      ) joined
    )`,
  },
})
