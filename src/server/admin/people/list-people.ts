import { sql, type RawBuilder } from 'kysely'
import { listedValues, orderingOf } from '#contract/records/list-question.ts'
import type { PeopleQuestion, Person } from '#contract/people/people.ts'
import { compileSearch, matchesSearch, searchText } from '#domain/text/search-text.ts'
import type { Database } from '#server/db/client.ts'
import { refuseOrdering } from '#server/http/refusal.ts'

/**
 * Remaining days of annual leave this year by user id. `app.ts` supplies it, because businesses
 * don't import each other.
 */
export type RemainingLeave = (db: Database) => Promise<ReadonlyMap<string, number>>

/**
 * Users who match the filters: one page, or all of them without paging. Superusers come first, then
 * staff, each sorted by name. Throws on an unknown `ordering`.
 */
export async function listPeople(
  db: Database,
  question: PeopleQuestion & { page?: number; page_size?: number },
  remaining: RemainingLeave,
): Promise<{ results: Person[]; total_count: number }> {
  const condition = await conditionOf(db, question)
  const { page = 1, page_size: size } = question
  const limit = size === undefined ? sql`` : sql`limit ${size} offset ${(page - 1) * size}`
  const [results, counted] = await Promise.all([
    readPeople(db, { condition, order: orderOf(question), limit, remaining }),
    sql<{ total: number }>`select count(*) as total from app_user r where ${condition}`.execute(db),
  ])
  return { results, total_count: counted.rows[0]?.total ?? 0 }
}

/** One user as the list shows them; undefined when there is none. */
export async function readPerson(db: Database, id: string, remaining: RemainingLeave): Promise<Person | undefined> {
  const condition = sql<boolean>`r.id = ${id}::uuid`
  const [person] = await readPeople(db, { condition, order: sql`r.id`, limit: sql``, remaining })
  return person
}

interface PeopleQuery {
  condition: RawBuilder<boolean>
  order: RawBuilder<unknown>
  limit: RawBuilder<unknown>
  remaining: RemainingLeave
}

async function readPeople(db: Database, { condition, order, limit, remaining }: PeopleQuery): Promise<Person[]> {
  const [{ rows }, left] = await Promise.all([
    sql<Omit<Person, 'vacation_over_days'>>`
      select r.id, r.version, r.inserted_at, coalesce(r.edited_at, r.inserted_at) as updated_at, ${nameOf} as name, ${emailOf} as email, ${phoneOf} as phone_num,
        r.position, r.dept, card.masked as card_num, r.employment_date, r.left_on, ${roleOf} as role, ${stateOf} as state, r.last_login
      from app_user r
      left join party_number card on card.record_id = r.id and card.collection = 'users' and card.left_at is null
      where ${condition} order by ${order} ${limit}
    `.execute(db),
    remaining(db),
  ])
  return rows.map((row) => ({ ...row, vacation_over_days: left.get(row.id) ?? null }))
}

const nameOf = sql`r.nickname`
const emailOf = sql`coalesce(r.work_email, r.email)`
const phoneOf = sql`coalesce(r.work_phone, r.phone)`
const roleOf = sql`case when r.is_superuser then 'superuser' when r.is_staff then 'staff' else 'member' end`
const stateOf = sql`case when r.is_active then 'active' else 'blocked' end`

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`${nameOf} collate "C"`,
  email: sql`${emailOf} collate "C"`,
  phone_num: sql`${phoneOf} collate "C"`,
  position: sql`r.position collate "C"`,
  dept: sql`r.dept collate "C"`,
  employment_date: sql`r.employment_date`,
  left_on: sql`r.left_on`,
  role: sql`(r.is_staff::int + r.is_superuser::int)`,
  state: sql`(not r.is_active)`,
  last_login: sql`r.last_login`,
}

function orderOf(question: PeopleQuestion): RawBuilder<unknown> {
  const ordering = orderingOf(question) ?? ''
  if (ordering === '') return sql`r.is_superuser desc, r.is_staff desc, ${nameOf} collate "C", r.id`
  const key = ordering.replace(/^-/, '')
  const column = Object.hasOwn(orders, key) ? orders[key] : undefined
  if (column === undefined) throw refuseOrdering(question)
  return sql`${column} ${ordering.startsWith('-') ? sql`desc` : sql`asc`} nulls last, ${nameOf} collate "C", r.id`
}

/**
 * Applies the rules of every search (part of a word, 초성, wrong keyboard layout) here and passes
 * only ids to the database.
 */
async function conditionOf(db: Database, question: PeopleQuestion): Promise<RawBuilder<boolean>> {
  const chosen = sql<boolean>`${isOneOf(roleOf, question.role)} and ${isOneOf(stateOf, question.state)}`
  const searches = (['name', 'position', 'search'] as const)
    .map((key) => ({ key, compiled: compileSearch(question[key] ?? '') }))
    .filter(({ compiled }) => compiled.words.length > 0)
  if (searches.length === 0) return chosen
  const { rows } = await sql<{ id: string; name: string; position: string | null; search: string[] }>`
    select r.id, ${nameOf} as name, r.position, array[${nameOf}, ${emailOf}, ${phoneOf}, r.position, r.dept] as search
    from app_user r where ${chosen}
  `.execute(db)
  const found = rows.filter((row) =>
    searches.every(({ key, compiled }) => matchesSearch(searchText([row[key]].flat()), compiled)),
  )
  return sql<boolean>`r.id = any(${found.map(({ id }) => id)}::uuid[])`
}

function isOneOf(column: RawBuilder<unknown>, listed: string | undefined): RawBuilder<boolean> {
  const values = listedValues(listed ?? '')
  return values.length === 0 ? sql<boolean>`true` : sql<boolean>`${column} = any(${values}::text[])`
}
