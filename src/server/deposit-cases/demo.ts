import { sql } from 'kysely'
import { officeDay } from '#domain/dates/office-date.ts'
import type { Database } from '../db/client.ts'
import { demoSections } from '../demo/demo-clients.ts'
import { demoId } from '../demo/demo-picker.ts'
import { loadDemoRows } from '../demo/demo-rows.ts'
import { depositCaseCollection } from './collections.ts'
import { demoRecord } from './demo-record.ts'

/**
 * Inserts `count` fictional deposit cases, deterministic for a seed and day, and keeps existing
 * ones. Returns the number inserted.
 */
export async function loadDemoDepositCases(
  db: Database,
  options: { count?: number; seed?: number; now: Date },
): Promise<number> {
  const { count = 800, seed = 1, now } = options
  const today = officeDay(now.getTime())
  // A large office has more sections; beyond twelve they are numbered.
  const sections = Math.max(demoSections.length, Math.min(120, Math.ceil(count / 500)))
  const added = await db.transaction().execute(async (trx) => {
    const load = { table: 'deposit_case', searchIndex: 'deposit_case_search', count } as const
    return await loadDemoRows(trx, load, (index) => demoRow({ seed, index, today, sections }))
  })
  if (added > 0) await sql`vacuum (analyze) deposit_case`.execute(db)
  return added
}

function demoRow(entry: { seed: number; index: number; today: string; sections: number }) {
  const { seed, index, today, sections } = entry
  const fields = demoRecord(seed, index, { today, section: (index * 7) % sections })
  const id = demoId(seed ^ 0xd0c, index)
  return { id, version: 1, is_demo: true, ...fields, ...depositCaseCollection.derive(fields) }
}

/** Removes official letters of demo cases; call it before the cases are removed. */
export async function removeDemoLetters(db: Database): Promise<number> {
  const { rows } = await sql`delete from official_letter where is_demo returning id`.execute(db)
  return rows.length
}
