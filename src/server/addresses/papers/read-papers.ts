import type { Kysely } from 'kysely'
import type { OfficialDocumentRequest } from '#contract/addresses/official-documents.ts'
import { needsNumbers } from '#domain/official-documents/official-paper.ts'
import type { PaperSource } from '#domain/official-documents/paper-source.ts'
import { formatPartyNumber } from '#domain/text/party-number.ts'
import { readOffice } from '../../office-profile/read-office.ts'
import type { NumberKeys } from '../../numbers/number-keys.ts'
import { readNumbers } from '../../numbers/read-numbers.ts'
import type { Tables } from '../../schema/tables/tables.ts'
import { readSurveys, type ReadSurvey } from './read-surveys.ts'

export interface PaperContext {
  readonly db: Kysely<Tables>
  readonly numbers: NumberKeys
  readonly today: string
}

/** Data of a document, with fields that only its letter needs. */
export interface ReadPaper extends PaperSource {
  readonly address: ReadSurvey['address']
}

/**
 * The data of official documents in the requested order; deleted addresses are left out. HAZARD:
 * for documents that name people by number it contains full resident numbers. Callers must write an
 * audit row per address, unless they only check what is missing, and must not log or cache it.
 */
export async function readPapers(
  { db, numbers, today }: PaperContext,
  { document_type, details }: Pick<OfficialDocumentRequest, 'document_type' | 'details'>,
  ids: readonly string[],
): Promise<ReadPaper[]> {
  const surveys = await readSurveys(db, ids)
  const clients = await readClients(db, surveys)
  const office = await readOffice(db)
  const digits = needsNumbers(document_type) ? await numbersOf(db, numbers, surveys) : new Map<string, string>()
  const letters = document_type === 'cost_claim' ? await letterNumbers(db, ids) : new Map<string, string>()
  return surveys.map((survey) => ({
    ...survey,
    ...(clients.get(survey.address.id) ?? unknownClient),
    owners: survey.owners.map((owner) => ({ ...owner, num: numberOf(owner, digits) })),
    office,
    details,
    today,
    documentNumber: letters.get(survey.address.id) ?? null,
  }))
}

type Client = Pick<PaperSource, 'project' | 'developer' | 'manager'>
const unknownClient: Client = { project: '', developer: null, manager: null }

/**
 * Per address: 사업구간, its company, and the person in charge: the address's own 담당자, otherwise the
 * project's.
 */
async function readClients(db: Kysely<Tables>, surveys: readonly ReadSurvey[]): Promise<Map<string, Client>> {
  if (surveys.length === 0) return new Map()
  const rows = await db
    .selectFrom('address as a')
    .leftJoin('project as p', 'p.id', 'a.project')
    .leftJoin('manager as m', (join) => join.on((eb) => eb('m.id', '=', eb.fn.coalesce('a.manager', 'p.manager'))))
    .leftJoin('manager as of_project', 'of_project.id', 'p.manager')
    .leftJoin('company as c', (join) =>
      join.on((eb) => eb('c.id', '=', eb.fn.coalesce('of_project.company', 'm.company'))),
    )
    .leftJoin('department as d', 'd.id', 'm.department')
    .select(['a.id', 'p.name as project', 'm.name as manager', 'm.position', 'm.tel', 'd.name as department'])
    .select(['c.name as company', 'c.address as company_address', 'c.corporate_num'])
    .where(
      'a.id',
      'in',
      surveys.map(({ address }) => address.id),
    )
    .execute()
  return new Map(
    rows.map((row): [string, Client] => [
      row.id,
      {
        project: row.project ?? '',
        developer:
          row.company === null
            ? null
            : { name: row.company, address: row.company_address ?? '', num: row.corporate_num },
        manager:
          row.manager === null
            ? null
            : {
                name: row.manager,
                position: row.position ?? '',
                department: row.department ?? '',
                telephone: row.tel ?? '',
              },
      },
    ]),
  )
}

async function numbersOf(
  db: Kysely<Tables>,
  keys: NumberKeys,
  surveys: readonly ReadSurvey[],
): Promise<ReadonlyMap<string, string>> {
  const ids = surveys.flatMap(({ owners }) => owners.map(({ id }) => id))
  return await readNumbers(db, keys, { collection: 'address-owners', ids })
}

/**
 * HAZARD: never print a masked number. A corporation's registration number is public and never
 * masked, so its displayed text is complete.
 */
function numberOf(
  { id, party_kind, num_masked }: ReadSurvey['owners'][number],
  digits: ReadonlyMap<string, string>,
): string | null {
  const known = digits.get(id)
  if (known !== undefined) return formatPartyNumber(known)
  return party_kind === 'corporation' && /^\d{6}-?\d{7}$/.test(num_masked ?? '') ? num_masked : null
}

/** 문서번호 of the newest cost claim of each address. */
async function letterNumbers(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('official_letter')
    .distinctOn('address_id')
    .select(['address_id', 'document_number'])
    .where('address_id', 'in', ids)
    .orderBy('address_id')
    .orderBy('year', 'desc')
    .orderBy('number', 'desc')
    .execute()
  return new Map(rows.flatMap(({ address_id, document_number }) => (address_id ? [[address_id, document_number]] : [])))
}
