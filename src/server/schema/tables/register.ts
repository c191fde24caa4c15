import type { Generated, GeneratedAlways } from 'kysely'

/** How far the statutory register follows the change log. One row. */
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

/** Closings and reopenings of months; the newest row says whether a month is closed. */
export interface RegisterClosingTable extends RegisterActTable {
  id: string
  year: number
  month: number
  act: 'close' | 'reopen'
  reason: string
  seq: GeneratedAlways<number>
}

/** Values as text, in the form of the wire. */
export interface RegisterCorrectionTable extends RegisterActTable {
  id: string
  entry_id: string
  field: string
  old_value: string | null
  new_value: string | null
  reason: string
}

/** Yearly reports that were sent to the association. */
export interface RegisterReportTable extends RegisterActTable {
  year: number
  sent_on: string
}
