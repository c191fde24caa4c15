import type { z } from 'zod'
import type { App } from '../deps.ts'
import { downloadAnswer } from './download-answer.ts'
import type { DownloadKind } from './download-kind.ts'
import { registerTaskRoutes, type TaskContext } from './task-routes.ts'

/** Registers the routes (start, poll, file, cancel) of one kind of generated file, and its job. */
export function registerDownload<Input extends z.ZodType>(
  app: App,
  context: TaskContext,
  kind: DownloadKind<Input>,
): void {
  registerAny(app, context, kind)
}

/** The same with the input's type erased; routes validate it with `kind.input`. */
function registerAny(app: App, { deps, queue }: TaskContext, kind: DownloadKind): void {
  const { name, path, tag, collection, input, mediaType, isFetchedOnce = false } = kind
  queue.addKind(kind)
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
      answer: async (task, isFileThere) => {
        const { done, total } = task
        const taskInput = { kind, isFileThere, now: deps.now(), progress: total === null ? null : { done, total } }
        return downloadAnswer(task, taskInput)
      },
    },
  )
}
