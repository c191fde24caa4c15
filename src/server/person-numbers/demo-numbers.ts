import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { fitsPerson } from '#contract/person-numbers/resident-number.ts'
import { formatPersonNumberReference } from '#contract/person-numbers/sealed-number.ts'
import { formatPersonNumber, keepDigits, maskPersonNumber, type PartyKind } from '#domain/text/person-number.ts'
import { startNewEpoch } from '#server/demo/demo-rows.ts'
import type { OfficeKeys } from '#server/keys/office-keys.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { type NewPersonNumber, savePersonNumbers } from './number-at-rest.ts'

/**
 * Resident number of the n-th fictional person: a birth date, six digits up to 000099, and a wrong
 * check digit, so that it belongs to nobody.
 */
export function createDemoResidentNumber(n: number): string {
  const pad = (value: number, length: number) => String(value).padStart(length, '0')
  const front = `${pad(50 + (n % 50), 2)}${pad(1 + (n % 12), 2)}${pad(1 + (n % 28), 2)}`
  const back = `${1 + (n % 2)}${pad(n % 100, 6)}`
  return fitsPerson(front + back) ? createDemoResidentNumber(n + 100) : `${front}-${back}`
}

/** Number of the n-th fictional corporation: `000000-0000001`. */
export function createDemoCorporateNumber(n: number): string {
  return formatPersonNumber(String(n % 100).padStart(13, '0'))
}

const parties = [
  { collection: 'unit-owners', table: 'unit_owner', field: 'owner_num', start: 'person' },
  { collection: 'unit-mortgages', table: 'unit_mortgage', field: 'num', start: 'corporation' },
  { collection: 'address-owners', table: 'address_owner', field: 'num', start: 'person' },
] as const

/**
 * Gives every demo party without a number an encrypted one. Demo rows have no change rows, so a new
 * epoch makes devices copy them again.
 */
export async function numberDemoParties(db: Kysely<Tables>, keys: OfficeKeys): Promise<number> {
  let assigned = 0
  for (const { collection, table, field, start } of parties) {
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: string; party_kind: PartyKind | null }>`
        select id, party_kind from ${sql.table(table)} where is_demo and ${sql.ref(field)} is null order by id
      `.execute(trx)
      const numbers = rows.map(({ id: record_id, party_kind }, index) => {
        const kind = party_kind ?? start
        const digits = keepDigits(
          kind === 'person' ? createDemoResidentNumber(assigned + index) : createDemoCorporateNumber(assigned + index),
        )
        return { id: randomUUID(), collection, record_id, field, digits, masked: maskPersonNumber(kind, digits) }
      })
      await savePersonNumbers(trx, keys, numbers)
      await updateReferences(trx, { table, field }, numbers)
      assigned += rows.length
      if (rows.length > 0) await startNewEpoch(trx)
    })
  }
  return assigned
}

async function updateReferences(
  trx: Kysely<Tables>,
  { table, field }: { table: keyof Tables; field: string },
  numbers: readonly NewPersonNumber[],
): Promise<void> {
  const references = numbers.map(({ id, record_id, masked }) => ({
    record_id,
    reference: formatPersonNumberReference(id),
    masked,
  }))
  await sql`
    update ${sql.table(table)} as party set ${sql.ref(field)} = held.reference, num_masked = held.masked
    from jsonb_to_recordset(${JSON.stringify(references)}::jsonb) as held (record_id uuid, reference text, masked text)
    where party.id = held.record_id
  `.execute(trx)
}
