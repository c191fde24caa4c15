import { sql, type RawBuilder } from 'kysely'
import type { CaseBookListQuery } from '#contract/real-estate.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { Database } from '../db/client.ts'
import { recordJson } from '../db/record-json.ts'
import { caseBookCondition, caseBookOrder, readGroups, type GroupRow } from './case-book-query.ts'
import { realEstateCollection } from './collections.ts'
import type { createCounter } from './remembered-counts.ts'

type CountRows = ReturnType<typeof createCounter>

/** One page of the case book, each row with its group joined, and the number of rows that pass the filters. A page beyond the end is empty. */
export async function listCaseBook(db: Database, countRows: CountRows, query: CaseBookListQuery) {
  const groups = await readGroups(db)
  const condition = caseBookCondition(query, groups)
  const [rows, total] = await Promise.all([readPage(db, query, condition), countRows(condition)])
  const groupsById = new Map(groups.map((group) => [group.id, groupOnRow(group)]))
  return {
    results: rows.map((row) => ({ ...row, group: groupsById.get(String(row['group_id'])) })),
    total_count: total,
  }
}

/** The page's ids come from an index alone; only the rows shown are then fetched. */
async function readPage(db: Database, query: CaseBookListQuery, condition: RawBuilder<boolean>): Promise<AnyRecord[]> {
  const order = caseBookOrder(query.ordering)
  const result = await sql<{ row: AnyRecord }>`
    select ${recordJson(realEstateCollection, 'r')} as row
    from (
      select r.id from real_estate r where ${condition}
      order by ${order} limit ${query.page_size} offset ${(query.page - 1) * query.page_size}
    ) page
    join real_estate r on r.id = page.id
    order by ${order}
  `.execute(db)
  return result.rows.map(({ row }) => row)
}

function groupOnRow({ id, name, trust_corporate_name, office }: GroupRow) {
  return { id, name, trust_corporate_name, office }
}
