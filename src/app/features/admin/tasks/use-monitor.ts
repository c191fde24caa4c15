import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { askedAnswerSchema, taskMonitorPath, taskMonitorRefreshMs } from '#contract/admin/task-monitor.ts'
import { answerOf, type Answer } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'

const key = 'task-monitor'

/**
 * Reads `path` of the monitor and refreshes it every 30 seconds while the page is visible. Keeps
 * the previous answer until the one for new filters arrives.
 */
export function useMonitor<Schema extends z.ZodType>(path: string, schema: Schema) {
  const api = useApi()
  const { data, isFetching, refetch } = useQuery({
    queryKey: [key, path],
    queryFn: async ({ signal }): Promise<Answer<z.infer<Schema>>> => {
      const answer = await answerOf(api.get(`${taskMonitorPath}/${path}`, { signal }).json())
      return answer.ok ? { ok: true, value: schema.parse(answer.value) } : answer
    },
    staleTime: 0,
    refetchInterval: taskMonitorRefreshMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })
  return { answer: data, isFetching, ask: () => void refetch() }
}

/** An action on workers or tasks: a POST to `path`. `failed` is the prefix of the error message. */
export interface MonitorAct {
  readonly path: string
  readonly failed: string
}

/**
 * Runs an action, shows the result and refetches everything. `busy`: path of the running action.
 */
export function useMonitorActs() {
  const api = useApi()
  const toast = useToast()
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  async function act({ path, failed }: MonitorAct): Promise<void> {
    setBusy(path)
    const answer = await answerOf(api.post(`${taskMonitorPath}/${path}`).json())
    setBusy(null)
    if (answer.ok) toast.success(askedAnswerSchema.parse(answer.value).message)
    else toast.error(`${failed}: ${answer.problem.message}`)
    await queries.invalidateQueries({ queryKey: [key] })
  }
  const refetchAll = () => void queries.invalidateQueries({ queryKey: [key] })
  return { busy, act, refetchAll }
}
