import { downloadTimeoutMs, type DownloadProgress, type DownloadStart } from '#contract/download-task.ts'
import type { Answer } from '../session/answer-of.ts'
import type { DownloadTask } from './download-task.ts'

/*
 * How a task goes on (spec 1 §4):
 *
 *   pending ──task id──▶ progress ──completed──▶ completed ──1 s──▶ file download
 *      │                    │ ──unsuccessful, 30 min──▶ failed
 *      ├──no task id──▶ completed
 *      └──unsuccessful──▶ failed
 *
 * An answer that never came changes nothing: polling errors are only logged.
 */

export interface DownloadOrder {
  label: string
  /** Where start, poll and giving up go (contract/download-task.ts). */
  path: string
  /** What the file shall hold. HAZARD: may hold names that were searched, so it is never kept on the device. */
  body: Readonly<Record<string, unknown>>
  fileCount?: number
  /** Toasts: the server has taken it on; its file has arrived. */
  startedMessage: string
  doneMessage: string
}

/** What the device keeps of a task: what is shown, and where to ask about it. */
export interface KeptTask extends DownloadTask {
  readonly path: string
  readonly startedMessage: string
  readonly doneMessage: string
}

export function newTask(order: DownloadOrder, { id, now }: { id: string; now: number }): KeptTask {
  return {
    id,
    label: order.label,
    path: order.path,
    startedMessage: order.startedMessage,
    doneMessage: order.doneMessage,
    status: 'pending',
    progress: { current: 0, total: order.fileCount ?? 0, percentage: 0 },
    message: '작업을 요청하고 있습니다.',
    startedAt: now,
    fileCount: order.fileCount ?? null,
    batch: null,
    taskId: null,
    estimatedTime: null,
    downloadUrl: null,
    filename: null,
    fileSize: null,
    processedCount: null,
    processingTime: null,
    errorCode: null,
    isFileAsked: false,
  }
}

/** What the server said to the start. The same task: nobody answered. */
export function afterStart(task: KeptTask, answer: Answer<DownloadStart>): KeptTask {
  if (!answer.ok) return isUnanswered(answer) ? task : failed(task, answer.problem.message)
  const start = answer.value
  if (!start.success) return failed(task, start.error ?? start.message)
  const known = { message: start.message ?? task.message, estimatedTime: start.estimated_time ?? null }
  if (start.task_id) return { ...task, ...known, status: 'progress', taskId: start.task_id }
  return {
    ...task,
    ...known,
    status: 'completed',
    progress: { ...task.progress, percentage: 100 },
    downloadUrl: start.download_url ?? null,
    filename: start.filename ?? null,
  }
}

/** What the server said to a poll. The same task: nobody answered. */
export function afterPoll(task: KeptTask, answer: Answer<DownloadProgress>): KeptTask {
  if (!answer.ok) return isUnanswered(answer) ? task : failed(task, answer.problem.message)
  const poll = answer.value
  if (!poll.success) return failed(task, poll.error ?? poll.message)
  const facts = { ...task, ...factsOf(task, poll), taskId: task.taskId ?? task.id }
  if (poll.status !== 'completed') return { ...facts, status: 'progress' }
  return {
    ...facts,
    status: 'completed',
    progress: { ...facts.progress, percentage: 100 },
    downloadUrl: poll.download_url ?? null,
    estimatedTime: null,
  }
}

/** Asked after every try while the connection stands: time without a network does not count against a task that may be long done. */
export function afterTime(task: KeptTask, now: number): KeptTask {
  const isOver = task.status !== 'completed' && task.status !== 'failed' && now - task.startedAt >= downloadTimeoutMs
  return isOver ? { ...task, status: 'failed', errorCode: 'timeout', message: timeoutMessage } : task
}

export const timeoutMessage = '다운로드 시간이 초과되었습니다. 작업을 다시 시도해주세요.'

/** Spec 1 §8 "Download failure". */
export function failed(task: KeptTask, reason: string | null | undefined): KeptTask {
  return { ...task, status: 'failed', errorCode: 'failed', message: failureMessage(reason) }
}

export function failureMessage(reason: string | null | undefined): string {
  return `다운로드 실패: ${reason?.trim() ? reason : '처리 중 오류가 발생했습니다.'}`
}

/** Nothing is known about the task itself: no network, a lapsed session, a server that starts, is busy or has a fault. */
function isUnanswered(answer: Answer<unknown> & { ok: false }): boolean {
  const passing = ['signed_out', 'unavailable', 'internal', 'too_many_requests', 'client_outdated']
  return answer.isUnreachable || passing.includes(answer.problem.code)
}

function factsOf(task: KeptTask, poll: DownloadProgress): Partial<KeptTask> & Pick<KeptTask, 'progress'> {
  const total = poll.total_count ?? task.progress.total
  const batch = poll.batch_info
  return {
    message: poll.message ?? task.message,
    progress: {
      total,
      current: poll.processed_count ?? task.progress.current,
      percentage: poll.progress ?? task.progress.percentage,
    },
    processedCount: poll.processed_count ?? task.processedCount,
    estimatedTime: poll.estimated_time ?? null,
    processingTime: poll.processing_time ?? task.processingTime,
    filename: poll.filename ?? task.filename,
    fileSize: poll.file_size ?? task.fileSize,
    batch: batch
      ? {
          current: batch.batch_progress,
          total: batch.batch_progress + batch.remaining_batches,
          size: batch.current_batch_size,
        }
      : task.batch,
  }
}
