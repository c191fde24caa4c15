import type { DepositCaseRecord } from '#contract/records/deposit-cases.ts'
import { addDays } from './office-date.ts'

type DeadlineCase = Pick<DepositCaseRecord, 'id' | 'expropriated_at' | 'deposit_number' | 'status'>

/**
 * Cases whose 수용개시일 lies within the next `days` days or has passed, and whose money is not deposited: without the deposit on that day the award becomes void
 * (research/domain.md §0-11). A case that has its 공탁번호, is completed or cancelled is none. Overdue ones first, then by day.
 */
export function deadlinesWithin<Case extends DeadlineCase>(rows: Iterable<Case>, today: string, days: number): Case[] {
  const last = addDays(today, days)
  const due: { row: Case; day: string }[] = []
  for (const row of rows) {
    const day = row.expropriated_at
    if (day !== null && day <= last && isOpen(row)) due.push({ row, day })
  }
  return due
    .toSorted((a, b) => (a.day === b.day ? Number(a.row.id > b.row.id) || -1 : Number(a.day > b.day) || -1))
    .map(({ row }) => row)
}

function isOpen({ deposit_number, status }: DeadlineCase): boolean {
  return deposit_number === null && status !== 'completed' && status !== 'cancelled'
}
