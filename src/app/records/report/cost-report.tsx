import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { BarChart } from '#app/ui/charts/bar-chart.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { Book } from '#contract/books/field.ts'
import { costKeys, type Costs, type CostSummaryRow } from '#contract/deposit-cases/cost-summary.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { findRangeError } from '#domain/dates/office-date.ts'
import { sumProjects } from '#domain/deposit-cases/cost-summary.ts'
import { formatWon } from '#domain/money/won.ts'
import { buildCostSummaryFileName, createCostSummarySheet } from '#domain/sheets/report-sheets.ts'
import type { FigureState } from '#mirror/query/figures.ts'
import { type CaseListLink, type FigureColumn, FigureTable } from './figure-table.tsx'
import { formatReportPeriod, ReportPeriodBar } from './period-fields.tsx'
import { ReportPrint, ReportState, SheetButton, useFigureSheet } from './report-parts.tsx'
import type { ReportSearch } from './report-search.ts'
import { formatShortWon } from './short-won.ts'

interface CostReportProps {
  /** The book whose costs are shown. */
  book: Book
  /** Name for the file and the print: 공탁. */
  kind: string
  search: ReportSearch
  onSearch(change: Partial<Pick<ReportSearch, 'date_field' | 'start' | 'end'>>): void
  status: FigureState['status']
  projects: readonly ProjectCosts[]
  /** The list of its cases, and the field that holds a case's project. */
  cases: CaseListLink & { readonly projectField: string }
  action?: ProjectAction
}

/** Summary of a case book by project: range, table with total, chart, Excel file and print. */
export function CostReport({ book, kind, search, onSearch, status, projects, cases, action }: CostReportProps) {
  const rangeError = findRangeError({ from: search.start, to: search.end })
  const hasPeriod = search.start !== '' || search.end !== ''
  const reset = () => onSearch({ start: '', end: '' })
  return (
    <div className="flex flex-col gap-4 pb-6">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <ReportPeriodBar book={book} period={search} onPeriod={onSearch} />
        {projects.length === 0 || rangeError !== null ? null : (
          <ReportExports book={book} kind={kind} search={search} projects={projects} />
        )}
      </div>
      <ReportState
        status={status}
        error={rangeError}
        isEmpty={projects.length === 0}
        emptyReason={
          hasPeriod ? (
            <>
              선택한 기간에 해당하는 사건이 없습니다.
              <Button onClick={reset}>기간 초기화</Button>
            </>
          ) : (
            <>
              아직 등록된 사건이 없습니다.
              <Link to={cases.to} search={cases.search} className={buildButtonClass()}>
                사건 추가하러 가기
              </Link>
            </>
          )
        }
      >
        <CostTable
          book={book}
          projects={projects}
          linkToCases={(project) => buildCaseLink(project, cases, search)}
          {...(action && { action })}
        />
        <ReportChart projects={projects} />
      </ReportState>
    </div>
  )
}

/** Export and print of the figures. */
function ReportExports({
  book,
  kind,
  search,
  projects,
}: Pick<CostReportProps, 'book' | 'kind' | 'search' | 'projects'>) {
  const sheet = useFigureSheet(projects, () => ({
    sheet: createCostSummarySheet(book),
    fileName: buildCostSummaryFileName(kind, getOfficeToday()),
  }))
  return (
    <div className="flex flex-wrap gap-2">
      <SheetButton sheet={sheet} />
      <ReportPrint
        title="사업구간별 합계"
        period={formatReportPeriod(book, search)}
        bars={{
          kind: 'bars',
          title: '사업구간별 합계(원)',
          bars: projects.map(({ business_section: label, sum: value }) => ({
            label,
            value,
            text: `${formatWon(value)}원`,
          })),
        }}
        columns={costColumns(book)}
        rows={projects.map((row) => ({ rowName: row.business_section, figures: row }))}
        total={sumProjects(projects)}
      />
    </div>
  )
}

function buildCaseLink(
  project: string | null,
  { to, search, projectField: field }: CostReportProps['cases'],
  { date_field, start, end }: ReportSearch,
): CaseListLink {
  const inRange = start + end === '' ? {} : { date_field, start, end }
  const projectFilter = project === null ? {} : { filters: [{ op: 'equals', field, value: project }] }
  return { to, search: { ...search, ...inRange, ...projectFilter } }
}

/** One series, 사업구간별 합계(원). */
function ReportChart({ projects }: { projects: readonly CostSummaryRow[] }) {
  return (
    <div className="max-w-5xl border bg-paper-raised p-4">
      <BarChart
        title="사업구간별 합계(원)"
        bars={projects.map(({ business_section: label, sum }) => ({ label, value: sum }))}
        format={(value) => `${formatWon(value)}원`}
        axisFormat={formatShortWon}
      />
    </div>
  )
}

/** A project as a report shows it. */
export type ProjectCosts = CostSummaryRow & { readonly group_id?: string }

interface CostTableProps {
  book: Book
  projects: readonly ProjectCosts[]
  /** List of a project's cases within the report's range (null: of all projects). */
  linkToCases(project: string | null): CaseListLink
  /** Column with a button per project. */
  action?: ProjectAction
}

export interface ProjectAction {
  readonly label: string
  readonly renderButton: (project: ProjectCosts) => ReactNode
}

/** Costs by project, with the total below. */
function CostTable({ book, projects, linkToCases, action }: CostTableProps) {
  return (
    <FigureTable
      caption="사업구간별 비용 합계 (원)"
      columns={costColumns(book).map((column) =>
        isWholeCaseFigure(column.key) ? { ...column, cases: linkToCases } : column,
      )}
      rows={projects.map((row) => ({
        rowName: row.business_section,
        id: row.group_id,
        figures: row,
        ...(action && { action: action.renderButton(row) }),
      }))}
      total={sumProjects(projects)}
      {...(action && { actionLabel: action.label })}
    />
  )
}

/** 건수, each cost under its book's label, and their sum. */
function costColumns({ fields }: Book): readonly FigureColumn<Costs>[] {
  return [
    { key: 'count', label: '건수', text: ({ count }) => formatNumber(count) },
    ...costKeys.map((key) => ({
      key,
      label: fields.find((field) => field.key === key)?.label ?? key,
      text: (row: Costs) => formatWon(row[key]),
    })),
    { key: 'sum', label: '합계', isStrong: true, text: ({ sum }) => formatWon(sum) },
  ]
}

/** Only the count and the sum cover whole cases; a single cost is part of every case. */
function isWholeCaseFigure(key: string): boolean {
  return key === 'count' || key === 'sum'
}
