import { sql, type RawBuilder } from 'kysely'
import type { CaseBookListQuery } from '#contract/real-estate.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { Database } from '../db/client.ts'
import { recordJson } from '../db/record-json.ts'
import { caseBookCondition, caseBookOrder, readGroups, type GroupRow } from './case-book-query.ts'
import { realEstateCollection } from './collections.ts'
import type { createCounter } from './remembered-counts.ts'

type CountRows = ReturnType<typeof createCounter>

/** From here on it pays to know the total before the page is read: the second half of a result is read from its end. */
const deepOffset = 5000

/** One page of the case book, each row with its group joined, and the number of rows that pass the filters. A page beyond the end is empty. */
export async function listCaseBook(db: Database, countRows: CountRows, query: CaseBookListQuery) {
  const groups = await readGroups(db)
  const condition = caseBookCondition(query, groups)
  const range = { offset: (query.page - 1) * query.page_size, limit: query.page_size, ordering: query.ordering }
  const counting = countRows(condition)
  const reading =
    range.offset < deepOffset
      ? readRange(db, condition, range)
      : counting.then((total) => readDeepRange(db, condition, { ...range, total }))
  const [rows, total] = await Promise.all([reading, counting])
  const groupsById = new Map(groups.map((group) => [group.id, groupOnRow(group)]))
  return {
    results: rows.map((row) => ({ ...row, group: groupsById.get(String(row['group_id'])) })),
    total_count: total,
  }
}

interface Range {
  readonly offset: number
  readonly limit: number
  readonly ordering: string | undefined
  readonly isReversed?: boolean
}

async function readDeepRange(db: Database, condition: RawBuilder<boolean>, range: Range & { total: number }) {
  const { offset, total } = range
  const limit = Math.min(range.limit, total - offset)
  if (limit <= 0) return []
  if (offset < total / 2) return await readRange(db, condition, { ...range, limit })
  const fromEnd = { ...range, limit, offset: total - offset - limit, isReversed: true }
  return (await readRange(db, condition, fromEnd)).toReversed()
}

/** The ids come from an index alone; only the rows shown are then fetched. */
async function readRange(db: Database, condition: RawBuilder<boolean>, range: Range): Promise<AnyRecord[]> {
  const order = caseBookOrder(range.ordering, range.isReversed)
  const result = await sql<{ row: AnyRecord }>`
    select ${recordJson(realEstateCollection, 'r')} as row
    from (
      select r.id from real_estate r where ${condition} order by ${order} limit ${range.limit} offset ${range.offset}
    ) page
    join real_estate r on r.id = page.id
    order by ${order}
  `.execute(db)
  return result.rows.map(({ row }) => row)
}

function groupOnRow({ id, name, trust_corporate_name, office }: GroupRow) {
  return { id, name, trust_corporate_name, office }
}
