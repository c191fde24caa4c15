import { stoppedLeftOutText } from '#domain/keeping/stopped-words.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { formatWon } from '#domain/money/won.ts'
import { currentOffice } from '#app/ui/office-facts.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { fitColumns, paperRoom } from '#app/ui/print/fit-columns.ts'
import type { ColumnFit, Paper, PaperBlock, PaperColumn } from '#app/ui/print/paper.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import type { PrintedRows } from './gather-rows.ts'
import { questionTexts, type ListQuestion } from './question-words.ts'

/** The part of a screen that printing needs. */
export type PrintedScreen = Pick<
  ScreenState,
  'book' | 'label' | 'query' | 'columns' | 'layout' | 'copy' | 'source' | 'toast' | 'state'
>

/** What a screen adds to the print of its list. */
export interface ListPrintExtras {
  /**
   * Query to describe, when the real one says more than the user asked: someone's records, or a
   * year as two ranges.
   */
  readonly question?: ListQuestion
  /** Lines below the conditions. */
  readonly facts?: readonly string[]
  /** Blocks after the list. */
  readonly blocks?: readonly PaperBlock[]
  /** False when a column's amounts don't add up, such as income and expenses. */
  readonly isSummed?: boolean
}

/** Columns to print: the visible ones in their order, without pictures and secrets. */
export function printedColumns({ layout }: Pick<ScreenState, 'layout'>): readonly Column[] {
  return layout.table.columns.filter(({ field, isPicture }) => field.kind !== 'secret' && isPicture !== true)
}

/** A list ready to print: texts with row numbers, and the sums. */
export interface ListLines {
  readonly columns: readonly PaperColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly total: readonly string[] | null
  /** Number of records under 처리정지, which are left out. */
  readonly leftOut: number
}

export function listLines(
  columns: readonly Column[],
  { rows, sums, leftOut }: PrintedRows,
  isSummed = true,
): ListLines {
  const hasTotal = isSummed && sums.some((sum) => sum !== null)
  return {
    columns: [numberColumn, ...columns.map(paperColumn)],
    rows: rows.map((row, at) => [String(at + 1), ...row]),
    total: hasTotal ? ['합계', ...sums.map((sum) => (sum === null ? '' : formatWon(sum)))] : null,
    leftOut,
  }
}

/**
 * Fits the columns on A4 landscape; if there are too many, returns how many fit. Ignores the sums,
 * because a long one would take space from the texts of every row.
 */
export function fitLines({ columns, rows }: ListLines): ReturnType<typeof fitColumns> {
  return fitColumns(columns, rows, paperRoom.landscape)
}

/**
 * A printed list: title, conditions, count, all rows, sums. `by`: who prints it; `noun`: counting
 * noun of a row.
 */
export function listPaper(
  screen: Pick<ScreenState, 'label' | 'query' | 'columns' | 'book'>,
  { columns, rows, total, leftOut }: ListLines,
  { fit, by, extras, noun = '건' }: { fit: ColumnFit; by: string; extras: ListPrintExtras; noun?: string },
): Paper {
  const question = questionTexts(extras.question ?? screen.query, screen.columns, screen.book.description)
  return {
    title: screen.label,
    subtitleLines: [
      `${question} · 총 ${rows.length.toLocaleString('ko-KR')}${noun}`,
      ...(extras.facts ?? []),
      ...(leftOut > 0 ? [stoppedLeftOutText] : []),
    ],
    printed: printedBy(by),
    auditInfo: {
      collection: screen.book.collection,
      rows: rows.length,
      fields: columns.slice(1).map(({ label }) => label),
      ...(screen.query.search && { search: screen.query.search }),
      ...(screen.query.filters.length > 0 && { filters: JSON.stringify(screen.query.filters) }),
    },
    orientation: 'landscape',
    blocks: [{ kind: 'table', columns, fit, rows, ...(total && { total }) }, ...(extras.blocks ?? [])],
  }
}

/** Footer of every internal print: the office, who printed it and when. */
export function printedBy(name: string): string {
  const parts = [currentOffice().name, `출력자 ${name}`, `출력일시 ${formatMoment(new Date().toISOString())}`]
  return parts.filter((text) => text !== '').join(' · ')
}

const numberColumn: PaperColumn = { label: '순번', align: 'end', isUnbroken: true, width: 40 }

const unbrokenKinds: readonly Column['field']['kind'][] = ['won', 'number', 'date', 'datetime', 'flag']

function paperColumn({ label, align, width, field }: Column): PaperColumn {
  return { label, align, width, isUnbroken: align === 'end' || unbrokenKinds.includes(field.kind) }
}
