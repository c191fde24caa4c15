import type { DepositListQuery } from '#contract/deposit-cases.ts'
import { caseDateFields } from '#contract/list-question.ts'
import type { ListedTable } from '../db/lists/listed-table.ts'
import { readListPage, type ListReader } from '../db/lists/read-list.ts'
import { findWords, wordColumns } from './case-words.ts'
import { depositCaseCollection } from './collections.ts'
import { depositCondition, depositOrder, depositPicks, depositSearch } from './deposit-case-query.ts'

export const depositCaseTable: ListedTable = {
  collection: depositCaseCollection,
  watched: ['deposit-cases'],
  picked: { words: [...wordColumns, 'status'], type: 'text', days: caseDateFields, newest: 'created_at' },
}

const newestFirst = '-created_at'

/** One page of the deposit cases and the number of cases that pass the filters. A page beyond the end is empty. */
export async function listDepositCases(reader: ListReader, query: DepositListQuery) {
  const { ordering, search, status = '' } = query
  const words = await findWords(reader.db, query)
  const isNewestFirst = (ordering || newestFirst) === newestFirst
  const isSearched = Boolean(search?.trim())
  const isAnyOfSeveral = status.includes(',') || Object.values(words).some(({ length }) => length > 1)
  const list = {
    condition: depositCondition(query, words),
    order: depositOrder(ordering),
    reversedOrder: depositOrder(ordering, true),
    picked: { picks: depositPicks(query, words), search: depositSearch(query), isNewestFirst },
    isWalked: isNewestFirst && !isSearched,
    isScattered: isNewestFirst && (isSearched || isAnyOfSeveral),
  }
  const { rows, total } = await readListPage(reader, list, query)
  return { results: rows, total_count: total }
}
