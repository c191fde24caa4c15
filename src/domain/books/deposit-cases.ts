import { type BookRules, textIn, vatFollowsFees } from './book-rules.ts'

/** Deposit cases 공탁 사건. 데이터 and 사건부 are two views of this book. */
export const depositCaseRules: BookRules = {
  follows: [vatFollowsFees],
  // A case is known by its owner, otherwise by its project.
  captionOf: (record) => textIn(record, 'owner_name') || textIn(record, 'business_section') || '공탁 사건',
  detailOf: (record) => textIn(record, 'purpose'),
  // Without a deposit by that day the award becomes void (토지보상법 제42조).
  deadline: {
    day: 'expropriated_at',
    days: 14,
    isOpen: ({ deposit_number: number, status }) => number === null && status !== 'completed' && status !== 'cancelled',
    names: ['owner_name', 'business_section', 'address'],
  },
  subjectOf: (record) => textIn(record, 'owner_name'),
}
