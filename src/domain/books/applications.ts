import { isApplicationType } from '#domain/applications/application.ts'
import { type BookRules, textIn } from './book-rules.ts'

/** 등기신청서; known by their dwelling. */
export const applicationRules: BookRules = {
  violations: ({ after }) =>
    isApplicationType(textIn(after, 'application_type')) ? {} : { application_type: '신청 유형을 선택해 주세요.' },
  captionOf: (record) =>
    [textIn(record, 'group_name'), textIn(record, 'dongho')].filter((word) => word !== '').join(' ') || '신청서',
  // Personal data is with the parties; the application itself is known by its dwelling.
  subjectOf: (record) => textIn(record, 'dongho'),
}
