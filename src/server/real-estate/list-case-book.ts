import { sql } from 'kysely'
import type { CaseBookListQuery } from '#contract/real-estate.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { Database } from '../db/client.ts'
import { recordJson } from '../db/record-json.ts'
import { caseBookCondition, caseBookOrder, readGroups, type GroupRow } from './case-book-query.ts'
import { realEstateCollection } from './collections.ts'

/** One page of the case book, each row with its group joined, and the number of rows that pass the filters. A page beyond the end is empty. */
export async function listCaseBook(db: Database, query: CaseBookListQuery) {
  const groups = await readGroups(db)
  const [rows, total] = await Promise.all([readPage(db, query, groups), countRows(db, query, groups)])
  const groupsById = new Map(groups.map((group) => [group.id, groupOnRow(group)]))
  return {
    results: rows.map((row) => ({ ...row, group: groupsById.get(String(row['group_id'])) })),
    total_count: total,
  }
}

/** The page's ids come from an index alone; only the rows shown are then fetched. */
async function readPage(db: Database, query: CaseBookListQuery, groups: readonly GroupRow[]): Promise<AnyRecord[]> {
  const order = caseBookOrder(query.ordering)
  const result = await sql<{ row: AnyRecord }>`
    select ${recordJson(realEstateCollection, 'r')} as row
    from (
      select r.id from real_estate r where ${caseBookCondition(query, groups)}
      order by ${order} limit ${query.page_size} offset ${(query.page - 1) * query.page_size}
    ) page
    join real_estate r on r.id = page.id
    order by ${order}
  `.execute(db)
  return result.rows.map(({ row }) => row)
}

async function countRows(db: Database, query: CaseBookListQuery, groups: readonly GroupRow[]): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*) as n from real_estate r where ${caseBookCondition(query, groups)}
  `.execute(db)
  return result.rows[0]?.n ?? 0
}

function groupOnRow({ id, name, trust_corporate_name, office }: GroupRow) {
  return { id, name, trust_corporate_name, office }
}
