import { z } from 'zod'
import { containsResidentNumber } from '#contract/person-numbers/resident-number.ts'
import { filterSchema } from '#contract/records/query.ts'
import { type DayRange, findPeriodName, resolvePeriod } from '#domain/dates/periods.ts'
import { buildDaysFilter, getRangeDays, isInstantRange } from './filter-query.ts'

const savedViewSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .refine((name) => !containsResidentNumber(name)),
  search: z.string().max(200),
  filters: z.array(filterSchema).max(20),
  /**
   * Other parameters of the list's URL, such as order and groups. Absent in entries saved as
   * filters only.
   */
  rest: z.record(z.string(), z.union([z.string().max(400), z.number()])).optional(),
  /**
   * Names of ranges that move with the day (이번 달), by the field of their filter; under
   * `screenPeriod` that of the screen's own period in `rest`. A view opens with their days of then.
   */
  periods: z.record(z.string(), z.string().max(10)).optional(),
  /** As `useColumnLayout` stores it. */
  layout: z.unknown().optional(),
})
/** A named view of a list. */
export type SavedView = Readonly<z.infer<typeof savedViewSchema>>

type View = Omit<SavedView, 'name'>

/** No field has this name. */
const screenPeriod = ''

/** Adds the names of the view's ranges that move with the day. */
export function namePeriods(view: View, today: string): View {
  const ranges = view.filters.flatMap((filter) =>
    filter.op === 'between' ? [[filter.field, getRangeDays(filter)] as const] : [],
  )
  const ownPeriod = readOwnPeriod(view)
  const named = [...ranges, ...(ownPeriod ? [[screenPeriod, ownPeriod] as const] : [])].flatMap(([field, days]) => {
    const name = findPeriodName(days, today)
    return name === null ? [] : [[field, name]]
  })
  return named.length === 0 ? view : { ...view, periods: Object.fromEntries(named) }
}

/** The view with the days that its named periods have today. */
export function resolvePeriods(view: SavedView, today: string): SavedView {
  const { filters, rest, periods = {} } = view
  const resolveDays = (field: string) => resolvePeriod(periods[field] ?? '', today)
  const ownDays = resolveDays(screenPeriod)
  return {
    ...view,
    filters: filters.map((filter) => {
      const days = filter.op === 'between' ? resolveDays(filter.field) : null
      return days && filter.op === 'between' ? buildDaysFilter(filter.field, days, isInstantRange(filter)) : filter
    }),
    ...(rest && { rest: { ...rest, ...ownDays } }),
  }
}

function readOwnPeriod({ rest }: View): DayRange | null {
  const { start, end } = rest ?? {}
  return typeof start === 'string' && typeof end === 'string' ? { start, end } : null
}

type ViewStorage = Pick<Storage, 'getItem' | 'setItem'>

/**
 * The saved views of a table on this device, in the order they were saved. Unreadable ones are
 * skipped.
 */
export function readSavedViews(storage: ViewStorage, tableId: string): readonly SavedView[] {
  let stored: unknown
  try {
    stored = JSON.parse(storage.getItem(buildStorageKey(tableId)) ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(stored)) return []
  return stored.flatMap((item) => {
    const parsed = savedViewSchema.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
}

export function writeSavedViews(storage: ViewStorage, tableId: string, saved: readonly SavedView[]): void {
  storage.setItem(buildStorageKey(tableId), JSON.stringify(saved))
}

/** Saves a view under a name, replacing one with the same name. Null when the name is refused. */
export function saveViewAs(saved: readonly SavedView[], name: string, view: View): readonly SavedView[] | null {
  const parsed = savedViewSchema.safeParse({ ...view, name: name.normalize('NFC') })
  if (!parsed.success) return null
  const index = saved.findIndex((existing) => existing.name === parsed.data.name)
  return index === -1 ? [...saved, parsed.data] : saved.toSpliced(index, 1, parsed.data)
}

/** Null when the new name holds a resident number, is empty, too long, or already in use. */
export function renameSavedView(saved: readonly SavedView[], from: string, to: string): readonly SavedView[] | null {
  const name = to.normalize('NFC').trim()
  if (name === '' || name.length > 40 || containsResidentNumber(name)) return null
  if (name !== from && saved.some((view) => view.name === name)) return null
  return saved.map((view) => (view.name === from ? { ...view, name } : view))
}

function buildStorageKey(tableId: string): string {
  // The key dates from when only filters were saved; renaming it would lose stored views.
  return `saved-filters:${tableId}`
}
