import { depositCaseDescription } from '#contract/records/deposit-cases.ts'
import type { Field } from '#contract/records/field.ts'
import { vatFollowsFees, type RecordBook } from '#app/records/record-book.ts'

const required: readonly Field[] = (depositCaseDescription.fields as readonly Field[]).filter((field) => field.required)

/** Deposit cases 공탁 사건 (decision 13): 데이터 and 사건부 are two views of this one book. */
export const depositBook: RecordBook = {
  collection: 'deposit-cases',
  description: depositCaseDescription,
  // People speak of a case by its owner, else by its section.
  captionOf: ({ owner_name: owner, business_section: section }) => text(owner) || text(section) || '공탁 사건',
  sectionOf: ({ record }) => text(record['business_section']) || '공탁 사건',
  // Spec 2 §5 "Add-case form"; what a record must hold when it is made it may not lose later.
  refusalOf: (record) =>
    Object.fromEntries(
      required
        .filter(({ key }) => text(record[key] ?? null).trim() === '')
        .map(({ key, label }) => [key, `${label}: 필수 항목입니다.`]),
    ),
  follows: [vatFollowsFees],
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
