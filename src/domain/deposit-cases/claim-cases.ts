import { depositCaseBook, type DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import type { RealEstateRecord } from '#contract/books/real-estate.ts'
import { compareText } from '#domain/text/search-text.ts'
import { type CostRange, isWithin, sumCosts } from './cost-summary.ts'

/** A case that a cost claim 비용청구 may contain. */
export interface ClaimCase {
  readonly id: string
  readonly owner: string
  /** What tells cases of one owner apart. */
  readonly note: string
  readonly day: string | null
  /** One of the book's claim states. */
  readonly state: string
  /** The case has a 비용청구일. */
  readonly isClaimed: boolean
  readonly sum: number
}

/** `project`: the name of a project, or the id of a group. */
export interface ClaimParams {
  readonly project: string
  readonly range: CostRange
}

/** The state that is billed unless the user chooses others. */
export const completedState = 'completed'

/** States of a book's cases in a claim, in the order they are offered. */
export type ClaimStates = readonly { readonly value: string; readonly label: string }[]

const statusField = depositCaseBook.fields.find(({ key }) => key === 'status')
const statuses: ClaimStates = statusField && 'choices' in statusField ? statusField.choices : []

export const depositClaimStates: ClaimStates = [
  ...statuses.toSorted((a, b) => Number(b.value === completedState) - Number(a.value === completedState)),
  { value: 'none', label: '상태 없음' },
]

/** The case book has no status: a case is completed when its 등기필증 arrived. */
export const groupClaimStates: ClaimStates = [
  { value: completedState, label: '등기필증 수령' },
  { value: 'open', label: '등기필증 수령 전' },
]

/** The cases of a project within the range, oldest filing first; cases not filed yet come last. */
export function listDepositClaim(rows: Iterable<DepositCaseRecord>, { project, range }: ClaimParams): ClaimCase[] {
  const cases: ClaimCase[] = []
  for (const row of rows) {
    if (row.business_section !== project || !isWithin(row, range)) continue
    cases.push({
      id: row.id,
      owner: row.owner_name,
      note: row.address,
      day: row.created_at,
      state: row.status ?? 'none',
      isClaimed: row.cost_request_at !== null,
      sum: sumCosts(row),
    })
  }
  return sortCases(cases)
}

/** The same for the cases of a group, which hold no 비용청구일. */
export function listGroupClaim(rows: Iterable<RealEstateRecord>, { project, range }: ClaimParams): ClaimCase[] {
  const cases: ClaimCase[] = []
  for (const row of rows) {
    if (row.group_id !== project || !isWithin(row, range)) continue
    cases.push({
      id: row.id,
      owner: row.owner ?? '',
      note: row.purpose ?? '',
      day: row.created_at,
      state: row.registrated_at === null ? 'open' : completedState,
      isClaimed: false,
      sum: sumCosts(row),
    })
  }
  return sortCases(cases)
}

function sortCases(cases: readonly ClaimCase[]): ClaimCase[] {
  return cases.toSorted(
    (a, b) =>
      Number(a.day === null) - Number(b.day === null) ||
      compareText(a.day ?? '', b.day ?? '') ||
      compareText(a.id, b.id),
  )
}

/** Which cases of the project are billed. */
export interface ClaimChoice {
  /** Leaves out cases claimed before. */
  readonly isUnclaimedOnly: boolean
  readonly states: readonly string[]
  /** Ids of cases left out one by one. */
  readonly except: readonly string[]
}

/** The cases that the user may leave out one by one. */
export function filterOffered(cases: readonly ClaimCase[], choice: Omit<ClaimChoice, 'except'>): ClaimCase[] {
  return cases.filter(({ state, isClaimed }) => choice.states.includes(state) && !(choice.isUnclaimedOnly && isClaimed))
}

export function filterBilled(cases: readonly ClaimCase[], choice: ClaimChoice): ClaimCase[] {
  return filterOffered(cases, choice).filter(({ id }) => !choice.except.includes(id))
}
