import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import { logFailure } from '../plugins/trouble-log.ts'
import type { Line } from './line-state.ts'

export const workerBeatMs = 5000

const packageFile = new URL('../../../package.json', import.meta.url)
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8')))

/** Says in `task_worker` that this process lives and what it is at. Answers how to stop: then its row goes. */
export function beatWorker({ deps, log, running, counts }: Line, places: number): () => Promise<void> {
  const { db, now, newId } = deps
  const start = now().toISOString()
  const who = { id: newId(), host: hostname(), pid: process.pid, version, started_at: start, places }
  let isOver = false
  const beat = async () => {
    if (isOver) return
    const doing = [...running].map(([job, { kind, since }]) => ({ job, kind, since }))
    const state = { seen_at: now().toISOString(), doing: JSON.stringify(doing), ...counts }
    await db
      .insertInto('task_worker')
      .values({ ...who, ...state })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
      .execute()
      .catch((error: unknown) => logFailure(log, error, 'could not say that this process lives'))
  }
  let latest = beat()
  const timer = setInterval(() => {
    latest = beat()
  }, workerBeatMs)
  timer.unref()
  return async () => {
    isOver = true
    clearInterval(timer)
    await latest
    await db.deleteFrom('task_worker').where('id', '=', who.id).execute()
  }
}
