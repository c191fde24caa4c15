import { sql, type Transaction } from 'kysely'
import type { LetterOffice } from '../../schema/tables/official-letter.ts'
import type { Tables } from '../../schema/tables/tables.ts'

/**
 * The year's last letter number. Locks the counter until the commit: others who save a letter wait
 * here, and a rolled-back letter leaves no gap.
 */
export async function lockLetterCounter(trx: Transaction<Tables>, year: number): Promise<number> {
  const counter = await trx
    .insertInto('letter_counter')
    .values({ year, last: 0 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql`letter_counter.last` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return counter.last
}

/**
 * The number of a new letter without a predecessor; advances the counter. `last`: the value of the
 * locked counter.
 */
export async function nextLetterNumber(
  trx: Transaction<Tables>,
  { letterMark }: LetterOffice,
  { year, last }: { year: number; last: number },
) {
  const number = last + 1
  await trx.updateTable('letter_counter').set({ last: number }).where('year', '=', year).execute()
  const document_number = `${letterMark} ${year}-${String(number).padStart(4, '0')}호`
  return { year, number, document_number, version: 1, corrects: null }
}
