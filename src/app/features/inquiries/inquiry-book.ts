import { inquiryDescription } from '#contract/records/inquiries.ts'
import type { RecordBook } from '#app/records/record-book.ts'
import { failureReason, waitingNote, type OutcomeWords } from '#app/records/actions/outcome-words.ts'

/** 문의함: what visitors wrote, and how far it is. Nobody of the office makes or deletes an inquiry. */
export const inquiryBook: RecordBook = {
  collection: 'inquiries',
  description: inquiryDescription,
  captionOf: (record) => [record['name'], record['subject']].filter((part) => typeof part === 'string').join(' · '),
  sectionOf: (row) => inquiryBook.captionOf(row.record, row.joined),
  refusalOf: (record): Record<string, string> =>
    record['state'] == null || record['state'] === '' ? { state: '상태를 선택해 주세요.' } : {},
  follows: [],
}

export const inquiryWords: OutcomeWords = {
  success: (_kind, subject, isOnline) => `문의가 수정되었습니다. (${subject})${waitingNote(isOnline)}`,
  failure: (_kind, detail) => `문의 수정 실패: ${failureReason(detail)}`,
}
