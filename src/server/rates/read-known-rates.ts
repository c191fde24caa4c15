import { knownRates } from '#contract/office/rates.ts'
import type { Database } from '../db/client.ts'
import { listRates } from './write-rates.ts'

/** The rates as whoever works out what an act costs is handed them. */
export async function readKnownRates(db: Database) {
  return knownRates({ results: await listRates(db) })
}
