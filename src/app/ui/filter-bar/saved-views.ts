import { z } from 'zod'
import { containsResidentNumber } from '#contract/person-numbers/resident-number.ts'
import { filterSchema } from '#contract/records/query.ts'

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
  /** As `useColumnLayout` stores it. */
  layout: z.unknown().optional(),
})
/** A named view of a list. */
export type SavedView = Readonly<z.infer<typeof savedViewSchema>>

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
export function saveViewAs(
  saved: readonly SavedView[],
  name: string,
  view: Omit<SavedView, 'name'>,
): readonly SavedView[] | null {
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
