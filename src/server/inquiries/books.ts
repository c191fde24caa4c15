import type { ServedBook } from '../books/served-book.ts'
import { withoutEmpty } from '../plugins/audit.ts'
import { inquiryCollection } from './collections.ts'
import { requireInquiryAccess } from './policy.ts'

/** Inquiries 문의, the latest first. Kept one year, so there are some thousands at most. */
const inquiries: ServedBook = {
  collection: inquiryCollection,
  list: { collection: inquiryCollection, defaultOrder: '-received_at' },
  policy: requireInquiryAccess,
  // Words that were searched for may be somebody's name, which the trail would keep for ever.
  trail: (question) => withoutEmpty({ ...question, search: question['search'] ? '검색함' : '' }),
}

export const inquiryBooks = [inquiries]
