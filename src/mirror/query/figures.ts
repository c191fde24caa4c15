import type { CardUsageRecord } from '#contract/books/card-usage.ts'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { Inquiry } from '#contract/books/inquiries.ts'
import type { QuickDeliveryRecord } from '#contract/books/quick-delivery.ts'
import type { RealEstateRecord } from '#contract/books/real-estate.ts'
import type { RegisterEntry } from '#contract/books/register-entries.ts'
import { everyRecord, type Query } from '#contract/records/query.ts'
import { bookRules } from '#domain/books/books.ts'
import { sumByMonth, sumByPurpose } from '#domain/card-usage/card-usage.ts'
import { listDepositClaim, listGroupClaim } from '#domain/deposit-cases/claim-cases.ts'
import {
  type CostRange,
  depositYearBook,
  realEstateYearBook,
  reportYear,
  summarizeByGroup,
  summarizeByProject,
  type YearReportParams,
} from '#domain/deposit-cases/cost-summary.ts'
import { summarizeReceivables } from '#domain/deposit-cases/deposit-receivables.ts'
import { findOverlappingLeave, type LeaveRow, type RequestedLeave, sumLeaveUses } from '#domain/leave/leave.ts'
import {
  computeDeliveryFigures,
  computeDeliveryTotals,
  type DeliveryParams,
} from '#domain/quick-delivery/quick-balance.ts'
import { countRegisterIssues } from '#domain/register/issue-filters.ts'
import { type Deadlines, findDeadlines } from '#domain/today/deadlines.ts'
import { hasRecords } from '#domain/today/first-steps.ts'

/** Due dates of each book by its own rule (`deadline`); empty for a book without one. */
type DeadlineFigure = `deadlines:${CollectionName}`
const deadlineFigures = Object.fromEntries(
  collectionNames.map((name) => [`deadlines:${name}`, defineDeadlineFigure(name)]),
) as Readonly<Record<DeadlineFigure, ReturnType<typeof defineDeadlineFigure>>>

/**
 * The figures a screen may follow over a whole collection: sums, balances, deadlines. Each is a
 * pure function of `domain`, so screen and server count alike. They run in the mirror's worker, so
 * that records don't cross to the page at every edit.
 */
export const figures = {
  'deposit-summary': defineFigure('deposit-cases', (rows: Iterable<DepositCaseRecord>, range: CostRange) =>
    summarizeByProject(rows, range),
  ),
  'deposit-claim': defineFigure('deposit-cases', listDepositClaim),
  'real-estate-claim': defineFigure('real-estate', listGroupClaim),
  'real-estate-summary': defineFigure('real-estate', (rows: Iterable<RealEstateRecord>, range: CostRange) =>
    summarizeByGroup(rows, range),
  ),
  'deposit-receivables': defineFigure('deposit-cases', (rows: Iterable<DepositCaseRecord>, today: string) =>
    summarizeReceivables(rows, today),
  ),
  'deposit-year': defineFigure('deposit-cases', (rows: Iterable<DepositCaseRecord>, params: YearReportParams) =>
    reportYear(rows, params, depositYearBook),
  ),
  'real-estate-year': defineFigure('real-estate', (rows: Iterable<RealEstateRecord>, params: YearReportParams) =>
    reportYear(rows, params, realEstateYearBook),
  ),
  ...deadlineFigures,
  'card-totals': defineFigure(
    'card-usage',
    (rows: Iterable<CardUsageRecord>, _query: Query) => sumByPurpose(rows, { from: null, to: null }),
    (query) => query,
  ),
  'card-months': defineFigure(
    'card-usage',
    (rows: Iterable<CardUsageRecord>, { months }: { months: { first: string; last: string }; query: Query }) =>
      sumByMonth(rows, months),
    ({ query }) => query,
  ),
  'quick-balance': defineFigure('quick-deliveries', (rows: Iterable<QuickDeliveryRecord>, params: DeliveryParams) =>
    computeDeliveryFigures(rows, params),
  ),
  'quick-totals': defineFigure(
    'quick-deliveries',
    (rows: Iterable<QuickDeliveryRecord>, _query: Query) => computeDeliveryTotals(rows),
    (query) => query,
  ),
  'leave-uses': defineFigure('leave-requests', (rows: Iterable<LeaveRow>, year: number) => sumLeaveUses(rows, year)),
  'leave-overlap': defineFigure('leave-requests', (rows: Iterable<LeaveRow>, request: RequestedLeave) =>
    findOverlappingLeave(rows, request),
  ),
  'register-issues': defineFigure(
    'register-entries',
    (rows: Iterable<RegisterEntry>, _query: Query) => countRegisterIssues(rows),
    (query) => query,
  ),
  'new-inquiries': defineFigure('inquiries', (rows: Iterable<Inquiry>, _question: null) => countNewInquiries(rows)),
  // For the first steps of an office: whether any record exists.
  'any-group': defineAnyFigure('real-estate-groups'),
  'any-case': defineAnyFigure('real-estate'),
  'any-company': defineAnyFigure('companies'),
  'any-department': defineAnyFigure('departments'),
  'any-manager': defineAnyFigure('managers'),
  'any-project': defineAnyFigure('projects'),
  'any-title': defineAnyFigure('titles'),
}

export type FigureName = keyof typeof figures
export type FigureParams<Name extends FigureName> = Parameters<(typeof figures)[Name]['count']>[1]
type FigureResult<Name extends FigureName> = ReturnType<(typeof figures)[Name]['count']>

/**
 * The state of a figure. `value` is null until the whole collection is on this device, because a
 * partial sum would be wrong.
 */
export interface FigureState<Name extends FigureName = FigureName> {
  readonly status: 'loading' | 'ready' | 'never_fetched'
  readonly value: FigureResult<Name> | null
}

function defineDeadlineFigure(collection: CollectionName) {
  const rule = bookRules[collection].deadline
  const none: Deadlines = { total: 0, overdue: 0, first: [] }
  return defineFigure(collection, (rows: Iterable<AnyRecord>, today: string) =>
    rule ? findDeadlines(rows, rule, today) : none,
  )
}

function defineAnyFigure(collection: CollectionName) {
  return defineFigure(collection, (rows: Iterable<unknown>, _question: null) => hasRecords(rows))
}

interface FigureOf<Row, Question, Answer> {
  readonly collection: CollectionName
  readonly count: (rows: Iterable<Row>, params: Question) => Answer
  /** The records that are counted. */
  readonly select: (params: Question) => Query
}

/**
 * @param count HAZARD: `rows` yields one reused object; copy what you need from a row.
 * @param select Default: every record.
 */
function defineFigure<Row, Question, Answer>(
  collection: CollectionName,
  count: FigureOf<Row, Question, Answer>['count'],
  select: FigureOf<Row, Question, Answer>['select'] = () => everyRecord,
): FigureOf<Row, Question, Answer> {
  return { collection, count, select }
}

/** The number of new inquiries (새 문의). */
function countNewInquiries(rows: Iterable<Pick<Inquiry, 'state'>>): number {
  let count = 0
  for (const { state } of rows) if (state === 'new') count += 1
  return count
}
