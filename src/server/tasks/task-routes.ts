import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { problem } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import {
  taskCancelledSchema,
  type TaskProgress,
  taskProgressSchema,
  taskQuerySchema,
  type TaskStart,
  taskStartSchema,
} from '#contract/tasks/background-task.ts'
import type { App, Deps } from '#server/deps.ts'
import { buildAttachmentHeader } from '#server/documents/attachment.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { logFailure } from '#server/logging/log.ts'
import type { SignedInUser } from '#server/plugins/bearer.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { TaskRow } from '#server/schema/tables/task.ts'
import { withoutEmpty, writeTrail } from '#server/trail/write-trail.ts'
import { silentWorkerMs } from './queue-state.ts'
import type { DownloadKind } from './task-kind.ts'
import type { TaskQueue } from './task-queue.ts'

const noWorkerMessage =
  '작업을 처리할 워커가 없어 기다리고 있습니다. 워커가 시작되면 처리합니다. 오래 걸리면 최고관리자에게 알려 주세요.'

/**
 * The message for a task that no worker can start; undefined: a worker lives, or the task is too
 * recent (a restarting worker is back in a moment).
 */
async function findWaitingReason({ db, now }: Pick<Deps, 'db' | 'now'>, task: TaskRow): Promise<string | undefined> {
  const since = now().getTime() - silentWorkerMs
  if (task.status !== 'pending' || Date.parse(task.requested_at) > since) return undefined
  const alive = await db
    .selectFrom('task_worker')
    .select('id')
    .where('seen_at', '>', new Date(since).toISOString())
    .limit(1)
    .executeTakeFirst()
  return alive ? undefined : noWorkerMessage
}

/** Maximum unfinished tasks per person, to protect the disk. */
const maxOpenTasks = 5

/** A `DownloadKind` or an `ItemKind` as its routes need it. */
interface TaskRoutes {
  readonly name: string
  readonly path: string
  readonly tag: string
  readonly collection: string
  readonly input: z.ZodType
  readonly startedMessage: string
  /** What is known at the start. */
  describeStart?(input: unknown): Pick<TaskStart, 'estimated_time' | 'processing_info'>
  readonly file: TaskFile | undefined
  policy(request: FastifyRequest): SignedInUser
  check?(input: unknown): Promise<void>
  /** Stores further rows of a new task. */
  storeRows?(trx: Kysely<Tables>, task: { id: string; input: unknown }): Promise<void>
  /** Audit details of a start. */
  detail(input: unknown): object
  readFileDetail?(task: TaskRow): Promise<object>
  trail?: DownloadKind['trail']
  readProgress(task: TaskRow, isFileThere: boolean): Promise<TaskProgress>
}

export interface TaskFile {
  readonly mediaType: string
  readonly isFetchedOnce: boolean
  fileNames(requestedAt: Date, input: unknown): { ascii: string; korean: string }
}

/**
 * Start, poll, file and cancel routes of one kind of task. People see only their own tasks,
 * superusers included.
 */
export function registerTaskRoutes(app: App, context: TaskContext, kind: TaskRoutes): void {
  registerStart(app, context, kind)
  registerPoll(app, context, kind)
  if (kind.file) registerFile(app, context, { ...kind, file: kind.file })
}

export interface TaskContext {
  deps: Deps
  queue: TaskQueue
}

function registerStart(app: App, { deps, queue }: TaskContext, kind: TaskRoutes): void {
  app.route({
    method: 'POST',
    url: kind.path,
    schema: {
      tags: [kind.tag],
      headers: z.object({ 'idempotency-key': idSchema.optional() }),
      body: kind.input,
      response: { 200: taskStartSchema },
    },
    config: { rateLimit: { max: Math.ceil(deps.config.rateLimitPerMinute / 100), timeWindow: '1 minute' } },
    onRequest: async (request) => void kind.policy(request),
    handler: async (request) => {
      const user = kind.policy(request)
      const id = request.headers['idempotency-key'] ?? deps.newId()
      await kind.check?.(request.body)
      await insertTask(deps, kind, { id, user, input: request.body, request })
      queue.deliver({ id, kind: kind.name })
      return { success: true, task_id: id, message: kind.startedMessage, ...kind.describeStart?.(request.body) }
    },
  })
}

interface TaskRequest {
  id: string
  user: SignedInUser
  input: unknown
  request: Pick<FastifyRequest, 'id' | 'ip'>
}

/** A repeated start (its response was lost) yields the same task. */
async function insertTask(deps: Deps, kind: TaskRoutes, { id, user, input, request }: TaskRequest): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const existing = await trx.selectFrom('download_task').select('user_id').where('id', '=', id).executeTakeFirst()
    if (existing && existing.user_id !== user.id) throw new HttpProblem(problem('op_reused'))
    if (existing) return
    const { open } = await trx
      .selectFrom('download_task')
      .select((eb) => eb.fn.countAll<number>().as('open'))
      .where('user_id', '=', user.id)
      .where('status', 'in', ['pending', 'processing'])
      .executeTakeFirstOrThrow()
    if (open >= maxOpenTasks) throw new HttpProblem(tooManyOpenTasks)
    const row = {
      id,
      user_id: user.id,
      kind: kind.name,
      request_id: request.id,
      requested_at: deps.now().toISOString(),
    }
    const inserted = await trx
      .insertInto('download_task')
      .values({ ...row, input: JSON.stringify(input) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return
    await kind.storeRows?.(trx, { id, input })
    const detail = { ...withoutEmpty(kind.detail(input)), task: kind.name, task_id: id }
    const ipAddress = request.ip
    // Without a file nothing is exported: records will change.
    const act = kind.file ? 'export' : 'update'
    await writeTrail(trx, { user: publicUser(user), ipAddress, act, collection: kind.collection, detail })
    await kind.trail?.(trx, { by: { user: publicUser(user), ipAddress }, input })
  })
}

const tooManyOpenTasks = problem('too_many_requests', {
  message: `진행 중인 다운로드가 ${maxOpenTasks}개입니다. 끝난 뒤에 다시 시도해 주세요.`,
})

function registerPoll(app: App, { deps, queue }: TaskContext, kind: TaskRoutes): void {
  const tags = [kind.tag]
  const onRequest = async (request: Parameters<typeof kind.policy>[0]) => void kind.policy(request)
  app.route({
    method: 'GET',
    url: kind.path,
    schema: { tags, querystring: taskQuerySchema, response: { 200: taskProgressSchema } },
    onRequest,
    handler: async (request) => {
      const task = await requireOwnTask(deps, kind, { id: request.query.task_id, user: kind.policy(request) })
      const isFileThere = (await findFileSize(queue, task)) !== null
      const message = await findWaitingReason(deps, task)
      return { ...(await kind.readProgress(task, isFileThere)), ...(message !== undefined && { message }) }
    },
  })
  app.route({
    method: 'DELETE',
    url: kind.path,
    schema: { tags, body: taskQuerySchema, response: { 200: taskCancelledSchema } },
    onRequest,
    handler: async (request) => {
      const { id } = await requireOwnTask(deps, kind, { id: request.body.task_id, user: kind.policy(request) })
      await deps.db.deleteFrom('download_task').where('id', '=', id).execute()
      await queue.cancel(id)
      return { success: true as const }
    },
  })
}

function registerFile(app: App, { deps, queue }: TaskContext, kind: TaskRoutes & { file: TaskFile }): void {
  app.route({
    method: 'GET',
    url: `${kind.path}/file`,
    schema: { tags: [kind.tag], querystring: taskQuerySchema },
    onRequest: async (request) => void kind.policy(request),
    handler: async (request, reply): Promise<FastifyReply> => {
      const user = kind.policy(request)
      const task = await requireOwnTask(deps, kind, { id: request.query.task_id, user })
      const size = await findFileSize(queue, task)
      if (size === null) throw new HttpProblem(noSuchTask)
      const file = await queue.files.read(task, size)
      const accepted = await kind.readFileDetail?.(task)
      const detail = { ...accepted, task: kind.name, task_id: task.id, downloaded: true }
      await writeTrail(deps.db, {
        user: publicUser(user),
        ipAddress: request.ip,
        act: 'export',
        collection: kind.collection,
        detail,
      })
      if (kind.file.isFetchedOnce) reply.raw.once('finish', () => deleteDownloaded(queue, task, request.log))
      return await reply
        .type(kind.file.mediaType)
        .header('content-length', size)
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          buildAttachmentHeader(kind.file.fileNames(new Date(task.requested_at), task.input)),
        )
        .send(file)
    },
  })
}

/** Deletes a file after its last byte was sent; if that fails, the sweep does so a day later. */
function deleteDownloaded({ files }: TaskQueue, task: TaskRow, log: FastifyBaseLogger): void {
  files.remove(task).catch((error: unknown) => logFailure(log, error, 'could not delete a downloaded file'))
}

/** Size in bytes of a finished file that still exists; otherwise null. */
async function findFileSize({ files }: TaskQueue, task: TaskRow): Promise<number | null> {
  const { status, file_size } = task
  if (status !== 'completed' || file_size === null) return null
  return (await files.isComplete(task, file_size)) ? file_size : null
}

const noSuchTask = problem('not_found', { message: '다운로드 작업을 찾을 수 없습니다. 다시 시도해 주세요.' })

async function requireOwnTask(
  { db }: Deps,
  kind: TaskRoutes,
  { id, user }: { id: string; user: SignedInUser },
): Promise<TaskRow> {
  const isId = idSchema.safeParse(id).success
  const task = isId
    ? await db
        .selectFrom('download_task')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', user.id)
        .where('kind', '=', kind.name)
        .executeTakeFirst()
    : undefined
  if (!task) throw new HttpProblem(noSuchTask)
  return task
}

function publicUser({ id, name }: SignedInUser) {
  return { id, name }
}
