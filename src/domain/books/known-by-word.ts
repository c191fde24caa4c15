import type { Book } from '#contract/books/field.ts'
import { textIn, type BookRules } from './book-rules.ts'

/** A book whose records are known by their name, or else by the first text they have, with no rules beyond their fields: master lists, groups. */
export function knownByWord({ fields }: Book): BookRules {
  const words = fields.filter(({ kind }) => kind === 'text')
  const { key } = words.find((field) => field.key === 'name') ?? words[0] ?? { key: '' }
  const wordOf: BookRules['subjectOf'] = (record) => textIn(record, key)
  return { captionOf: wordOf, subjectOf: wordOf }
}
