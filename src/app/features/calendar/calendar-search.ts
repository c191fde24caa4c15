import { z } from 'zod'
import { isDate } from '#contract/records/values.ts'
import { calendarViews } from '#domain/calendar/calendar-entries.ts'

const text = z.string().max(100).catch('').default('')

const schema = z.object({
  view: z.enum(calendarViews).catch('month').default('month'),
  /** The chosen day, `YYYY-MM-DD`; empty for today. */
  day: z.string().refine(isDate).or(z.literal('')).catch('').default(''),
  /** Keys of the kinds that are not shown, so that a new kind is. */
  hidden: z.array(z.string()).catch([]).default([]),
  business_section: text,
  business_manager: text,
  page: z.int().catch(1).default(1),
})

/** Search parameters of the calendar. */
export const calendarSearch = { schema, empty: schema.parse({}) }
export type CalendarSearch = z.infer<typeof schema>
