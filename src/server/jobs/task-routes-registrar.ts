import type { App } from '../deps.ts'
import { registerDownload } from './register-download.ts'
import { registerItemTask } from './register-item-task.ts'
import type { TaskContext } from './task-routes.ts'
import type { TaskRegistrar } from './task-registrar.ts'

/** For a server: registers the calls of every kind, and the work with this process's queue. */
export function createTaskRegistrar(app: App, context: TaskContext): TaskRegistrar {
  return {
    addKind: (kind) => registerDownload(app, context, kind),
    addItemKind: (kind) => registerItemTask(app, context, kind),
  }
}
