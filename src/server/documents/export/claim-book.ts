import { type RawBuilder, sql } from 'kysely'
import type { Book } from '#contract/books/field.ts'
import { claimHeading, type ClaimedRecord, type CostClaim } from '#domain/sheets/cost-claim-sheet.ts'
import type { CostRange } from '#domain/deposit-cases/cost-summary.ts'
import type { Office } from '#domain/office/office-words.ts'
import { allOf } from '../../db/lists/conditions.ts'
import { dayRangeConditions } from '../../db/lists/described-filters.ts'
import type { WritableCollection } from '../../db/writable-collection.ts'
import { bookLayout, type Workbook } from './write-book.ts'

/**
 * Which cases are claimed, for whom and when. `ofSection` is a condition over the book's table
 * under the alias `r`.
 */
export interface ClaimScope {
  readonly section: string
  readonly ofSection: RawBuilder<boolean>
  readonly range: CostRange
  readonly today: string
  readonly office: Office
}

/** The cost claim of one section, oldest filing first; cases not filed yet come last. */
export function claimBook(
  claim: CostClaim,
  collection: WritableCollection,
  scope: ClaimScope,
): Workbook<ClaimedRecord> {
  const description: Book = collection.description
  return {
    collection,
    layout: {
      ...bookLayout(claim.sheet.name, claim.sheet.columns),
      heading: claimHeading(claim, scope, scope.office),
    },
    total: claim.sheet.total,
    open: async () => {
      let index = 0
      return await Promise.resolve({
        condition: allOf([scope.ofSection, ...dayRangeConditions(description, { ...scope.range })]),
        order: sql`r.created_at asc nulls last, r.id asc`,
        rowOf: (record) => {
          index += 1
          return claim.sheet.rowOf({ place: index, record })
        },
      })
    },
  }
}
