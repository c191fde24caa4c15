import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { KyInstance } from 'ky'
import { type Result, toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { setupKey } from '#app/session/office/use-setup.ts'
import { peopleListSchema, peoplePath, type Person, personSchema } from '#contract/people/people.ts'

/**
 * More people than any office has, because all matches are loaded at once. The table renders only
 * the visible rows.
 */
const maxPeople = 10_000

/**
 * Users that match the filters (`query`: a query string), and a function to change one. Not
 * mirrored: devices keep no copy of user records.
 */
export function usePeople(query: string) {
  const api = useApi()
  const client = useQueryClient()
  const key = ['people', query]
  const { data, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<Result<readonly Person[]>> => {
      const searchParams = new URLSearchParams(`${query}&page_size=${maxPeople}`)
      const result = await toResult(api.get(`${peoplePath}/`, { searchParams, signal }).json())
      return result.ok ? { ok: true, value: peopleListSchema.parse(result.value).results } : result
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

  /** Sends a change and updates the list with the returned record. */
  async function change(path: string, json: object): Promise<Result<Person>> {
    const result = await sendChange(api, path, json)
    if (result.ok) {
      client.setQueryData<Result<readonly Person[]>>(key, (cachedPeople) =>
        cachedPeople?.ok
          ? {
              ok: true,
              value: cachedPeople.value.map((person) => (person.id === result.value.id ? result.value : person)),
            }
          : cachedPeople,
      )
      void client.invalidateQueries({ queryKey: ['person', result.value.id] })
      // The leave balance depends on the dates of employment.
      void client.invalidateQueries({ queryKey: ['leave'] })
      void client.invalidateQueries({ queryKey: setupKey })
    }
    return result
  }
  return { data, isFetching, refetch, change }
}

export type ChangePerson = ReturnType<typeof usePeople>['change']

async function sendChange(api: KyInstance, path: string, json: object): Promise<Result<Person>> {
  const result = await toResult(api.put(`${peoplePath}/${path}`, { json }).json())
  return result.ok ? { ok: true, value: personSchema.parse(result.value) } : result
}
