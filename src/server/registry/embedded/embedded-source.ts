import { sql } from 'kysely'
import {
  extractSchema,
  ownRecordsSource,
  type RegisteredEntry,
  type RegisteredParty,
  type RegistryExtract,
} from '#contract/registry/extract.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { hasSameOwners, isSameLot, parseLot } from '#domain/registry/compare-extracts.ts'
import { listRegisteredOwners } from '#domain/registry/registered-owners.ts'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { openPrinter } from '#server/documents/forms/print-forms.ts'
import {
  checkIssuedExtract,
  type ParcelRequest,
  RegistryError,
  type RegistrySource,
  validateParcel,
} from '../registry-source.ts'
import { buildExtractForms } from './extract-forms.ts'

/**
 * Responds from the office's own address records when no registry service (REGISTRY_URL) is
 * configured. Prints an extract that says on every page that no court issued it.
 */
export function createEmbeddedSource({ db, now }: Pick<Deps, 'db' | 'now'>): RegistrySource {
  const printer = openPrinter()
  const print: NonNullable<RegistrySource['printAgain']> = async ({ extract, ...facts }) =>
    await printer.print(buildExtractForms(extract, facts), {
      title: `등기사항전부증명서 ${extract.num}`.trim(),
      author: ownRecordsSource,
      createdAt: facts.issuedAt.toISOString(),
    })
  return {
    name: ownRecordsSource,
    close: () => printer.close(),
    async issueExtract(parcel) {
      validateParcel(parcel)
      const records = await readOfficeRecords(db, parcel)
      if (records === null)
        throw new RegistryError('사무소 기록에 이 부동산이 없습니다. 고유번호와 지번을 확인해 주세요.')
      const issuedAt = now()
      const extract = composeExtract(records, toOfficeDay(issuedAt.getTime()))
      parcel.signal.throwIfAborted()
      const pdf = await print({ extract, issuedAt, office: records.office })
      return checkIssuedExtract(parcel, { extract, issuedAt, pdf })
    },
    printAgain: print,
  }
}

/**
 * The office's records of the requested parcel, by its number or else its address; null when there
 * are none.
 */
async function readOfficeRecords(
  db: Database,
  { num, jibun }: Pick<ParcelRequest, 'num' | 'jibun'>,
): Promise<(OfficeRecords & { readonly office: string }) | null> {
  const { rows } = await sql<RecordsRow>`
    select a.num, a.jibun, a.type, a.owner_name, coalesce(a.regi_office, '') as office,
      (select coalesce(json_agg(json_build_object('name', o.name, 'num_masked', coalesce(o.num_masked, ''), 'address', coalesce(o.address, ''),
        'share', coalesce(o.share, ''), 'acquired_at', o.acquired_at, 'receipt_num', o.receipt_num, 'cause', o.cause, 'updated_at', o.updated_at)
        order by o.place, o.id), '[]') from address_owner o where o.address_id = a.id) as owners,
      (select coalesce(json_agg(json_build_object('address', coalesce(l.address, ''), 'lot', l.lot, 'land_kind', coalesce(l.land_kind, ''), 'area', l.area)
        order by l.place, l.id), '[]') from address_land l where l.address_id = a.id) as lands,
      (select coalesce(json_agg(json_build_object('words', concat_ws(' ', b.name, b.structure, b.floors, b.usage), 'area', b.area)
        order by b.place, b.id), '[]') from address_building b where b.address_id = a.id) as buildings,
      (select json_build_object('issuedAt', e.issued_at, 'extract', e.content_json) from address_extract e
        where e.address_id = a.id and e.content_json is not null order by e.issued_at desc, e.inserted_at desc limit 1) as last
    from address a where ${num === null ? sql`a.jibun = ${jibun}` : sql`a.num = ${num}`} order by a.id limit 1
  `.execute(db)
  const [row] = rows
  if (!row) return null
  const { last, ...records } = row
  const extract = last && extractSchema.parse(JSON.parse(last.extract))
  return { ...records, last: last && extract && { issuedAt: last.issuedAt, extract } }
}

type RecordsRow = Omit<OfficeRecords, 'last'> & {
  readonly office: string
  readonly last: { issuedAt: string; extract: string } | null
}

/**
 * What the office has recorded about an address, from which the embedded source composes an
 * extract.
 */
interface OfficeRecords {
  readonly num: string | null
  readonly jibun: string
  readonly type: string | null
  readonly owner_name: string | null
  readonly owners: readonly (RegisteredParty & {
    readonly acquired_at: string | null
    readonly receipt_num: string | null
    readonly cause: string | null
    /** Time of the last change by a person. */
    readonly updated_at: string
  })[]
  readonly lands: readonly {
    readonly address: string
    readonly lot: string
    readonly land_kind: string
    readonly area: number | null
  }[]
  readonly buildings: readonly { readonly words: string; readonly area: number | null }[]
  /** The newest stored extract. */
  readonly last: { readonly issuedAt: string; readonly extract: RegistryExtract } | null
}

/**
 * Composes an extract from the office's records: the last extract, with a transfer if other owners
 * were recorded since; without one, the recorded owners. The same records give the same extract.
 */
function composeExtract(records: OfficeRecords, today: string): RegistryExtract {
  const { last } = records
  const described = describeProperty(records)
  if (last === null)
    return { num: records.num ?? '', ...described, ownership: firstEntries(records, today), rights: [] }
  const { extract } = last
  const isNewer = records.owners.some(({ updated_at }) => Date.parse(updated_at) > Date.parse(last.issuedAt))
  if (!isNewer || hasSameOwners(records.owners, listRegisteredOwners(extract))) return extract
  const rank = String(Math.max(0, ...extract.ownership.map((entry) => Number.parseInt(entry.rank, 10) || 0)) + 1)
  return { ...extract, ownership: [...extract.ownership, buildEntry(records, { rank, purpose: '소유권이전', today })] }
}

function describeProperty({
  jibun,
  type,
  lands,
  buildings,
}: OfficeRecords): Pick<RegistryExtract, 'kind' | 'description'> {
  const land = findParcel(lands, jibun)
  if (type === 'collective_building' || (lands.length === 0 && buildings.length > 0)) {
    const details = buildings.map(({ words }) => words).filter((words) => words !== '')
    const description = {
      address: jibun,
      land_kind: '',
      area: buildings[0]?.area ?? null,
      details: details.slice(0, 50),
    }
    return { kind: type === 'collective_building' ? 'collective_building' : 'building', description }
  }
  return {
    kind: 'land',
    description: {
      // The land's own lot if it can be read, otherwise the requested address.
      address: addressWithoutLandKind(jibun, land),
      land_kind: land?.land_kind ?? '',
      area: land?.area ?? null,
      details: [],
    },
  }
}

type Land = OfficeRecords['lands'][number]

/** The requested parcel among the address's lands; a land whose lot cannot be read may match. */
function findParcel(lands: readonly Land[], jibun: string): Land | undefined {
  const same = lands.map((land) => isSameLot(jibun, fullLotNumber(land)))
  return lands[same.indexOf(true)] ?? lands[same.indexOf(undefined)]
}

function addressWithoutLandKind(jibun: string, land: Land | undefined): string {
  const fullNumber = land === undefined ? '' : fullLotNumber(land)
  return parseLot(fullNumber) === null ? jibun : fullNumber
}

function fullLotNumber({ address, lot }: Land): string {
  return `${address} ${lot}`.trim()
}

function firstEntries(records: OfficeRecords, today: string): RegisteredEntry[] {
  if (records.owners.length === 0 && !records.owner_name) return []
  return [buildEntry(records, { rank: '1', purpose: '소유권이전', today })]
}

function buildEntry(
  { owners, owner_name }: OfficeRecords,
  { rank, purpose, today }: { rank: string; purpose: string; today: string },
): RegisteredEntry {
  const parties = owners.map(({ name, num_masked, address, share }) => ({ name, num_masked, address, share }))
  const soleOwner = { name: owner_name ?? '', num_masked: '', address: '', share: '' }
  const [first] = owners
  return {
    rank,
    purpose,
    received_at: first?.acquired_at ?? today,
    receipt_num: first?.receipt_num ?? '',
    cause: first?.cause ?? '',
    parties: parties.length > 0 ? parties : [soleOwner],
    claim_amount: null,
    is_cancelled: false,
  }
}
