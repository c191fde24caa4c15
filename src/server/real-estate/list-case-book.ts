import { caseDateFields } from '#contract/list-question.ts'
import type { CaseBookListQuery } from '#contract/real-estate.ts'
import type { ListedTable } from '../db/lists/listed-table.ts'
import { readListPage, type ListReader } from '../db/lists/read-list.ts'
import {
  caseBookCondition,
  caseBookOrder,
  caseBookPicks,
  caseBookSearch,
  readGroups,
  type GroupRow,
} from './case-book-query.ts'
import { realEstateCollection } from './collections.ts'
import { groupsPassing } from './group-filter.ts'

export const caseBookTable: ListedTable = {
  collection: realEstateCollection,
  watched: ['real-estate', 'real-estate-groups'],
  picked: { words: ['group_id'], type: 'uuid', days: caseDateFields, newest: 'created_at' },
}

const newestFirst = '-created_at'

/** One page of the case book, each row with its group joined, and the number of rows that pass the filters. A page beyond the end is empty. */
export async function listCaseBook(reader: ListReader, query: CaseBookListQuery) {
  const groups = await readGroups(reader.db)
  const { ordering, search } = query
  const isNewestFirst = (ordering ?? newestFirst) === newestFirst
  const isSearched = Boolean(search?.trim())
  const list = {
    condition: caseBookCondition(query, groups),
    order: caseBookOrder(ordering, groups),
    reversedOrder: caseBookOrder(ordering, groups, true),
    picked: { picks: caseBookPicks(query, groups), search: caseBookSearch(query, groups), isNewestFirst },
    isWalked: isNewestFirst && !isSearched,
    isScattered: isNewestFirst && (isSearched || (groupsPassing(groups, query)?.length ?? 0) > 1),
  }
  const { rows, total } = await readListPage(reader, list, query)
  const groupsById = new Map(groups.map((group) => [group.id, groupOnRow(group)]))
  return {
    results: rows.map((row) => ({ ...row, group: groupsById.get(String(row['group_id'])) })),
    total_count: total,
  }
}

function groupOnRow({ id, name, trust_corporate_name, office }: GroupRow) {
  return { id, name, trust_corporate_name, office }
}
