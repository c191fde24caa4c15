import type { AppPath } from '#contract/app-paths.ts'
import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import { listSelectableReferences } from '#contract/books/references.ts'

/** An area of the office's work 업무, identified by the path of its screen. */
export type WorkArea = AppPath

export function getWorkArea(collection: CollectionName): WorkArea {
  return getBook(collection).screen.path
}

/** All areas, in the order of their first books. A new book joins one through its screen's path. */
export const workAreas: readonly WorkArea[] = [...new Set(collectionNames.map(getWorkArea))]

const names: Readonly<Partial<Record<WorkArea, string>>> = {
  '/services/real-estate': '등기 관리',
  '/services/deposit': '공탁 관리',
  '/quick': '퀵',
  '/staff/inquiries': '문의함',
}

/** Display name of an area; defaults to that of its first book. */
export function getAreaName(area: WorkArea): string {
  const first = collectionNames.find((name) => getWorkArea(name) === area)
  return names[area] ?? (first ? getBook(first).label : '')
}

/**
 * The collections of these areas: their books, and the short lists that those choose from. Long
 * books of other areas are not included. Unknown areas are ignored, because another version of the
 * app may know them.
 */
export function listAreaCollections(areas: readonly string[]): ReadonlySet<CollectionName> {
  const collections = collectionNames.filter((name) => areas.includes(getWorkArea(name)))
  return new Set(collections.flatMap(addSelectableLists))
}

function addSelectableLists(name: CollectionName): CollectionName[] {
  return [name, ...listSelectableReferences(name).flatMap(({ to }) => addSelectableLists(to))]
}
