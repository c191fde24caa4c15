import { textIn, type BookRules } from './book-rules.ts'

/** Books whose records are known by their name, with no rules beyond their fields: master lists, groups. */
export const namedByName: BookRules = {
  captionOf: (record) => textIn(record, 'name'),
  subjectOf: (record) => textIn(record, 'name'),
}
