import { sql, type Transaction } from 'kysely'
import type { LetterOffice } from '../../schema/tables/official-letter.ts'
import type { Tables } from '../../schema/tables/tables.ts'

/** The last number of the year. Holds the counter until the commit: whoever saves a letter meanwhile waits here, and a letter that fails gives its number back. */
export async function lockLetterCounter(trx: Transaction<Tables>, year: number): Promise<number> {
  const counter = await trx
    .insertInto('letter_counter')
    .values({ year, last: 0 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql`letter_counter.last` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return counter.last
}

/** The number of a letter that nothing went before, and the counter with it. `last`: of the locked counter. */
export async function takeLetterNumber(
  trx: Transaction<Tables>,
  { letterMark }: LetterOffice,
  { year, last }: { year: number; last: number },
) {
  const number = last + 1
  await trx.updateTable('letter_counter').set({ last: number }).where('year', '=', year).execute()
  const document_number = `${letterMark} ${year}-${String(number).padStart(4, '0')}호`
  return { year, number, document_number, version: 1, corrects: null }
}
