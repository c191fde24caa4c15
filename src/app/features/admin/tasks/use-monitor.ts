import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { askedAnswerSchema, taskMonitorPath, taskMonitorRefreshMs } from '#contract/task-monitor.ts'
import { answerOf, type Answer } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'

const key = 'task-monitor'

/** What the monitor says below `path`, asked again every 30 seconds while the page is seen. A question that changes leaves the last answer standing until its own comes. */
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

/** Something that is asked of workers or tasks: `path` is posted to, `failed` are the words before why it was not done. */
export interface MonitorAct {
  readonly path: string
  readonly failed: string
}

/** Does it, says what became of it, and reads everything anew. `busy`: the path of the one that runs. */
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
  const askAgain = () => void queries.invalidateQueries({ queryKey: [key] })
  return { busy, act, askAgain }
}
