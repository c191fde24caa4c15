import type { CollectionName } from '#contract/books/collections.ts'

/**
 * Files passed by another screen of this page, by the book they are for. Kept in memory only.
 */
const passedFiles = new Map<string, File>()

/** Keeps a file for a book's import until its screen opens with `import=handed` in its URL. */
export function passFile(collection: string, file: File): void {
  passedFiles.set(collection, file)
}

/** Takes the file passed to this book's import, once, if the URL asks for it. */
export function takePassedFile(collection: CollectionName, search: string): File | null {
  if (new URLSearchParams(search).get('import') !== 'handed') return null
  const file = passedFiles.get(collection) ?? null
  passedFiles.delete(collection)
  return file
}
