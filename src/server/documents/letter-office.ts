import { type Kysely, sql, type Transaction } from 'kysely'
import { officeStampPath } from '#contract/office/office-paths.ts'
import { problem } from '#contract/problem.ts'
import { createStamp } from '#domain/office/office-stamp.ts'
import { formatScrivener, isUnnamed, type Office, unnamedOfficeText } from '#domain/office/office-texts.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { readOffice } from '#server/office-profile/read-office.ts'
import type { LetterOffice } from '#server/schema/tables/official-letter.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

/** The office as stored in a letter, so that the letter never changes when the office does. */
export async function readLetterOffice(db: Kysely<Tables>): Promise<LetterOffice> {
  const office = await requireNamedOffice(db)
  const { name, address, telephone, fax, email, seal_image } = office
  return {
    name,
    address,
    telephone,
    fax,
    email,
    seal_image,
    scrivener: formatScrivener(office),
    letterMark: office.letter_mark,
    seal: createStamp(office.seal_strokes),
  }
}

/** The picture of the office's stamp; null when the stamp is drawn from strokes. */
export async function readStampPicture(
  db: Kysely<Tables>,
  { seal_image }: Pick<LetterOffice, 'seal_image'>,
): Promise<Uint8Array | null> {
  if (!seal_image) return null
  const id = seal_image.slice(officeStampPath.length)
  const row = await db.selectFrom('office_picture').select('bytes').where('id', '=', id).executeTakeFirst()
  return row ? new Uint8Array(row.bytes) : null
}

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
export async function assignLetterNumber(
  trx: Transaction<Tables>,
  { letterMark }: LetterOffice,
  { year, last }: { year: number; last: number },
) {
  const number = last + 1
  await trx.updateTable('letter_counter').set({ last: number }).where('year', '=', year).execute()
  const documentNumber = `${letterMark} ${year}-${String(number).padStart(4, '0')}호`
  return { year, number, document_number: documentNumber, version: 1, corrects: null }
}

/** The office that issues a document. Throws a refusal while it has no name. */
export async function requireNamedOffice(db: Kysely<Tables>): Promise<Office> {
  const office = await readOffice(db)
  if (isUnnamed(office)) throw new HttpProblem(problem('refused', { message: unnamedOfficeText }))
  return office
}
