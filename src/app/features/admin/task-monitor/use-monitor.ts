import type { z } from 'zod'
import { useServerAction } from '#app/session/server-action.ts'
import { useServerQuery } from '#app/session/server-query.ts'
import type { ConfirmQuestion } from '#app/ui/overlays/confirm.tsx'
import { actionResponseSchema, taskMonitorPath, taskMonitorRefreshMs } from '#contract/admin/task-monitor.ts'

export const monitorKey = ['task-monitor']

/**
 * Reads `path` of the monitor and refreshes it every 30 seconds while the page is visible. Keeps
 * the previous response until the one for new filters arrives.
 */
export function useMonitor<Value>(path: string, schema: z.ZodType<Value>) {
  return useServerQuery(`${taskMonitorPath}/${path}`, schema, {
    queryKey: [...monitorKey, path],
    refetchInterval: taskMonitorRefreshMs,
    refetchOnWindowFocus: true,
    keepsPrevious: true,
  })
}

/** An action on workers or tasks: a POST to `path`. `failed` is the prefix of the error message. */
interface MonitorCommand {
  readonly path: string
  readonly failed: string
  readonly question?: ConfirmQuestion
}

/** Runs a command, shows the result and refetches everything. */
export function useMonitorAction() {
  return useServerAction({
    send: (api, { path }: MonitorCommand) => api.post(`${taskMonitorPath}/${path}`).json(),
    question: ({ question }) => question,
    parse: actionResponseSchema.parse,
    done: ({ message }) => message,
    failed: ({ failed }) => failed,
    refetches: [monitorKey],
    refetchesAlways: true,
  })
}
