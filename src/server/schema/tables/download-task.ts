import type { Generated, Selectable } from 'kysely'
import type { Json } from './foundation.ts'

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

export type DownloadTask = Selectable<DownloadTaskTable>
