import { sql } from 'kysely'
import { createWritableBook } from '#server/writes/writable-book.ts'

/** Units 세대: each returned row includes the names of its group and bank. */
export const writableUnitBook = createWritableBook('real-estate-units', {
  joins: {
    group_name: (alias) => sql`(select g.name from real_estate_group g where g.id = ${sql.ref(`${alias}.group_id`)})`,
    mortgage_bank: (alias) => sql`(
      select row_to_json(joined) from (select b.id, b.name from bank b where b.id = ${sql.ref(`${alias}.mortgage_bank_id`)}) joined
    )`,
  },
})

/** Case-book entries 사건부 for the write pipeline and sync. */
export const writableRealEstateBook = createWritableBook('real-estate', {
  joins: {
    group: (alias) => sql`(
      select row_to_json(joined) from (
        select g.id, g.name, g.trust_corporate_name, g.office from real_estate_group g where g.id = ${sql.ref(`${alias}.group_id`)}
      ) joined
    )`,
  },
})
