import { knownRates } from '#contract/office/rates.ts'
import type { Database } from '../db/client.ts'
import { listRates } from './write-rates.ts'

/** The current rates in the form that cost calculations take. */
export async function readKnownRates(db: Database) {
  return knownRates({ results: await listRates(db) })
}
