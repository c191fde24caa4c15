import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filterKnownRates, type Rate, rateListSchema } from '#contract/rates/rates.ts'

const migration = join(import.meta.dirname, '../../../src/server/schema/migrations/0032-rates.sql')
const row = /\('([0-9a-f-]{36})', '(\w+)', '([\d-]{10})',\s+'((?:[^']|'')+)',\s+'((?:[^']|'')*)'\)/g

/** The rates of a new database, as inserted by the migration. */
export function readStartingRates(): Rate[] {
  const results = [...readFileSync(migration, 'utf8').matchAll(row)].map(([, id, kind, day, data, note]) => ({
    id,
    version: 1,
    kind,
    effective_from: day,
    data: JSON.parse(data ?? ''),
    note,
    updated_by: '',
    updated_at: '2026-11-23T00:00:00Z',
  }))
  return filterKnownRates(rateListSchema.parse({ results }))
}
