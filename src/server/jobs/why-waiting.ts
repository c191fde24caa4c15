import type { Deps } from '../deps.ts'
import type { DownloadTask } from '../schema/tables/download-task.ts'
import { silentWorkerMs } from './beat-worker.ts'

const nobodyWorks =
  '작업을 처리할 워커가 없어 기다리고 있습니다. 워커가 시작되면 처리합니다. 오래 걸리면 최고관리자에게 알려 주세요.'

/** What is told of a task that nobody is there to begin; undefined: somebody is, or it has only just been asked for (a worker that is being started anew is there in a moment). */
export async function whyWaiting(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  task: DownloadTask,
): Promise<string | undefined> {
  const since = now().getTime() - silentWorkerMs
  if (task.status !== 'pending' || Date.parse(task.requested_at) > since) return undefined
  const alive = await db
    .selectFrom('task_worker')
    .select('id')
    .where('seen_at', '>', new Date(since).toISOString())
    .limit(1)
    .executeTakeFirst()
  return alive ? undefined : nobodyWorks
}
