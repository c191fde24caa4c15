import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import { findParent } from '#contract/books/references.ts'
import type { FoundPerson, PersonRequest } from '#contract/retention/person-requests.ts'
import { selectRecordJson } from '#server/db/record-json.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'

/**
 * The person to search for: by name, with birth date and telephone number where known, and by the
 * records that hold their number.
 */
interface SearchTerms {
  readonly name: string
  readonly birth: string | null
  /** Digits only. */
  readonly phone: string | null
  /** Records whose number is theirs. */
  readonly idsByNumber: ReadonlySet<string>
}

export interface PersonRow {
  readonly collection: CollectionName
  readonly row: AnyRecord
  /** Labels of the fields that matched. */
  readonly matchedFields: readonly string[]
  readonly parent: { readonly collection: CollectionName; readonly id: string } | null
}

/** Maximum rows shown per book. */
const maxPerBook = 200

export function buildSearchTerms(
  { person_name, birth, phone }: PersonRequest,
  idsByNumber: ReadonlySet<string>,
): SearchTerms {
  const digits = phone?.replaceAll(/\D/g, '') ?? ''
  return { name: person_name.trim(), birth, phone: digits.length >= 8 ? digits : null, idsByNumber }
}

/**
 * Every record of every book that holds the person, in any field. Leaves out parties whose known
 * number has another birth date.
 */
export async function findPerson(
  db: Kysely<Tables>,
  terms: SearchTerms,
): Promise<{ personRows: PersonRow[]; isTruncated: boolean }> {
  const personRows: PersonRow[] = []
  let isTruncated = false
  for (const collection of collectionNames) {
    const rows = await findRows(db, collection, terms)
    isTruncated ||= rows.length > maxPerBook
    for (const row of rows.slice(0, maxPerBook)) {
      if (isSomebodyElse(row, terms)) continue
      const parent = findParent(collection, row)
      personRows.push({ collection, row, matchedFields: matchedFields(collection, row, terms), parent })
    }
  }
  return { personRows, isTruncated }
}

async function findRows(db: Kysely<Tables>, collection: CollectionName, terms: SearchTerms): Promise<AnyRecord[]> {
  const book = createWritableBook(collection)
  const texts = textFields(collection).map(({ key }) => sql.ref(`t.${key}`))
  if (texts.length === 0) return []
  const text = sql`concat_ws(' ', ${sql.join(texts)})`
  const conditions: RawBuilder<unknown>[] = [
    sql`position(lower(${terms.name}) in lower(${text})) > 0`,
    ...(terms.phone === null ? [] : [sql`position(${terms.phone} in regexp_replace(${text}, '[^0-9]', '', 'g')) > 0`]),
    ...(terms.idsByNumber.size === 0 ? [] : [sql`t.id = any(${sql.val([...terms.idsByNumber])}::uuid[])`]),
  ]
  const { rows } = await sql<{ row: AnyRecord }>`
    select ${selectRecordJson(book, 't')} as row from ${sql.table(book.table)} t where ${sql.join(conditions, sql` or `)}
    order by t.id limit ${maxPerBook + 1}
  `.execute(db)
  return rows.map(({ row }) => row)
}

/**
 * Text fields that can identify somebody. Numbers are stored elsewhere; dates and sums identify
 * nobody.
 */
function textFields(collection: CollectionName): readonly Field[] {
  return getBook(collection).fields.filter(({ kind }: Field) => kind === 'text')
}

function matchedFields(
  collection: CollectionName,
  row: AnyRecord,
  { name, phone, idsByNumber }: SearchTerms,
): string[] {
  const matched = textFields(collection).filter(({ key }) => {
    const value = String(row[key] ?? '')
    const isPhone = phone !== null && value.replaceAll(/\D/g, '').includes(phone)
    return value.toLowerCase().includes(name.toLowerCase()) || isPhone
  })
  return [...matched.map(({ label }) => label), ...(idsByNumber.has(row.id) ? ['주민등록번호'] : [])]
}

/** True for a masked number such as `900101-1******` with another birth date. */
function isSomebodyElse(row: AnyRecord, { birth, idsByNumber }: SearchTerms): boolean {
  const masked = row['num_masked']
  if (birth === null || idsByNumber.has(row.id) || typeof masked !== 'string' || masked === '') return false
  if (row['party_kind'] === 'corporation') return false
  return !masked.startsWith(birth.slice(2).replaceAll('-', ''))
}

type OutsideFinding = FoundPerson['elsewhere'][number]

const maxNotes = 20

/**
 * Data about the person outside the books: accounts, chats, letters, the change log, and the trail
 * of who saw it.
 */
export async function findOutsideBooks(db: Kysely<Tables>, { name, phone }: SearchTerms): Promise<OutsideFinding[]> {
  const matchesName = (text: RawBuilder<unknown>) => sql`position(lower(${name}) in lower(${text})) > 0`
  const byPhone =
    phone === null ? sql`false` : sql`regexp_replace(concat(phone, work_phone), '[^0-9]', '', 'g') like ${`%${phone}%`}`
  const sources: readonly [OutsideFinding['place'], RawBuilder<{ note: string }>][] = [
    [
      'users',
      sql`select concat_ws(' · ', nickname, email, work_email) as note from app_user
      where ${matchesName(sql`concat_ws(' ', nickname, name, email, work_email)`)} or ${byPhone}`,
    ],
    [
      'chat',
      sql`select distinct on (t.id) u.nickname || ' 님의 대화' as note from chat_thread t
      join app_user u on u.id = t.user_id left join chat_message m on m.thread_id = t.id
      where ${matchesName(sql`concat_ws(' ', t.title, m.parts::text)`)}`,
    ],
    [
      'letters',
      sql`select concat_ws(' · ', document_number, title) as note from official_letter
      where ${matchesName(sql`concat_ws(' ', title, content, owner_name, recipient, reference, address, more_cases::text, table_columns::text)`)}`,
    ],
    [
      'log',
      sql`select to_char(at at time zone 'Asia/Seoul', 'YYYY.MM.DD') || ' ' || user_name as note from change
      where fields <> '{}'::jsonb and ${matchesName(sql`fields::text`)}`,
    ],
    [
      'trail',
      sql`select to_char(at at time zone 'Asia/Seoul', 'YYYY.MM.DD') || ' ' || user_name as note from audit
      where subject is not null and ${matchesName(sql`subject`)}`,
    ],
  ]
  const findings: OutsideFinding[] = []
  for (const [source, rows] of sources) {
    const { rows: notes } = await sql<{ count: number; notes: string[] | null }>`
      with found as (${rows}) select count(*) as count, (select array_agg(note) from (select note from found limit ${maxNotes}) few) as notes from found
    `.execute(db)
    const [{ count, notes: few } = { count: 0, notes: null }] = notes
    if (count > 0) findings.push({ place: source, count, notes: few ?? [] })
  }
  return findings
}
