import { textIn, type BookRules } from './book-rules.ts'

/** 문의: what visitors wrote, and how far it is. */
export const inquiryRules: BookRules = {
  violations: ({ after }): Record<string, string> =>
    textIn(after, 'state') === '' ? { state: '상태를 선택해 주세요.' } : {},
  captionOf: (record) => [textIn(record, 'name'), textIn(record, 'subject')].filter((part) => part !== '').join(' · '),
  // Audit rows are never changed and outlive the inquiry (research/domain.md §4 R8, R12): the record's id names whose data it was, a name would stay for ever.
  subjectOf: () => '문의한 사람',
}
