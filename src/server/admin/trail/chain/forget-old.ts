import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'

/** Links removed per transaction, so that linking is never blocked for long. */
const linksAtOnce = 500

/**
 * Removes rows older than two years in whole links from the oldest end. `forget_old_trail()` in the
 * database alone decides what is old. Call it only right after a successful check, because removed
 * rows cannot be checked any more. Returns the number of rows removed.
 */
export async function forgetOldTrail(db: Database): Promise<number> {
  for (let forgotten = 0; ;) {
    const { rows } = await sql<{
      links: number
      removed: number
    }>`select links, removed from forget_old_trail(${linksAtOnce})`.execute(db)
    const { links = 0, removed = 0 } = rows[0] ?? {}
    forgotten += removed
    if (links === 0) return forgotten
  }
}
