import { type Selectable, sql, type Transaction } from 'kysely'
import type { OfficialLetter } from '#contract/deposit-cases.ts'
import { problem } from '#contract/problem.ts'
import { office } from '#domain/office.ts'
import { officeDay } from '#domain/office-date.ts'
import type { OfficialLetterTable } from '../schema/tables/official-letter.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { Writer } from '../db/writable-collection.ts'
import type { Deps } from '../deps.ts'
import { audit } from '../plugins/audit.ts'
import { Refusal } from '../plugins/refusal.ts'

export type Letter = Selectable<OfficialLetterTable>

/**
 * Saves an official letter under the next 문서번호 of the year. `isNew` is false for a letter that was sent before under the same id and says the same: it keeps its
 * number. Throws a refusal when title or content is empty, the case is gone, or the id belongs to another letter.
 */
export async function saveLetter(
  { db, now, newId }: Deps,
  input: OfficialLetter,
  writer: Writer,
): Promise<{ letter: Letter; isNew: boolean }> {
  refuseEmpty(input)
  return await db.transaction().execute(async (trx) => {
    const issuedOn = officeDay(now().getTime())
    const year = Number(issuedOn.slice(0, 4))
    // Holds the counter until the commit: whoever saves a letter meanwhile waits here, and a letter that fails gives its number back.
    const last = await lockCounter(trx, year)
    const known = input.id && (await findLetter(trx, input.id))
    if (known) return { letter: sameOrRefused(known, input, writer), isNew: false }
    const letter = await insertLetter(trx, {
      ...(await letterOf(trx, input)),
      ...{ id: input.id ?? newId(), year, number: last + 1, issued_on: issuedOn },
      document_number: `${office.letterMark} ${year}-${String(last + 1).padStart(4, '0')}호`,
      ...{ user_id: writer.userId, user_name: writer.userName, office: JSON.stringify(office) },
    })
    await trx.updateTable('letter_counter').set({ last: letter.number }).where('year', '=', year).execute()
    await audit(trx, {
      user: { id: writer.userId, name: writer.userName },
      ...{ address: writer.address, act: 'create', collection: 'official-letters' },
      ...{ recordId: letter.id, subject: letter.owner_name, detail: { document_number: letter.document_number } },
    })
    return { letter, isNew: true }
  })
}

function refuseEmpty({ title, content }: OfficialLetter): void {
  const fields = {
    ...(title.trim() === '' && { title: '제목: 필수 항목입니다.' }),
    ...(content.trim() === '' && { content: '내용: 필수 항목입니다.' }),
  }
  const [message] = Object.values(fields)
  if (message !== undefined) throw new Refusal(problem('invalid_request', { message, fields }))
}

async function lockCounter(trx: Transaction<Tables>, year: number): Promise<number> {
  const counter = await trx
    .insertInto('letter_counter')
    .values({ year, last: 0 })
    .onConflict((conflict) => conflict.column('year').doUpdateSet({ last: sql`letter_counter.last` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return counter.last
}

async function findLetter(trx: Transaction<Tables>, id: string): Promise<Letter | undefined> {
  return await trx.selectFrom('official_letter').selectAll().where('id', '=', id).executeTakeFirst()
}

function sameOrRefused(known: Letter, input: OfficialLetter, writer: Writer): Letter {
  const isSame =
    known.user_id === writer.userId &&
    known.deposition === input.deposition &&
    known.title === input.title.trim() &&
    known.content === input.content
  if (isSame) return known
  throw new Refusal(problem('conflict', { message: '같은 번호의 공문이 이미 있습니다.' }))
}

/** What the letter says: as given, and where nothing is given as the case and the master data behind its section have it. */
async function letterOf(trx: Transaction<Tables>, input: OfficialLetter) {
  const found = await trx
    .selectFrom('deposit_case')
    .select(['business_section', 'business_manager', 'owner_name', 'address', 'deposit_name', 'is_demo'])
    .where('id', '=', input.deposition)
    .executeTakeFirst()
  if (!found) {
    const message = '공탁 사건: 없는 자료를 가리킵니다. 다시 선택해 주세요.'
    throw new Refusal(problem('refused', { message, fields: { deposition: message } }))
  }
  const section = input.business_section?.trim() || found.business_section
  const manager = input.business_manager?.trim() || found.business_manager
  const client = await findClient(trx, section)
  const isOurManager = client !== undefined && manager.includes(client.manager)
  return {
    deposition: input.deposition,
    title: input.title.trim(),
    content: input.content,
    recipient: input.recipient?.trim() || client?.company || found.deposit_name || section,
    reference: isOurManager ? `${client.department} ${manager}` : manager,
    business_section: section,
    business_manager: manager,
    owner_name: input.owner_name?.trim() || found.owner_name,
    address: input.address?.trim() || found.address,
    is_demo: found.is_demo,
  }
}

/** Whom the office works for in a section: the company behind the newest project of that name. */
async function findClient(trx: Transaction<Tables>, section: string) {
  return await trx
    .selectFrom('project')
    .innerJoin('manager', 'manager.id', 'project.manager')
    .innerJoin('department', 'department.id', 'manager.department')
    .innerJoin('company', 'company.id', 'manager.company')
    .select(['company.name as company', 'department.name as department', 'manager.name as manager'])
    .where('project.name', '=', section)
    .orderBy('project.inserted_at', 'desc')
    .executeTakeFirst()
}

async function insertLetter(
  trx: Transaction<Tables>,
  letter: Parameters<ReturnType<typeof trx.insertInto<'official_letter'>>['values']>[0],
): Promise<Letter> {
  return await trx.insertInto('official_letter').values(letter).returningAll().executeTakeFirstOrThrow()
}
