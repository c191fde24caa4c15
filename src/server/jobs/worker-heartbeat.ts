import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import { logFailure } from '../logging/trouble-log.ts'
import type { QueueState, WorkerHeartbeat } from './queue-state.ts'

export const workerBeatMs = 5000
/** Three missed beats: a crashed worker leaves no message. */
export const silentWorkerMs = 3 * workerBeatMs

const packageFile = new URL('../../../package.json', import.meta.url)
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8')))

/**
 * Reports in `task_worker` that this worker lives and what it is doing. `onRestart` runs when
 * somebody requested a restart there.
 */
export function startHeartbeat(queue: QueueState, slots: number, onRestart: () => void): WorkerHeartbeat {
  const { deps, log } = queue
  const { db, now, newId } = deps
  const worker = { id: newId(), name: nextName(), host: hostname(), pid: process.pid, version, places: slots }
  let isOver = false
  const beat = async () => {
    if (isOver) return
    const doing = [...queue.running].map(([job, { kind, since }]) => ({ job, kind, since }))
    const { startedAt: started_at, troubleAt: trouble_at, counts } = queue
    const state = { started_at, trouble_at, seen_at: now().toISOString(), doing: JSON.stringify(doing), ...counts }
    await db
      .insertInto('task_worker')
      .values({ ...worker, ...state })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
      .returning('restart_asked_at')
      .executeTakeFirst()
      .then((row) => void (row?.restart_asked_at && !isOver && onRestart()))
      .catch((error: unknown) => logFailure(log, error, 'could not report that this worker is alive'))
  }
  let latest = beat().then(() => removeDeadWorkers(queue, worker))
  const next = () => (latest = latest.then(beat))
  const timer = setInterval(() => void next(), workerBeatMs)
  timer.unref()
  return {
    name: worker.name,
    now: next,
    async answered() {
      await db.updateTable('task_worker').set({ restart_asked_at: null }).where('id', '=', worker.id).execute()
      await next()
    },
    async stop(isReplaced) {
      isOver = true
      clearInterval(timer)
      await latest
      if (isReplaced) return
      await db.deleteFrom('task_worker').where('id', '=', worker.id).execute()
    },
  }
}

/** Deletes the row of the process this one replaces; the parent process saw it end. */
async function removeDeadWorkers(
  { deps, log, ownProcess }: QueueState,
  { id, host }: { id: string; host: string },
): Promise<void> {
  const pid = ownProcess?.inPlaceOf ?? null
  if (pid === null) return
  const dead = deps.db.deleteFrom('task_worker').where('host', '=', host).where('pid', '=', pid).where('id', '<>', id)
  await dead.execute().catch((error: unknown) => logFailure(log, error, 'could not delete the row of a dead worker'))
}

const deleted = { workers: 0 }

/** A process has one worker, except in tests. */
function nextName(): string {
  deleted.workers += 1
  const more = deleted.workers > 1 ? `.${deleted.workers}` : ''
  return `worker-${process.pid}${more}@${hostname()}`
}
