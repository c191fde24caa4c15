import { sql } from 'kysely'
import { downloadKeptMs } from '#contract/download-task.ts'
import type { Deps } from '../deps.ts'
import type { DownloadFiles } from './download-files.ts'

/** Takes off what is older than a day, and files without a task: whoever crashed or was restored left them. */
export async function sweepDownloads({ db, now }: Pick<Deps, 'db' | 'now'>, files: DownloadFiles): Promise<void> {
  const before = new Date(now().getTime() - downloadKeptMs).toISOString()
  await db.deleteFrom('download_task').where('finished_at', '<', before).execute()
  const found = await files.ids()
  if (found.length === 0) return
  const { rows } = await sql<{ id: string }>`select id::text from download_task`.execute(db)
  const known = new Set(rows.map(({ id }) => id))
  await Promise.all(found.filter((id) => !known.has(id)).map((id) => files.remove(id)))
}
