import type { TraceKind } from '#contract/op-trace.ts'

export interface OpTraceTable {
  user_id: string
  op_id: string
  what: TraceKind
  into_op_id: string | null
  device_id: string
  at: string
  received_at: string
}
