import { sql } from 'kysely'
import type { realEstateUnitBook } from '#contract/books/real-estate-units.ts'
import type { SubstringFilters } from '#contract/records/generic-resource.ts'
import { buildSearchText, compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import type { Database } from '#server/db/client.ts'
import {
  type Conditions,
  type ListDescription,
  type ListParams,
  matchesAny,
} from '#server/db/lists/list-description.ts'
import { buildSearchCondition } from '#server/db/lists/read-list.ts'
import { readGroups, searchGroups } from './list-case-book.ts'
import { writableUnitBook } from './writable-books.ts'

/**
 * The units. Groups, banks and the distinct 동 and 호 are few, so conditions on them are resolved
 * first.
 */
export const unitList: ListDescription<ListParams & SubstringFilters<typeof realEstateUnitBook>> = {
  book: writableUnitBook,
  async filters(db, { dong, ho }) {
    return [...(await buildUnitNumberConditions(db, 'dong', dong)), ...(await buildUnitNumberConditions(db, 'ho', ho))]
  },
  async search(db, search) {
    const groups = await readGroups(db)
    const banks = await db.selectFrom('bank').select(['id', 'name', 'position']).execute()
    return buildSearchCondition(search, (word) => [
      ...matchesAnyId('group_id', searchGroups(groups, word)),
      ...matchesAnyId('mortgage_bank_id', searchBanks(banks, word)),
    ])
  },
}

async function buildUnitNumberConditions(db: Database, key: 'dong' | 'ho', part = ''): Promise<Conditions> {
  const search = compileSearch(part)
  if (search.words.length === 0) return []
  const column = sql.ref(key)
  const { rows } = await sql<{ half: string }>`
    select distinct ${column} as half from real_estate_unit where ${column} is not null
  `.execute(db)
  const found = rows.filter(({ half }) => matchesSearch(buildSearchText([half]), search)).map(({ half }) => half)
  return [matchesAny(key, found, 'text')]
}

function searchBanks(banks: readonly { id: string; name: string; position: string | null }[], word: string): string[] {
  const search = compileSearch(word)
  return banks
    .filter(({ name, position }) => matchesSearch(buildSearchText([name, position]), search))
    .map(({ id }) => id)
}

function matchesAnyId(column: string, ids: readonly string[]): Conditions {
  return ids.length > 0 ? [matchesAny(column, ids, 'uuid')] : []
}
