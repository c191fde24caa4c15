import { type BookRules, textIn } from './book-rules.ts'

/** 문의: visitors' messages and their state. */
export const inquiryRules: BookRules = {
  violations: ({ after }): Record<string, string> =>
    textIn(after, 'state') === '' ? { state: '상태를 선택해 주세요.' } : {},
  captionOf: (record) => [textIn(record, 'name'), textIn(record, 'subject')].filter((part) => part !== '').join(' · '),
  // Audit rows are never changed and outlive the inquiry, so a name would stay forever. The
  // record's id identifies the person.
  subjectOf: () => '문의한 사람',
}
