import { sql, type Kysely } from 'kysely'
import type { FoundPerson, FoundRecord, PersonRequest } from '#contract/keeping/person-requests.ts'
import { bookOf } from '#contract/books/collections.ts'
import { problem } from '#contract/problem.ts'
import { bookRules } from '#domain/books/books.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import { digitsOf } from '#domain/text/party-number.ts'
import type { Deps } from '../../deps.ts'
import { findNumber } from '../../numbers/read-numbers.ts'
import { openSealed } from '../../numbers/sealed-numbers.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Tables } from '../../schema/tables/tables.ts'
import { findOutsideBooks } from './find-outside-books.ts'
import { findPerson, searchTermsOf, type FoundRow } from './find-person.ts'
import { retentionReason } from './retention-reason.ts'

type Context = Pick<Deps, 'db' | 'now' | 'numbers'>

/**
 * All data held about the person of a request. `number` is their resident number, if given; it is
 * not stored.
 */
export async function collectPersonData(
  context: Context,
  request: PersonRequest,
  number: string | null,
): Promise<FoundPerson> {
  const { db, now } = context
  const terms = searchTermsOf(request, await numberedRecords(context, number))
  const { found, isCut } = await findPerson(db, terms)
  const blocked = await blockedAmong(
    db,
    found.map(({ row }) => row.id),
  )
  const today = officeDay(now().getTime())
  const records: FoundRecord[] = []
  for (const one of found) records.push(await toRecord(db, one, { today, isBlocked: blocked.has(one.row.id) }))
  return { records, elsewhere: await findOutsideBooks(db, terms), is_cut: isCut }
}

async function toRecord(
  db: Kysely<Tables>,
  { collection, row, matchedFields, parent }: FoundRow,
  { today, isBlocked }: { today: string; isBlocked: boolean },
): Promise<FoundRecord> {
  const retained = await retentionReason(db, { collection, id: row.id, parent }, today)
  const caption = bookRules[collection].captionOf(row) || bookOf(collection).label
  return {
    collection,
    id: row.id,
    caption,
    told_by: [...matchedFields],
    whole: parent,
    is_blocked: isBlocked,
    kept: retained,
  }
}

/** Looks numbers up by their blind index, without decrypting any. */
export async function numberedRecords({ db, numbers }: Context, number: string | null): Promise<ReadonlySet<string>> {
  if (number === null || number.trim() === '') return new Set()
  const digits = digitsOf(openSealed(numbers, number) ?? number)
  if (digits.length !== 13) {
    const message = '주민등록번호나 법인등록번호 13자리를 모두 입력해 주세요.'
    throw new Refusal(problem('refused', { message, fields: { number: message } }))
  }
  return new Set((await findNumber(db, numbers, digits)).map(({ record_id }) => record_id))
}

async function blockedAmong(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ record_id: string }>`
    select record_id from record_block where lifted_at is null and record_id = any(${sql.val(ids)}::uuid[])
  `.execute(db)
  return new Set(rows.map(({ record_id }) => record_id))
}
