import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Result, toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { useBackgroundTaskList } from '#app/tasks/use-background-tasks.tsx'
import { destroyPath, retentionPath } from '#contract/retention/retention.ts'

const queryKeyRoot = 'retention'

/** Reads a path below `/api/keeping` and refetches when a destruction progresses or ends. */
export function useRetention<Schema extends z.ZodType>(path: string, schema: Schema) {
  const api = useApi()
  const steps = useDestructionSteps()
  const { data, isFetching, refetch } = useQuery({
    queryKey: [queryKeyRoot, path, steps],
    queryFn: async ({ signal }): Promise<Result<z.output<Schema>>> => {
      const result = await toResult(api.get(`${retentionPath}/${path}`, { signal }).json())
      return result.ok ? { ok: true, value: schema.parse(result.value) } : result
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return { result: data, isFetching, refetch: () => void refetch() }
}

/** A text that changes with every step of a destruction task; part of the query key. */
function useDestructionSteps(): string {
  const tasks = useBackgroundTaskList().filter(({ path }) => path === destroyPath)
  return tasks.map(({ id, status, progress }) => `${id} ${status} ${String(progress.current)}`).join()
}

/** Returns a function that sends a change and then refetches every retention query. */
export function useChangeRetention() {
  const api = useApi()
  const queries = useQueryClient()
  return async (method: 'post' | 'delete', path: string, json: object = {}): Promise<Result<string>> => {
    const result = await toResult(api[method](`${retentionPath}/${path}`, { json }).text())
    await queries.invalidateQueries({ queryKey: [queryKeyRoot] })
    return result
  }
}
