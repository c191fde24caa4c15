import type { OfficialLetter } from '#contract/deposit-cases/deposit-cases.ts'
import { problem } from '#contract/problem.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { letterFacts, refuseEmptyLetter } from './letter-facts.ts'
import type { PrintedLetter } from './letter-layout.ts'
import { letterOffice } from '../documents/letters/letter-office.ts'

/**
 * The letter as it would be printed if saved now. In place of the number it says that there is none
 * yet.
 */
export async function previewLetter(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  input: OfficialLetter,
  writer: { name: string },
): Promise<PrintedLetter> {
  refuseEmptyLetter(input)
  const corrected = input.corrects
    ? await db.selectFrom('official_letter').selectAll().where('id', '=', input.corrects).executeTakeFirst()
    : null
  if (corrected === undefined) throw new Refusal(problem('refused', { message: '정정할 공문을 찾을 수 없습니다.' }))
  const at = now()
  const office = await letterOffice(db)
  const { title, content, recipient, reference, owner_name, address, more_cases } = await letterFacts(
    db,
    input,
    corrected,
  )
  return {
    title,
    content,
    recipient,
    reference,
    owner_name,
    address,
    more_cases,
    user_name: writer.name,
    office,
    inserted_at: at.toISOString(),
    issued_on: officeDay(at.getTime()),
    document_number: corrected?.document_number ?? `${office.letterMark} (저장할 때 부여)`,
    number: corrected?.number ?? null,
    version: (corrected?.version ?? 0) + 1,
  }
}
