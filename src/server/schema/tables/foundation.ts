import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** jsonb columns are read parsed and written as JSON text. */
export type Json<T> = ColumnType<T, string, string>

export interface MetaTable {
  only_row: Generated<boolean>
  epoch: Generated<string>
  created_at: Generated<string>
}

export interface OpTable {
  op_id: string
  user_id: string
  request_hash: string
  status: number | null
  headers: Json<Record<string, string>> | null
  answer: Json<unknown> | null
  received_at: Generated<string>
}

export interface ChangeTable {
  seq: GeneratedAlways<number>
  /** xid8 as decimal text. */
  txid: Generated<string>
  collection: string
  record_id: string
  version: number
  kind: 'create' | 'update' | 'delete'
  fields: Json<Record<string, { old: unknown; new: unknown }>>
  user_id: string | null
  user_name: string
  op_id: string | null
  act_id: string | null
  at: Generated<string>
}

export interface AuditTable {
  seq: GeneratedAlways<number>
  at: Generated<string>
  user_id: string | null
  user_name: string
  address: string | null
  act: string
  collection: string | null
  record_id: string | null
  subject: string | null
  detail: Json<unknown> | null
  /** xid8 as decimal text; null: written before the trail was chained. */
  txid: Generated<string | null>
}
