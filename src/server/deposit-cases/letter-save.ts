import type { Kysely, Transaction } from 'kysely'
import type { LetterCase, LetterColumn, LetterInput } from '#contract/deposit-cases/deposit-cases.ts'
import { problem } from '#contract/problem.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { proposeAddressees } from '#domain/deposit-cases/letter-addressees.ts'
import { listTableCells } from '#domain/deposit-cases/letter-fields.ts'
import { splitLetter } from '#domain/deposit-cases/letter-text.ts'
import type { Deps } from '#server/deps.ts'
import { assignLetterNumber, lockLetterCounter, readLetterOffice } from '#server/documents/letter-office.ts'
import { refuseStoppedDocument } from '#server/documents/refuse-stopped-document.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { Letter } from '#server/schema/tables/official-letter.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import type { Writer } from '#server/writes/write-request.ts'

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
    const issuedOn = toOfficeDay(now().getTime())
    const year = Number(issuedOn.slice(0, 4))
    const last = await lockLetterCounter(trx, year)
    const savedLetter = input.id && (await findLetter(trx, input.id))
    if (savedLetter) return { letter: requireSameLetter(savedLetter, input, writer), isNew: false }
    const corrected = await lockCorrected(trx, input)
    const office = await readLetterOffice(trx)
    const { more_cases, table_columns, ...facts } = await resolveLetterContent(trx, input, corrected)
    const letter = await insertLetter(trx, {
      address_id: input.address_id ?? null,
      ...facts,
      more_cases: JSON.stringify(more_cases),
      table_columns: JSON.stringify(table_columns),
      ...(corrected ? buildNextVersion(corrected) : await assignLetterNumber(trx, office, { year, last })),
      id: input.id ?? newId(),
      issued_on: issuedOn,
      user_id: writer.userId,
      user_name: writer.userName,
      office: JSON.stringify(office),
    })
    const { document_number, version } = letter
    await writeTrail(trx, {
      user: { id: writer.userId, name: writer.userName },
      ipAddress: writer.ipAddress,
      act: 'create',
      collection: 'official-letters',
      recordId: letter.id,
      subject: letter.owner_name,
      detail: { document_number, ...(corrected && { version, corrects: corrected.id }) },
    })
    return { letter, isNew: true }
  })
}

function buildNextVersion({ id, year, number, document_number, version, address_id }: Letter) {
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
    throw new HttpProblem(problem('refused', { message, fields: { corrects: message } }))
  }
  const later = await trx
    .selectFrom('official_letter')
    .select(['user_name', 'version'])
    .where('corrects', '=', letter.id)
    .executeTakeFirst()
  if (later === undefined) return letter
  const message = `${later.user_name} 님이 이미 정정한 공문입니다. 가장 최근 판(제${later.version}판)을 정정해 주세요.`
  throw new HttpProblem(problem('conflict', { message }))
}

function requireSameLetter(existing: Letter, input: LetterInput, writer: Writer): Letter {
  const isSame =
    existing.user_id === writer.userId &&
    existing.deposition === input.deposition &&
    (input.address_id === undefined || existing.address_id === input.address_id) &&
    existing.corrects === (input.corrects ?? null) &&
    existing.more_cases.map(({ deposition }) => deposition).join() === (input.more_cases ?? []).join() &&
    (!input.recipient?.trim() || existing.recipient === input.recipient.trim()) &&
    (input.reference == null || existing.reference === input.reference.trim()) &&
    existing.title === input.title.trim() &&
    existing.content === input.content
  if (isSame) return existing
  throw new HttpProblem(problem('conflict', { message: '같은 번호의 공문이 이미 있습니다.' }))
}

async function insertLetter(
  trx: Transaction<Tables>,
  letter: Parameters<ReturnType<typeof trx.insertInto<'official_letter'>>['values']>[0],
): Promise<Letter> {
  return await trx.insertInto('official_letter').values(letter).returningAll().executeTakeFirstOrThrow()
}

/**
 * Content of a letter: the given values, else those of the case and the master data of its project.
 * A correction of a letter whose case was deleted keeps the content of the corrected letter. Throws
 * a refusal when neither exists or when processing of the case is stopped.
 */
export async function resolveLetterContent(db: Kysely<Tables>, input: LetterInput, corrected: Letter | null) {
  await refuseStoppedDocument(db, 'deposit-cases', [input.deposition, ...(input.more_cases ?? [])])
  await refuseStoppedDocument(db, 'addresses', [input.address_id ?? null])
  const source =
    (await findCase(db, input.deposition)) ??
    (corrected && { ...corrected, deposit_name: corrected.recipient }) ??
    (input.deposition === null ? await findAddress(db, input.address_id ?? null) : undefined)
  if (!source) throw createMissingRefusal(input.deposition === null ? 'address_id' : 'deposition')
  const project = input.business_section?.trim() || source.business_section
  const manager = input.business_manager?.trim() || source.business_manager
  const client = await findClient(db, project)
  const proposed = proposeAddressees({ project, manager, depositor: source.deposit_name }, client)
  return {
    deposition: input.deposition,
    title: input.title.trim(),
    content: input.content,
    recipient: input.recipient?.trim() || proposed.recipient,
    reference: input.reference?.trim() ?? proposed.reference,
    business_section: project,
    business_manager: manager,
    owner_name: input.owner_name?.trim() || source.owner_name,
    address: input.address?.trim() || source.address,
    more_cases: await readMoreCases(db, input, corrected),
    table_columns: await readTableColumns(db, input, corrected),
    is_demo: corrected?.is_demo ?? source.is_demo,
  }
}

/** Throws a refusal at the empty field. */
export function refuseEmptyLetter({ title, content }: Pick<LetterInput, 'title' | 'content'>): void {
  const fields = {
    ...(title.trim() === '' && { title: '제목: 필수 항목입니다.' }),
    ...(content.trim() === '' && { content: '내용: 필수 항목입니다.' }),
  }
  const [message] = Object.values(fields)
  if (message !== undefined) throw new HttpProblem(problem('invalid_request', { message, fields }))
}

function createMissingRefusal(field: 'deposition' | 'address_id'): HttpProblem {
  const label = field === 'deposition' ? '공탁 사건' : '부동산 주소'
  const message = `${label}: 없는 자료를 가리킵니다. 다시 선택해 주세요.`
  return new HttpProblem(problem('refused', { message, fields: { [field]: message } }))
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
 * The further cases in the requested order; one deleted meanwhile keeps the content of the
 * corrected letter.
 */
async function readMoreCases(db: Kysely<Tables>, input: LetterInput, corrected: Letter | null): Promise<LetterCase[]> {
  const ids = (input.more_cases ?? []).filter((id) => id !== input.deposition)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('deposit_case')
    .select(['id as deposition', 'owner_name', 'address'])
    .where('id', 'in', ids)
    .execute()
  const caseById = new Map([...(corrected?.more_cases ?? []), ...rows].map((row) => [row.deposition, row]))
  return ids.map((id) => {
    const row = caseById.get(id)
    if (!row) throw createMissingRefusal('deposition')
    return row
  })
}

/** Columns the text asks for; a case deleted meanwhile keeps those of the corrected letter. */
async function readTableColumns(
  db: Kysely<Tables>,
  input: LetterInput,
  corrected: Letter | null,
): Promise<LetterColumn[]> {
  const { columns } = splitLetter(input.content)
  const ids = [input.deposition, ...(input.more_cases ?? []).filter((id) => id !== input.deposition)].filter(
    (id) => id !== null,
  )
  if (columns.length === 0 || ids.length === 0) return []
  const rows = await db.selectFrom('deposit_case').selectAll().where('id', 'in', ids).execute()
  const cells = new Map(rows.map((row) => [row.id, listTableCells({ ...row, search_grams: null }, columns)]))
  const correctedIds = corrected ? [corrected.deposition, ...corrected.more_cases.map((one) => one.deposition)] : []
  const findCorrectedText = (id: string, name: string) =>
    corrected?.table_columns.find((column) => column.name === name)?.texts[correctedIds.indexOf(id)]
  return columns.map((name, index) => ({
    name,
    texts: ids.map((id) => cells.get(id)?.[index] ?? findCorrectedText(id, name) ?? ''),
  }))
}

async function findCase(db: Kysely<Tables>, id: string | null) {
  return await db
    .selectFrom('deposit_case')
    .select(['business_section', 'business_manager', 'owner_name', 'address', 'deposit_name', 'is_demo'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The client of a project: the company of the newest project with that name. */
export async function findClient(db: Kysely<Tables>, project: string) {
  return await db
    .selectFrom('project')
    .innerJoin('manager', 'manager.id', 'project.manager')
    .innerJoin('department', 'department.id', 'manager.department')
    .innerJoin('company', 'company.id', 'manager.company')
    .select(['company.name as company', 'department.name as department', 'manager.name as manager'])
    .where('project.name', '=', project)
    .orderBy('project.inserted_at', 'desc')
    .executeTakeFirst()
}
