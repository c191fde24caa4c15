import { useQuery, useQueryClient } from '@tanstack/react-query'
import { linkedAccountsPath, linkedAccountsSchema, type LinkedAccounts } from '#contract/people/linked-accounts.ts'
import { answerOf, type Answer } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'

const key = ['linked-accounts']

/**
 * Vehicle-maker accounts, with functions to link and unlink one. Each change answers the new list.
 */
export function useLinkedAccounts() {
  const api = useApi()
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => read(await answerOf(api.get(linkedAccountsPath, { signal }).json())),
    staleTime: 0,
    gcTime: 0,
  })

  async function change(method: 'put' | 'delete', json: object): Promise<Answer<LinkedAccounts>> {
    const answer = read(await answerOf(api[method](linkedAccountsPath, { json }).json()))
    if (answer.ok) client.setQueryData(key, answer)
    else void refetch()
    return answer
  }
  return {
    data,
    isFetching,
    refetch,
    link: (id: string, userId: string) => change('put', { id, user_id: userId }),
    unlink: (id: string) => change('delete', { id }),
  }
}

function read(answer: Answer<unknown>): Answer<LinkedAccounts> {
  return answer.ok ? { ok: true, value: linkedAccountsSchema.parse(answer.value) } : answer
}
