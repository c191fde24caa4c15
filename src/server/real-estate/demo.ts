import { sql } from 'kysely'
import { officeDay } from '#domain/office-date.ts'
import type { Database } from '../db/client.ts'
import { demoRegistries } from '../db/demo/demo-people.ts'
import { demoId } from '../db/demo/demo-picker.ts'
import { insertDemoRows, loadDemoRows } from '../db/demo/demo-rows.ts'
import { realEstateCollection } from './collections.ts'
import { demoRecord } from './demo-record.ts'
import { sections, trusts } from './demo-words.ts'

/**
 * Fills the case book with `count` fictional entries and their groups, the same every time for the same seed and day; entries that are there already stay.
 */
export async function loadDemoCaseBook(
  db: Database,
  options: { count?: number; seed?: number; now: Date },
): Promise<{ groups: number; entries: number }> {
  const { count = 600, seed = 1, now } = options
  const today = officeDay(now.getTime())
  const groups = demoGroups(seed, count)
  const entries = await db.transaction().execute(async (trx) => {
    await insertDemoRows(trx, 'real_estate_group', groups)
    const load = { table: 'real_estate', searchIndex: 'real_estate_search', count } as const
    return await loadDemoRows(trx, load, (index) => demoEntry({ seed, index, today, groups }))
  })
  if (entries > 0) await sql`vacuum (analyze) real_estate`.execute(db)
  return { groups: groups.length, entries }
}

function demoGroups(seed: number, count: number) {
  const size = Math.max(sections.length, Math.min(120, Math.ceil(count / 500)))
  return Array.from({ length: size }, (_, index) => {
    const section = sections[index % sections.length] ?? sections[0]
    const round = Math.floor(index / sections.length)
    return {
      ...section,
      id: demoId(seed ^ 0x6e0, index),
      version: 1,
      name: round === 0 ? section.name : `${section.name} ${round + 1}차`,
      trust_corporate_name: trusts[index % trusts.length] ?? null,
      office: demoRegistries[index % demoRegistries.length] ?? null,
      is_demo: true,
    }
  })
}

function demoEntry(entry: { seed: number; index: number; today: string; groups: readonly { id: string }[] }) {
  const { seed, index, today, groups } = entry
  const fields = { ...demoRecord(seed, index, today), group_id: groups[(index * 7) % groups.length]?.id }
  return { id: demoId(seed, index), version: 1, is_demo: true, ...fields, ...realEstateCollection.derive(fields) }
}
