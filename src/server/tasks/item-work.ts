import { collectionNames } from '#contract/books/collections.ts'
import { itemResultsLifetimeMs, taskTimeoutMs } from '#contract/tasks/background-task.ts'
import { stoppedDocumentText } from '#domain/retention/stopped-texts.ts'
import { classifyDatabaseError, isStatementRejected } from '#server/db/database-failure.ts'
import { findStopped } from '#server/db/stopped-records.ts'
import { UndecryptableFileError } from '#server/keys/encrypted-piece.ts'
import { logFailure } from '#server/logging/log.ts'
import type { TaskRow } from '#server/schema/tables/task.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import { claimTask, type FileContext, heartbeatMs, writeFile } from './file-work.ts'
import { type ItemContext, ItemError, type ItemKind, OvertakenError } from './task-kind.ts'
import {
  failTask,
  messageOfFailure,
  messageOfFullDisk,
  notifyRequester,
  type PartRun,
  type TaskOutcome,
  type TaskPart,
  type TaskWork,
  type WorkContext,
} from './task-work.ts'

/**
 * A task of many items: one part per batch, done in parallel and by several processes, then an end
 * part, which produces the file and completes the task.
 *
 *   batch 0 … n ──(no item is pending)──▶ end ──▶ completed
 */
export function createItemWork(context: FileContext & ItemsContext, kind: ItemKind): TaskWork {
  return {
    name: kind.name,
    lane: 'items',
    lifetimeMs: itemResultsLifetimeMs,
    listRemainingParts: (taskId) => listRemainingParts(context, taskId),
    work: async (run) =>
      run.part === endPart ? await endTask(context, kind, run) : await workBatch(context, kind, run),
  }
}

const endPart = 'end'

async function listRemainingParts({ deps }: FileContext, taskId: string): Promise<readonly TaskPart[]> {
  const rows = await deps.db
    .selectFrom('task_item')
    .select('batch')
    .distinct()
    .where('task_id', '=', taskId)
    .where('state', '=', 'pending')
    .orderBy('batch')
    .execute()
  return rows.length === 0
    ? [{ name: endPart }]
    : rows.map(({ batch }) => ({ name: String(batch), priority: batch + 1 }))
}

async function endTask(context: FileContext, kind: ItemKind, { taskId, signal }: PartRun): Promise<TaskOutcome> {
  const task = await claimTask(context, taskId, { keepsStart: true })
  if (!task) return 'done'
  const log = context.log.child({ reqId: task.request_id })
  const items = await context.deps.db
    .selectFrom('task_item')
    .select(['item_id', 'state', 'words'])
    .where('task_id', '=', taskId)
    .orderBy('seq')
    .execute()
  const doneIds = items.filter(({ state }) => state === 'done').map(({ item_id }) => item_id)
  const [first] = items
  if (doneIds.length === 0 && first) {
    await failTask({ ...context, log }, { id: taskId, ...(first.words !== null && { message: first.words }) })
    return 'done'
  }
  const { finish } = kind
  if (!finish) return await complete(context, task)
  const { db, now } = context.deps
  // Processing of a record may have been stopped 처리정지 after its item was done.
  const collection = collectionNames.find((name) => name === kind.collection)
  const stopped = collection ? await findStopped(db, collection, doneIds) : new Set()
  const remaining = doneIds.filter((item) => !stopped.has(item))
  if (remaining.length === 0) {
    await failTask({ ...context, log }, { id: taskId, message: stoppedDocumentText })
    return 'done'
  }
  const input: unknown = kind.input.parse(task.input)
  const itemContext = { db, now, signal, taskId, userId: task.user_id, input }
  return await writeFile({ ...context, log }, { task, signal, write: () => finish(itemContext, remaining) })
}

async function complete({ deps }: FileContext, { id, attempt, user_id }: TaskRow): Promise<TaskOutcome> {
  await deps.db
    .updateTable('download_task')
    .set({ status: 'completed', finished_at: deps.now().toISOString() })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()
  await notifyRequester(deps.db, user_id)
  return 'done'
}

/**
 * Consecutive failures after which the source counts as unavailable and the rest of the batch is
 * left for later. Higher on the last try, because its result is final.
 */
const maxFailures = 3
const maxFinalFailures = 10
const messageOfTimeout = '처리 시간이 30분을 넘어 중단되었습니다. 작업을 다시 시도해 주세요.'

/**
 * Works on the pending items of one batch. Each is done at most once, even if a process ends in
 * between.
 */
async function workBatch(context: ItemsContext, kind: ItemKind, run: PartRun): Promise<TaskOutcome> {
  const { deps } = context
  const task = await startBatch(context, run.taskId)
  if (!task) return 'done'
  const log = context.log.child({ reqId: task.request_id })
  const watch = watchTask({ ...context, log }, { task, signal: run.signal })
  const input: unknown = kind.input.parse(task.input)
  const itemContext = { db: deps.db, now: deps.now, signal: watch.signal, taskId: task.id, userId: task.user_id, input }
  const batch: ItemBatch = {
    log,
    deps,
    kind,
    itemContext,
    run,
    limit: context.limit,
    pendingIds: await readPending(context, run),
  }
  try {
    const isFinished = await workItems(batch)
    if (watch.cancelled.aborted) return 'done'
    if (watch.late.aborted) {
      await failTask(batch, { id: task.id, error: new Error('timed out'), message: messageOfTimeout })
      return 'done'
    }
    if (run.signal.aborted || !isFinished) return 'again'
    return (await hasPending(context, task.id)) ? 'done' : 'more'
  } catch (error) {
    if (classifyDatabaseError(error) === undefined) throw error
    // Without the database the outcome cannot be stored, but finished items are.
    logFailure(log, error, 'could not work on a batch of a task')
    return 'again'
  } finally {
    watch.close()
  }
}

interface ItemsContext extends WorkContext {
  /** Turns of this process, shared by all its tasks. */
  readonly limit: ConcurrencyLimit
}

interface ItemBatch extends ItemsContext {
  readonly kind: ItemKind
  readonly itemContext: ItemContext<unknown>
  readonly run: PartRun
  readonly pendingIds: readonly string[]
}

async function startBatch({ deps }: WorkContext, id: string): Promise<TaskRow | undefined> {
  const now = deps.now().toISOString()
  return await deps.db
    .updateTable('download_task')
    .set((eb) => ({
      status: 'processing',
      beat_at: now,
      started_at: eb.fn.coalesce('started_at', eb.cast<string>(eb.val(now), 'timestamptz')),
    }))
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .returningAll()
    .executeTakeFirst()
}

/**
 * Reports every second that the task is alive, and detects that it was cancelled or takes too long.
 */
function watchTask({ deps, log }: WorkContext, { task, signal }: { task: TaskRow; signal: AbortSignal }) {
  const cancellation = new AbortController()
  const since = Date.parse(task.started_at ?? task.requested_at)
  const late = AbortSignal.timeout(Math.max(0, since + taskTimeoutMs - deps.now().getTime()))
  const beat = async () => {
    const { numUpdatedRows } = await deps.db
      .updateTable('download_task')
      .set({ beat_at: deps.now().toISOString() })
      .where('id', '=', task.id)
      .where('status', '=', 'processing')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) cancellation.abort()
    else await notifyRequester(deps.db, task.user_id)
  }
  const timer = setInterval(() => {
    beat().catch((error: unknown) => logFailure(log, error, 'could not report the progress of a task'))
  }, heartbeatMs)
  return {
    cancelled: cancellation.signal,
    late,
    signal: AbortSignal.any([signal, cancellation.signal, late]),
    close: () => clearInterval(timer),
  }
}

async function readPending({ deps }: WorkContext, { taskId, part }: PartRun): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('task_item')
    .select('item_id')
    .where('task_id', '=', taskId)
    .where('batch', '=', Number(part))
    .where('state', '=', 'pending')
    .orderBy('seq')
    .execute()
  return rows.map(({ item_id }) => item_id)
}

async function hasPending({ deps }: WorkContext, taskId: string): Promise<boolean> {
  const row = await deps.db
    .selectFrom('task_item')
    .select('item_id')
    .where('task_id', '=', taskId)
    .where('state', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** False when items are left for another try. */
async function workItems(batch: ItemBatch): Promise<boolean> {
  const { itemContext, run } = batch
  // Retries in random order, so that a few failing items do not block all others.
  const pendingIds = run.isFirstTry ? batch.pendingIds : shuffle(batch.pendingIds)
  const failureLimit = run.isLastTry ? maxFinalFailures : maxFailures
  let consecutiveFailures = 0
  let hasItemsLeft = false
  for (const [index, id] of pendingIds.entries()) {
    if (itemContext.signal.aborted) return false
    const failure = await workItem(batch, id)
    consecutiveFailures = failure === null ? 0 : consecutiveFailures + 1
    if (failure === null) continue
    if (run.isLastTry)
      await failItems(batch, consecutiveFailures < failureLimit ? [id] : pendingIds.slice(index), failure)
    else hasItemsLeft = true
    if (consecutiveFailures >= failureLimit) break
  }
  return !hasItemsLeft
}

function shuffle(ids: readonly string[]): string[] {
  return ids
    .map((id) => ({ id, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ id }) => id)
}

/**
 * Returns the message of a transient failure. Null: the item is done, or has failed permanently and
 * that is recorded.
 */
async function workItem(batch: ItemBatch, id: string): Promise<string | null> {
  const { kind, itemContext, run, log } = batch
  try {
    const fetched = await kind.fetchSource?.(itemContext, id)
    await batch.limit.run(() => doItem(batch, id, fetched))
    return null
  } catch (error) {
    if (error instanceof OvertakenError || itemContext.signal.aborted) return null
    const failure = classifyDatabaseError(error)
    // Nothing can be recorded during an outage; a lock or a timeout concerns this item alone.
    if (failure === 'unavailable' && !isStatementRejected(error)) throw error
    if (failure !== undefined) return failure === 'full' ? messageOfFullDisk : messageOfFailure
    if (error instanceof ItemError && error.isTransient) return error.message
    const message =
      error instanceof ItemError
        ? error.message
        : error instanceof UndecryptableFileError
          ? error.problem.message
          : null
    if (message === null) log.error({ err: error, task: run.taskId, kind: kind.name, item: id }, 'item failed')
    await failItems(batch, [id], message ?? messageOfFailure)
    return null
  }
}

async function doItem({ deps, kind, itemContext, run }: ItemBatch, id: string, fetched: unknown): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const workResult = await kind.work({ ...itemContext, db: trx }, id, fetched)
    const { numUpdatedRows } = await trx
      .updateTable('task_item')
      .set({ state: 'done', words: workResult?.note ?? null })
      .where('task_id', '=', run.taskId)
      .where('item_id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new OvertakenError('done by another process, or cancelled')
  })
}

async function failItems({ deps, run }: ItemBatch, ids: readonly string[], message: string): Promise<void> {
  await deps.db
    .updateTable('task_item')
    .set({ state: 'failed', words: message })
    .where('task_id', '=', run.taskId)
    .where('item_id', 'in', [...ids])
    .where('state', '=', 'pending')
    .execute()
}
