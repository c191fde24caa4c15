import type { CollectionName } from '#contract/books/collections.ts'

/**
 * Files handed over by another screen of this page, by the book they are for. Kept in memory only.
 */
const handedFiles = new Map<string, File>()

/** Keeps a file for a book's import until its screen opens with `import=handed` in its URL. */
export function passFile(collection: string, file: File): void {
  handedFiles.set(collection, file)
}

/** Takes the file handed to this book's import, once, if the URL asks for it. */
export function takePassedFile(collection: CollectionName, address: string): File | null {
  if (new URLSearchParams(address).get('import') !== 'handed') return null
  const file = handedFiles.get(collection) ?? null
  handedFiles.delete(collection)
  return file
}
