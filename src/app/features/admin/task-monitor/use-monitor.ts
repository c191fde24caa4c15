import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { type Result, toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { actionResponseSchema, taskMonitorPath, taskMonitorRefreshMs } from '#contract/admin/task-monitor.ts'

const key = 'task-monitor'

/**
 * Reads `path` of the monitor and refreshes it every 30 seconds while the page is visible. Keeps
 * the previous response until the one for new filters arrives.
 */
export function useMonitor<Schema extends z.ZodType>(path: string, schema: Schema) {
  const api = useApi()
  const { data, isFetching, refetch } = useQuery({
    queryKey: [key, path],
    queryFn: async ({ signal }): Promise<Result<z.infer<Schema>>> => {
      const result = await toResult(api.get(`${taskMonitorPath}/${path}`, { signal }).json())
      return result.ok ? { ok: true, value: schema.parse(result.value) } : result
    },
    staleTime: 0,
    refetchInterval: taskMonitorRefreshMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })
  return { result: data, isFetching, reload: () => void refetch() }
}

/** An action on workers or tasks: a POST to `path`. `failed` is the prefix of the error message. */
export interface MonitorCommand {
  readonly path: string
  readonly failed: string
}

/**
 * Runs an action, shows the result and refetches everything. `busy`: path of the running action.
 */
export function useRunMonitorAction() {
  const api = useApi()
  const toast = useToast()
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  async function act({ path, failed }: MonitorCommand): Promise<void> {
    setBusy(path)
    const result = await toResult(api.post(`${taskMonitorPath}/${path}`).json())
    setBusy(null)
    if (result.ok) toast.success(actionResponseSchema.parse(result.value).message)
    else toast.error(`${failed}: ${result.problem.message}`)
    await queries.invalidateQueries({ queryKey: [key] })
  }
  const refetchAll = () => void queries.invalidateQueries({ queryKey: [key] })
  return { busy, act, refetchAll }
}
