import { useQuery, useQueryClient } from '@tanstack/react-query'
import { personRequestsPath, personRequestsSchema, type PersonRequest } from '#contract/keeping/person-requests.ts'
import { answerOf, type Answer } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'

const key = ['person-requests']

/** All requests, newest first. */
export function useRequests() {
  const api = useApi()
  const { data, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Answer<readonly PersonRequest[]>> => {
      const answer = await answerOf(api.get(personRequestsPath, { signal }).json())
      return answer.ok ? { ok: true, value: personRequestsSchema.parse(answer.value).results } : answer
    },
    staleTime: 0,
  })
  return { answer: data, isFetching, ask: () => void refetch() }
}

/** Calls below `/api/keeping/requests`; those that change a request refetch the list. */
export function useRequestCalls() {
  const api = useApi()
  const queries = useQueryClient()
  return async (method: 'post' | 'put' | 'delete', path: string, json: object): Promise<Answer<unknown>> => {
    const call = api[method](`${personRequestsPath}${path}`, { json })
    const answer = await answerOf(call.text())
    if (path === '') await queries.invalidateQueries({ queryKey: key })
    return answer.ok ? { ok: true, value: answer.value === '' ? null : JSON.parse(answer.value) } : answer
  }
}
