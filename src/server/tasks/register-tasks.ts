import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { itemsPerBatch, secondsPerItem, type TaskProgress } from '#contract/tasks/background-task.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { exportTermsShape } from '#contract/trail/export-reason.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { TaskItem, TaskRow } from '#server/schema/tables/task.ts'
import type { DownloadKind, ItemKind, TaskRegistrar } from './task-kind.ts'
import { registerTaskRoutes, type TaskContext, type TaskFile } from './task-routes.ts'

/** Start, poll and cancel routes of one kind of bulk work, and its file route if it has one. */
export function registerItemTask(app: App, { deps, queue }: TaskContext, kind: ItemKind): void {
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
      describeStart: (taskInput) => buildStartResponse(new Set(kind.itemIds(taskInput)).size),
      file: getTaskFile(kind),
      policy: (request) => kind.policy(request),
      async storeRows(trx, task) {
        await insertItems(trx, task.id, kind.itemIds(task.input))
        await kind.onStart?.(trx, task.id)
      },
      // The ids are stored with the task; thousands of them would stay in the trail.
      detail: (taskInput) => ({
        items: kind.itemIds(taskInput).length,
        ...(kind.finish && { reason: readReason(taskInput) }),
      }),
      readFileDetail: async (task) => ({ items: (await countItems(deps.db, task.id)).done }),
      readProgress: (task, isFileThere) => readProgress(deps, kind, { task, isFileThere }),
    },
  )
}

/** Null: no reason was asked for, or the document itself is the purpose. */
function readReason(input: unknown): string | null {
  return z.object({ reason: exportTermsShape.reason }).safeParse(input).data?.reason ?? null
}

function buildStartResponse(totalCount: number) {
  const totalBatches = Math.ceil(totalCount / itemsPerBatch)
  return {
    estimated_time: totalCount * secondsPerItem,
    processing_info: { total_count: totalCount, total_batches: totalBatches, batch_size: itemsPerBatch },
  }
}

function getTaskFile(kind: ItemKind): TaskFile | undefined {
  const { finish, mediaType, fileNames } = kind
  if (!finish) return undefined
  if (mediaType === undefined || !fileNames) throw new Error(`the file of ${kind.name} has no type or no name`)
  return { mediaType, isFetchedOnce: false, fileNames }
}

async function insertItems(trx: Kysely<Tables>, taskId: string, ids: readonly string[]): Promise<void> {
  const once = [...new Set(ids)]
  await sql`
    insert into task_item (task_id, item_id, seq, batch)
    select ${taskId}::uuid, id, n, (n - 1) / ${itemsPerBatch}::int from unnest(${once}::uuid[]) with ordinality as items (id, n)
  `.execute(trx)
}

/** Notes per response: failed items first, then items with a remark. */
const maxNotes = 200

async function readProgress(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  kind: ItemKind,
  { task, isFileThere }: { task: TaskRow; isFileThere: boolean },
): Promise<TaskProgress> {
  const { total, done, failed } = await countItems(db, task.id)
  const notes = await db
    .selectFrom('task_item')
    .select(['item_id', 'state', 'words'])
    .where('task_id', '=', task.id)
    .where('words', 'is not', null)
    .orderBy((eb) => eb('state', '=', 'failed'), 'desc')
    .orderBy('seq')
    .limit(maxNotes)
    .execute()
  const messages = { working: '처리하고 있습니다.', done: doneMessage(total, failed) }
  const { path, fileNames } = kind
  const shownKind = { path, batchSize: itemsPerBatch, messages, ...(kind.finish && fileNames && { fileNames }) }
  return {
    ...toTaskProgress(task, { kind: shownKind, isFileThere, now: now(), progress: { done: done + failed, total } }),
    failed_count: failed,
    failed_items: notes.filter(({ state }) => state === 'failed').map(toNote),
    item_notes: notes.filter(({ state }) => state === 'done').map(toNote),
  }
}

async function countItems(db: Database, taskId: string): Promise<{ total: number; done: number; failed: number }> {
  const { rows } = await sql<{ total: number; done: number; failed: number }>`
    select count(*) as total, count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed
    from task_item where task_id = ${taskId}`.execute(db)
  return rows[0] ?? { total: 0, done: 0, failed: 0 }
}

function toNote({ item_id, words }: Pick<TaskItem, 'item_id' | 'words'>) {
  return { id: item_id, message: words ?? '' }
}

function doneMessage(total: number, failed: number): string {
  const count = (number: number) => `${formatNumber(number)}건`
  if (failed === 0) return `${count(total)}을 처리했습니다.`
  return `${count(total - failed)}을 처리했고, ${count(failed)}은 처리하지 못했습니다.`
}

/** The properties of a kind of task that responses include. */
interface PolledKind {
  readonly path: string
  /** Items per batch in `batch_info`. */
  readonly batchSize: number
  /** Absent: the task has no file. */
  fileNames?(requestedAt: Date, input: unknown): { korean: string }
  readonly messages?: { readonly working: string; readonly done: string }
}

interface ProgressContext {
  kind: PolledKind
  isFileThere: boolean
  now: Date
  /** Null: not known yet. */
  progress: { done: number; total: number } | null
}

/**
 * The response to a poll. A finished task whose file is gone counts as failed, so that nobody waits
 * for it.
 */
function toTaskProgress(task: TaskRow, context: ProgressContext): TaskProgress {
  const { kind, isFileThere } = context
  const progressValues = progressFields(task, context)
  const messages = kind.messages ?? { working: '파일을 만들고 있습니다.', done: '파일이 준비되었습니다.' }
  switch (task.status) {
    case 'pending':
      return { success: true, status: 'pending', message: '차례를 기다리고 있습니다.', progress: 0 }
    case 'processing':
      return { success: true, status: 'processing', message: messages.working, ...progressValues }
    case 'failed':
      return { success: false, ...(task.error !== null && { error: task.error }) }
    case 'completed':
      if (kind.fileNames && !isFileThere)
        return { success: false, error: '파일의 보관 기간이 지났습니다. 다시 내보내 주세요.' }
      return {
        success: true,
        status: 'completed',
        message: messages.done,
        ...progressValues,
        progress: 100,
        estimated_time: 0,
        ...(kind.fileNames && {
          download_url: `${kind.path}/file?task_id=${task.id}`,
          filename: kind.fileNames(new Date(task.requested_at), task.input).korean,
          file_size: task.file_size,
        }),
      }
  }
}

function progressFields(task: TaskRow, { kind, now, progress }: ProgressContext): Partial<TaskProgress> {
  const end = task.finished_at === null ? now : new Date(task.finished_at)
  const elapsed = task.started_at === null ? 0 : Math.max(0, end.getTime() - Date.parse(task.started_at)) / 1000
  const processingTime = Math.round(elapsed * 10) / 10
  if (progress === null) return { progress: 0, processing_time: processingTime }
  const { done, total } = progress
  const batches = Math.ceil(total / kind.batchSize)
  const batch = Math.ceil(done / kind.batchSize)
  return {
    progress: total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100)),
    processed_count: done,
    total_count: total,
    processing_time: processingTime,
    ...(done > 0 && { estimated_time: Math.round((elapsed / done) * (total - done)) }),
    batch_info: {
      batch_progress: batch,
      remaining_batches: Math.max(0, batches - batch),
      current_batch_size: kind.batchSize,
    },
  }
}

/** Registers the routes (start, poll, file, cancel) of one kind of generated file, and its job. */
function registerDownload(app: App, { deps, queue }: TaskContext, kind: DownloadKind): void {
  const { name, path, tag, collection, input, mediaType, isFetchedOnce = false } = kind
  queue.addDownloadKind(kind)
  registerTaskRoutes(
    app,
    { deps, queue },
    {
      name,
      path,
      tag,
      collection,
      input,
      startedMessage: '다운로드 작업을 시작했습니다.',
      file: { mediaType, isFetchedOnce, fileNames: (requestedAt, taskInput) => kind.fileNames(requestedAt, taskInput) },
      policy: (request) => kind.policy(request),
      check: async (taskInput) => await kind.check?.(taskInput),
      detail: (taskInput) => kind.detail?.(taskInput) ?? { ...(taskInput as object) },
      ...(kind.trail && { trail: kind.trail.bind(kind) }),
      readProgress: async (task, isFileThere) => {
        const { done, total } = task
        const progressContext = {
          kind,
          isFileThere,
          now: deps.now(),
          progress: total === null ? null : { done, total },
        }
        return toTaskProgress(task, progressContext)
      },
    },
  )
}

/** For a server: registers the routes of every kind, and its work with this process's queue. */
export function createTaskRegistrar(app: App, context: TaskContext): TaskRegistrar {
  return {
    addDownloadKind: (kind) => registerDownload(app, context, kind),
    addItemKind: (kind) => registerItemTask(app, context, kind),
  }
}
