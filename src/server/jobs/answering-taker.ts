import type { App } from '../deps.ts'
import { registerDownload } from './register-download.ts'
import { registerItemTask } from './register-item-task.ts'
import type { TaskContext } from './task-routes.ts'
import type { TaskTaker } from './task-taker.ts'

/** A server: every kind that it is handed gets its calls, and the queue of this process knows it. */
export function answeringTaker(app: App, context: TaskContext): TaskTaker {
  return {
    addKind: (kind) => registerDownload(app, context, kind),
    addItemKind: (kind) => registerItemTask(app, context, kind),
  }
}
