import { createDeviceChoice } from '#app/ui/browser/device-setting.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { type FilterableField, findValueLabel } from '#app/ui/filter-bar/filter-query.ts'
import { formatFilterTag } from '#app/ui/filter-bar/filter-texts.ts'
import { getOffice } from '#app/ui/office/office-profile.ts'
import { fitColumns, minFontSize, printableWidth } from '#app/ui/print/fit-columns.ts'
import type { ColumnFit, PrintBlock, PrintColumn, PrintSheet } from '#app/ui/print/print-sheet.ts'
import type { Book } from '#contract/books/field.ts'
import { type Filter, listNamedFilters } from '#contract/records/query.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { stoppedLeftOutText } from '#domain/retention/stopped-texts.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'
import type { PrintedRows } from './gather-rows.ts'

/** The part of a screen that printing needs. */
export type PrintedScreen = Pick<
  ScreenState,
  | 'book'
  | 'label'
  | 'query'
  | 'columns'
  | 'layout'
  | 'copy'
  | 'source'
  | 'toast'
  | 'state'
  | 'selection'
  | 'selectedCount'
>

/** What a screen adds to the print of its list. */
export interface ListPrintExtras {
  /**
   * Query to describe, when the real one says more than the user entered: someone's records, or a
   * year as two ranges.
   */
  readonly printedQuery?: PrintedQuery
  /** Lines below the conditions. */
  readonly facts?: readonly string[]
  /** Blocks after the list. */
  readonly blocks?: readonly PrintBlock[]
}

/** Columns to print: the visible ones in their order, without pictures and secrets. */
export function listPrintedColumns({ layout }: Pick<ScreenState, 'layout'>): readonly Column[] {
  return layout.table.columns.filter(({ field, isPicture }) => field.kind !== 'secret' && isPicture !== true)
}

/** A list ready to print: texts with row numbers, and the sums. */
export interface ListLines {
  readonly columns: readonly PrintColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly total: readonly string[] | null
  /** Number of records under 처리정지, which are left out. */
  readonly skipped: number
  /** Only the checked records of the list. */
  readonly areChecked?: true
}

export function buildListLines(columns: readonly Column[], { rows, totals, skipped }: PrintedRows): ListLines {
  return {
    columns: [numberColumn, ...columns.map(toPrintColumn)],
    rows: rows.map((row, index) => [String(index + 1), ...row]),
    total: totals && ['합계', ...totals],
    skipped,
  }
}

/**
 * Fits the columns on A4 landscape; if there are too many, returns how many fit. Ignores the sums,
 * because a long one would take space from the texts of every row.
 */
export function fitLines({ columns, rows }: ListLines): ReturnType<typeof fitColumns> {
  return fitColumns(columns, rows, printableWidth.landscape)
}

/**
 * A printed list: title, conditions, count, all rows, sums. `by`: who prints it; `noun`: counting
 * noun of a row.
 */
export function buildListPrint(
  screen: Pick<ScreenState, 'label' | 'query' | 'columns' | 'book'>,
  { columns, rows, total, skipped, areChecked }: ListLines,
  { fit, by, extras, noun = '건' }: { fit: ColumnFit; by: string; extras: ListPrintExtras; noun?: string },
): PrintSheet {
  const namedFilters = listNamedFilters(screen.query)
  const printedQuery = describeQuery(
    extras.printedQuery ?? { ...screen.query, filters: namedFilters },
    screen.columns,
    screen.book,
  )
  return {
    title: screen.label,
    subtitleLines: [
      `${printedQuery} · ${areChecked ? '선택한' : '총'} ${formatNumber(rows.length)}${noun}`,
      ...(extras.facts ?? []),
      ...(skipped > 0 ? [stoppedLeftOutText] : []),
    ],
    printed: formatFooter(by),
    trailInfo: {
      collection: screen.book.collection,
      rows: rows.length,
      fields: columns.slice(1).map(({ label }) => label),
      ...(screen.query.search && { search: screen.query.search }),
      ...(namedFilters.length > 0 && { filters: JSON.stringify(namedFilters) }),
    },
    orientation: 'landscape',
    blocks: [{ kind: 'table', columns, fit, rows, ...(total && { total }) }, ...(extras.blocks ?? [])],
  }
}

/** Footer of every internal print: the office, who printed it and when. */
export function formatFooter(name: string): string {
  const footerTexts = [getOffice().name, `출력자 ${name}`, `출력일시 ${formatMoment(new Date().toISOString())}`]
  return footerTexts.filter((text) => text !== '').join(' · ')
}

const numberColumn: PrintColumn = { label: '순번', align: 'end', isUnbroken: true, width: 40 }

const unbrokenKinds: readonly Column['field']['kind'][] = ['won', 'number', 'date', 'datetime', 'flag']

function toPrintColumn({ label, align, width, field }: Column): PrintColumn {
  return { label, align, width, isUnbroken: align === 'end' || unbrokenKinds.includes(field.kind) }
}

/** The query, and the screen's own conditions as text: `2026년`. */
interface PrintedQuery {
  readonly search: string
  readonly filters: readonly Filter[]
  readonly extraTexts?: readonly string[]
}

/**
 * Conditions of a list as text, for the print: `검색 “김” · 등기접수일 범위 2026.11.01 ~ 2026.11.30`, or 조건
 * 없음.
 */
export function describeQuery(
  { search, filters, extraTexts = [] }: PrintedQuery,
  columns: readonly Column[],
  book: Book,
): string {
  const searched = search.trim() === '' ? [] : [`검색 “${search.trim()}”`]
  const filterTexts = filters.map((filter) => formatFilterTag(filter, resolveField(filter.field, columns, book)))
  const all = [...extraTexts, ...searched, ...filterTexts]
  return all.length === 0 ? '조건 없음' : `조건: ${all.join(' · ')}`
}

function resolveField(path: string, columns: readonly Column[], { fields, filters = [] }: Book): FilterableField {
  const column = columns.find(({ key }) => key === path)
  const described = fields.find(({ key }) => key === path)
  const label = column?.label ?? filters.find(({ field }) => field === path)?.label ?? described?.label ?? path
  const kind = column?.field.kind ?? described?.kind ?? 'text'
  return { field: path, label, kind, labelOf: (value) => (column ? findValueLabel(column, value) : null) }
}

/** Whether this device prints columns without any content. */
export const emptyColumnsChoice = createDeviceChoice('print-empty-columns', ['left-out', 'kept'])
type EmptyColumns = ReturnType<typeof emptyColumnsChoice.read>

/** Which columns of a list are printed, and how. */
export interface PrintPlan {
  readonly lines: ListLines
  readonly fit: ColumnFit
  /** Labels of the empty columns, printed or not. */
  readonly empty: readonly string[]
  /** Labels of the columns that don't fit on A4. */
  readonly cutColumns: readonly string[]
}

export function planPrint(all: ListLines, emptyColumns: EmptyColumns): PrintPlan {
  const empty = findEmptyColumns(all)
  const wantedLines = emptyColumns === 'kept' ? all : pickColumns(all, (index) => !empty.has(index))
  const fit = fitLines(wantedLines)
  const emptyLabels = { empty: all.columns.filter((_, index) => empty.has(index)).map(({ label }) => label) }
  if ('font' in fit) return { ...emptyLabels, lines: wantedLines, fit, cutColumns: [] }
  const lines = pickColumns(wantedLines, (index) => index < fit.fitting)
  const refitted = fitLines(lines)
  return {
    ...emptyLabels,
    lines,
    fit: 'font' in refitted ? refitted : { font: minFontSize, widths: lines.columns.map(({ width }) => width) },
    cutColumns: wantedLines.columns.slice(fit.fitting).map(({ label }) => label),
  }
}

/**
 * Indexes of the empty columns. None when the whole list is empty; it is printed as it is. The
 * first column has the row numbers.
 */
function findEmptyColumns({ columns, rows }: ListLines): ReadonlySet<number> {
  const empty = columns.flatMap((_, index) =>
    index > 0 && rows.every((row) => (row[index] ?? '') === '') ? [index] : [],
  )
  return new Set(empty.length === columns.length - 1 ? [] : empty)
}

function pickColumns({ columns, rows, total, ...others }: ListLines, isPicked: (index: number) => boolean): ListLines {
  const pick = <Cell>(cells: readonly Cell[]) => cells.filter((_, index) => isPicked(index))
  return { ...others, columns: pick(columns), rows: rows.map(pick), total: total && pick(total) }
}
