import { listDayChoices } from '#app/records/screen/record-filters.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { Book } from '#contract/books/field.ts'
import type { YearReport, YearRow } from '#contract/deposit-cases/cost-summary.ts'
import { caseDateFields } from '#contract/records/list-query.ts'
import type { Filter } from '#contract/records/query.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatDay, getMonthBounds } from '#domain/dates/office-date.ts'
import { resolveComparedDays, sumYearRows } from '#domain/deposit-cases/cost-summary.ts'
import { createYearSheet, formatDifference, formatYearKey, type YearFigure } from '#domain/sheets/report-sheets.ts'
import type { FigureState } from '#mirror/query/figures.ts'
import { type CaseListLink, type FigureColumn, FigureTable } from './figure-table.tsx'
import { ReportPrint, ReportState, SheetButton, useFigureSheet } from './report-parts.tsx'
import type { YearSearch } from './report-search.ts'

interface YearViewProps {
  book: Book
  /** Name for the file: 공탁. */
  kind: string
  by: 'month' | 'person'
  /** The figures shown, and the rule they follow. */
  figures: readonly YearFigure[]
  rule: string
  /** The person a case counts for. */
  scopeText: string
  search: YearSearch
  onSearch(change: Partial<YearSearch>): void
  /** List of the cases, with the filters for a person's and for completed cases. */
  cases: CaseListLink & { readonly personField: string; readonly completed: Filter }
  status: FigureState['status']
  report: YearReport | null
  /** People with cases in either year. */
  people: readonly string[]
}

/**
 * A year by month or by person, compared with the year before: figures, what they count, Excel file
 * and print.
 */
export function YearView(props: YearViewProps) {
  const { book, kind, by, figures, search, status, report, people } = props
  const today = getOfficeToday()
  const year = resolveYear(search, today)
  const rows = report?.rows ?? []
  const heading = by === 'month' ? '월' : '담당자'
  const columns = buildFigureColumns(props, year, today)
  const table = {
    heading,
    columns,
    total: sumYearRows(rows),
    rows: rows.map((row) => ({ rowName: formatYearKey(row.key), id: row.key, figures: row })),
  }
  const person = by === 'month' && search.person !== '' ? `${search.person} ` : ''
  const title = `${year}년 ${person}${heading}별 리포트`
  const sheet = useFigureSheet(rows, () => ({
    sheet: createYearSheet(year, { heading, figures }),
    fileName: `${kind} ${title}_${today}.xlsx`,
  }))
  return (
    <div className="flex flex-col gap-4 pb-6">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <YearFields
          book={book}
          search={search}
          year={year}
          today={today}
          people={by === 'month' ? people : null}
          onSearch={props.onSearch}
        />
        {rows.length === 0 ? null : (
          <div className="flex flex-wrap gap-2">
            <SheetButton sheet={sheet} />
            <ReportPrint title={title} period={formatPeriod(book, search, today)} {...table} />
          </div>
        )}
      </div>
      <div className="flex flex-col gap-1 text-ink-2">
        <p>{countText(props, today)}</p>
        {report && report.undated > 0 ? (
          <p>
            {findDayLabel(book, search)}이 없는 사건 {formatNumber(report.undated)}건은 들어 있지 않습니다.
          </p>
        ) : null}
      </div>
      <ReportState status={status} isEmpty={rows.length === 0} emptyReason="두 해 모두 사건이 없습니다.">
        <FigureTable caption={title} {...table} />
      </ReportState>
    </div>
  )
}

interface YearFieldsProps extends Pick<YearViewProps, 'book' | 'search' | 'onSearch'> {
  year: number
  today: string
  /** Null: no choice of a person. */
  people: readonly string[] | null
}

function YearFields({ book, search, year, today, people, onSearch }: YearFieldsProps) {
  const newest = Number(today.slice(0, 4))
  // The URL's year is offered even if it isn't among the last ten.
  const years = [...new Set([...Array.from({ length: 10 }, (_, index) => newest - index), year])]
  return (
    <search
      aria-label="리포트 기간"
      className={`grid w-full grid-cols-2 items-end gap-2 ${people ? 'max-w-2xl sm:grid-cols-3' : 'max-w-md'}`}
    >
      <Select
        label="연도"
        value={String(year)}
        choices={years.map((value) => ({ value: String(value), label: `${value}년` }))}
        onValue={(value) => onSearch({ year: Number(value) })}
      />
      <Select
        label="일자 기준"
        value={search.date_field}
        choices={listDayChoices(book, caseDateFields)}
        onValue={(date_field) => onSearch({ date_field })}
      />
      {people ? (
        <Select
          label="담당자"
          value={search.person}
          choices={[{ value: '', label: '모두' }, ...listPeopleChoices(people, search.person)]}
          onValue={(person) => onSearch({ person })}
        />
      ) : null}
    </search>
  )
}

/** The person of the URL is offered without cases too; cases without a person can't be chosen. */
function listPeopleChoices(people: readonly string[], chosen: string) {
  const names = new Set([...people, chosen].filter((name) => name !== ''))
  return [...names].map((name) => ({ value: name, label: name }))
}

/** The year in the URL, or the current year. */
export function resolveYear({ year }: Pick<YearSearch, 'year'>, today: string): number {
  return year === 0 ? Number(today.slice(0, 4)) : year
}

type YearSums = Omit<YearRow, 'key'>

function buildFigureColumns(props: YearViewProps, year: number, today: string): readonly FigureColumn<YearSums>[] {
  return props.figures.flatMap(({ key, label }): FigureColumn<YearSums>[] => {
    const isCount = key === 'count' || key === 'completed'
    const linkCases = (side: keyof YearSums) =>
      isCount ? { cases: (row: string | null) => buildCaseLink(props, { row, key, days: { year, today, side } }) } : {}
    return [
      {
        key,
        label: `${label} ${year}`,
        isStrong: true,
        text: ({ current }) => formatNumber(current[key]),
        ...linkCases('current'),
      },
      {
        key: `${key}-before`,
        label: `${label} ${year - 1}`,
        text: ({ before }) => formatNumber(before[key]),
        ...linkCases('before'),
      },
      {
        key: `${key}-more`,
        label: '증감',
        text: ({ current, before }) => formatDifference(current[key] - before[key]),
      },
    ]
  })
}

interface CaseFilter {
  /** Month or person; null for all. */
  readonly row: string | null
  readonly key: YearFigure['key']
  readonly days: { readonly year: number; readonly today: string; readonly side: keyof YearSums }
}

function buildCaseLink(
  { by, search: { date_field, person: chosen }, cases: { to, search, personField, completed } }: YearViewProps,
  { row, key, days: { side, ...year } }: CaseFilter,
): CaseListLink {
  const comparedRange = resolveComparedDays(year)[side]
  const month =
    by === 'month' && row !== null
      ? getMonthBounds(Number(comparedRange.first.slice(0, 4)), Number(row))
      : comparedRange
  // `null` for cases without a person.
  const person = by === 'person' ? row : chosen || null
  const filters = [
    ...(person === null ? [] : [{ op: 'equals', field: personField, value: person || null }]),
    ...(key === 'completed' ? [completed] : []),
  ]
  const end = month.last < comparedRange.last ? month.last : comparedRange.last
  return { to, search: { ...search, date_field, start: month.first, end, ...(filters.length > 0 && { filters }) } }
}

function findDayLabel(book: Book, { date_field }: YearSearch): string {
  return listDayChoices(book, caseDateFields).find(({ value }) => value === date_field)?.label ?? ''
}

/** Explains which month and person a case counts for, and what the figures are. */
function countText({ book, by, rule, scopeText, search }: YearViewProps, today: string): string {
  const day = findDayLabel(book, search)
  const basisText =
    by === 'month'
      ? `사건은 ${day}이 속한 달에 한 번 셉니다.${search.person === '' ? '' : ` ${scopeText}가 ${search.person}인 사건만 셉니다.`}`
      : `사건은 ${scopeText}에게 한 번 셉니다. 그만둔 사람도 그대로 나옵니다.`
  const { current, before } = resolveComparedDays({ year: resolveYear(search, today), today })
  const days = `${formatDay(current.first)} ~ ${formatDay(current.last)}을 ${formatDay(before.first)} ~ ${formatDay(before.last)}과 비교합니다.`
  return `${basisText} ${day} ${days} ${rule}`
}

function formatPeriod(book: Book, search: YearSearch, today: string): string {
  const { current } = resolveComparedDays({ year: resolveYear(search, today), today })
  return `${findDayLabel(book, search)} ${formatDay(current.first)} ~ ${formatDay(current.last)}, 전년 같은 기간과 비교`
}
