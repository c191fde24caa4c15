import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../client.ts'
import type { ListedTable } from './listed-table.ts'
import { lifetimeMs, seenColumns, unchangedSince, type Seen } from './unchanged-since.ts'

const capacity = 500

interface Remembered extends Seen {
  readonly total: number
  readonly until: number
}

/**
 * Counts rows of a listed table. Counting a million rows takes a while and a list asks for the same total page after page, so slow totals are remembered; each
 * use first asks the change log whether anything was committed since, so a remembered total is never wrong. What takes less than `slowMs` is counted anew.
 */
export function createCounter(
  db: Database,
  table: ListedTable,
  { slowMs = 5 } = {},
): (condition: RawBuilder<boolean>) => Promise<number> {
  const remembered = new Map<string, Remembered>()
  return async (condition) => {
    const { sql: text, parameters } = condition.compile(db)
    const key = `${text}${JSON.stringify(parameters)}`
    const known = remembered.get(key)
    if (known && (await isCurrent(db, table, known))) return known.total
    const start = performance.now()
    const counted = await count(db, table, condition)
    const now = performance.now()
    remembered.delete(key)
    if (now - start > slowMs) remembered.set(key, { ...counted, until: now + lifetimeMs })
    for (const oldest of remembered.keys()) {
      if (remembered.size <= capacity) break
      remembered.delete(oldest)
    }
    return counted.total
  }
}

async function count(
  db: Database,
  { collection }: ListedTable,
  condition: RawBuilder<boolean>,
): Promise<Omit<Remembered, 'until'>> {
  const result = await sql<{ total: number; snapshot: string; epoch: string }>`
    select (select count(*) from ${sql.table(collection.table)} r where ${condition}) as total, ${seenColumns}
  `.execute(db)
  const [row] = result.rows
  if (!row) throw new Error('a count answers one row')
  return row
}

async function isCurrent(db: Database, { watched }: ListedTable, known: Remembered): Promise<boolean> {
  if (performance.now() > known.until) return false
  const result = await sql<{ is_current: boolean }>`
    select ${unchangedSince(known, watched)} as is_current
  `.execute(db)
  return result.rows[0]?.is_current ?? false
}
