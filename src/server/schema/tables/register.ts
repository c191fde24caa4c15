import type { Generated, GeneratedAlways } from 'kysely'

export interface RegisterMarkTable {
  only_row: Generated<boolean>
  epoch: string
  /** xid8 as decimal text. */
  txid: string
}

interface RegisterActTable {
  user_id: string | null
  user_name: string
  at: string
}

export interface RegisterClosingTable extends RegisterActTable {
  id: string
  year: number
  month: number
  act: 'close' | 'reopen'
  reason: string
  seq: GeneratedAlways<number>
}

export interface RegisterCorrectionTable extends RegisterActTable {
  id: string
  entry_id: string
  field: string
  old_value: string | null
  new_value: string | null
  reason: string
}

export interface RegisterReportTable extends RegisterActTable {
  year: number
  sent_on: string
}
