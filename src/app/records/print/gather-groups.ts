import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { Grouped } from '../groups/group-question.ts'
import { readGroups } from '../groups/read-groups.ts'
import type { RecordBook } from '../record-book.ts'
import { printedText, type PrintedRows } from './gather-rows.ts'

/** The groups of a list as they stand on the screen: a line each, and what all of them come to. */
export async function gatherGroups(
  copy: OfflineCopy,
  { collection }: RecordBook,
  { question, columns, rowOf }: Grouped,
): Promise<PrintedRows> {
  const { groups, count, sums } = await readGroups(copy, collection, question)
  const rows = groups.map((group) => columns.map((column) => printedText(column, rowOf(group))))
  return { rows, sums: [null, count, ...sums], leftOut: 0 }
}
