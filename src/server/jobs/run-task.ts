import { logFailure } from '../logging/trouble-log.ts'
import type { QueueState, Running } from './queue-state.ts'
import type { Job } from './open-bullmq.ts'
import type { Outcome } from './task-work.ts'

/** Runs one job for a BullMQ worker. Throws errors that make BullMQ deliver it again. */
export async function runTask(state: QueueState, job: Job, token: string): Promise<void> {
  const { DelayedError, WaitingError } = await import('bullmq')
  const work = state.kinds.get(job.name)
  if (!work) {
    // A job of a newer version, during an update: a process of that version will start in a moment.
    await job.moveToDelayed(Date.now() + unknownKindDelayMs, token)
    throw new DelayedError()
  }
  const abort = new AbortController()
  const { shift } = state
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
  state.running.set(id, running)
  void recordWorker(state, task)
  let outcome: Outcome
  try {
    outcome = await ended
    state.counts.done += outcome === 'again' ? 0 : 1
  } catch (error) {
    state.counts.failed += 1
    throw error
  } finally {
    state.running.delete(id)
  }
  if (outcome === 'more') await state.deliver(task, job.name)
  if (outcome !== 'again') return
  if (!shift.signal.aborted) throw new Error('retry requested')
  // No try is lost, and another process continues at once.
  await job.moveToWait(token)
  throw new WaitingError()
}

/** Records for the monitor which worker runs the task. */
async function recordWorker({ deps, log, beat }: QueueState, task: string): Promise<void> {
  await deps.db
    .updateTable('task_run')
    .set({ worker: beat?.name ?? null })
    .where('id', '=', task)
    .execute()
    .catch((error: unknown) => logFailure(log, error, 'could not record which worker runs a task'))
}

const unknownKindDelayMs = 5000
