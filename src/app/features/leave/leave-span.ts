import type { FieldValue } from '#contract/books/field.ts'
import type { LeaveSpan } from '#domain/ledgers/leave.ts'

/** The fields of a row that determine its days. */
export function spanOf(leave: Readonly<Record<string, FieldValue>>): LeaveSpan {
  const text = (key: string) => (typeof leave[key] === 'string' ? leave[key] : null)
  return { type: text('type'), half: text('half'), startDate: text('startDate'), endDate: text('endDate') }
}
