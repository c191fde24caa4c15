import type { Generated, Selectable } from 'kysely'
import type { Json } from './foundation.ts'

export interface TaskItemTable {
  task_id: string
  item_id: string
  seq: number
  batch: number
  state: Generated<'pending' | 'done' | 'failed'>
  words: string | null
}

export type TaskItem = Selectable<TaskItemTable>

export interface TaskWorkerTable {
  id: string
  host: string
  pid: number
  version: string
  started_at: string
  seen_at: string
  places: number
  doing: Json<readonly { job: string; kind: string; since: string }[]>
  done: Generated<number>
  failed: Generated<number>
}
