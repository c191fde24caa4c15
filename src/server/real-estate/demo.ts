import { sql } from 'kysely'
import { officeDay } from '#domain/office-date.ts'
import type { Database } from '../db/client.ts'
import { realEstateCollection } from './collections.ts'
import { demoId, demoRecord } from './demo-record.ts'
import { registries, sections, trusts } from './demo-words.ts'

const chunkSize = 5000

/**
 * Fills the case book with `count` fictional entries and their groups, the same every time for the same seed and day; entries that are there already stay.
 *
 * Demo rows have no change rows: a log of a hundred thousand creates would make every device that follows it slower than a first copy. Instead the database
 * gets a new epoch, and a device that had a mirror builds it anew (its outbox stays).
 */
export async function loadDemoCaseBook(
  db: Database,
  options: { count?: number; seed?: number; now: Date },
): Promise<{ groups: number; entries: number }> {
  const { count = 600, seed = 1, now } = options
  const today = officeDay(now.getTime())
  const groups = demoGroups(seed, count)
  const entries = await db.transaction().execute(async (trx) => {
    await insertRows(trx, 'real_estate_group', groups)
    const rebuildIndex = count > chunkSize ? await dropSearchIndex(trx) : undefined
    let inserted = 0
    for (let start = 0; start < count; start += chunkSize) {
      const indexes = Array.from({ length: Math.min(chunkSize, count - start) }, (_, offset) => start + offset)
      const rows = indexes.map((index) => demoEntry({ seed, index, today, groups }))
      inserted += await insertRows(trx, 'real_estate', rows)
    }
    await rebuildIndex?.()
    if (inserted > 0) await startNewEpoch(trx)
    return inserted
  })
  if (entries > 0) await sql`vacuum (analyze) real_estate`.execute(db)
  return { groups: groups.length, entries }
}

/** Takes every demo row out again, edited or not, with its history. A demo group that real entries point at by now stays. */
export async function removeDemoCaseBook(db: Database): Promise<{ groups: number; entries: number }> {
  return await db.transaction().execute(async (trx) => {
    const entries = await removeRows(trx, 'real_estate', sql`is_demo`)
    const groups = await removeRows(
      trx,
      'real_estate_group',
      sql`is_demo and not exists (select 1 from real_estate r where r.group_id = real_estate_group.id)`,
    )
    if (entries + groups > 0) await startNewEpoch(trx)
    return { groups, entries }
  })
}

function demoGroups(seed: number, count: number) {
  const size = Math.max(sections.length, Math.min(120, Math.ceil(count / 500)))
  return Array.from({ length: size }, (_, index) => {
    const section = sections[index % sections.length] ?? sections[0]
    const round = Math.floor(index / sections.length)
    return {
      ...section,
      id: demoId(seed ^ 0x6e0, index),
      version: 1,
      name: round === 0 ? section.name : `${section.name} ${round + 1}차`,
      trust_corporate_name: trusts[index % trusts.length] ?? null,
      office: registries[index % registries.length] ?? null,
      is_demo: true,
    }
  })
}

function demoEntry(entry: { seed: number; index: number; today: string; groups: readonly { id: string }[] }) {
  const { seed, index, today, groups } = entry
  const fields = { ...demoRecord(seed, index, today), group_id: groups[(index * 7) % groups.length]?.id }
  return { id: demoId(seed, index), version: 1, is_demo: true, ...fields, ...realEstateCollection.derive(fields) }
}

type DemoTable = 'real_estate' | 'real_estate_group'

async function insertRows(db: Database, table: DemoTable, rows: readonly object[]): Promise<number> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  const result = await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do nothing
  `.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

async function removeRows(db: Database, table: DemoTable, condition: ReturnType<typeof sql>): Promise<number> {
  const result = await sql`
    with gone as (delete from ${sql.table(table)} where ${condition} returning id),
      forgotten as (delete from change where record_id in (select id from gone))
    select id from gone
  `.execute(db)
  return result.rows.length
}

/** Building the search index once afterwards is ten times faster than keeping it current through a bulk load. Readers wait until the load commits. */
async function dropSearchIndex(trx: Database): Promise<() => Promise<unknown>> {
  const result = await sql<{ definition: string }>`
    select pg_get_indexdef('real_estate_search'::regclass) as definition
  `.execute(trx)
  await sql`drop index real_estate_search`.execute(trx)
  return () => sql.raw(result.rows[0]?.definition ?? '').execute(trx)
}

async function startNewEpoch(db: Database): Promise<void> {
  await db
    .updateTable('meta')
    .set({ epoch: sql<string>`gen_random_uuid()` })
    .execute()
}
