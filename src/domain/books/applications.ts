import { isApplicationType } from '../applications/application-type.ts'
import { textIn, type BookRules } from './book-rules.ts'

/** 등기신청서: people speak of one by the dwelling it is for. */
export const applicationRules: BookRules = {
  violations: ({ after }) =>
    isApplicationType(textIn(after, 'application_type')) ? {} : { application_type: '신청 유형을 선택해 주세요.' },
  captionOf: (record) =>
    [textIn(record, 'group_name'), textIn(record, 'dongho')].filter((word) => word !== '').join(' ') || '신청서',
  // Whose data it is stands with its parties; the form itself is known by its dwelling.
  subjectOf: (record) => textIn(record, 'dongho'),
}
