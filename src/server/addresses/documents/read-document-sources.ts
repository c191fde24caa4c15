import type { Kysely } from 'kysely'
import type { OfficialDocumentRequest } from '#contract/addresses/address-tasks.ts'
import type { AddressRecord } from '#contract/books/addresses.ts'
import type { SurveySource } from '#domain/compensation/survey-rows.ts'
import type { OfficialDocumentSource } from '#domain/official-documents/document-source.ts'
import { needsNumbers } from '#domain/official-documents/official-document.ts'
import { formatPersonNumber } from '#domain/text/person-number.ts'
import type { OfficeKeys } from '#server/keys/office-keys.ts'
import { readOffice } from '#server/office-profile/read-office.ts'
import { readPersonNumbers } from '#server/person-numbers/number-at-rest.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

export interface DocumentContext {
  readonly db: Kysely<Tables>
  readonly officeKeys: OfficeKeys
  readonly today: string
}

/** Data of a document, with fields that only its letter needs. */
export interface DocumentSource extends OfficialDocumentSource {
  readonly address: AddressSurvey['address']
}

/**
 * The data of official documents in the requested order; deleted addresses are left out. HAZARD:
 * for documents that name people by number it contains full resident numbers. Callers must write an
 * trail row per address, unless they only check what is missing, and must not log or cache it.
 */
export async function readDocumentSources(
  { db, officeKeys, today }: DocumentContext,
  { document_type, details }: Pick<OfficialDocumentRequest, 'document_type' | 'details'>,
  ids: readonly string[],
): Promise<DocumentSource[]> {
  const surveys = await readSurveys(db, ids)
  const clients = await readClients(db, surveys)
  const office = await readOffice(db)
  const digits = needsNumbers(document_type)
    ? await readOwnerNumbers(db, officeKeys, surveys)
    : new Map<string, string>()
  const letters = document_type === 'cost_claim' ? await readLetterNumbers(db, ids) : new Map<string, string>()
  return surveys.map((survey) => ({
    ...survey,
    ...(clients.get(survey.address.id) ?? unknownClient),
    owners: survey.owners.map((owner) => ({ ...owner, num: formatOwnerNumber(owner, digits) })),
    office,
    details,
    today,
    documentNumber: letters.get(survey.address.id) ?? null,
  }))
}

type Client = Pick<OfficialDocumentSource, 'project' | 'developer' | 'manager'>
const unknownClient: Client = { project: '', developer: null, manager: null }

/**
 * Per address: 사업구간, its company, and the person in charge: the address's own 담당자, otherwise the
 * project's.
 */
async function readClients(db: Kysely<Tables>, surveys: readonly AddressSurvey[]): Promise<Map<string, Client>> {
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

async function readOwnerNumbers(
  db: Kysely<Tables>,
  keys: OfficeKeys,
  surveys: readonly AddressSurvey[],
): Promise<ReadonlyMap<string, string>> {
  const ids = surveys.flatMap(({ owners }) => owners.map(({ id }) => id))
  return await readPersonNumbers(db, keys, { collection: 'address-owners', ids })
}

/**
 * HAZARD: never print a masked number. A corporation's registration number is public and never
 * masked, so its displayed text is complete.
 */
function formatOwnerNumber(
  { id, party_kind, num_masked }: AddressSurvey['owners'][number],
  digits: ReadonlyMap<string, string>,
): string | null {
  const fullNumber = digits.get(id)
  if (fullNumber !== undefined) return formatPersonNumber(fullNumber)
  return party_kind === 'corporation' && /^\d{6}-?\d{7}$/.test(num_masked ?? '') ? num_masked : null
}

/** 문서번호 of the newest cost claim of each address. */
async function readLetterNumbers(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
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

/** Addresses per query, so that never all five thousand are in memory. */
const addressesPerRead = 100

/** An address with its parts, for documents. */
export interface AddressSurvey extends SurveySource {
  readonly address: AddressRecord & { readonly is_demo: boolean }
  readonly owners: readonly (SurveySource['owners'][number] & { readonly party_kind: string | null })[]
}

/**
 * Addresses with their lands, buildings and owners in the requested order; deleted ones are left
 * out.
 */
export async function readSurveys(db: Kysely<Tables>, ids: readonly string[]): Promise<AddressSurvey[]> {
  if (ids.length === 0) return []
  // Sequential, because the transaction of an item has one connection.
  const addresses = await db.selectFrom('address').selectAll().where('id', 'in', ids).execute()
  const owners = await loadParts(db.selectFrom('address_owner').selectAll().where('address_id', 'in', ids))
  const lands = await loadParts(db.selectFrom('address_land').selectAll().where('address_id', 'in', ids))
  const buildings = await loadParts(db.selectFrom('address_building').selectAll().where('address_id', 'in', ids))
  const byId = new Map(addresses.map((address) => [address.id, address]))
  return ids.flatMap((id) => {
    const address = byId.get(id)
    if (!address) return []
    return [{ address, owners: owners.get(id) ?? [], lands: lands.get(id) ?? [], buildings: buildings.get(id) ?? [] }]
  })
}

/** Yields the surveys of all addresses in chunks. */
export async function* readSurveyChunks(
  db: Kysely<Tables>,
  ids: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<readonly AddressSurvey[]> {
  for (let index = 0; index < ids.length; index += addressesPerRead) {
    signal?.throwIfAborted()
    yield await readSurveys(db, ids.slice(index, index + addressesPerRead))
  }
}

interface SurveyPart {
  readonly id: string
  readonly address_id: string
  readonly place: number | null
}

/** Parts by address, in the order set by users. */
async function loadParts<Row extends SurveyPart>(query: { execute(): Promise<Row[]> }): Promise<Map<string, Row[]>> {
  const rows = (await query.execute()).toSorted(
    (a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || (a.id < b.id ? -1 : 1),
  )
  return Map.groupBy(rows, ({ address_id }) => address_id)
}
