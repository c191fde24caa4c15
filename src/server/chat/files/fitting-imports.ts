import { collectionNames, mirroredCollections } from '#contract/books/collections.ts'
import type { Book } from '#contract/books/field.ts'
import type { UploadAnswer } from '#contract/chat/calls.ts'
import { isImported } from '#domain/template-sheet.ts'
import { meaningOfTitles } from '../../documents/import/header-row.ts'

/** The imports of the office that know these titles, those that know most of them first. */
export function fittingImports(titles: readonly string[]): UploadAnswer['imports'] {
  return collectionNames
    .flatMap((collection) => {
      const book: Book = mirroredCollections[collection]
      const known = knownTitles(book, titles)
      return known < 2 ? [] : [{ collection, label: book.label, href: hrefOf(book), known }]
    })
    .toSorted((a, b) => b.known - a.known)
    .slice(0, shownImports)
    .map(({ collection, label, href }) => ({ collection, label, href }))
}

const shownImports = 3

/** None without the field that every such record needs: the import would refuse the sheet. */
function knownTitles(book: Book, titles: readonly string[]): number {
  if (book.isPart === true || book.madeBy === 'visitor' || book.madeBy === 'job') return 0
  const fields = book.fields.filter(isImported)
  const needed = fields.find(({ required }) => required) ?? fields[0]
  if (needed === undefined) return 0
  const known = meaningOfTitles(titles, { description: book, neededKey: needed.key }).filter((key) => key !== null)
  return known.includes(needed.key) ? known.length : 0
}

function hrefOf({ screen: { path, search } }: Book): string {
  // The screen opens the file that this page has at hand (app/records/excel/handed-file.ts).
  return `${path}?${new URLSearchParams({ ...search, import: 'handed' }).toString()}`
}
