import type { DownloadTask } from '../schema/tables/download-task.ts'
import { itemResultsKeptMs } from '#contract/records/download-task.ts'
import { collectionNames } from '#contract/books/collections.ts'
import { stoppedPaperText } from '#domain/keeping/stopped-words.ts'
import { stoppedAmong } from '../db/stopped-records.ts'
import { claimTask, type FileContext, writeFile } from './download-work.ts'
import { failTask } from './fail-task.ts'
import type { ItemKind } from './item-kind.ts'
import type { Outcome, PartRun, TaskPart, TaskWork } from './task-work.ts'
import { notifyRequester } from './notify-requester.ts'
import { type ItemsContext, workBatch } from './work-batch.ts'

/**
 * A task of many items: one part per batch, done in parallel and by several processes, then an end
 * part, which produces the file and completes the task.
 *
 *   batch 0 … n ──(no item is pending)──▶ end ──▶ completed
 */
export function itemWork(context: FileContext & ItemsContext, kind: ItemKind): TaskWork {
  return {
    name: kind.name,
    lane: 'items',
    retentionMs: itemResultsKeptMs,
    partsLeft: (task) => partsLeft(context, task),
    work: async (run) => (run.part === end ? await endTask(context, kind, run) : await workBatch(context, kind, run)),
  }
}

const end = 'end'

async function partsLeft({ deps }: FileContext, task: string): Promise<readonly TaskPart[]> {
  const rows = await deps.db
    .selectFrom('task_item')
    .select('batch')
    .distinct()
    .where('task_id', '=', task)
    .where('state', '=', 'pending')
    .orderBy('batch')
    .execute()
  return rows.length === 0 ? [{ name: end }] : rows.map(({ batch }) => ({ name: String(batch), priority: batch + 1 }))
}

async function endTask(context: FileContext, kind: ItemKind, { task: id, stop }: PartRun): Promise<Outcome> {
  const task = await claimTask(context, id, { keepsStart: true })
  if (!task) return 'done'
  const log = context.log.child({ reqId: task.request_id })
  const items = await context.deps.db
    .selectFrom('task_item')
    .select(['item_id', 'state', 'words'])
    .where('task_id', '=', id)
    .orderBy('seq')
    .execute()
  const done = items.filter(({ state }) => state === 'done').map(({ item_id }) => item_id)
  const [first] = items
  if (done.length === 0 && first) {
    await failTask({ ...context, log }, { id, ...(first.words !== null && { message: first.words }) })
    return 'done'
  }
  const { finish } = kind
  if (!finish) return await complete(context, task)
  const { db, now } = context.deps
  // Processing of a record may have been stopped 처리정지 after its item was done.
  const book = collectionNames.find((name) => name === kind.collection)
  const stopped = book ? await stoppedAmong(db, book, done) : new Set()
  const remaining = done.filter((item) => !stopped.has(item))
  if (remaining.length === 0) {
    await failTask({ ...context, log }, { id, message: stoppedPaperText })
    return 'done'
  }
  const input: unknown = kind.input.parse(task.input)
  const itemContext = { db, now, signal: stop, task: id, userId: task.user_id, input }
  return await writeFile({ ...context, log }, { task, stop, write: () => finish(itemContext, remaining) })
}

async function complete({ deps }: FileContext, { id, attempt, user_id }: DownloadTask): Promise<Outcome> {
  await deps.db
    .updateTable('download_task')
    .set({ status: 'completed', finished_at: deps.now().toISOString() })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()
  await notifyRequester(deps.db, user_id)
  return 'done'
}
