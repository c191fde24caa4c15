import { useQueryClient } from '@tanstack/react-query'
import { setupKey } from '#app/session/office/use-setup.ts'
import { useServerAction } from '#app/session/server-action.ts'
import { useServerQuery } from '#app/session/server-query.ts'
import { peopleListSchema, peoplePath, personSchema } from '#contract/people/people.ts'

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
  const client = useQueryClient()
  const people = useServerQuery(`${peoplePath}/`, peopleListSchema, {
    queryKey: ['people', query],
    call: { searchParams: new URLSearchParams(`${query}&page_size=${maxPeople}`) },
    keepsPrevious: true,
  })
  const change = useServerAction({
    send: (api, { path = '', json }: PersonChange) => api.put(`${peoplePath}/${path}`, { json }).json(),
    parse: personSchema.parse,
    onDone(changed) {
      people.update(
        (list) => list && { ...list, results: list.results.map((old) => (old.id === changed.id ? changed : old)) },
      )
      // Not awaited, because the table saves several rows one after the other. The leave balance
      // depends on the dates of employment.
      for (const queryKey of [['person', changed.id], ['leave'], setupKey]) void client.invalidateQueries({ queryKey })
    },
    // The caller shows it.
    onRefusal: () => undefined,
  })
  return { ...people, change }
}

interface PersonChange {
  readonly path?: string
  readonly json: object
}

export type ChangePerson = ReturnType<typeof usePeople>['change']
