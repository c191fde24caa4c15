import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { takeOutShape } from '#contract/trail/take-out.ts'
import { itemsPerBatch, secondsPerItem, type DownloadProgress } from '#contract/records/download-task.ts'
import type { Database } from '../db/client.ts'
import type { App, Deps } from '../deps.ts'
import type { DownloadTask } from '../schema/tables/download-task.ts'
import type { TaskItem } from '../schema/tables/task-item.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { downloadAnswer } from './download-answer.ts'
import type { ItemKind } from './item-kind.ts'
import { registerTaskRoutes, type TaskFile, type TaskContext } from './task-routes.ts'

/** Start, poll and cancel routes of one kind of bulk work, and its file route if it has one. */
export function registerItemTask<Input extends z.ZodType>(app: App, context: TaskContext, kind: ItemKind<Input>): void {
  registerAny(app, context, kind)
}

function registerAny(app: App, { deps, queue }: TaskContext, kind: ItemKind): void {
  const { name, path, tag, collection, input } = kind
  queue.addItemKind(kind)
  registerTaskRoutes(
    app,
    { deps, queue },
    {
      name,
      path,
      tag,
      collection,
      input,
      startedMessage: '작업을 시작했습니다.',
      started: (taskInput) => startOf(new Set(kind.itemIds(taskInput)).size),
      file: fileOf(kind),
      policy: (request) => kind.policy(request),
      async keep(tx, task) {
        await insertItems(tx, task.id, kind.itemIds(task.input))
        await kind.onStart?.(tx, task.id)
      },
      // The ids are stored with the task; thousands of them would stay in the audit trail.
      detail: (taskInput) => ({
        items: kind.itemIds(taskInput).length,
        ...(kind.finish && { reason: reasonIn(taskInput) }),
      }),
      accepted: async (task) => ({ items: (await countsOf(deps.db, task.id)).done }),
      answer: (task, isFileThere) => answer(deps, kind, { task, isFileThere }),
    },
  )
}

/** Null: no reason was asked for, or the document itself is the purpose. */
function reasonIn(input: unknown): string | null {
  return z.object({ reason: takeOutShape.reason }).safeParse(input).data?.reason ?? null
}

function startOf(total_count: number) {
  const total_batches = Math.ceil(total_count / itemsPerBatch)
  return {
    estimated_time: total_count * secondsPerItem,
    processing_info: { total_count, total_batches, batch_size: itemsPerBatch },
  }
}

function fileOf(kind: ItemKind): TaskFile | undefined {
  const { finish, mediaType, fileNames } = kind
  if (!finish) return undefined
  if (mediaType === undefined || !fileNames) throw new Error(`the file of ${kind.name} has no type or no name`)
  return { mediaType, isFetchedOnce: false, fileNames }
}

async function insertItems(tx: Kysely<Tables>, task: string, ids: readonly string[]): Promise<void> {
  const once = [...new Set(ids)]
  await sql`
    insert into task_item (task_id, item_id, seq, batch)
    select ${task}::uuid, id, n, (n - 1) / ${itemsPerBatch}::int from unnest(${once}::uuid[]) with ordinality as items (id, n)
  `.execute(tx)
}

/** Notes per answer: failed items first, then items with a remark. */
const maxNotes = 200

async function answer(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  kind: ItemKind,
  { task, isFileThere }: { task: DownloadTask; isFileThere: boolean },
): Promise<DownloadProgress> {
  const { total, done, failed } = await countsOf(db, task.id)
  const notes = await db
    .selectFrom('task_item')
    .select(['item_id', 'state', 'words'])
    .where('task_id', '=', task.id)
    .where('words', 'is not', null)
    .orderBy((eb) => eb('state', '=', 'failed'), 'desc')
    .orderBy('seq')
    .limit(maxNotes)
    .execute()
  const words = { working: '처리하고 있습니다.', done: doneWords(total, failed) }
  const { path, fileNames } = kind
  const shown = { path, batchSize: itemsPerBatch, words, ...(kind.finish && fileNames && { fileNames }) }
  return {
    ...downloadAnswer(task, { kind: shown, isFileThere, now: now(), progress: { done: done + failed, total } }),
    failed_count: failed,
    failed_items: notes.filter(({ state }) => state === 'failed').map(spoken),
    item_notes: notes.filter(({ state }) => state === 'done').map(spoken),
  }
}

async function countsOf(db: Database, task: string): Promise<{ total: number; done: number; failed: number }> {
  const { rows } = await sql<{ total: number; done: number; failed: number }>`
    select count(*) as total, count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed
    from task_item where task_id = ${task}`.execute(db)
  return rows[0] ?? { total: 0, done: 0, failed: 0 }
}

function spoken({ item_id, words }: Pick<TaskItem, 'item_id' | 'words'>) {
  return { id: item_id, message: words ?? '' }
}

function doneWords(total: number, failed: number): string {
  const count = (number: number) => `${number.toLocaleString('ko-KR')}건`
  if (failed === 0) return `${count(total)}을 처리했습니다.`
  return `${count(total - failed)}을 처리했고, ${count(failed)}은 처리하지 못했습니다.`
}
