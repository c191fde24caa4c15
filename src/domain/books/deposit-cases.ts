import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { Field } from '#contract/books/field.ts'
import { textIn, type BookRules } from './book-rules.ts'
import { vatFollowsFees } from './vat-follows-fees.ts'

const required: readonly Field[] = (depositCaseDescription.fields as readonly Field[]).filter((field) => field.required)

/** Deposit cases 공탁 사건 (decision 13): 데이터 and 사건부 are two views of this one book. */
export const depositCaseRules: BookRules = {
  follows: [vatFollowsFees],
  // Spec 2 §5 "Add-case form"; what a record must hold when it is made it may not lose later.
  violations: ({ after }) =>
    Object.fromEntries(
      required
        .filter(({ key }) => textIn(after, key).trim() === '')
        .map(({ key, label }) => [key, `${label}: 필수 항목입니다.`]),
    ),
  // People speak of a case by its owner, else by its section.
  captionOf: (record) => textIn(record, 'owner_name') || textIn(record, 'business_section') || '공탁 사건',
  sectionOf: (record) => textIn(record, 'business_section') || '공탁 사건',
  subjectOf: (record) => textIn(record, 'owner_name'),
}
