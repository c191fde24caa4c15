import type { RegisterEntry } from '#contract/books/register-entries.ts'
import type { Filter } from '#contract/records/query.ts'
import { findRegisterIssues, type RegisterIssue, registerIssues } from './issues.ts'

/** How many entries have an issue, and which were entered late. */
export interface IssueCounts {
  readonly counts: Readonly<Partial<Record<RegisterIssue, number>>>
  readonly lateIds: readonly string[]
}

export const registerIssueKinds = Object.keys(registerIssues) as [RegisterIssue, ...RegisterIssue[]]

export function countRegisterIssues(entries: Iterable<RegisterEntry>): IssueCounts {
  const counts: Partial<Record<RegisterIssue, number>> = {}
  const lateIds: string[] = []
  for (const entry of entries) {
    for (const issue of findRegisterIssues(entry)) {
      counts[issue] = (counts[issue] ?? 0) + 1
      if (issue === 'late') lateIds.push(entry.id)
    }
  }
  return { counts, lateIds }
}

/**
 * List filters for the entries with an issue. No filter compares two fields, so entries made late
 * are listed by `lateIds`.
 */
export function createIssueFilters(issue: RegisterIssue, lateIds: readonly string[]): readonly Filter[] {
  if (issue === 'late') return [{ op: 'one_of', field: 'id', values: [...lateIds] }]
  return [{ op: 'equals', field: 'is_cancelled', value: false }, ...filtersOf[issue]]
}

const isEmpty = (field: string): Filter => ({ op: 'equals', field, value: null })

const filtersOf: Readonly<Record<Exclude<RegisterIssue, 'late'>, readonly Filter[]>> = {
  waiting: [isEmpty('serial')],
  no_verification: [isEmpty('verification')],
  no_client: [isEmpty('client')],
  no_address: [isEmpty('client_address')],
  no_birth: [{ op: 'between', field: 'client_others', from: 1, to: null }, isEmpty('client_birth')],
  no_matter: [isEmpty('matter')],
  no_fee: [isEmpty('fee')],
  differs: [{ op: 'equals', field: 'differs', value: true }],
}
