import { logFailure } from '../plugins/trouble-log.ts'
import type { Line, Running } from './line-state.ts'
import type { Job } from './open-bullmq.ts'
import type { Outcome } from './task-work.ts'

/** One job, as BullMQ hands it to a worker. Throws what tells BullMQ to deliver it again. */
export async function workOff(line: Line, job: Job, token: string): Promise<void> {
  const { DelayedError, WaitingError } = await import('bullmq')
  const work = line.kinds.get(job.name)
  if (!work) {
    // Of a newer program, during an update: its own process will be there in a moment.
    await job.moveToDelayed(Date.now() + strangeMs, token)
    throw new DelayedError()
  }
  const abort = new AbortController()
  const { shift } = line
  // Stopped between being delivered and being begun: nobody would hear of it any more.
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
  if (!shift.signal.aborted) throw new Error('to be tried again')
  // No try was lost, and another process goes on at once.
  await job.moveToWait(token)
  throw new WaitingError()
}

/** For the monitor: who has taken the task on. */
async function noteWorker({ deps, log, beat }: Line, task: string): Promise<void> {
  await deps.db
    .updateTable('task_run')
    .set({ worker: beat?.name ?? null })
    .where('id', '=', task)
    .execute()
    .catch((error: unknown) => logFailure(log, error, 'could not say who works on a task'))
}

const strangeMs = 5000
