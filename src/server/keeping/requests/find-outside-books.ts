import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { FoundPerson } from '#contract/keeping/person-requests.ts'
import type { Tables } from '../../schema/tables/tables.ts'
import type { SearchTerms } from './find-person.ts'

type OutsideFinding = FoundPerson['elsewhere'][number]

const maxNotes = 20

/**
 * Data about the person outside the books: accounts, chats, letters, the change log, and the trail
 * of who saw it.
 */
export async function findOutsideBooks(db: Kysely<Tables>, { name, phone }: SearchTerms): Promise<OutsideFinding[]> {
  const holds = (text: RawBuilder<unknown>) => sql`position(lower(${name}) in lower(${text})) > 0`
  const byPhone =
    phone === null ? sql`false` : sql`regexp_replace(concat(phone, work_phone), '[^0-9]', '', 'g') like ${`%${phone}%`}`
  const sources: readonly [OutsideFinding['place'], RawBuilder<{ note: string }>][] = [
    [
      'users',
      sql`select concat_ws(' · ', nickname, email, work_email) as note from app_user
      where ${holds(sql`concat_ws(' ', nickname, name, email, work_email)`)} or ${byPhone}`,
    ],
    [
      'chat',
      sql`select distinct on (t.id) u.nickname || ' 님의 대화' as note from chat_thread t
      join app_user u on u.id = t.user_id left join chat_message m on m.thread_id = t.id
      where ${holds(sql`concat_ws(' ', t.title, m.parts::text)`)}`,
    ],
    [
      'letters',
      sql`select concat_ws(' · ', document_number, title) as note from official_letter
      where ${holds(sql`concat_ws(' ', title, content, owner_name, recipient, reference, address, more_cases::text)`)}`,
    ],
    [
      'log',
      sql`select to_char(at at time zone 'Asia/Seoul', 'YYYY.MM.DD') || ' ' || user_name as note from change
      where fields <> '{}'::jsonb and ${holds(sql`fields::text`)}`,
    ],
    [
      'trail',
      sql`select to_char(at at time zone 'Asia/Seoul', 'YYYY.MM.DD') || ' ' || user_name as note from audit
      where subject is not null and ${holds(sql`subject`)}`,
    ],
  ]
  const found: OutsideFinding[] = []
  for (const [source, rows] of sources) {
    const { rows: notes } = await sql<{ count: number; notes: string[] | null }>`
      with found as (${rows}) select count(*) as count, (select array_agg(note) from (select note from found limit ${maxNotes}) few) as notes from found
    `.execute(db)
    const [{ count, notes: few } = { count: 0, notes: null }] = notes
    if (count > 0) found.push({ place: source, count, notes: few ?? [] })
  }
  return found
}
