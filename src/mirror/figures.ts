import { collectionNames, type CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { CardUsageRecord } from '#contract/books/card-usage.ts'
import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import type { QuickDeliveryRecord } from '#contract/books/quick-delivery.ts'
import type { RealEstateRecord } from '#contract/books/real-estate.ts'
import { cardMonths, cardTotals, type InstantRange } from '#domain/ledgers/card-usage.ts'
import { hasAny } from '#domain/today/first-steps.ts'
import { bookRules } from '#domain/books/books.ts'
import { deadlinesWithin, type Deadlines } from '#domain/today/deadlines.ts'
import { receivablesBySection } from '#domain/deposit-cases/deposit-receivables.ts'
import type { Inquiry } from '#contract/books/inquiries.ts'
import { quickFigures, type QuickQuestion } from '#domain/ledgers/quick-balance.ts'
import { leaveUses, overlappingLeave, type LeaveQuestion, type LeaveRow } from '#domain/ledgers/leave.ts'
import {
  depositYearBook,
  realEstateYearBook,
  reportYear,
  type YearQuestion,
  summariseByGroup,
  summariseBySection,
  type CostRange,
} from '#domain/deposit-cases/cost-summary.ts'

/** Due dates of each book by its own rule (`deadline`); empty for a book without one. */
type DeadlineFigure = `deadlines:${CollectionName}`
const deadlineFigures = Object.fromEntries(
  collectionNames.map((name) => [`deadlines:${name}`, deadlinesOf(name)]),
) as Readonly<Record<DeadlineFigure, ReturnType<typeof deadlinesOf>>>

/**
 * The figures a screen may follow over a whole collection: sums, balances, deadlines. Each is a
 * pure function of `domain`, so screen and server count alike. They run in the mirror's worker, so
 * that records don't cross to the page at every edit.
 */
export const figures = {
  'deposit-summary': figureOf('deposit-cases', (rows: Iterable<DepositCaseRecord>, range: CostRange) =>
    summariseBySection(rows, range),
  ),
  'real-estate-summary': figureOf('real-estate', (rows: Iterable<RealEstateRecord>, range: CostRange) =>
    summariseByGroup(rows, range),
  ),
  'deposit-receivables': figureOf('deposit-cases', (rows: Iterable<DepositCaseRecord>, today: string) =>
    receivablesBySection(rows, today),
  ),
  'deposit-year': figureOf('deposit-cases', (rows: Iterable<DepositCaseRecord>, question: YearQuestion) =>
    reportYear(rows, question, depositYearBook),
  ),
  'real-estate-year': figureOf('real-estate', (rows: Iterable<RealEstateRecord>, question: YearQuestion) =>
    reportYear(rows, question, realEstateYearBook),
  ),
  ...deadlineFigures,
  'card-totals': figureOf('card-usage', (rows: Iterable<CardUsageRecord>, range: InstantRange) =>
    cardTotals(rows, range),
  ),
  'card-months': figureOf('card-usage', (rows: Iterable<CardUsageRecord>, months: { first: string; last: string }) =>
    cardMonths(rows, months),
  ),
  'quick-balance': figureOf('quick-deliveries', (rows: Iterable<QuickDeliveryRecord>, question: QuickQuestion) =>
    quickFigures(rows, question),
  ),
  'leave-uses': figureOf('leave-requests', (rows: Iterable<LeaveRow>, year: number) => leaveUses(rows, year)),
  'leave-overlap': figureOf('leave-requests', (rows: Iterable<LeaveRow>, request: LeaveQuestion) =>
    overlappingLeave(rows, request),
  ),
  'new-inquiries': figureOf('inquiries', (rows: Iterable<Inquiry>, _question: null) => countNewInquiries(rows)),
  // For the first steps of an office: whether any record exists.
  'any-group': anyOf('real-estate-groups'),
  'any-case': anyOf('real-estate'),
  'any-company': anyOf('companies'),
  'any-department': anyOf('departments'),
  'any-manager': anyOf('managers'),
  'any-project': anyOf('projects'),
  'any-title': anyOf('titles'),
}

export type FigureName = keyof typeof figures
export type FigureQuestion<Name extends FigureName> = Parameters<(typeof figures)[Name]['count']>[1]
type FigureAnswer<Name extends FigureName> = ReturnType<(typeof figures)[Name]['count']>

/**
 * The state of a figure. `value` is null until the whole collection is on this device, because a
 * partial sum would be wrong.
 */
export interface FigureState<Name extends FigureName = FigureName> {
  readonly status: 'loading' | 'ready' | 'never_fetched'
  readonly value: FigureAnswer<Name> | null
}

function deadlinesOf(collection: CollectionName) {
  const rule = bookRules[collection].deadline
  const none: Deadlines = { total: 0, overdue: 0, first: [] }
  return figureOf(collection, (rows: Iterable<AnyRecord>, today: string) =>
    rule ? deadlinesWithin(rows, rule, today) : none,
  )
}

function anyOf(collection: CollectionName) {
  return figureOf(collection, (rows: Iterable<unknown>, _question: null) => hasAny(rows))
}

/** @param count HAZARD: `rows` yields one reused object; copy what you need from a row. */
function figureOf<Row, Question, Answer>(
  collection: CollectionName,
  count: (rows: Iterable<Row>, question: Question) => Answer,
): { collection: CollectionName; count: (rows: Iterable<Row>, question: Question) => Answer } {
  return { collection, count }
}

/** The number of new inquiries (새 문의). */
function countNewInquiries(rows: Iterable<Pick<Inquiry, 'state'>>): number {
  let count = 0
  for (const { state } of rows) if (state === 'new') count += 1
  return count
}
