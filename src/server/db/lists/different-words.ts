import { sql, type RawBuilder } from 'kysely'

/**
 * A subquery for the distinct values of a column as an array. It steps down the column's index
 * instead of reading a million rows. HAZARD: without an index that begins with the column, each
 * step reads the table.
 */
export function differentWords(table: string, column: string): RawBuilder<unknown> {
  const [from, name] = [sql.table(table), sql.ref(column)]
  return sql`
    with recursive words (word) as (
      (select ${name} from ${from} order by ${name} limit 1)
      union all
      select (select ${name} from ${from} where ${name} > word order by ${name} limit 1) from words where word is not null
    )
    select coalesce(array_agg(word), '{}') from words where word is not null
  `
}
