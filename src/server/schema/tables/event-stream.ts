import type { Generated } from 'kysely'

export interface EventStreamTable {
  seq: Generated<number>
  user_id: string
  seen_at: Generated<string>
}
