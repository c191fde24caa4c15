import { textIn, type BookRules } from './book-rules.ts'
import { vatFollowsFees } from './vat-follows-fees.ts'

/** Property addresses: known by their lot, which every paper names them by. */
export const addressRules: BookRules = {
  follows: [vatFollowsFees],
  captionOf: (record) => textIn(record, 'jibun') || textIn(record, 'address') || '주소',
  subjectOf: (record) => textIn(record, 'owner_name') || textIn(record, 'jibun'),
}
