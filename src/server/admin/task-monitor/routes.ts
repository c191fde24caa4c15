import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  actionResponseSchema,
  taskMonitorPath as base,
  figuresResponseSchema,
  overviewResponseSchema,
  queuesResponseSchema,
  taskDetailResponseSchema,
  taskIdSchema,
  taskListQuerySchema,
  tasksResponseSchema,
  workerDetailResponseSchema,
  workerListQuerySchema,
  workerNameSchema,
  workersResponseSchema,
} from '#contract/admin/task-monitor.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { silentWorkerMs } from '#server/tasks/queue-state.ts'
import {
  type Actor,
  cancelTask,
  cleanUpTasks,
  countTasks,
  listTasks,
  listWorkers,
  matchesQuery,
  type MonitorContext,
  readTask,
  retryTask,
  type TaskReadContext,
  updateMetrics,
  writeTaskTrail,
} from './tasks.ts'

const tags = ['작업 관리']
const refusals = { '4xx': problemSchema, '5xx': problemSchema }
const onRequest = async (request: FastifyRequest) => void requireSuperuser(request)

/** Routes of the task monitor, for superusers. They read the task tables and the queue itself. */
export function taskMonitorRoutes(app: App, deps: Deps & Pick<RouteDeps, 'queue'>): void {
  const context: MonitorContext = { deps, queue: deps.queue }
  registerWorkerReads(app, context)
  registerTaskReads(app, context)
  registerQueueReads(app, context)
  registerWorkerActions(app, context)
  registerTaskActions(app, context)
}

const createWorkerNotFoundError = () => new HttpProblem(problem('not_found', { message: '워커를 찾을 수 없습니다.' }))

function registerWorkerReads(app: App, { deps }: MonitorContext): void {
  app.route({
    method: 'GET',
    url: `${base}/workers/status/`,
    schema: {
      tags,
      summary: '워커 목록',
      querystring: workerListQuerySchema,
      response: { 200: workersResponseSchema },
    },
    onRequest,
    handler: async ({ query }) => ({ data: (await listWorkers(deps)).filter((worker) => matchesQuery(worker, query)) }),
  })
  app.route({
    method: 'GET',
    url: `${base}/workers/:name/`,
    schema: {
      tags,
      summary: '워커 하나',
      params: workerNameSchema,
      response: { 200: workerDetailResponseSchema, ...refusals },
    },
    onRequest,
    handler: async ({ params }) => {
      const data = (await listWorkers(deps)).find(({ name }) => name === params.name)
      if (!data) throw createWorkerNotFoundError()
      return { data }
    },
  })
}

function createTaskReads({ deps, queue }: MonitorContext): TaskReadContext {
  return { db: deps.db, now: deps.now, lanesByKind: queue.lanesByKind() }
}

function registerTaskReads(app: App, context: MonitorContext): void {
  app.route({
    method: 'GET',
    url: `${base}/tasks/status/`,
    schema: { tags, summary: '작업 목록', querystring: taskListQuerySchema, response: { 200: tasksResponseSchema } },
    onRequest,
    handler: async ({ query }) => await listTasks(createTaskReads(context), query),
  })
  app.route({
    method: 'GET',
    url: `${base}/tasks/:id/`,
    schema: {
      tags,
      summary: '작업 하나',
      params: taskIdSchema,
      response: { 200: taskDetailResponseSchema, ...refusals },
    },
    onRequest,
    handler: async ({ params }) => {
      const data = await readTask(createTaskReads(context), params.id)
      if (!data) throw new HttpProblem(problem('not_found', { message: '작업을 찾을 수 없습니다.' }))
      return { data }
    },
  })
}

const queueUnavailable = problem('unavailable', { message: '작업 큐가 응답하지 않습니다. 잠시 후 다시 시도해 주세요.' })

function registerQueueReads(app: App, context: MonitorContext): void {
  const { deps, queue } = context
  const withinTimeout = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    try {
      return await withTimeout(read())
    } catch (error) {
      app.log.warn({ err: error }, 'the task queue did not answer the monitor')
      throw new HttpProblem(queueUnavailable)
    }
  }
  app.route({
    method: 'GET',
    url: `${base}/overview/`,
    schema: { tags, summary: '작업 현황', response: { 200: overviewResponseSchema } },
    onRequest,
    handler: async () => {
      const [workers, tasks_24h, counts] = await Promise.all([
        listWorkers(deps),
        countTasks(createTaskReads(context)),
        withinTimeout(() => queue.counts()).catch(() => null),
      ])
      const active = workers.filter((worker) => worker.is_online).length
      const totalPending = counts?.reduce((sum, { pending }) => sum + pending, 0) ?? null
      return {
        data: { workers: { active, total: workers.length }, tasks_24h, queues: { total_pending: totalPending } },
      }
    },
  })
  app.route({
    method: 'GET',
    url: `${base}/queues/stats/`,
    schema: { tags, summary: '큐 현황', response: { 200: queuesResponseSchema, ...refusals } },
    onRequest,
    handler: async () => {
      const counts = await withinTimeout(() => queue.counts())
      const data = counts.map(({ lane, pending, active, scheduled }) => ({
        queue_name: lane,
        pending_tasks: pending,
        active_tasks: active,
        scheduled_tasks: scheduled,
      }))
      return { data }
    },
  })
  app.route({
    method: 'GET',
    url: `${base}/redis/info/`,
    schema: { tags, summary: 'Redis 또는 데이터베이스의 상태', response: { 200: figuresResponseSchema, ...refusals } },
    onRequest,
    handler: async () => ({ data: await withinTimeout(() => queue.figures()) }),
  })
}

/** Timeout for calls to the queue: an unreachable Redis would keep them waiting. */
const timeoutMs = 4000

async function withTimeout<Result>(call: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the queue takes too long')), timeoutMs)
  })
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}

function registerWorkerActions(app: App, context: MonitorContext): void {
  app.route({
    method: 'POST',
    url: `${base}/workers/:name/restart/`,
    schema: {
      tags,
      summary: '워커 재시작',
      params: workerNameSchema,
      body: emptyBodySchema,
      response: { 200: actionResponseSchema, ...refusals },
    },
    onRequest,
    handler: async (request) => {
      await restartWorker(context, request.params.name, readActor(request))
      return acceptedResponse('워커 재시작 명령을 전송했습니다.')
    },
  })
  registerMonitorAction(app, {
    url: `${base}/tasks/update-and-restart-workers/`,
    summary: '모든 워커 업데이트 및 재시작',
    message: '워커 업데이트 및 재시작을 시작했습니다.',
    async act(actor) {
      await updateMetrics(context)
      await restartWorkers(context, actor)
    },
  })
  registerMonitorAction(app, {
    url: `${base}/tasks/update-metrics/`,
    summary: '워커 지표 업데이트',
    message: '워커 지표 업데이트를 시작했습니다.',
    async act(actor) {
      await updateMetrics(context)
      await writeTaskTrail(context.deps.db, actor, { act: 'update_metrics' })
    },
  })
}

function registerTaskActions(app: App, context: MonitorContext): void {
  registerMonitorAction(app, {
    url: `${base}/tasks/cleanup/`,
    summary: '완료된 작업 정리',
    message: '완료된 작업 정리를 시작했습니다.',
    act: (actor) => cleanUpTasks(context, actor),
  })
  const acts = [
    { word: 'retry', summary: '작업 다시 시도', message: '작업을 다시 시작했습니다.', act: retryTask },
    { word: 'cancel', summary: '작업 취소', message: '작업을 취소했습니다.', act: cancelTask },
  ]
  for (const { word, summary, message, act } of acts)
    app.route({
      method: 'POST',
      url: `${base}/tasks/:id/${word}/`,
      schema: {
        tags,
        summary,
        params: taskIdSchema,
        body: emptyBodySchema,
        response: { 200: actionResponseSchema, ...refusals },
      },
      onRequest,
      handler: async (request) => {
        await act(context, request.params.id, readActor(request))
        return acceptedResponse(message)
      },
    })
}

const emptyBodySchema = z.object({}).nullish()

interface MonitorAction {
  readonly url: string
  readonly summary: string
  readonly message: string
  act(actor: Actor): Promise<void>
}

function registerMonitorAction(app: App, { url, summary, message, act }: MonitorAction): void {
  app.route({
    method: 'POST',
    url,
    schema: { tags, summary, body: emptyBodySchema, response: { 200: actionResponseSchema, ...refusals } },
    onRequest,
    handler: async (request) => {
      await act(readActor(request))
      return acceptedResponse(message)
    },
  })
}

const acceptedResponse = (message: string) => ({ success: true as const, message })

function readActor(request: FastifyRequest): Actor {
  const { id, name } = requireSuperuser(request)
  return { user: { id, name }, ipAddress: request.ip }
}

/**
 * Asks one worker, on any machine, to restart; it notices within one heartbeat. Its current task is
 * requeued. A worker in a separate process is replaced by a new process.
 */
async function restartWorker({ deps, queue }: MonitorContext, name: string, actor: Actor): Promise<void> {
  const worker = (await listWorkers(deps)).find((candidate) => candidate.name === name)
  if (!worker) throw new HttpProblem(problem('not_found', { message: '워커를 찾을 수 없습니다.' }))
  if (!worker.is_online)
    throw new HttpProblem(
      problem('refused', { message: '응답하지 않는 워커는 여기에서 재시작할 수 없습니다. 서버를 확인해 주세요.' }),
    )
  await deps.db.transaction().execute(async (trx) => {
    const restart_asked_at = deps.now().toISOString()
    await trx.updateTable('task_worker').set({ restart_asked_at }).where('name', '=', name).execute()
    await writeTaskTrail(trx, actor, { act: 'restart', worker: name })
  })
  void queue.wake()
}

/** Restarts every live worker. */
async function restartWorkers({ deps, queue }: MonitorContext, actor: Actor): Promise<void> {
  const now = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    const workers = await trx
      .updateTable('task_worker')
      .set({ restart_asked_at: now.toISOString() })
      .where('seen_at', '>=', new Date(now.getTime() - silentWorkerMs).toISOString())
      .returning('name')
      .execute()
    await writeTaskTrail(trx, actor, { act: 'restart', workers: workers.map(({ name }) => name) })
  })
  void queue.wake()
}
