import { downloadKeptMs } from '#contract/download-task.ts'
import type { Deps } from '../deps.ts'

/** Takes off what is older than a day. */
export async function sweepDownloads({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - downloadKeptMs).toISOString()
  await db.deleteFrom('download_task').where('finished_at', '<', before).execute()
}
