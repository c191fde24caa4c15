import type { Kysely } from 'kysely'
import type { LetterCase, LetterInput } from '#contract/deposit-cases/deposit-cases.ts'
import { problem } from '#contract/problem.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { refuseStoppedPaper } from '../documents/refuse-stopped-paper.ts'
import { Refusal } from '../http/refusal.ts'
import type { Letter } from '../schema/tables/official-letter.ts'

/**
 * Content of a letter: the given values, else those of the case and the master data of its section.
 * A correction of a letter whose case was deleted keeps what the corrected letter said. Throws a
 * refusal when neither exists or when processing of the case is suspended.
 */
export async function letterFacts(db: Kysely<Tables>, input: LetterInput, corrected: Letter | null) {
  await refuseStoppedPaper(db, 'deposit-cases', [input.deposition, ...(input.more_cases ?? [])])
  await refuseStoppedPaper(db, 'addresses', [input.address_id ?? null])
  const found =
    (await findCase(db, input.deposition)) ??
    (corrected && { ...corrected, deposit_name: corrected.recipient }) ??
    (input.deposition === null ? await findAddress(db, input.address_id ?? null) : undefined)
  if (!found) throw refuseMissing(input.deposition === null ? 'address_id' : 'deposition')
  const section = input.business_section?.trim() || found.business_section
  const manager = input.business_manager?.trim() || found.business_manager
  const client = await findClient(db, section)
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
    more_cases: await moreCases(db, input, corrected),
    is_demo: corrected?.is_demo ?? found.is_demo,
  }
}

/** Throws a refusal at the empty field. */
export function refuseEmptyLetter({ title, content }: Pick<LetterInput, 'title' | 'content'>): void {
  const fields = {
    ...(title.trim() === '' && { title: '제목: 필수 항목입니다.' }),
    ...(content.trim() === '' && { content: '내용: 필수 항목입니다.' }),
  }
  const [message] = Object.values(fields)
  if (message !== undefined) throw new Refusal(problem('invalid_request', { message, fields }))
}

function refuseMissing(field: 'deposition' | 'address_id'): Refusal {
  const label = field === 'deposition' ? '공탁 사건' : '부동산 주소'
  const message = `${label}: 없는 자료를 가리킵니다. 다시 선택해 주세요.`
  return new Refusal(problem('refused', { message, fields: { [field]: message } }))
}

/**
 * Content of a letter about an address without a case. Its handler is the address's 담당자, else the
 * project's.
 */
async function findAddress(db: Kysely<Tables>, id: string | null) {
  const row = await db
    .selectFrom('address as a')
    .leftJoin('project as p', 'p.id', 'a.project')
    .leftJoin('manager as m', (join) => join.on((eb) => eb('m.id', '=', eb.fn.coalesce('a.manager', 'p.manager'))))
    .select(['a.jibun', 'a.owner_name', 'a.deposit_name', 'a.is_demo', 'p.name as project', 'm.name as manager'])
    .where('a.id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      business_section: row.project ?? '',
      business_manager: row.manager ?? '',
      address: row.jibun,
      owner_name: row.owner_name ?? '',
      deposit_name: row.deposit_name,
      is_demo: row.is_demo,
    }
  )
}

/**
 * The further cases in the requested order; one deleted meanwhile keeps what the corrected letter
 * said.
 */
async function moreCases(db: Kysely<Tables>, input: LetterInput, corrected: Letter | null): Promise<LetterCase[]> {
  const ids = (input.more_cases ?? []).filter((id) => id !== input.deposition)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('deposit_case')
    .select(['id as deposition', 'owner_name', 'address'])
    .where('id', 'in', ids)
    .execute()
  const known = new Map([...(corrected?.more_cases ?? []), ...rows].map((row) => [row.deposition, row]))
  return ids.map((id) => {
    const row = known.get(id)
    if (!row) throw refuseMissing('deposition')
    return row
  })
}

async function findCase(db: Kysely<Tables>, id: string | null) {
  return await db
    .selectFrom('deposit_case')
    .select(['business_section', 'business_manager', 'owner_name', 'address', 'deposit_name', 'is_demo'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The client of a section: the company of the newest project with that name. */
async function findClient(db: Kysely<Tables>, section: string) {
  return await db
    .selectFrom('project')
    .innerJoin('manager', 'manager.id', 'project.manager')
    .innerJoin('department', 'department.id', 'manager.department')
    .innerJoin('company', 'company.id', 'manager.company')
    .select(['company.name as company', 'department.name as department', 'manager.name as manager'])
    .where('project.name', '=', section)
    .orderBy('project.inserted_at', 'desc')
    .executeTakeFirst()
}
