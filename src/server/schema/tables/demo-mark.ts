import type { Generated } from 'kysely'

/** Holds a row as long as the office has demo data. */
export interface DemoMarkTable {
  since: Generated<Date>
}
