import { logFailure } from '../plugins/trouble-log.ts'
import type { Line, Running } from './line-state.ts'
import type { Job } from './open-bullmq.ts'
import type { Outcome } from './task-work.ts'

/** Runs one job for a BullMQ worker. Throws errors that make BullMQ deliver it again. */
export async function workOff(line: Line, job: Job, token: string): Promise<void> {
  const { DelayedError, WaitingError } = await import('bullmq')
  const work = line.kinds.get(job.name)
  if (!work) {
    // A job of a newer version, during an update: a process of that version will start in a moment.
    await job.moveToDelayed(Date.now() + strangeMs, token)
    throw new DelayedError()
  }
  const abort = new AbortController()
  const { shift } = line
  // Stopped between delivery and start: the abort event has passed.
  if (shift.signal.aborted) abort.abort()
  const { task, part } = job.data
  const isFirstTry = job.attemptsMade === 0
  const isLastTry = job.attemptsMade + 1 >= (job.opts.attempts ?? 1)
  const ended = work.work({ task, part, isFirstTry, isLastTry, stop: abort.signal })
  const settled = ended.then(
    () => undefined,
    () => undefined,
  )
  const running: Running = { task, kind: job.name, since: new Date().toISOString(), abort, ended: settled }
  const id = job.id ?? ''
  line.running.set(id, running)
  void noteWorker(line, task)
  let outcome: Outcome
  try {
    outcome = await ended
    line.counts.done += outcome === 'again' ? 0 : 1
  } catch (error) {
    line.counts.failed += 1
    throw error
  } finally {
    line.running.delete(id)
  }
  if (outcome === 'more') await line.deliver(task, job.name)
  if (outcome !== 'again') return
  if (!shift.signal.aborted) throw new Error('retry requested')
  // No try is lost, and another process continues at once.
  await job.moveToWait(token)
  throw new WaitingError()
}

/** Records for the monitor which worker runs the task. */
async function noteWorker({ deps, log, beat }: Line, task: string): Promise<void> {
  await deps.db
    .updateTable('task_run')
    .set({ worker: beat?.name ?? null })
    .where('id', '=', task)
    .execute()
    .catch((error: unknown) => logFailure(log, error, 'could not record which worker runs a task'))
}

const strangeMs = 5000
