import type { Transaction } from 'kysely'
import type { LetterInput } from '#contract/deposit-cases/deposit-cases.ts'
import { problem } from '#contract/problem.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import type { Letter } from '../schema/tables/official-letter.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { Writer } from '../db/writable-collection.ts'
import type { Deps } from '../deps.ts'
import { lockLetterCounter, nextLetterNumber } from '../documents/letters/letter-number.ts'
import { letterOffice } from '../documents/letters/letter-office.ts'
import { audit } from '../audit/audit.ts'
import { Refusal } from '../http/refusal.ts'
import { letterFacts, refuseEmptyLetter } from './letter-facts.ts'

/**
 * Saves an official letter under the next 문서번호 of the year, or a correction as the next version of
 * the corrected number. `isNew` is false when the same letter was already saved under this id.
 * Throws a refusal when title or content is empty, the case is gone, the id belongs to another
 * letter, or the corrected version was corrected before.
 */
export async function saveLetter(
  { db, now, newId }: Deps,
  input: LetterInput,
  writer: Writer,
): Promise<{ letter: Letter; isNew: boolean }> {
  refuseEmptyLetter(input)
  return await db.transaction().execute(async (trx) => {
    const issuedOn = officeDay(now().getTime())
    const year = Number(issuedOn.slice(0, 4))
    const last = await lockLetterCounter(trx, year)
    const known = input.id && (await findLetter(trx, input.id))
    if (known) return { letter: sameOrRefused(known, input, writer), isNew: false }
    const corrected = await lockCorrected(trx, input)
    const office = await letterOffice(trx)
    const { more_cases, ...facts } = await letterFacts(trx, input, corrected)
    const letter = await insertLetter(trx, {
      address_id: input.address_id ?? null,
      ...facts,
      more_cases: JSON.stringify(more_cases),
      ...(corrected ? nextVersion(corrected) : await nextLetterNumber(trx, office, { year, last })),
      id: input.id ?? newId(),
      issued_on: issuedOn,
      user_id: writer.userId,
      user_name: writer.userName,
      office: JSON.stringify(office),
    })
    const { document_number, version } = letter
    await audit(trx, {
      user: { id: writer.userId, name: writer.userName },
      address: writer.address,
      act: 'create',
      collection: 'official-letters',
      recordId: letter.id,
      subject: letter.owner_name,
      detail: { document_number, ...(corrected && { version, corrects: corrected.id }) },
    })
    return { letter, isNew: true }
  })
}

function nextVersion({ id, year, number, document_number, version, address_id }: Letter) {
  return { year, number, document_number, version: version + 1, corrects: id, address_id }
}

async function findLetter(trx: Transaction<Tables>, id: string): Promise<Letter | undefined> {
  return await trx.selectFrom('official_letter').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the letter to be corrected until the commit; null when there is none. */
async function lockCorrected(trx: Transaction<Tables>, input: LetterInput): Promise<Letter | null> {
  if (!input.corrects) return null
  const letter = await trx
    .selectFrom('official_letter')
    .selectAll()
    .where('id', '=', input.corrects)
    .forUpdate()
    .executeTakeFirst()
  if (letter?.deposition !== input.deposition) {
    const message = '정정할 공문을 찾을 수 없습니다.'
    throw new Refusal(problem('refused', { message, fields: { corrects: message } }))
  }
  const later = await trx
    .selectFrom('official_letter')
    .select(['user_name', 'version'])
    .where('corrects', '=', letter.id)
    .executeTakeFirst()
  if (later === undefined) return letter
  const message = `${later.user_name} 님이 이미 정정한 공문입니다. 가장 최근 판(제${later.version}판)을 정정해 주세요.`
  throw new Refusal(problem('conflict', { message }))
}

function sameOrRefused(known: Letter, input: LetterInput, writer: Writer): Letter {
  const isSame =
    known.user_id === writer.userId &&
    known.deposition === input.deposition &&
    (input.address_id === undefined || known.address_id === input.address_id) &&
    known.corrects === (input.corrects ?? null) &&
    known.more_cases.map(({ deposition }) => deposition).join() === (input.more_cases ?? []).join() &&
    known.title === input.title.trim() &&
    known.content === input.content
  if (isSame) return known
  throw new Refusal(problem('conflict', { message: '같은 번호의 공문이 이미 있습니다.' }))
}

async function insertLetter(
  trx: Transaction<Tables>,
  letter: Parameters<ReturnType<typeof trx.insertInto<'official_letter'>>['values']>[0],
): Promise<Letter> {
  return await trx.insertInto('official_letter').values(letter).returningAll().executeTakeFirstOrThrow()
}
