import type { CardUsageRecord } from '#contract/books/card-usage.ts'
import { amountOf, purposeOf } from '../ledgers/card-usage.ts'
import { officeMoment } from '../dates/office-moment.ts'
import { describeSheet, type SourcedColumn } from './record-sheet.ts'
import { markColumns } from './sheet-mark.ts'

/** The fields a row of the sheet needs. */
export type SheetUse = Pick<
  CardUsageRecord,
  'id' | 'version' | 'created_at' | 'store_name' | 'pay' | 'purpose' | 'note' | 'approve_num'
>

/**
 * The screen's columns and the content of its expanded rows; amount and purpose as shown, not as
 * received.
 */
const columns: readonly SourcedColumn<SheetUse>[] = [
  { header: '일시', kind: 'text', width: 17, cell: ({ created_at: instant }) => momentText(instant) },
  { header: '사용처', kind: 'text', width: 32, cell: ({ store_name: store }) => store },
  { header: '금액', kind: 'won', width: 13, summed: true, cell: ({ pay }) => amountOf(pay) },
  { header: '구분', kind: 'text', width: 8, cell: ({ purpose }) => purposeOf(purpose) },
  { header: '내용', kind: 'text', width: 40, cell: ({ note }) => note },
  { header: '승인번호', kind: 'text', width: 14, cell: ({ approve_num: number }) => number },
  ...markColumns<SheetUse>((use) => use),
]

/** Card usage as a sheet, identical from server and device. */
export const cardUsageSheet = describeSheet('카드사용내역', columns)

export function cardUsageFileNames(today: string): { ascii: string; korean: string } {
  return { ascii: `card-usage_${today}.xlsx`, korean: `카드사용내역_${today}.xlsx` }
}

/** `2026-11-21 12:05` in office time. */
function momentText(instant: string): string {
  const moment = officeMoment(instant)
  return moment === null ? '' : `${moment.day} ${moment.time}`
}
