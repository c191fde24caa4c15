import type { KyInstance } from 'ky'
import type { z } from 'zod'
import {
  downloadProgressSchema,
  downloadStartSchema,
  type DownloadProgress,
  type DownloadStart,
} from '#contract/records/download-task.ts'
import { problem } from '#contract/problem.ts'
import { answerOf, type Answer } from '../session/answer-of.ts'
import type { SavedTask } from './task-steps.ts'

/** The server calls of a task. */
export interface TaskCalls {
  start(task: SavedTask, body: Readonly<Record<string, unknown>>): Promise<Answer<DownloadStart>>
  poll(task: SavedTask): Promise<Answer<DownloadProgress>>
  /** Best effort: an unreachable server forgets the task by itself after a day. */
  cancel(task: SavedTask): Promise<void>
  file(url: string, signal: AbortSignal): Promise<Answer<Blob>>
}

export function taskCalls(api: KyInstance): TaskCalls {
  return {
    // The idempotency key lets the server recognize a start that is sent again after a lost answer.
    start: (task, body) =>
      parsed(api.post(task.path, { json: body, headers: { 'idempotency-key': task.id } }).json(), downloadStartSchema),
    poll: (task) =>
      parsed(api.get(task.path, { searchParams: { task_id: task.taskId ?? task.id } }).json(), downloadProgressSchema),
    async cancel(task) {
      await answerOf(api.delete(task.path, { json: { task_id: task.taskId ?? task.id } }).json())
    },
    file: (url, signal) => answerOf(api.get(url, { signal, timeout: maxFetchMs }).blob()),
  }
}

const maxFetchMs = 600_000

/**
 * A 2xx answer that doesn't match the schema (such as a proxy's page) counts as a failure of the
 * task.
 */
async function parsed<Schema extends z.ZodType>(
  call: Promise<unknown>,
  schema: Schema,
): Promise<Answer<z.output<Schema>>> {
  const answer = await answerOf(call)
  if (!answer.ok) return answer
  const value = schema.safeParse(answer.value)
  if (value.success) return { ok: true, value: value.data }
  const refusal = problem('refused', { message: '서버 응답이 올바르지 않습니다.' })
  return { ok: false, isUnreachable: false, problem: refusal }
}
