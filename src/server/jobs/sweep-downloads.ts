import { taskRunKeptMs } from '#contract/task-monitor.ts'
import { downloadKeptMs, itemResultsKeptMs } from '#contract/download-task.ts'
import type { Line } from './line-state.ts'

/** Takes off what was kept long enough, with its file and its items; of a kind that nobody knows any more, after the longest time. */
export async function sweepDownloads({ deps, kinds }: Pick<Line, 'deps' | 'kinds'>): Promise<void> {
  const before = (ms: number) => new Date(deps.now().getTime() - ms).toISOString()
  for (const { name, keptMs } of kinds.values())
    await deps.db
      .deleteFrom('download_task')
      .where('kind', '=', name)
      .where('finished_at', '<', before(keptMs))
      .execute()
  await deps.db
    .deleteFrom('download_task')
    .where('requested_at', '<', before(2 * itemResultsKeptMs))
    .execute()
  await deps.db.deleteFrom('task_run').where('queued_at', '<', before(taskRunKeptMs)).execute()
  await deps.db.deleteFrom('task_worker').where('seen_at', '<', before(downloadKeptMs)).execute()
}
