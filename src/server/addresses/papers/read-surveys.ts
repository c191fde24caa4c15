import { type Kysely, sql } from 'kysely'
import type { AddressRecord } from '#contract/books/addresses.ts'
import type { SurveySource } from '#domain/compensation/survey-source.ts'
import type { Tables } from '../../schema/tables/tables.ts'

/** Addresses read at once: few questions to the database, and never all of five thousand in memory. */
const addressesPerRead = 100

/** An address with its parts, as its papers are made of it. */
export interface ReadSurvey extends SurveySource {
  readonly address: AddressRecord & { readonly is_demo: boolean }
  readonly owners: readonly (SurveySource['owners'][number] & { readonly party_kind: string | null })[]
}

/** Addresses with their lands, buildings and owners, in the order asked; one that is gone is left out. */
export async function readSurveys(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadSurvey[]> {
  if (ids.length === 0) return []
  const [addresses, owners, lands, buildings] = await Promise.all([
    db.selectFrom('address').selectAll().where('id', 'in', ids).execute(),
    db.selectFrom('address_owner').selectAll().where('address_id', 'in', ids).orderBy(inOrder).orderBy('id').execute(),
    db.selectFrom('address_land').selectAll().where('address_id', 'in', ids).orderBy(inOrder).orderBy('id').execute(),
    db
      .selectFrom('address_building')
      .selectAll()
      .where('address_id', 'in', ids)
      .orderBy(inOrder)
      .orderBy('id')
      .execute(),
  ])
  const parts = { owners: byAddress(owners), lands: byAddress(lands), buildings: byAddress(buildings) }
  const byId = new Map(addresses.map((address) => [address.id, address]))
  return ids.flatMap((id) => {
    const address = byId.get(id)
    if (!address) return []
    const partOf = <Row>(of: Map<string, Row[]>) => of.get(id) ?? []
    return [{ address, owners: partOf(parts.owners), lands: partOf(parts.lands), buildings: partOf(parts.buildings) }]
  })
}

/** All of them, some at a time. */
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

const inOrder = sql`place nulls last`

function byAddress<Row extends { address_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ address_id }) => address_id)
}
