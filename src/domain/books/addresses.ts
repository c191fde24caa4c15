import { textIn, type BookRules, vatFollowsFees } from './book-rules.ts'

/** Property addresses; known by their lot, as on every document. */
export const addressRules: BookRules = {
  follows: [vatFollowsFees],
  captionOf: (record) => textIn(record, 'jibun') || textIn(record, 'address') || '주소',
  subjectOf: (record) => textIn(record, 'owner_name') || textIn(record, 'jibun'),
}
