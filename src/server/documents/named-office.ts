import type { Kysely } from 'kysely'
import { problem } from '#contract/problem.ts'
import { isUnnamed, unnamedOfficeText, type Office } from '#domain/office/office-words.ts'
import { readOffice } from '../office-profile/read-office.ts'
import { Refusal } from '../http/refusal.ts'
import type { Tables } from '../schema/tables/tables.ts'

/** The office that issues a document. Throws a refusal while it has no name. */
export async function namedOffice(db: Kysely<Tables>): Promise<Office> {
  const office = await readOffice(db)
  if (isUnnamed(office)) throw new Refusal(problem('refused', { message: unnamedOfficeText }))
  return office
}
