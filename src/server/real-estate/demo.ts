import { sql } from 'kysely'
import { officeDay } from '#domain/dates/office-date.ts'
import type { Database } from '../db/client.ts'
import { demoId } from '../demo/demo-picker.ts'
import { loadDemoRows } from '../demo/demo-rows.ts'
import { realEstateCollection } from './collections.ts'
import { loadDemoGroups } from './demo-groups.ts'
import { demoRecord } from './demo-record.ts'

/**
 * Fills the case book with `count` fictional entries and their groups, deterministic for a seed and
 * day, and keeps existing ones.
 */
export async function loadDemoCaseBook(
  db: Database,
  options: { count?: number; seed?: number; now: Date },
): Promise<{ groups: number; entries: number }> {
  const { count = 600, seed = 1, now } = options
  const today = officeDay(now.getTime())
  const loaded = await db.transaction().execute(async (trx) => {
    const groups = await loadDemoGroups(trx, { seed, cases: count })
    const load = { table: 'real_estate', searchIndex: 'real_estate_search', count } as const
    const entries = await loadDemoRows(trx, load, (index) => demoEntry({ seed, index, today, groups }))
    return { groups: groups.length, entries }
  })
  if (loaded.entries > 0) await sql`vacuum (analyze) real_estate`.execute(db)
  return loaded
}

function demoEntry(entry: { seed: number; index: number; today: string; groups: readonly { id: string }[] }) {
  const { seed, index, today, groups } = entry
  const fields = { ...demoRecord(seed, index, today), group_id: groups[(index * 7) % groups.length]?.id }
  return { id: demoId(seed, index), version: 1, is_demo: true, ...fields, ...realEstateCollection.derive(fields) }
}
