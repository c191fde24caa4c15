import type { KyInstance } from 'ky'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { useSession } from '#app/session/session-store.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { PrintEntries, PrintSheet } from '#app/ui/print/print-sheet.ts'
import { sendToPrinter } from '#app/ui/print/send-to-printer.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Book } from '#contract/books/field.ts'
import { type HistoryEntry, recordHistorySchema } from '#contract/records/generic-resource.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { emptyValueText, historyKinds, listHistoryChanges } from '../detail/history-texts.ts'
import { getRowCaption, type RecordBook } from '../record-book.ts'
import { formatPrinted } from './gather-rows.ts'
import { formatFooter } from './list-print.ts'

interface PrintedRecord {
  readonly collection: CollectionName
  /** Name of the record. */
  readonly caption: string
  readonly book: Book
  readonly columns: readonly Column[]
  readonly row: SourceRow
  /** Null: not shown and not printed. `unreachable`: requested but unavailable. */
  readonly history: readonly HistoryEntry[] | 'unreachable' | null
  readonly by: string
}

/**
 * One record on A4 portrait: its fields under the headings of its tabs, and its history if that is
 * shown.
 */
export function buildRecordPrint({ collection, caption, book, columns, row, history, by }: PrintedRecord): PrintSheet {
  const groups = Object.entries(book.groups).map(([group, title]): PrintEntries => {
    const groupFields = columns.filter(
      ({ field, isPicture }) => field.group === group && field.kind !== 'secret' && !isPicture,
    )
    const entries = groupFields.map((column) => ({ label: column.label, text: formatPrinted(column, row) }))
    return { kind: 'entries', title, columnCount: 2, entries }
  })
  return {
    title: `${book.label} 상세: ${caption}`,
    subtitleLines: history === 'unreachable' ? ['변경 이력은 서버에 연결할 수 없어 담기지 않았습니다.'] : [],
    printed: formatFooter(by),
    trailInfo: { collection, recordId: row.id, rows: 1 },
    orientation: 'portrait',
    blocks: [
      ...groups.filter(({ entries }) => entries.length > 0),
      ...(history && history !== 'unreachable' ? [toHistoryEntries(history, columns)] : []),
    ],
  }
}

/** The complete history of a record, page by page. */
async function readWholeHistory(
  api: KyInstance,
  collection: CollectionName,
  id: string,
): Promise<readonly HistoryEntry[] | 'unreachable'> {
  const entries: HistoryEntry[] = []
  for (;;) {
    const before = entries.at(-1)?.version
    const searchParams = { id, ...(before === undefined ? {} : { before }) }
    const result = await toResult(api.get(`/api/sync/${collection}/history`, { searchParams }).json())
    if (!result.ok) return 'unreachable'
    const { results, more } = recordHistorySchema.parse(result.value)
    entries.push(...results)
    if (!more || results.length === 0) return entries
  }
}

function toHistoryEntries(history: readonly HistoryEntry[], columns: readonly Column[]): PrintEntries {
  const entries = history.map((entry) => ({
    label: `${formatMoment(entry.changed_at)} ${entry.changed_by} ${historyKinds[entry.kind].label}`,
    text: listHistoryChanges(entry, columns)
      .map(({ column, before, after }) => `${column.label}: ${describeChange(entry, before, after)}`)
      .join('\n'),
  }))
  return { kind: 'entries', title: '변경 이력', columnCount: 1, entries }
}

function describeChange({ kind }: HistoryEntry, before: string, after: string): string {
  return kind === 'update' ? `${before || emptyValueText} → ${after || emptyValueText}` : after || before
}

/** Prints one stored record; `withHistory` also reads and prints its history. */
export function usePrintRecord(
  book: RecordBook,
  columns: readonly Column[],
): { layout(row: SourceRow): PrintSheet; print(row: SourceRow, withHistory: boolean): void } {
  const api = useApi()
  const by = useSession().user?.nickname ?? ''
  const { collection } = book
  const about = (row: SourceRow) => ({ collection, caption: getRowCaption(book, row), book, columns, row, by })
  async function print(row: SourceRow, withHistory: boolean) {
    const history = withHistory ? await readWholeHistory(api, collection, row.id) : null
    await sendToPrinter(buildRecordPrint({ ...about(row), history }))
  }
  return {
    layout: (row) => buildRecordPrint({ ...about(row), history: null }),
    print: (row, withHistory) => void print(row, withHistory),
  }
}
