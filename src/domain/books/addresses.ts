import { addressLandBook } from '#contract/books/address-parts.ts'
import { type BookRules, createDefaultRules, textIn, vatFollowsFees } from './book-rules.ts'

/** Property addresses; known by their lot, as on every document. */
export const addressRules: BookRules = {
  follows: [vatFollowsFees],
  captionOf: (record) => textIn(record, 'jibun') || textIn(record, 'address') || '주소',
  subjectOf: (record) => textIn(record, 'owner_name') || textIn(record, 'jibun'),
}

/** Parcels of an address; many of them have the same 소재지 and differ in the lot. */
export const addressLandRules: BookRules = {
  ...createDefaultRules(addressLandBook),
  captionOf: (record) => [textIn(record, 'address'), textIn(record, 'lot')].filter((part) => part !== '').join(' '),
}
