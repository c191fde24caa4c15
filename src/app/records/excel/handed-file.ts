import type { CollectionName } from '#contract/books/collections.ts'

/**
 * Files handed over by another screen of this page, by the book they are for. Kept in memory only.
 */
const handed = new Map<string, File>()

/** Keeps a file for a book's import until its screen opens with `import=handed` in its URL. */
export function handFile(collection: string, file: File): void {
  handed.set(collection, file)
}

/** Takes the file handed to this book's import, once, if the URL asks for it. */
export function takeHandedFile(collection: CollectionName, address: string): File | null {
  if (new URLSearchParams(address).get('import') !== 'handed') return null
  const file = handed.get(collection) ?? null
  handed.delete(collection)
  return file
}
