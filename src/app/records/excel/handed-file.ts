import type { CollectionName } from '#contract/books/collections.ts'

/** Files that another screen of this page has handed to an import, by the book that they fit. They stay in memory alone. */
const handed = new Map<string, File>()

/** Keeps a file for the import of a book, until its screen is opened with `import=handed` in its address. */
export function handFile(collection: string, file: File): void {
  handed.set(collection, file)
}

/** The file that was handed to this book's import, once, where the address says that it is to be imported. */
export function takeHandedFile(collection: CollectionName, address: string): File | null {
  if (new URLSearchParams(address).get('import') !== 'handed') return null
  const file = handed.get(collection) ?? null
  handed.delete(collection)
  return file
}
