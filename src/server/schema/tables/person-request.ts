import type { Generated } from 'kysely'
import type { RequestedRight, RequestState } from '#contract/keeping/person-requests.ts'

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
