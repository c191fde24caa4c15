import { stoppedLeftOutText } from '#domain/keeping/stopped-words.ts'
import { formatMoment } from '#domain/office-moment.ts'
import { formatWon } from '#domain/won.ts'
import { currentOffice } from '#app/ui/office-facts.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { fitColumns, paperRoom } from '#app/ui/print/fit-columns.ts'
import type { ColumnFit, Paper, PaperBlock, PaperColumn } from '#app/ui/print/paper.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import type { PrintedRows } from './gather-rows.ts'
import { questionWords, type AskedInWords } from './question-words.ts'

/** What of a screen its print needs. */
export type PrintedScreen = Pick<
  ScreenState,
  'book' | 'label' | 'query' | 'columns' | 'layout' | 'copy' | 'source' | 'toast' | 'state'
>

/** What a screen says on its prints beside its list. */
export interface ListPrintExtras {
  /** What was asked for, where the query itself says more than its reader did: whose records, or a year as two ranges. */
  readonly asked?: AskedInWords
  /** Lines under the conditions. */
  readonly facts?: readonly string[]
  /** What stands after the list. */
  readonly blocks?: readonly PaperBlock[]
  /** False where the amounts of a column do not add up: what was put in and what was spent. */
  readonly isSummed?: boolean
}

/** The columns of a list that stand on paper: those that are shown, in their order. No pictures, and no secrets. */
export function printedColumns({ layout }: Pick<ScreenState, 'layout'>): readonly Column[] {
  return layout.table.columns.filter(({ field, isPicture }) => field.kind !== 'secret' && isPicture !== true)
}

/** A line of a print, made ready: texts with their number in front, and the sums. */
export interface ListLines {
  readonly columns: readonly PaperColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly total: readonly string[] | null
  /** Records that stand in no list, because their processing is stopped 처리정지. */
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

/** How the columns stand on A4 landscape; with too many of them, how many fit. Sums are not asked: long ones would take the room of the texts in every row. */
export function fitLines({ columns, rows }: ListLines): ReturnType<typeof fitColumns> {
  return fitColumns(columns, rows, paperRoom.landscape)
}

/** A list on paper: title, conditions, how many, every row, the sums. `by`: who prints it; `noun`: what a row is, as it is counted. */
export function listPaper(
  screen: Pick<ScreenState, 'label' | 'query' | 'columns' | 'book'>,
  { columns, rows, total, leftOut }: ListLines,
  { fit, by, extras, noun = '건' }: { fit: ColumnFit; by: string; extras: ListPrintExtras; noun?: string },
): Paper {
  const asked = questionWords(extras.asked ?? screen.query, screen.columns, screen.book.description)
  return {
    title: screen.label,
    facts: [
      `${asked} · 총 ${rows.length.toLocaleString('ko-KR')}${noun}`,
      ...(extras.facts ?? []),
      ...(leftOut > 0 ? [stoppedLeftOutText] : []),
    ],
    printed: printedBy(by),
    holds: {
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

/** Whose it is, who printed it and when, as every internal print says. */
export function printedBy(name: string): string {
  const said = [currentOffice().name, `출력자 ${name}`, `출력일시 ${formatMoment(new Date().toISOString())}`]
  return said.filter((text) => text !== '').join(' · ')
}

const numberColumn: PaperColumn = { label: '순번', align: 'end', isWhole: true, width: 40 }

const wholeKinds: readonly Column['field']['kind'][] = ['won', 'number', 'date', 'datetime', 'flag']

function paperColumn({ label, align, width, field }: Column): PaperColumn {
  return { label, align, width, isWhole: align === 'end' || wholeKinds.includes(field.kind) }
}
