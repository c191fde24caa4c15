import { bookOf, collectionNames, mirroredCollections, type CollectionName } from '#contract/books/collections.ts'

/**
 * The order of a first copy: collections in `requested` first, then the others with long books
 * last. A collection comes right after those it takes names from, because rows without group names
 * are of little use and those lists are short.
 */
export function copyOrder(requested: readonly CollectionName[]): CollectionName[] {
  const isLong = (name: CollectionName) => Number(bookOf(name).isLong === true)
  const others = collectionNames.toSorted((a, b) => isLong(a) - isLong(b))
  return [...new Set([...requested, ...others].flatMap(withReferred))]
}

function withReferred(name: CollectionName): CollectionName[] {
  const referred = mirroredCollections[name].fields.flatMap((field) =>
    'refers' in field ? withReferred(field.refers.collection) : [],
  )
  return [...referred, name]
}
