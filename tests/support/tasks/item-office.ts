import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { expect } from 'vitest'
import { type TaskProgress, taskProgressSchema } from '#contract/tasks/background-task.ts'
import { taskMonitorRoutes } from '#server/admin/task-monitor/routes.ts'
import { newId } from '#server/new-id.ts'
import { registerBearer } from '#server/plugins/bearer.ts'
import { registerErrorHandlers } from '#server/plugins/error-handlers.ts'
import { registerRequestLimits } from '#server/plugins/request-limits.ts'
import { registerItemTask } from '#server/tasks/register-tasks.ts'
import type { ItemKind } from '#server/tasks/task-kind.ts'
import { createTaskQueue } from '#server/tasks/task-queue.ts'
import { buildTestApp, type SignedIn } from '../servers/build-test-app.ts'
import { countEffects } from './counted-items.ts'
import { storeItemTask } from './stored-items.ts'

export interface ItemProcess {
  send(method: 'GET' | 'POST' | 'DELETE', request: object, who?: SignedIn): Promise<ItemResponse>
  get(url: string, who?: SignedIn): Promise<ItemResponse>
  post(url: string, who: SignedIn): Promise<ItemResponse>
  close(): Promise<void>
}
interface ItemResponse {
  statusCode: number
  body: string
  json: () => unknown
}

export type ItemOffice = Awaited<ReturnType<typeof openItemOffice>>

/**
 * An office whose server processes each know one kind of work over many records; their queue is in
 * the database or on `redis`. People get their tokens from another server that works on no tasks.
 */
export async function openItemOffice(redis?: { url: string }) {
  const redisUrl = redis?.url
  const office = await buildTestApp({ config: { redisUrl, hasWorker: false } })
  const staff = await office.signIn('staff')
  const clock = { aheadMs: 0 }
  const closing: (() => Promise<unknown>)[] = []

  async function startProcess(kind: ItemKind): Promise<ItemProcess> {
    const drain = new AbortController()
    const config = { ...office.deps.config, redisUrl }
    const deps = { ...office.deps, config, drain: drain.signal, now: () => new Date(Date.now() + clock.aheadMs) }
    const app = Fastify({ genReqId: newId }).withTypeProvider<ZodTypeProvider>()
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    registerErrorHandlers(app)
    await registerRequestLimits(app, deps)
    registerBearer(app, deps)
    const queue = createTaskQueue(office.app.log, deps, { pollMs: 50, silentMs: 2000, retryMs: 20 })
    registerItemTask(app, { deps, queue }, kind)
    taskMonitorRoutes(app, { ...deps, queue })
    queue.start({ isWorking: true })
    const close = async () => {
      drain.abort()
      await queue.stop()
      await app.close()
    }
    closing.push(close)
    const buildAuthorization = (who: SignedIn) => ({ authorization: `Bearer ${who.accessToken}` })
    return {
      send: (method, request, who = staff) =>
        app.inject({ method, url: kind.path, headers: buildAuthorization(who), ...request }),
      post: (url, who) => app.inject({ method: 'POST', url, headers: buildAuthorization(who) }),
      get: (url, who = staff) => app.inject({ url, headers: buildAuthorization(who) }),
      close,
    }
  }

  async function startTask(process: ItemProcess, ids: readonly string[]): Promise<string> {
    const response = await process.send('POST', { payload: { ids } })
    expect(response.statusCode).toBe(200)
    return (response.json() as { task_id: string }).task_id
  }

  async function poll(process: ItemProcess, task_id: string): Promise<TaskProgress> {
    return taskProgressSchema.parse((await process.send('GET', { query: { task_id } })).json())
  }

  return {
    office,
    staff,
    clock,
    redisUrl,
    startProcess,
    startTask,
    poll,
    /** Inserts a task without notifying any process. */
    async storeTask(ids: readonly string[]): Promise<string> {
      const id = newId()
      await storeItemTask(office.db, { id, userId: staff.user.id, ids })
      return id
    },
    async waitUntilDone(process: ItemProcess, taskId: string): Promise<TaskProgress> {
      const isDone = async () => !/pending|processing/.test((await poll(process, taskId)).status ?? '')
      await expect.poll(isDone, { timeout: 30_000 }).toBe(true)
      return await poll(process, taskId)
    },
    async countTimesDone(ids: readonly string[]): Promise<number[]> {
      const effects = await countEffects(office.db)
      return ids.map((id) => effects.get(id) ?? 0)
    },
    /** Cleans up after a test: ends processes, newest first, and deletes tasks. */
    async clear(): Promise<void> {
      for (const close of closing.splice(0).toReversed()) await close()
      clock.aheadMs = 0
      await office.db.deleteFrom('download_task').execute()
    },
    closeLater: (close: () => Promise<unknown>) => void closing.push(close),
  }
}

export const createIds = (count: number) => Array.from({ length: count }, () => newId())
export const buildOneEach = (ids: readonly string[]) => ids.map(() => 1)
