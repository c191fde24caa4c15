import type { Kysely } from 'kysely'
import { officeSealPath } from '#contract/office/office-words.ts'
import { drawnSeal, scrivenerOf } from '#domain/office/office-words.ts'
import type { LetterOffice } from '../../schema/tables/official-letter.ts'
import type { Tables } from '../../schema/tables/tables.ts'
import { namedOffice } from '../named-office.ts'

/** The office as stored in a letter, so that the letter never changes when the office does. */
export async function letterOffice(db: Kysely<Tables>): Promise<LetterOffice> {
  const office = await namedOffice(db)
  const { name, address, telephone, fax, email, seal_image } = office
  return {
    name,
    address,
    telephone,
    fax,
    email,
    seal_image,
    scrivener: scrivenerOf(office),
    letterMark: office.letter_mark,
    seal: drawnSeal(office.seal_strokes),
  }
}

/** The picture of its seal; null: the seal is drawn. */
export async function sealPictureOf(
  db: Kysely<Tables>,
  { seal_image }: Pick<LetterOffice, 'seal_image'>,
): Promise<Uint8Array | null> {
  if (!seal_image) return null
  const id = seal_image.slice(officeSealPath.length)
  const row = await db.selectFrom('office_picture').select('bytes').where('id', '=', id).executeTakeFirst()
  return row ? new Uint8Array(row.bytes) : null
}
