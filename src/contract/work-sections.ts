import type { AppPath } from './app-paths.ts'
import { bookOf, collectionNames, listedReferencesOf, type CollectionName } from './books/collections.ts'

/** A section of the office's work 업무, named by the address at which its books are kept. */
export type WorkSection = AppPath

/** The section that a book is kept in. */
export function sectionOf(collection: CollectionName): WorkSection {
  return bookOf(collection).screen.path
}

/** All sections, in the order of their first books. A new book is in one by its address. */
export const workSections: readonly WorkSection[] = [...new Set(collectionNames.map(sectionOf))]

const names: Readonly<Partial<Record<WorkSection, string>>> = {
  '/services/real-estate': '등기 관리',
  '/services/deposit': '공탁 관리',
  '/quick': '퀵',
  '/staff/inquiries': '문의함',
}

/** What people call it; where nothing else was said, as its first book. */
export function sectionName(section: WorkSection): string {
  const first = collectionNames.find((name) => sectionOf(name) === section)
  return names[section] ?? (first ? bookOf(first).label : '')
}

/**
 * The collections that these sections consist of: their books, and the short lists that those choose from. Long books of other sections that theirs point at do not come along.
 * Addresses that are no section are passed over: another version of the app may know them.
 */
export function collectionsOfSections(sections: readonly string[]): ReadonlySet<CollectionName> {
  const own = collectionNames.filter((name) => sections.includes(sectionOf(name)))
  return new Set(own.flatMap(withLists))
}

function withLists(name: CollectionName): CollectionName[] {
  return [name, ...listedReferencesOf(name).flatMap(({ to }) => withLists(to))]
}
