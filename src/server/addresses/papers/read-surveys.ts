import type { Kysely } from 'kysely'
import type { AddressRecord } from '#contract/books/addresses.ts'
import type { SurveySource } from '#domain/compensation/survey-source.ts'
import type { Tables } from '../../schema/tables/tables.ts'

/** Addresses read at once: few queries, and never all five thousand in memory. */
const addressesPerRead = 100

/** An address with its parts, for documents. */
export interface ReadSurvey extends SurveySource {
  readonly address: AddressRecord & { readonly is_demo: boolean }
  readonly owners: readonly (SurveySource['owners'][number] & { readonly party_kind: string | null })[]
}

/**
 * Addresses with their lands, buildings and owners in the requested order; deleted ones are left
 * out.
 */
export async function readSurveys(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadSurvey[]> {
  if (ids.length === 0) return []
  // Sequential, because the transaction of an item has one connection.
  const addresses = await db.selectFrom('address').selectAll().where('id', 'in', ids).execute()
  const owners = await partsOf(db.selectFrom('address_owner').selectAll().where('address_id', 'in', ids))
  const lands = await partsOf(db.selectFrom('address_land').selectAll().where('address_id', 'in', ids))
  const buildings = await partsOf(db.selectFrom('address_building').selectAll().where('address_id', 'in', ids))
  const byId = new Map(addresses.map((address) => [address.id, address]))
  return ids.flatMap((id) => {
    const address = byId.get(id)
    if (!address) return []
    return [{ address, owners: owners.get(id) ?? [], lands: lands.get(id) ?? [], buildings: buildings.get(id) ?? [] }]
  })
}

/** Reads all of them in chunks. */
export async function* eachSurveys(
  db: Kysely<Tables>,
  ids: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<readonly ReadSurvey[]> {
  for (let at = 0; at < ids.length; at += addressesPerRead) {
    signal?.throwIfAborted()
    yield await readSurveys(db, ids.slice(at, at + addressesPerRead))
  }
}

interface Part {
  readonly id: string
  readonly address_id: string
  readonly place: number | null
}

/** Parts by address, in the order set by users. */
async function partsOf<Row extends Part>(query: { execute(): Promise<Row[]> }): Promise<Map<string, Row[]>> {
  const rows = (await query.execute()).toSorted(
    (a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || (a.id < b.id ? -1 : 1),
  )
  return Map.groupBy(rows, ({ address_id }) => address_id)
}
