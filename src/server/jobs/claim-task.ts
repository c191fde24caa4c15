import { sql } from 'kysely'
import type { DownloadTask } from '../schema/tables/download-task.ts'
import type { WorkContext } from './task-work.ts'

/**
 * Claims a whole task: earlier attempts can no longer write (`attempt`). Undefined when it is
 * finished or cancelled, so that a task delivered twice is done once.
 */
export async function claimTask(
  { deps }: WorkContext,
  id: string,
  { keepsStart = false } = {},
): Promise<DownloadTask | undefined> {
  const now = deps.now().toISOString()
  const { rows } = await sql<DownloadTask>`
    update download_task set status = 'processing', attempt = attempt + 1, done = 0, total = null,
      beat_at = ${now}::timestamptz, started_at = case when ${keepsStart} then coalesce(started_at, ${now}::timestamptz) else ${now}::timestamptz end
    where id = ${id} and status in ('pending', 'processing') returning *`.execute(deps.db)
  return rows[0]
}
