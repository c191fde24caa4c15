import type { Generated } from 'kysely'
import type { RequestedRight, RequestState } from '#contract/retention/person-requests.ts'
import type { RetentionKindName } from '#contract/retention/retention-kinds.ts'

export interface RetentionPeriodTable {
  id: string
  kind: RetentionKindName
  /** Day. */
  effective_from: string
  years: number
  note: Generated<string>
  updated_by: string
  updated_at: string
}

export interface RetentionLookTable {
  day: string
  looked_at: string
}

export interface DestructionCandidateTable {
  kind: RetentionKindName
  collection: string
  record_id: string
  ended_on: string
  due_on: string
}

export interface RetentionHoldTable {
  id: string
  collection: string
  record_id: string
  reason: string
  until: string
  placed_by: string
  placed_at: string
  lifted_by: string | null
  lifted_at: string | null
}

/** 파기 대장, append-only. */
export interface DestructionTable {
  id: string
  kind: RetentionKindName
  asked: number
  ended_from: string | null
  ended_to: string | null
  period: string
  ground: string
  way: string
  confirmed_by_id: string | null
  confirmed_by: string
  confirmed_at: string
}

export interface DestroyedRecordTable {
  record_id: string
  collection: string
  destruction_id: string
  is_part: Generated<boolean>
  destroyed_at: string
}

export interface PersonRequestTable {
  id: string
  version: Generated<number>
  received_on: string
  asked_for: RequestedRight
  person_name: string
  birth: string | null
  phone: string | null
  asked_by: Generated<string>
  identified_by: string
  due_on: string
  state: Generated<RequestState>
  outcome: Generated<string>
  closed_on: string | null
  updated_by: string
  updated_at: string
  inserted_at: Generated<string>
}

/** A record whose processing is stopped 처리정지. */
export interface RecordBlockTable {
  id: string
  record_id: string
  collection: string
  request_id: string
  placed_by: string
  placed_at: string
  lifted_by: string | null
  lifted_at: string | null
}

export interface PrivacyRecipientTable {
  id: string
  name: string
  task: string
  items: string
  country: Generated<string>
  kept: Generated<string>
  updated_by: string
  updated_at: string
}
