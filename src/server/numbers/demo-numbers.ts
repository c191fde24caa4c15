import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { numberReference } from '#contract/sealed-number.ts'
import { fitsPerson } from '#contract/resident-number.ts'
import { digitsOf, formatPartyNumber, maskPartyNumber, type PartyKind } from '#domain/party-number.ts'
import { startNewEpoch } from '../db/demo/demo-rows.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { keepNumber } from './keep-numbers.ts'
import type { NumberKeys } from './number-keys.ts'

/** The number of the n-th invented person (research/domain.md §7): a day of birth, six digits up to 000099, and a check digit that is wrong, so that it is nobody's. */
export function demoNumber(n: number): string {
  const pad = (value: number, length: number) => String(value).padStart(length, '0')
  const front = `${pad(50 + (n % 50), 2)}${pad(1 + (n % 12), 2)}${pad(1 + (n % 28), 2)}`
  const back = `${1 + (n % 2)}${pad(n % 100, 6)}`
  return fitsPerson(front + back) ? demoNumber(n + 100) : `${front}-${back}`
}

/** The same of the n-th invented corporation: `000000-0000001`. */
export function demoCorporateNumber(n: number): string {
  return formatPartyNumber(String(n % 100).padStart(13, '0'))
}

const parties = [
  { collection: 'unit-owners', table: 'unit_owner', field: 'owner_num', start: 'person' },
  { collection: 'unit-mortgages', table: 'unit_mortgage', field: 'num', start: 'corporation' },
  { collection: 'address-owners', table: 'address_owner', field: 'num', start: 'person' },
] as const

/** Gives every invented party that has none a number, sealed like any other. Demo rows have no change rows: a new epoch tells the devices. */
export async function numberDemoParties(db: Kysely<Tables>, keys: NumberKeys): Promise<number> {
  let given = 0
  for (const { collection, table, field, start } of parties) {
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: string; party_kind: PartyKind | null }>`
        select id, party_kind from ${sql.table(table)} where is_demo and ${sql.ref(field)} is null order by id
      `.execute(trx)
      for (const { id: record_id, party_kind } of rows) {
        const kind = party_kind ?? start
        const digits = digitsOf(kind === 'person' ? demoNumber(given) : demoCorporateNumber(given))
        const [id, masked] = [randomUUID(), maskPartyNumber(kind, digits)]
        await keepNumber(trx, keys, { id, collection, record_id, field, digits, masked })
        await sql`
          update ${sql.table(table)} set ${sql.ref(field)} = ${numberReference(id)}, num_masked = ${masked} where id = ${record_id}::uuid
        `.execute(trx)
        given += 1
      }
      if (rows.length > 0) await startNewEpoch(trx)
    })
  }
  return given
}
