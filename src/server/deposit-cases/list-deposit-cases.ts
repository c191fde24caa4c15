import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { PartsQuery } from '#contract/records/generic-resource.ts'
import type { ChosenDay } from '#contract/records/list-question.ts'
import { isOneOf } from '../db/lists/conditions.ts'
import { dayRangeConditions } from '../db/lists/described-filters.ts'
import type { ListDescription, ListQuestion } from '../db/lists/list-description.ts'
import { storedSearch } from '../db/lists/stored-search.ts'
import { findWords } from './case-words.ts'
import { depositCaseCollection } from './collections.ts'

export type DepositFilters = ListQuestion &
  PartsQuery<typeof depositCaseDescription> &
  ChosenDay &
  Readonly<Record<string, unknown>>

export const depositCaseList: ListDescription<DepositFilters> = {
  collection: depositCaseCollection,
  async filters(db, question) {
    const words = Object.entries(await findWords(db, question))
    return [
      ...words.map(([column, found]) => isOneOf(column, found, 'text')),
      ...dayRangeConditions(depositCaseDescription, chosenRange(question)),
    ]
  },
  search: (_db, search) => storedSearch(search),
}

/**
 * The other form of the date filter: `date_filter_start` with the field in `date_filter_type`
 * (등기접수일 when empty). `created_at_start` takes precedence.
 */
function chosenRange(question: DepositFilters): Readonly<Record<string, unknown>> {
  const { date_filter_type, date_filter_start, date_filter_end } = question
  const field = date_filter_type || 'created_at'
  return {
    [`${field}_start`]: question[`${field}_start`] ? '' : date_filter_start,
    [`${field}_end`]: question[`${field}_end`] ? '' : date_filter_end,
  }
}
