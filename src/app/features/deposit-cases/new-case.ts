import { readDraft, type RecordDraft } from '#app/records/form/record-draft.ts'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import type { Field } from '#contract/books/field.ts'

/** Fields of 사건 추가, in order: what is known when a case arrives. The rest is filled in later. */
const newCaseKeys: readonly string[] = [
  'business_section',
  'business_manager',
  'owner_name',
  'purpose',
  'address',
  'request_number',
  'receipted_at',
  'created_at',
  'expropriated_at',
  'fees',
  'fees_vat',
  'proof',
  'tax',
  'stamp',
  'regi_office',
  'status',
  'notes',
]

const caseFields: readonly Field[] = depositCaseBook.fields
export const newCaseFields: readonly Field[] = newCaseKeys.flatMap(
  (key) => caseFields.find((field) => field.key === key) ?? [],
)

/** A new case: received today, not registered yet. The tax of an empty fee is 0. */
export function createEmptyCase(today: string): RecordDraft {
  return {
    ...Object.fromEntries(newCaseFields.map(({ key }) => [key, ''])),
    receipted_at: today,
    status: 'pending',
    fees_vat: '0',
  }
}

/** Values of a new case with empty texts as null, or errors by field. */
export function readNewCase(draft: RecordDraft, today: string): ReturnType<typeof readDraft> {
  return readDraft(newCaseFields, draft, { today })
}
