import { z } from 'zod'
import type { Sort } from '#contract/records/query.ts'
import { sortOf } from '#app/records/address/sort-in-address.ts'

const words = z.string().max(100).catch('').default('')

/** Search parameters of 사용자 관리. */
const schema = z.object({
  page: z.int().min(1).catch(1).default(1),
  name: words,
  position: words,
  role: z.enum(['', 'member', 'staff', 'superuser']).catch('').default(''),
  state: z.enum(['', 'active', 'blocked']).catch('').default(''),
  sort: words,
  /** Id of the person who is open. */
  person: words,
})
export type PeopleSearch = z.output<typeof schema>

export const peopleSearch = { schema, empty: schema.parse({}) }

/** Filters and order as query parameters, without empty ones. */
export function peopleQuestion({ name, position, role, state, sort }: PeopleSearch): Record<string, string> {
  const asked = { name: name.trim(), position: position.trim(), role, state, ordering: sort }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
}

/** The server sorts by one field only. */
export function firstSort(search: Pick<PeopleSearch, 'sort'>): Sort[] {
  return sortOf(search).slice(0, 1)
}
