import type { z } from 'zod'
import { useServerQuery } from '#app/session/server-query.ts'
import { useBackgroundTaskList } from '#app/tasks/use-background-tasks.tsx'
import { destroyPath, retentionPath } from '#contract/retention/retention.ts'

const queryKeyRoot = 'retention'

/** Reads a path below `/api/keeping` and refetches when a destruction progresses or ends. */
export function useRetention<Value>(path: string, schema: z.ZodType<Value>) {
  const queryKey = [queryKeyRoot, path, useDestructionSteps()]
  return useServerQuery(`${retentionPath}/${path}`, schema, { queryKey, keepsPrevious: true })
}

/** A text that changes with every step of a destruction task; part of the query key. */
function useDestructionSteps(): string {
  const tasks = useBackgroundTaskList().filter(({ path }) => path === destroyPath)
  return tasks.map(({ id, status, progress }) => `${id} ${status} ${String(progress.current)}`).join()
}

/** Of an action below `/api/keeping`: every retention query is read again, after a refusal too. */
export const retentionChange = { refetches: [[queryKeyRoot]], refetchesAlways: true } as const
