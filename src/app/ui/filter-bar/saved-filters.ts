import { z } from 'zod'
import { filterSchema } from '#contract/query.ts'
import { holdsResidentNumber } from '#contract/resident-number.ts'
import type { FilterQuestion } from './filter-question.ts'

const savedFilterSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .refine((name) => !holdsResidentNumber(name)),
  search: z.string().max(200),
  filters: z.array(filterSchema).max(20),
})
export type SavedFilter = Readonly<z.infer<typeof savedFilterSchema>>

type Shelf = Pick<Storage, 'getItem' | 'setItem'>

/** The filters kept for a table on this device (spec 1 §9), in the order they were saved. What cannot be read is left out, one by one. */
export function readSavedFilters(shelf: Shelf, tableId: string): readonly SavedFilter[] {
  let stored: unknown
  try {
    stored = JSON.parse(shelf.getItem(keyOf(tableId)) ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(stored)) return []
  return stored.flatMap((each) => {
    const read = savedFilterSchema.safeParse(each)
    return read.success ? [read.data] : []
  })
}

export function writeSavedFilters(shelf: Shelf, tableId: string, saved: readonly SavedFilter[]): void {
  shelf.setItem(keyOf(tableId), JSON.stringify(saved))
}

/** Saves the question under a name; the same name again takes the place of what it named. Null when the name says nothing. */
export function saveFilterAs(
  saved: readonly SavedFilter[],
  name: string,
  { search, filters }: FilterQuestion,
): readonly SavedFilter[] | null {
  const read = savedFilterSchema.safeParse({ name: name.normalize('NFC'), search, filters: [...filters] })
  if (!read.success) return null
  const at = saved.findIndex((each) => each.name === read.data.name)
  return at === -1 ? [...saved, read.data] : saved.toSpliced(at, 1, read.data)
}

/** Null when the new name holds a resident number, is empty or taken by another. */
export function renameSavedFilter(
  saved: readonly SavedFilter[],
  from: string,
  to: string,
): readonly SavedFilter[] | null {
  const name = to.normalize('NFC').trim()
  if (name === '' || name.length > 40 || holdsResidentNumber(name)) return null
  if (name !== from && saved.some((each) => each.name === name)) return null
  return saved.map((each) => (each.name === from ? { ...each, name } : each))
}

function keyOf(tableId: string): string {
  return `saved-filters:${tableId}`
}
