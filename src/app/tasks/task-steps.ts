import type { Result } from '#app/session/api-result.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { type TaskProgress, type TaskStart, taskTimeoutMs } from '#contract/tasks/background-task.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { exportReasons, type ExportTerms } from '#contract/trail/export-reason.ts'
import type { BackgroundTask } from './background-task.ts'

/*
 * States of a task:
 *
 *   pending ──task id──▶ progress ──completed──▶ completed ──1 s──▶ file download
 *      │                    └──unsuccessful, 30 min──▶ failed
 *      ├──no task id──▶ completed
 *      └──unsuccessful──▶ failed
 *
 * A missing response changes nothing; polling errors are only logged.
 */

export interface TaskRequest {
  label: string
  /** Endpoint for start, poll and cancel (tasks/background-task.ts). */
  path: string
  /** The request. HAZARD: may hold searched names, so it is not kept on the device. */
  body: TaskBody
  /**
   * The request holds only ids and fixed texts. It is kept until the task is done, so a reload can
   * still send or retry it.
   */
  canPersistBody?: true
  requestedCount?: number
  /**
   * Toasts for when the server has accepted the task, and for when its file has arrived or it is
   * done without one. `{n}`: number of items.
   */
  startedMessage: string
  doneMessage: string
  /**
   * Precedes the reason when the server does not accept the task, or when a task without a file
   * fails.
   */
  failedMessage?: string
  /** The task writes records; there is nothing to fetch at the end. */
  makesNoFile?: true
  itemCollection?: CollectionName
}

type TaskBody = Readonly<Record<string, unknown>>

/** A task as stored on the device: what the list shows, and where to poll for it. */
export interface SavedTask extends BackgroundTask {
  readonly startedMessage: string
  readonly doneMessage: string
  readonly failedMessage: string | null
  readonly makesNoFile: boolean
  /** Null when it holds names or is no longer needed. */
  readonly body: TaskBody | null
}

export function newTask(request: TaskRequest, { id, now }: { id: string; now: number }): SavedTask {
  return {
    id,
    label: request.label,
    path: request.path,
    startedMessage: request.startedMessage,
    doneMessage: request.doneMessage,
    failedMessage: request.failedMessage ?? null,
    makesNoFile: request.makesNoFile ?? false,
    body: request.canPersistBody ? request.body : null,
    status: 'pending',
    progress: { current: 0, total: request.requestedCount ?? 0, percentage: 0 },
    message: '작업을 요청하고 있습니다.',
    startedAt: now,
    requestedCount: request.requestedCount ?? null,
    batch: null,
    taskId: null,
    remainingSeconds: null,
    downloadUrl: null,
    filename: null,
    fileSize: null,
    processedCount: null,
    processingSeconds: null,
    errorCode: null,
    failedItems: [],
    failedCount: 0,
    itemNotes: [],
    itemCollection: request.itemCollection ?? null,
    isFileRequested: false,
  }
}

/** Applies the response to the start. Returns the same object when the outcome is unknown. */
export function applyStart(task: SavedTask, result: Result<TaskStart>): SavedTask {
  if (!result.ok) return isUnreachableResult(result) ? task : markRefused(task, result.problem.message)
  const start = result.value
  if (!start.success) return markRefused(task, start.error ?? start.message)
  const startFields = { message: start.message ?? task.message, remainingSeconds: start.estimated_time ?? null }
  if (start.task_id) return { ...task, ...startFields, status: 'progress', taskId: start.task_id }
  return {
    ...task,
    ...startFields,
    status: 'completed',
    progress: { ...task.progress, percentage: 100 },
    downloadUrl: start.download_url ?? null,
    filename: start.filename ?? null,
  }
}

/** Applies the response to a poll. Returns the same object when the outcome is unknown. */
export function applyPoll(task: SavedTask, result: Result<TaskProgress>): SavedTask {
  if (!result.ok) return isUnreachableResult(result) ? task : markFailed(task, result.problem.message)
  const poll = result.value
  if (!poll.success) return markFailed(task, poll.error ?? poll.message)
  const updatedTask = { ...task, ...progressFields(task, poll), taskId: task.taskId ?? task.id }
  if (poll.status !== 'completed') return { ...updatedTask, status: 'progress' }
  return {
    ...updatedTask,
    status: 'completed',
    progress: { ...updatedTask.progress, percentage: 100 },
    body: updatedTask.failedItems.length > 0 ? task.body : null,
    downloadUrl: poll.download_url ?? null,
    remainingSeconds: null,
  }
}

/**
 * Applies the timeout after each try with a connection. Time without a network counts neither
 * against a task that may be done already nor against one that isn't accepted yet.
 */
export function applyTimeout(task: SavedTask, now: number): SavedTask {
  const isTimedOut = task.status === 'progress' && now - task.startedAt >= taskTimeoutMs
  return isTimedOut ? { ...task, status: 'failed', errorCode: 'timeout', message: timeoutMessage } : task
}

const timeoutMessage = '다운로드 시간이 초과되었습니다. 작업을 다시 시도해주세요.'

/** Toast text: the server has accepted the task, or it is done. */
export function describeTaskNotification(task: SavedTask, stage: 'started' | 'done'): string {
  const count = stage === 'done' ? doneCount(task) : (task.requestedCount ?? task.progress.total)
  const messageText = (stage === 'done' ? task.doneMessage : task.startedMessage).replace('{n}', formatNumber(count))
  const { failedCount } = task
  if (stage === 'started' || failedCount === 0) return messageText
  return `${messageText} 실패한 ${formatNumber(failedCount)}건은 다운로드 작업에서 확인해 주세요.`
}

function doneCount({ processedCount, requestedCount, failedCount }: SavedTask): number {
  return Math.max(0, (processedCount ?? requestedCount ?? 0) - failedCount)
}

/** The same request for the failed items only; null when they can't be requested separately. */
export function buildRetryRequest(task: SavedTask): TaskRequest | null {
  const failedIds = new Set<unknown>(task.failedItems.map(({ id }) => id))
  const request = toTaskRequest(task)
  if (failedIds.size === 0 || request === null) return null
  const body = Object.entries(request.body).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.filter((id) => failedIds.has(id)) : value,
  ])
  return { ...request, body: Object.fromEntries(body), requestedCount: failedIds.size }
}

/** The request of a saved task; null when it isn't stored. */
export function toTaskRequest(task: SavedTask): TaskRequest | null {
  const { label, path, body, startedMessage, doneMessage, failedMessage, requestedCount, itemCollection, makesNoFile } =
    task
  if (body === null) return null
  return {
    label,
    path,
    body,
    startedMessage,
    doneMessage,
    canPersistBody: true,
    ...(failedMessage !== null && { failedMessage }),
    ...(requestedCount !== null && { requestedCount }),
    ...(itemCollection !== null && { itemCollection }),
    ...(makesNoFile && { makesNoFile }),
  }
}

/** The server doesn't accept the task. */
function markRefused(task: SavedTask, reason: string | null | undefined): SavedTask {
  const message =
    task.failedMessage === null ? formatFailure(reason) : [task.failedMessage, reason?.trim()].filter(Boolean).join(' ')
  return { ...task, status: 'failed', errorCode: 'failed', message }
}

export function markFailed(task: SavedTask, reason: string | null | undefined): SavedTask {
  if (task.makesNoFile && task.failedMessage !== null) return markRefused(task, reason)
  return { ...task, status: 'failed', errorCode: 'failed', message: formatFailure(reason) }
}

export function formatFailure(reason: string | null | undefined): string {
  return `다운로드 실패: ${reason?.trim() ? reason : '처리 중 오류가 발생했습니다.'}`
}

/**
 * The response says nothing about the task: no network, a lapsed session, or a server that is
 * starting, busy or failing.
 */
function isUnreachableResult(result: Result<unknown> & { ok: false }): boolean {
  const transientCodes = ['signed_out', 'unavailable', 'internal', 'too_many_requests', 'client_outdated']
  return result.isUnreachable || transientCodes.includes(result.problem.code)
}

function progressFields(
  task: SavedTask,
  poll: TaskProgress,
): Partial<SavedTask> & Pick<SavedTask, 'progress' | 'failedItems'> {
  const total = poll.total_count ?? task.progress.total
  const batch = poll.batch_info
  return {
    message: poll.message ?? task.message,
    progress: {
      total,
      current: poll.processed_count ?? task.progress.current,
      percentage: poll.progress ?? task.progress.percentage,
    },
    failedItems: poll.failed_items ?? task.failedItems,
    failedCount: poll.failed_count ?? poll.failed_items?.length ?? task.failedCount,
    itemNotes: poll.item_notes ?? task.itemNotes,
    processedCount: poll.processed_count ?? task.processedCount,
    remainingSeconds: poll.estimated_time ?? null,
    processingSeconds: poll.processing_time ?? task.processingSeconds,
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

/**
 * Free text may name someone, so a request that holds it isn't kept in local storage
 * (task-storage.ts).
 */
export function hasNoFreeText({ reason }: ExportTerms): boolean {
  return reason === null || exportReasons.some((exportReason) => exportReason === reason)
}
