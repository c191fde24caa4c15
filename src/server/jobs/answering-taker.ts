import type { App } from '../deps.ts'
import { registerDownload } from './register-download.ts'
import { registerItemTask } from './register-item-task.ts'
import type { TaskContext } from './task-routes.ts'
import type { TaskTaker } from './task-taker.ts'

/** For a server: registers the calls of every kind, and the work with this process's queue. */
export function answeringTaker(app: App, context: TaskContext): TaskTaker {
  return {
    addKind: (kind) => registerDownload(app, context, kind),
    addItemKind: (kind) => registerItemTask(app, context, kind),
  }
}
