import { bookOf, collectionNames, mirroredCollections, type CollectionName } from '#contract/books/collections.ts'

/**
 * The order in which a first copy takes the collections: those that screens ask for as `asked` names them, then the others, the long books last. Whatever a
 * collection takes names from comes right before it: rows without their group's name are of little use, and such lists are short.
 */
export function copyOrder(asked: readonly CollectionName[]): CollectionName[] {
  const isLong = (name: CollectionName) => Number(bookOf(name).isLong === true)
  const others = collectionNames.toSorted((a, b) => isLong(a) - isLong(b))
  return [...new Set([...asked, ...others].flatMap(withReferred))]
}

function withReferred(name: CollectionName): CollectionName[] {
  const referred = mirroredCollections[name].fields.flatMap((field) =>
    'refers' in field ? withReferred(field.refers.collection) : [],
  )
  return [...referred, name]
}
