import type { Generated, Selectable } from 'kysely'
import type { TaskState } from '#contract/admin/task-monitor.ts'
import type { Json } from './foundation.ts'

/** Every background task, also one that makes no file: the stored name is older than those. */
export interface DownloadTaskTable {
  id: string
  user_id: string
  kind: string
  /** The id of the request that created it. */
  request_id: string | null
  input: Json<unknown>
  status: Generated<'pending' | 'processing' | 'completed' | 'failed'>
  total: number | null
  done: Generated<number>
  file_size: number | null
  error: string | null
  requested_at: string
  /** Creation time by the database's clock. */
  kept_at: Generated<string>
  started_at: string | null
  finished_at: string | null
  beat_at: string | null
  /** When a superuser revoked it; its status is `failed`. */
  revoked_at: string | null
  attempt: Generated<number>
}

export interface DownloadChunkTable {
  task_id: string
  attempt: number
  seq: number
  bytes: Buffer
}

export type TaskRow = Selectable<DownloadTaskTable>

export interface TaskItemTable {
  task_id: string
  item_id: string
  seq: number
  batch: number
  state: Generated<'pending' | 'done' | 'failed'>
  /** Why the item failed, or the note of `ItemKind.work`. */
  words: string | null
  /** Until then no other task may ask a source about the same record. */
  asked_until: string | null
  /** When the earliest unfinished task on the same record was created; null: there was none. */
  overlaps_since: string | null
}

export type TaskItem = Selectable<TaskItemTable>

export interface TaskWorkerTable {
  id: string
  name: Generated<string>
  host: string
  pid: number
  version: string
  started_at: string
  seen_at: string
  places: number
  doing: Json<readonly { job: string; kind: string; since: string }[]>
  done: Generated<number>
  failed: Generated<number>
  restart_asked_at: string | null
  trouble_at: string | null
}

/** A task as shown in the monitor, written by a database trigger. */
export interface TaskRunTable {
  id: string
  kind: string
  status: TaskState
  worker: string | null
  attempt: Generated<number>
  queued_at: string
  started_at: string | null
  finished_at: string | null
  error: string | null
}
