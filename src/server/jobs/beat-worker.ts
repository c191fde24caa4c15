import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import { logFailure } from '../plugins/trouble-log.ts'
import type { Line, WorkerBeat } from './line-state.ts'

export const workerBeatMs = 5000
/** Three missed beats: a crashed worker leaves no message. */
export const silentWorkerMs = 3 * workerBeatMs

const packageFile = new URL('../../../package.json', import.meta.url)
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8')))

/**
 * Reports in `task_worker` that this worker lives and what it is doing. `onRestart` runs when
 * somebody requested a restart there.
 */
export function beatWorker(line: Line, places: number, onRestart: () => void): WorkerBeat {
  const { deps, log } = line
  const { db, now, newId } = deps
  const who = { id: newId(), name: nextName(), host: hostname(), pid: process.pid, version, places }
  let isOver = false
  const beat = async () => {
    if (isOver) return
    const doing = [...line.running].map(([job, { kind, since }]) => ({ job, kind, since }))
    const { startedAt: started_at, troubleAt: trouble_at, counts } = line
    const state = { started_at, trouble_at, seen_at: now().toISOString(), doing: JSON.stringify(doing), ...counts }
    await db
      .insertInto('task_worker')
      .values({ ...who, ...state })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
      .returning('restart_asked_at')
      .executeTakeFirst()
      .then((row) => void (row?.restart_asked_at && !isOver && onRestart()))
      .catch((error: unknown) => logFailure(log, error, 'could not report that this worker is alive'))
  }
  let latest = beat().then(() => takeOffDead(line, who))
  const next = () => (latest = latest.then(beat))
  const timer = setInterval(() => void next(), workerBeatMs)
  timer.unref()
  return {
    name: who.name,
    now: next,
    async answered() {
      await db.updateTable('task_worker').set({ restart_asked_at: null }).where('id', '=', who.id).execute()
      await next()
    },
    async stop(isReplaced) {
      isOver = true
      clearInterval(timer)
      await latest
      if (isReplaced) return
      await db.deleteFrom('task_worker').where('id', '=', who.id).execute()
    },
  }
}

/** Deletes the row of the process this one replaces; the parent process saw it end. */
async function takeOffDead({ deps, log, ownProcess }: Line, { id, host }: { id: string; host: string }): Promise<void> {
  const pid = ownProcess?.inPlaceOf ?? null
  if (pid === null) return
  const dead = deps.db.deleteFrom('task_worker').where('host', '=', host).where('pid', '=', pid).where('id', '<>', id)
  await dead.execute().catch((error: unknown) => logFailure(log, error, 'could not delete the row of a dead worker'))
}

const made = { workers: 0 }

/** A process has one worker, except in tests. */
function nextName(): string {
  made.workers += 1
  const more = made.workers > 1 ? `.${made.workers}` : ''
  return `worker-${process.pid}${more}@${hostname()}`
}
