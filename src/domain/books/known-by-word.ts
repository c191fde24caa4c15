import type { Book } from '#contract/books/field.ts'
import { textIn, type BookRules } from './book-rules.ts'

/**
 * Rules of a book whose records are known by their name, or else their first text, and have no
 * further rules: master lists, groups.
 */
export function knownByWord({ fields }: Book): BookRules {
  const words = fields.filter(({ kind }) => kind === 'text')
  const { key } = words.find((field) => field.key === 'name') ?? words[0] ?? { key: '' }
  const wordOf: BookRules['subjectOf'] = (record) => textIn(record, key)
  return { captionOf: wordOf, subjectOf: wordOf }
}
