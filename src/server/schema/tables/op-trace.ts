import type { Generated } from 'kysely'
import type { TraceKind } from '#contract/op-trace.ts'

/** Which session a device told about its edits with last, and when. */
export interface DeviceReportTable {
  user_id: string
  device_id: string
  session_id: string
  heard_at: string
}

export interface OpTraceTable {
  user_id: string
  op_id: string
  what: TraceKind
  into_op_id: string | null
  device_id: string
  at: string
  received_at: string
}

/** What a device saw and has handed in (contract/seen.ts). */
export interface SeenReportTable {
  user_id: string
  seen_id: string
  received_at: Generated<string>
}
