import { type RawBuilder, sql } from 'kysely'
import type { PeopleListQuery, Person } from '#contract/people/people.ts'
import { resolveOrdering, splitValues } from '#contract/records/list-query.ts'
import { buildSearchText, compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import type { Database } from '#server/db/client.ts'
import { createOrderingRefusal } from '#server/http/http-problem.ts'

/**
 * Remaining days of annual leave this year by user id. `app.ts` supplies it, because businesses
 * don't import each other.
 */
export type ReadRemainingLeave = (db: Database) => Promise<ReadonlyMap<string, number>>

/**
 * Users who match the filters: one page, or all of them without paging. Superusers come first, then
 * staff, each sorted by name. Throws on an unknown `ordering`.
 */
export async function listPeople(
  db: Database,
  query: PeopleListQuery & { page?: number; page_size?: number },
  readRemainingLeave: ReadRemainingLeave,
): Promise<{ results: Person[]; total_count: number }> {
  const condition = await buildCondition(db, query)
  const { page = 1, page_size: size } = query
  const limit = size === undefined ? sql`` : sql`limit ${size} offset ${(page - 1) * size}`
  const [results, counted] = await Promise.all([
    readPeople(db, { condition, order: buildOrder(query), limit, readRemainingLeave }),
    sql<{ total: number }>`select count(*) as total from app_user r where ${condition}`.execute(db),
  ])
  return { results, total_count: counted.rows[0]?.total ?? 0 }
}

/** One user as the list shows them; undefined when there is none. */
export async function readPerson(
  db: Database,
  id: string,
  readRemainingLeave: ReadRemainingLeave,
): Promise<Person | undefined> {
  const condition = sql<boolean>`r.id = ${id}::uuid`
  const [person] = await readPeople(db, { condition, order: sql`r.id`, limit: sql``, readRemainingLeave })
  return person
}

interface PeopleQuery {
  condition: RawBuilder<boolean>
  order: RawBuilder<unknown>
  limit: RawBuilder<unknown>
  readRemainingLeave: ReadRemainingLeave
}

async function readPeople(
  db: Database,
  { condition, order, limit, readRemainingLeave }: PeopleQuery,
): Promise<Person[]> {
  const [{ rows }, leaveByUser] = await Promise.all([
    sql<Omit<Person, 'vacation_over_days'>>`
      select r.id, r.version, r.inserted_at, coalesce(r.edited_at, r.inserted_at) as updated_at, ${nameSql} as name, ${emailSql} as email, ${phoneSql} as phone_num,
        r.position, r.dept, card.masked as card_num, r.employment_date, r.left_on, ${roleSql} as role, ${stateSql} as state, r.last_login
      from app_user r
      left join party_number card on card.record_id = r.id and card.collection = 'users' and card.left_at is null
      where ${condition} order by ${order} ${limit}
    `.execute(db),
    readRemainingLeave(db),
  ])
  return rows.map((row) => ({ ...row, vacation_over_days: leaveByUser.get(row.id) ?? null }))
}

const nameSql = sql`r.nickname`
const emailSql = sql`coalesce(r.work_email, r.email)`
const phoneSql = sql`coalesce(r.work_phone, r.phone)`
const roleSql = sql`case when r.is_superuser then 'superuser' when r.is_staff then 'staff' else 'member' end`
const stateSql = sql`case when r.is_active then 'active' else 'blocked' end`

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`${nameSql} collate "C"`,
  email: sql`${emailSql} collate "C"`,
  phone_num: sql`${phoneSql} collate "C"`,
  position: sql`r.position collate "C"`,
  dept: sql`r.dept collate "C"`,
  employment_date: sql`r.employment_date`,
  left_on: sql`r.left_on`,
  role: sql`(r.is_staff::int + r.is_superuser::int)`,
  state: sql`(not r.is_active)`,
  last_login: sql`r.last_login`,
}

function buildOrder(query: PeopleListQuery): RawBuilder<unknown> {
  const ordering = resolveOrdering(query) ?? ''
  if (ordering === '') return sql`r.is_superuser desc, r.is_staff desc, ${nameSql} collate "C", r.id`
  const key = ordering.replace(/^-/, '')
  const column = Object.hasOwn(orders, key) ? orders[key] : undefined
  if (column === undefined) throw createOrderingRefusal(query)
  return sql`${column} ${ordering.startsWith('-') ? sql`desc` : sql`asc`} nulls last, ${nameSql} collate "C", r.id`
}

/**
 * Applies the rules of every search (part of a word, 초성, wrong keyboard layout) here and passes
 * only ids to the database.
 */
async function buildCondition(db: Database, query: PeopleListQuery): Promise<RawBuilder<boolean>> {
  const chosenFilters = sql<boolean>`${matchesAnyValue(roleSql, query.role)} and ${matchesAnyValue(stateSql, query.state)}`
  const searches = (['name', 'position', 'search'] as const)
    .map((key) => ({ key, compiled: compileSearch(query[key] ?? '') }))
    .filter(({ compiled }) => compiled.words.length > 0)
  if (searches.length === 0) return chosenFilters
  const { rows } = await sql<{ id: string; name: string; position: string | null; search: string[] }>`
    select r.id, ${nameSql} as name, r.position, array[${nameSql}, ${emailSql}, ${phoneSql}, r.position, r.dept] as search
    from app_user r where ${chosenFilters}
  `.execute(db)
  const matchingUsers = rows.filter((row) =>
    searches.every(({ key, compiled }) => matchesSearch(buildSearchText([row[key]].flat()), compiled)),
  )
  return sql<boolean>`r.id = any(${matchingUsers.map(({ id }) => id)}::uuid[])`
}

function matchesAnyValue(column: RawBuilder<unknown>, listed: string | undefined): RawBuilder<boolean> {
  const values = splitValues(listed ?? '')
  return values.length === 0 ? sql<boolean>`true` : sql<boolean>`${column} = any(${values}::text[])`
}
