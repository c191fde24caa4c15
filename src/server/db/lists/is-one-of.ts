import { sql, type RawBuilder } from 'kysely'

/**
 * `column` (of the alias `r`) holds one of the values. A single one is asked for with `=`, because only then does an index on the column and the list's order
 * give the rows in that order: a filter that leaves only the oldest rows would otherwise walk past all the newer ones.
 */
export function isOneOf(column: string, values: readonly string[], type: 'text' | 'uuid'): RawBuilder<boolean> {
  const name = sql.ref(`r.${column}`)
  const [only, ...more] = values
  const kind = sql.raw(type)
  if (only !== undefined && more.length === 0) return sql<boolean>`${name} = ${only}::${kind}`
  return sql<boolean>`${name} = any(${values}::${kind}[])`
}
