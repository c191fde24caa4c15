import { sql } from 'kysely'
import type { ImportReport } from '#contract/excel-import.ts'
import { realEstateDescription } from '#contract/records/real-estate.ts'
import type { Database } from '../db/client.ts'
import type { GoodRow, ImportError } from './import-excel-rows.ts'

export interface Sifted {
  readonly fresh: readonly GoodRow[]
  readonly errors: readonly ImportError[]
  readonly warnings: ImportReport['warnings']
}

/**
 * Keeps one sheet from being imported twice. A row whose 번호 stands in the case book is that entry and is refused; a row equal in every field to an entry,
 * or to another row of the sheet, may be meant (two units of one owner) and is only pointed out.
 */
export async function siftDuplicates(db: Database, good: readonly GoodRow[]): Promise<Sifted> {
  const known = await findKnownIds(db, good)
  const isKnown = (row: GoodRow) => row.id !== null && known.has(row.id)
  const fresh = good.filter((row) => !isKnown(row))
  const errors = good.filter(isKnown).map(({ row, id }) => ({
    row,
    field: 'id',
    value: id ?? '',
    message: '사건부에 이미 있는 사건입니다.',
  }))
  const equal = await findEqualRows(db, fresh)
  const inBook = fresh
    .filter(({ row }) => equal.has(row))
    .map(({ row }) => ({ row, message: '같은 내용의 사건이 사건부에 있습니다.' }))
  return { fresh, errors, warnings: [...inBook, ...findRepeats(fresh)].toSorted((a, b) => a.row - b.row) }
}

async function findKnownIds(db: Database, good: readonly GoodRow[]): Promise<Set<string>> {
  const ids = good.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return new Set()
  const found = await sql<{ id: string }>`select id from real_estate where id = any(${ids}::uuid[])`.execute(db)
  return new Set(found.rows.map(({ id }) => id))
}

const fieldKeys = realEstateDescription.fields.map(({ key }) => key)

/** Numbers of the sheet's rows that stand in the case book with the same values. Joined by group and owner; the rest is compared on what that leaves. */
async function findEqualRows(db: Database, fresh: readonly GoodRow[]): Promise<Set<number>> {
  const given = JSON.stringify(fresh.map(({ row, fields }) => ({ row, entry: fields })))
  const same = fieldKeys.map((key) => sql`${sql.ref(`r.${key}`)} is not distinct from ${sql.ref(`entry.${key}`)}`)
  const found = await sql<{ row: number }>`
    select distinct given.row
    from jsonb_to_recordset(${given}::jsonb) as given (row integer, entry jsonb)
    cross join lateral jsonb_populate_record(null::real_estate, given.entry) entry
    join real_estate r on r.group_id = entry.group_id and coalesce(r.owner, '') = coalesce(entry.owner, '')
    where ${sql.join(same, sql` and `)}
  `.execute(db)
  return new Set(found.rows.map(({ row }) => row))
}

function findRepeats(fresh: readonly GoodRow[]): ImportReport['warnings'] {
  const firstByContent = new Map<string, number>()
  return fresh.flatMap(({ row, fields }) => {
    const content = JSON.stringify(fieldKeys.map((key) => fields[key]))
    const first = firstByContent.get(content)
    if (first === undefined) firstByContent.set(content, row)
    return first === undefined ? [] : [{ row, message: `파일의 ${first}행과 내용이 같습니다.` }]
  })
}
