import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  invitationsPath,
  invitationsSchema,
  madeInvitationSchema,
  type Invitation,
  type CreatedInvitation,
} from '#contract/people/invitations.ts'
import { answerOf, type Answer } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { setupKey } from '#app/session/use-setup.ts'

const key = ['invitations']

/** Invitations, with functions to make and withdraw one. Each change answers the new list. */
export function useInvitations() {
  const api = useApi()
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => readList(await answerOf(api.get(invitationsPath, { signal }).json())),
    staleTime: 0,
    // Not cached: devices keep no record of invited people.
    gcTime: 0,
  })

  async function make(note: string): Promise<Answer<CreatedInvitation>> {
    const answer = await answerOf(api.post(invitationsPath, { json: { note } }).json())
    if (!answer.ok) return answer
    const created = madeInvitationSchema.parse(answer.value)
    client.setQueryData(key, { ok: true, value: created.invitations } satisfies Answer<readonly Invitation[]>)
    void client.invalidateQueries({ queryKey: setupKey })
    return { ok: true, value: created }
  }

  async function withdraw(id: string): Promise<Answer<readonly Invitation[]>> {
    const answer = readList(await answerOf(api.delete(invitationsPath, { json: { id } }).json()))
    if (answer.ok) client.setQueryData(key, answer)
    else void refetch()
    return answer
  }
  return { data, isFetching, refetch, make, withdraw }
}

function readList(answer: Answer<unknown>): Answer<readonly Invitation[]> {
  return answer.ok ? { ok: true, value: invitationsSchema.parse(answer.value).invitations } : answer
}
