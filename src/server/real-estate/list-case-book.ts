import { sql } from 'kysely'
import type { realEstateUnitBook } from '#contract/books/real-estate-units.ts'
import { realEstateBook, type RealEstateGroup, realEstateGroupBook } from '#contract/books/real-estate.ts'
import type { SubstringFilters } from '#contract/records/generic-resource.ts'
import { toFieldSearch } from '#domain/text/person-name.ts'
import { buildSearchText, compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import type { Database } from '#server/db/client.ts'
import {
  type Conditions,
  type ListDescription,
  type ListParams,
  matchesAny,
} from '#server/db/lists/list-description.ts'
import { buildSearchCondition } from '#server/db/lists/read-list.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'

/** Units 세대: each returned row includes the names of its group and bank. */
export const writableUnitBook = createWritableBook('real-estate-units', {
  joins: {
    group_name: (alias) => sql`(select g.name from real_estate_group g where g.id = ${sql.ref(`${alias}.group_id`)})`,
    mortgage_bank: (alias) => sql`(
      select row_to_json(joined) from (select b.id, b.name from bank b where b.id = ${sql.ref(`${alias}.mortgage_bank_id`)}) joined
    )`,
  },
})

/** Case-book entries 사건부 for the write pipeline and sync. */
export const writableRealEstateBook = createWritableBook('real-estate', {
  joins: {
    group: (alias) => sql`(
      select row_to_json(joined) from (
        select g.id, g.name, g.trust_corporate_name, g.office from real_estate_group g where g.id = ${sql.ref(`${alias}.group_id`)}
      ) joined
    )`,
  },
})

/**
 * The case book. Groups are few, so conditions on groups are resolved first and the cases are
 * queried by group id.
 */
export const caseBookList: ListDescription<ListParams & SubstringFilters<typeof realEstateBook>> = {
  book: writableRealEstateBook,
  async filters(db, params) {
    const groupIds = filterGroups(await readGroups(db), params)
    return groupIds ? [matchesAny('group_id', groupIds, 'uuid')] : []
  },
  async search(db, search) {
    const groups = await readGroups(db)
    return buildSearchCondition(search, (word) => {
      const ids = searchGroups(groups, word)
      return ids.length > 0 ? [matchesAny('group_id', ids, 'uuid')] : []
    })
  },
}

export type GroupRow = Awaited<ReturnType<typeof readGroups>>[number]

/** All groups; an office has dozens. */
export async function readGroups(db: Database) {
  return await db
    .selectFrom('real_estate_group')
    .select(['id', 'name', 'trust_corporate_name', 'office', 'region', 'type', 'manager'])
    .orderBy('name')
    .orderBy('id')
    .execute()
}

type FilteredGroup = Pick<RealEstateGroup, 'id' | 'name' | 'trust_corporate_name' | 'region' | 'type' | 'manager'>

/**
 * Groups that pass the book's filters, or null when none is set. All these filters concern the few
 * groups, so the case book is then queried by group id alone, which an index serves.
 */
function filterGroups(
  groups: readonly FilteredGroup[],
  filters: SubstringFilters<typeof realEstateBook>,
): string[] | null {
  const conditions = realEstateBook.filters.flatMap(({ key, field }) => {
    const text = filters[key]
    if (!text?.trim()) return []
    const groupKey = toGroupKey(field)
    return [{ key: groupKey, search: compileSearch(toFieldSearch(realEstateGroupBook, groupKey, text)) }]
  })
  if (conditions.length === 0) return null
  return groups
    .filter((group) => conditions.every(({ key, search }) => matchesSearch(buildSearchText([group[key]]), search)))
    .map(({ id }) => id)
}

/** `group_id.region`: region of the group. */
function toGroupKey<Key extends keyof FilteredGroup>(field: `group_id.${Key}`): Key {
  return field.slice('group_id.'.length) as Key
}

/**
 * Groups whose own search text matches this word. Renaming a group therefore touches no case-book
 * rows.
 */
function searchGroups(groups: readonly FilteredGroup[], word: string): string[] {
  const search = compileSearch(word)
  return groups
    .filter((group) => matchesSearch(buildSearchText([group.name, group.trust_corporate_name]), search))
    .map(({ id }) => id)
}

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
  const matchingHalves = rows
    .filter(({ half }) => matchesSearch(buildSearchText([half]), search))
    .map(({ half }) => half)
  return [matchesAny(key, matchingHalves, 'text')]
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
