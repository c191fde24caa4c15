import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { Field } from '#contract/books/field.ts'
import { readDraft, type RecordDraft } from '#app/records/form/record-draft.ts'

/** Fields of 사건 추가, in order: what a case is known by when it comes in. The rest is filled in as the case goes on. */
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

/** A case that comes in today was received today; it is registered later. The tax of no fee is 0. */
export function emptyCase(today: string): RecordDraft {
  return {
    ...Object.fromEntries(addedFields.map(({ key }) => [key, ''])),
    receipted_at: today,
    status: 'pending',
    fees_vat: '0',
  }
}

/** The values of a new case, an empty text as null; or what is wrong with which field. */
export function readCase(draft: RecordDraft, today: string): ReturnType<typeof readDraft> {
  return readDraft(addedFields, draft, { today })
}
