import { z } from 'zod'
import { isDate } from '#contract/records/is-date.ts'

const searchText = z.string().max(100).catch('').default('')
const day = z
  .string()
  .refine((text) => text === '' || isDate(text))
  .catch('')
  .default('')

/** Search parameters of 접속기록. */
const schema = z.object({
  page: z.int().min(1).catch(1).default(1),
  name: searchText,
  act: searchText,
  subject: searchText,
  address: searchText,
  start: day,
  end: day,
  search: searchText,
  copies: z.enum(['', 'shown']).catch('').default(''),
})
export type TrailSearch = z.output<typeof schema>

export const trailSearch = { schema, empty: schema.parse({}) }

/** As query parameters, without empty ones. */
export function trailQuestion(search: TrailSearch): Record<string, string> {
  const { page: _page, ...question } = search
  return Object.fromEntries(
    Object.entries(question)
      .map(([key, value]) => [key, value.trim()])
      .filter(([, value]) => value !== ''),
  )
}
