import type { KyInstance } from 'ky'
import type { z } from 'zod'
import { type Result, toResult } from '#app/session/api-result.ts'
import { problem } from '#contract/problem.ts'
import {
  downloadLifetimeMs,
  itemResultsLifetimeMs,
  taskDelayMs,
  taskPollingMs,
  type TaskProgress,
  taskProgressSchema,
  type TaskStart,
  taskStartSchema,
} from '#contract/tasks/background-task.ts'
import { type BackgroundTask, isFinished } from './background-task.ts'
import {
  applyPoll,
  applyStart,
  applyTimeout,
  buildRetryRequest,
  describeTaskNotification,
  formatFailure,
  markFailed,
  newTask,
  type SavedTask,
  type TaskRequest,
  toTaskRequest,
} from './task-steps.ts'
import type { TaskStorage } from './task-storage.ts'

/** The background tasks of one user on this device. */
export interface BackgroundTasks {
  /** Newest first. Returns the same array until something changes. */
  getTasks(): readonly BackgroundTask[]
  subscribe(listener: () => void): () => void
  start(request: TaskRequest): void
  /**
   * Removes a task from the list, cancels it if it still runs, and lets the server forget its file.
   */
  remove(id: string): void
  /** Removes all finished tasks. */
  removeFinished(): void
  /**
   * Whether the request of a failed task is known: in the tab that made it, and after a reload if
   * it holds no names.
   */
  canRetry(id: string): boolean
  retry(id: string): void
  /** Starts a new task for the failed items of this one. */
  retryFailed(id: string): void
  /** Fetches the file of a completed task again. */
  fetchFile(id: string): Promise<void>
  /** Resumes running tasks and follows other tabs; returns the stop function. */
  open(): () => void
}

/** `message` is shown unchanged. */
export interface TaskNotification {
  kind: 'started' | 'completed' | 'failed'
  message: string
}

export interface TaskContext {
  storage: TaskStorage
  calls: TaskCalls
  locks: Pick<LockManager, 'request'>
  /**
   * Resolves as soon as there is a connection and a signed-in user, at once if there already are.
   * Rejects when `signal` aborts.
   */
  whenOnline(signal: AbortSignal): Promise<void>
  /**
   * Resolves when this device's earlier edits have reached the server, so that the task includes
   * them, or when they have had their time to.
   */
  whenSent(signal: AbortSignal): Promise<void>
  wait(ms: number, signal: AbortSignal): Promise<void>
  now(): number
  newId(): string
  saveFile(name: string, content: Blob): void
  /** Called in one tab only: the one that follows the task. */
  notify(event: TaskNotification): void
  /** Polling errors are logged and not shown. */
  log(message: string): void
}

interface TaskTab {
  readonly context: TaskContext
  readonly listeners: Set<() => void>
  /** Requests by task id; lost when the tab closes. */
  readonly requests: Map<string, TaskRequest>
  readonly followed: Map<string, AbortController>
  tasks: readonly SavedTask[]
  isOpen: boolean
}

/**
 * One tab follows each task: the holder of its Web Lock polls it, saves its file and announces its
 * end. The tab that starts the task takes the lock; the others queue for it, and one of them
 * continues when that tab is closed or reloaded.
 */
export function createBackgroundTasks(context: TaskContext): BackgroundTasks {
  const { storage } = context
  const tab: TaskTab = {
    context,
    listeners: new Set(),
    requests: new Map(),
    followed: new Map(),
    tasks: storage.read(),
    isOpen: false,
  }
  return {
    getTasks: () => tab.tasks,
    subscribe(listener) {
      tab.listeners.add(listener)
      return () => tab.listeners.delete(listener)
    },
    start: (request) => start(tab, request),
    remove: (id) => remove(tab, id),
    removeFinished() {
      for (const task of tab.tasks.filter(isFinished)) remove(tab, task.id)
    },
    canRetry: (id) => findRequest(tab, id) !== null,
    retry: (id) => startAgain(tab, id, findRequest(tab, id)),
    retryFailed(id) {
      const task = tab.tasks.find((candidate) => candidate.id === id)
      startAgain(tab, id, task ? buildRetryRequest(task) : null)
    },
    async fetchFile(id) {
      const task = tab.tasks.find((candidate) => candidate.id === id)
      const { signal } = new AbortController()
      if (task) await fetchFile(context, { task, signal, onChange: () => refresh(tab) })
    },
    open: () => open(tab),
  }
}

function open(tab: TaskTab): () => void {
  const { storage, now } = tab.context
  tab.isOpen = true
  for (const task of storage.read()) {
    // The server deletes the result after this time, so the task is dropped too.
    const lifetimeMs = task.itemCollection === null ? downloadLifetimeMs : itemResultsLifetimeMs
    if (isFinished(task) && now() - task.startedAt > lifetimeMs) storage.remove(task.id)
  }
  const stopListening = storage.subscribe(() => refresh(tab))
  refresh(tab)
  return () => {
    tab.isOpen = false
    stopListening()
    for (const controller of tab.followed.values()) controller.abort()
    tab.followed.clear()
  }
}

function start(tab: TaskTab, request: TaskRequest): void {
  const { storage, newId, now } = tab.context
  const task = newTask(request, { id: newId(), now: now() })
  tab.requests.set(task.id, request)
  // Request the lock before other tabs see the task, because only this tab knows its request.
  follow(tab, task.id)
  storage.add(task)
  refresh(tab)
}

function findRequest(tab: TaskTab, id: string): TaskRequest | null {
  const task = tab.tasks.find((candidate) => candidate.id === id)
  return tab.requests.get(id) ?? (task ? toTaskRequest(task) : null)
}

/** Replaces a finished task with a new one. */
function startAgain(tab: TaskTab, id: string, request: TaskRequest | null): void {
  if (request === null) return
  remove(tab, id)
  start(tab, request)
}

function remove(tab: TaskTab, id: string): void {
  const task = tab.tasks.find((candidate) => candidate.id === id)
  if (!task) return
  tab.context.storage.remove(id)
  tab.requests.delete(id)
  void tab.context.calls.cancel(task)
  refresh(tab)
}

function refresh(tab: TaskTab): void {
  tab.tasks = tab.context.storage.read()
  for (const [id, controller] of tab.followed) if (!tab.tasks.some((task) => task.id === id)) controller.abort()
  for (const task of tab.tasks) if (tab.isOpen && needsFollowing(task)) follow(tab, task.id)
  for (const listener of tab.listeners) listener()
}

function follow(tab: TaskTab, id: string): void {
  const { context, followed } = tab
  if (followed.has(id)) return
  const controller = new AbortController()
  followed.set(id, controller)
  const { signal } = controller
  const run = () => followTask(context, { id, request: tab.requests.get(id), signal, onChange: () => refresh(tab) })
  context.locks
    .request(`download-task-${id}`, { signal }, run)
    .catch((error: unknown) => !signal.aborted && context.log(`following ${id} ended: ${String(error)}`))
    .finally(() => followed.get(id) === controller && followed.delete(id))
}

/**
 * Also follow a completed task whose file was never fetched: its tab closed before the download
 * began.
 */
function needsFollowing(task: BackgroundTask): boolean {
  return !isFinished(task) || (task.status === 'completed' && task.downloadUrl !== null && !task.isFileRequested)
}

interface FollowOptions {
  id: string
  request: TaskRequest | undefined
  signal: AbortSignal
  onChange: () => void
}

async function followTask(context: TaskContext, { id, request, signal, onChange }: FollowOptions): Promise<void> {
  const currentTask = () => context.storage.read().find((candidate) => candidate.id === id)
  for (let task = currentTask(); task && !isFinished(task); task = currentTask()) {
    await context.whenOnline(signal)
    const next = applyTimeout(await pollTask(context, task, { request, signal }), context.now())
    if (next === task) context.log(`no answer about ${id}`)
    if (!context.storage.replace(next)) return
    onChange()
    notifyStep(context, task, next)
    if (!isFinished(next)) await context.wait(taskPollingMs, signal)
  }
  const task = currentTask()
  if (!task || !needsFollowing(task)) return
  await context.wait(taskDelayMs, signal)
  await context.whenOnline(signal)
  await fetchFile(context, { task, signal, onChange })
}

function notifyStep({ notify }: TaskContext, before: SavedTask, after: SavedTask): void {
  if (after.status === 'failed') return notify({ kind: 'failed', message: after.message })
  if (before.status === 'pending' && after !== before)
    notify({ kind: 'started', message: describeTaskNotification(after, 'started') })
  // A task with a file is announced when the file has arrived.
  if (after.status === 'completed' && after.downloadUrl === null)
    notify({ kind: 'completed', message: describeTaskNotification(after, 'done') })
}

/**
 * Sends the start if the request is known. Otherwise polls by the task's id, which the start
 * carried as its idempotency key.
 */
async function pollTask(
  { calls, now, whenSent }: TaskContext,
  task: SavedTask,
  { request, signal }: Pick<FollowOptions, 'request' | 'signal'>,
): Promise<SavedTask> {
  const body = request?.body ?? task.body
  if (task.taskId !== null || !body) return applyPoll(task, await calls.poll(task))
  await whenSent(signal)
  const next = applyStart(task, await calls.start(task, body))
  // The task may have waited for a network, so its 30 minutes begin when the server accepts it.
  return next === task ? task : { ...next, startedAt: now() }
}

async function fetchFile(
  context: TaskContext,
  { task, signal, onChange }: { task: SavedTask; signal: AbortSignal; onChange: () => void },
): Promise<void> {
  const { storage, calls } = context
  if (task.downloadUrl === null) return
  const result = await calls.file(task.downloadUrl, signal)
  if (signal.aborted) return
  if (result.ok) {
    context.saveFile(task.filename ?? task.label, result.value)
    storage.replace({ ...task, isFileRequested: true })
    context.notify({ kind: 'completed', message: describeTaskNotification(task, 'done') })
  } else {
    // A failed fetch is not retried automatically; 파일 받기 stays available.
    const isGone = result.problem.code === 'not_found'
    storage.replace({ ...(isGone ? markFailed(task, result.problem.message) : task), isFileRequested: true })
    context.notify({ kind: 'failed', message: formatFailure(result.problem.message) })
  }
  onChange()
}

interface TaskCalls {
  start(task: SavedTask, body: Readonly<Record<string, unknown>>): Promise<Result<TaskStart>>
  poll(task: SavedTask): Promise<Result<TaskProgress>>
  /** Best effort: an unreachable server removes the task automatically after a day. */
  cancel(task: SavedTask): Promise<void>
  file(url: string, signal: AbortSignal): Promise<Result<Blob>>
}

export function createTaskCalls(api: KyInstance): TaskCalls {
  return {
    // The idempotency key lets the server recognize a start that is sent again after a lost
    // response.
    start: (task, body) =>
      callAndParse(
        api.post(task.path, { json: body, headers: { 'idempotency-key': task.id } }).json(),
        taskStartSchema,
      ),
    poll: (task) =>
      callAndParse(
        api.get(task.path, { searchParams: { task_id: task.taskId ?? task.id } }).json(),
        taskProgressSchema,
      ),
    async cancel(task) {
      await toResult(api.delete(task.path, { json: { task_id: task.taskId ?? task.id } }).json())
    },
    file: (url, signal) => toResult(api.get(url, { signal, timeout: maxFetchMs }).blob()),
  }
}

const maxFetchMs = 600_000

/**
 * A 2xx response that doesn't match the schema (such as a proxy's page) counts as a failure of the
 * task.
 */
async function callAndParse<Schema extends z.ZodType>(
  call: Promise<unknown>,
  schema: Schema,
): Promise<Result<z.output<Schema>>> {
  const result = await toResult(call)
  if (!result.ok) return result
  const value = schema.safeParse(result.value)
  if (value.success) return { ok: true, value: value.data }
  const refusal = problem('refused', { message: '서버 응답이 올바르지 않습니다.' })
  return { ok: false, isUnreachable: false, problem: refusal }
}
