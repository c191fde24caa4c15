import { sql } from 'kysely'
import type { realEstateUnitDescription } from '#contract/books/real-estate-units.ts'
import type { PartsQuery } from '#contract/records/generic-resource.ts'
import { compileSearch, matchesSearch, searchText } from '#domain/text/search-text.ts'
import type { Database } from '../db/client.ts'
import { isOneOf } from '../db/lists/conditions.ts'
import type { Conditions, ListDescription, ListQuestion } from '../db/lists/list-description.ts'
import { storedSearch } from '../db/lists/stored-search.ts'
import { unitCollection } from './collections.ts'
import { groupsFound } from './group-filter.ts'
import { readGroups } from './list-case-book.ts'

/**
 * The units. Groups, banks and the distinct 동 and 호 are few, so conditions on them are resolved
 * first.
 */
export const unitList: ListDescription<ListQuestion & PartsQuery<typeof realEstateUnitDescription>> = {
  collection: unitCollection,
  async filters(db, { dong, ho }) {
    return [...(await holding(db, 'dong', dong)), ...(await holding(db, 'ho', ho))]
  },
  async search(db, search) {
    const groups = await readGroups(db)
    const banks = await db.selectFrom('bank').select(['id', 'name', 'position']).execute()
    return storedSearch(search, (word) => [
      ...isAnyOf('group_id', groupsFound(groups, word)),
      ...isAnyOf('mortgage_bank_id', banksFound(banks, word)),
    ])
  },
}

async function holding(db: Database, key: 'dong' | 'ho', part = ''): Promise<Conditions> {
  const search = compileSearch(part)
  if (search.words.length === 0) return []
  const column = sql.ref(key)
  const { rows } = await sql<{ half: string }>`
    select distinct ${column} as half from real_estate_unit where ${column} is not null
  `.execute(db)
  const found = rows.filter(({ half }) => matchesSearch(searchText([half]), search)).map(({ half }) => half)
  return [isOneOf(key, found, 'text')]
}

function banksFound(banks: readonly { id: string; name: string; position: string | null }[], word: string): string[] {
  const search = compileSearch(word)
  return banks.filter(({ name, position }) => matchesSearch(searchText([name, position]), search)).map(({ id }) => id)
}

function isAnyOf(column: string, ids: readonly string[]): Conditions {
  return ids.length > 0 ? [isOneOf(column, ids, 'uuid')] : []
}
