import type { Generated, Selectable } from 'kysely'
import type { TaskWord } from '#contract/admin/task-monitor.ts'
import type { Json } from './foundation.ts'

export interface TaskItemTable {
  task_id: string
  item_id: string
  seq: number
  batch: number
  state: Generated<'pending' | 'done' | 'failed'>
  words: string | null
  /** Until then nobody else asks a source about the same record. */
  asked_until: string | null
  /** When the first of the tasks began that were at the same record as this one was requested; null: none was. */
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

/** A task as the monitor knows it, written by the database itself (migration 0041). */
export interface TaskRunTable {
  id: string
  kind: string
  status: TaskWord
  worker: string | null
  attempt: Generated<number>
  queued_at: string
  started_at: string | null
  finished_at: string | null
  error: string | null
}
