import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { Field } from '#contract/books/field.ts'
import { readDraft, type RecordDraft } from '#app/records/form/record-draft.ts'

/** Fields of 사건 추가, in order: what is known when a case arrives. The rest is filled in later. */
const addedKeys: readonly string[] = [
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

const described: readonly Field[] = depositCaseDescription.fields
export const addedFields: readonly Field[] = addedKeys.flatMap(
  (key) => described.find((field) => field.key === key) ?? [],
)

/** A new case: received today, not registered yet. The tax of an empty fee is 0. */
export function emptyCase(today: string): RecordDraft {
  return {
    ...Object.fromEntries(addedFields.map(({ key }) => [key, ''])),
    receipted_at: today,
    status: 'pending',
    fees_vat: '0',
  }
}

/** Values of a new case with empty texts as null, or errors by field. */
export function readCase(draft: RecordDraft, today: string): ReturnType<typeof readDraft> {
  return readDraft(addedFields, draft, { today })
}
