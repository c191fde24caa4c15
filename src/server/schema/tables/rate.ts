import type { Generated } from 'kysely'
import type { RateKind } from '#contract/office/rates.ts'
import type { Json } from './foundation.ts'

export interface StatutoryRateTable {
  id: string
  version: Generated<number>
  kind: RateKind
  /** Day. */
  effective_from: string
  data: Json<Record<string, unknown>>
  note: string
  updated_by: string
  inserted_at: Generated<string>
  updated_at: Generated<string>
}
