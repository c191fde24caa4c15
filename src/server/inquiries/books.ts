import type { ServedBook } from '../books/served-book.ts'
import { withoutEmpty } from '../audit/audit.ts'
import { writableCollection } from '../db/writable-collection.ts'
import { judgeInquiry } from './judge-inquiry.ts'
import { requireInquiryAccess } from './policy.ts'

/** Inquiries 문의 for the write pipeline and sync. */
export const inquiryCollection = writableCollection('inquiries', { judge: judgeInquiry })

/** Inquiries 문의, latest first. They are kept for one year, so there are a few thousand at most. */
const inquiries: ServedBook = {
  collection: inquiryCollection,
  list: { collection: inquiryCollection, defaultOrder: '-received_at' },
  policy: requireInquiryAccess,
  // Search words may be a person's name, which the trail would keep permanently.
  trail: (question) => withoutEmpty({ ...question, search: question['search'] ? '검색함' : '' }),
}

export const inquiryBooks = [inquiries]
