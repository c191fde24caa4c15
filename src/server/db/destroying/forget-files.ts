import { sql, type Transaction } from 'kysely'
import { paperCollections } from '#contract/books/papers.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { tableOf, type Tables } from '../../schema/tables/tables.ts'
import type { Member } from './family.ts'

/**
 * Deletes what other tables hold of the records: numbers, files of papers, PDFs of extracts,
 * letters. HAZARD: a new table that holds data of a record must be added here.
 */
export async function forgetFiles(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  const ids = family.map(({ id }) => id)
  await trx.deleteFrom('party_number').where('record_id', 'in', ids).execute()
  await trx.deleteFrom('address_extract_file').where('extract_id', 'in', ids).execute()
  await forgetLetters(trx, family)
  await forgetContents(trx, family)
}

/**
 * Versions of a letter reference each other, so they are deleted in one statement. A letter that
 * lists the case among others names its owner, so it is deleted too.
 */
async function forgetLetters(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  const of = (name: CollectionName) =>
    sql.val(family.filter((member) => member.collection === name).map(({ id }) => id))
  const cases = of('deposit-cases')
  await sql`
    delete from official_letter where (year, number) in (
      select year, number from official_letter
      where deposition = any(${cases}::uuid[]) or address_id = any(${of('addresses')}::uuid[])
        or exists (select from jsonb_array_elements(more_cases) c where c ->> 'deposition' = any(${cases}::text[]))
    )
  `.execute(trx)
}

/** For a paper deleted earlier, the change log names the file. */
async function forgetContents(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  const names = Object.values(paperCollections)
  const papers = family.filter(({ collection }) => names.some((name) => name === collection))
  if (papers.length === 0) return
  const standing = papers.flatMap(({ row }) => (row ? [String(row['content_id'])] : []))
  const gone = sql.val(papers.filter(({ row }) => row === null).map(({ id }) => id))
  const others = sql.val(papers.map(({ id }) => id))
  const isClaimed = sql.join(
    names.map(
      (name) => sql`exists (
        select from ${sql.table(tableOf[name])} p where p.content_id = c.content_id::text and p.id <> all(${others}::uuid[])
      )`,
    ),
    sql` or `,
  )
  await sql`
    delete from paper_content c where not (${isClaimed}) and c.content_id::text in (
      select unnest(${sql.val(standing)}::text[])
      union select fields -> 'content_id' ->> 'old' from change where kind = 'delete' and record_id = any(${gone}::uuid[])
    )
  `.execute(trx)
}
