import type { Inquiry } from '#contract/books/inquiries.ts'

/** The number of new inquiries (새 문의). */
export function countNewInquiries(rows: Iterable<Pick<Inquiry, 'state'>>): number {
  let count = 0
  for (const { state } of rows) if (state === 'new') count += 1
  return count
}
