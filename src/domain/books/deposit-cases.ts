import { textIn, type BookRules } from './book-rules.ts'
import { vatFollowsFees } from './vat-follows-fees.ts'

/** Deposit cases 공탁 사건 (decision 13): 데이터 and 사건부 are two views of this one book. */
export const depositCaseRules: BookRules = {
  follows: [vatFollowsFees],
  // People speak of a case by its owner, else by its section.
  captionOf: (record) => textIn(record, 'owner_name') || textIn(record, 'business_section') || '공탁 사건',
  detailOf: (record) => textIn(record, 'purpose'),
  // Without the deposit on that day the award becomes void (research/domain.md §0-11).
  deadline: {
    day: 'expropriated_at',
    days: 14,
    isOpen: ({ deposit_number: number, status }) => number === null && status !== 'completed' && status !== 'cancelled',
    names: ['owner_name', 'business_section', 'address'],
  },
  subjectOf: (record) => textIn(record, 'owner_name'),
}
