import { bookOf, collectionNames } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'

/** The books and their fields, for a model: what may be asked of which. */
export function describeBooks(): string {
  const books = collectionNames
    .filter((name) => !bookOf(name).isPart)
    .map((name) => {
      const fields = bookOf(name)
        .fields.filter(({ kind }: Field) => kind !== 'secret')
        .map(describe)
      return `${name} (${bookOf(name).label}): ${fields.join(', ')}`
    })
  return `Filters are joined by AND; a path \`group_id.name\` asks a field of the record referred to; days are YYYY-MM-DD; {op:equals,value:null} asks for empty. Books: ${books.join('; ')}.`
}

function describe({ key, label, kind, choices, refers }: Field): string {
  const words = choices ? `=${choices.map(({ value, label: word }) => `${value}:${word}`).join('|')}` : ''
  return `${key} ${kind}${refers ? `→${refers.collection}` : ''} ${label}${words}`
}
