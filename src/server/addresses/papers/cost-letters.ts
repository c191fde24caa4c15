import type { Transaction } from 'kysely'
import { costLetterContent, costLetterTitle, referenceOf } from '#domain/official-documents/cost-letter.ts'
import type { Writer } from '../../db/writable-collection.ts'
import { letterOffice } from '../../documents/letters/letter-office.ts'
import { lockLetterCounter, nextLetterNumber } from '../../documents/letters/letter-number.ts'
import type { Deps } from '../../deps.ts'
import { audit } from '../../audit/audit.ts'
import type { Tables } from '../../schema/tables/tables.ts'
import type { ReadPaper } from './read-papers.ts'

/**
 * Stores the cost claim of an address as an official letter with the next number of the year, in
 * one series with those of cases. Returns its number.
 */
export async function saveCostLetter(
  trx: Transaction<Tables>,
  source: ReadPaper,
  { newId, ...writer }: Pick<Writer, 'userId' | 'userName'> & Pick<Deps, 'newId'>,
): Promise<string> {
  const { address, developer, manager, project, today } = source
  const year = Number(today.slice(0, 4))
  const last = await lockLetterCounter(trx, year)
  const office = await letterOffice(trx)
  const ofCase = await trx
    .selectFrom('deposit_case')
    .select('id')
    .where('address_id', '=', address.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const numbered = await nextLetterNumber(trx, office, { year, last })
  const id = newId()
  await trx
    .insertInto('official_letter')
    .values({
      id,
      address_id: address.id,
      deposition: ofCase?.id ?? null,
      issued_on: today,
      ...numbered,
      title: costLetterTitle(project),
      content: costLetterContent(source),
      recipient: developer?.name ?? '',
      reference: referenceOf(manager),
      business_section: project,
      business_manager: manager?.name ?? '',
      owner_name: address.owner_name ?? '',
      address: address.jibun,
      is_demo: address.is_demo,
      user_id: writer.userId,
      user_name: writer.userName,
      office: JSON.stringify(office),
    })
    .execute()
  await audit(trx, {
    user: { id: writer.userId, name: writer.userName },
    address: null,
    act: 'create',
    collection: 'official-letters',
    recordId: id,
    subject: address.owner_name ?? address.jibun,
    detail: { document_number: numbered.document_number },
  })
  return numbered.document_number
}
