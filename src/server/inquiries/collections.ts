import { inquiryDescription } from '#contract/records/inquiries.ts'
import type { WritableCollection } from '../db/writable-collection.ts'
import { judgeInquiry } from './judge-inquiry.ts'

/** Inquiries 문의, as the write pipeline and sync see them. */
export const inquiryCollection: WritableCollection = {
  name: 'inquiries',
  description: inquiryDescription,
  table: 'inquiry',
  mayRead: ({ isStaff, isSuperuser }) => isStaff || isSuperuser,
  judge: judgeInquiry,
  joins: {},
  references: {},
  pointedAtBy: [],
  derive: () => ({}),
  // Audit rows are never changed and outlive the inquiry (research/domain.md §4 R8, R12): the record's id names whose data it was, a name would stay for ever.
  subjectOf: () => '문의한 사람',
}
