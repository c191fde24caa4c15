import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import { compareText } from './collate.ts'
import { addDays } from './office-date.ts'

/** A case that is due, as much of it as names it to a person. */
export type Deadline = Pick<DepositCaseRecord, 'id' | 'owner_name' | 'business_section' | 'address'> & {
  expropriated_at: string
}

type DeadlineCase = Pick<
  DepositCaseRecord,
  'expropriated_at' | 'deposit_number' | 'status' | 'id' | 'owner_name' | 'business_section' | 'address'
>

/**
 * Cases whose 수용개시일 lies within the next `days` days or has passed, and whose money is not deposited: without the deposit on that day the award becomes void
 * (research/domain.md §0-11). A case that has its 공탁번호, is completed or cancelled is none. Overdue ones first, then by day.
 */
export function deadlinesWithin(rows: Iterable<DeadlineCase>, today: string, days: number): Deadline[] {
  const last = addDays(today, days)
  const due: Deadline[] = []
  for (const row of rows) {
    const { expropriated_at } = row
    if (expropriated_at === null || expropriated_at > last || !isOpen(row)) continue
    const { id, owner_name, business_section, address } = row
    due.push({ id, owner_name, business_section, address, expropriated_at })
  }
  return due.toSorted((a, b) => compareText(a.expropriated_at, b.expropriated_at) || compareText(a.id, b.id))
}

function isOpen({ deposit_number, status }: Pick<DeadlineCase, 'deposit_number' | 'status'>): boolean {
  return deposit_number === null && status !== 'completed' && status !== 'cancelled'
}
