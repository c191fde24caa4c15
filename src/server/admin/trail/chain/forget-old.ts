import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'

/** Links that one transaction removes: nobody waits longer for the linker than for those. */
const linksAtOnce = 500

/**
 * Removes what is older than two years, whole links from the oldest end (`forget_old_trail()`, migration 0050, which alone decides what is old). Call it only with a chain that was just
 * proved: what is gone proves nothing any more. Answers how many rows left.
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
