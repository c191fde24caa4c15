import { sql, type RawBuilder } from 'kysely'
import { bookOf, referencesOf } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { GroupedRecords, Grouping } from '#contract/records/grouping.ts'
import { compareKorean } from '#domain/text/collate.ts'
import { personName } from '#domain/text/person-name.ts'
import type { Database } from '../../db/client.ts'
import { writableCollection, type WritableCollection } from '../../db/writable-collection.ts'
import { resolvePath, type ResolvedPath } from './filter-conditions.ts'

/**
 * Counts the rows of the alias `r` that match and sums the fields `sums`: in total, and for each
 * value of `by`, by name. Empty amounts count as 0.
 */
export async function groupSums(
  db: Database,
  collection: WritableCollection,
  { condition, sums, by }: { condition: RawBuilder<boolean>; sums: readonly string[]; by: Grouping | null },
): Promise<GroupedRecords> {
  const resolved = by && resolvePath(collection, by.field)
  const added = sums.map(
    (path) => sql`coalesce(sum(${sql.ref(`r.${resolvePath(collection, path).column}`)}), 0)::float8`,
  )
  const { rows } = await sql<{ value: FieldValue; count: number; sums: number[] }>`
    select ${resolved ? valueOf(resolved, by) : sql`null::text`} as value, count(*)::int as count, array[${sql.join(added)}]::float8[] as sums
    from ${sql.table(collection.table)} r where ${condition} group by 1
  `.execute(db)
  const merged = mergePersons(rows, resolved)
  const names =
    resolved && by ? await labelsOf(db, collection, { by, values: merged.map(({ value }) => value) }) : new Map()
  const groups = merged.map((row) => ({ ...row, label: names.get(row.value) ?? String(row.value ?? '') }))
  const total = (at: number) => rows.reduce((sum, row) => sum + (row.sums[at] ?? 0), 0)
  return {
    groups: resolved ? inNameOrder(groups, resolved) : [],
    count: rows.reduce((count, row) => count + row.count, 0),
    sums: sums.map((_, at) => total(at)),
  }
}

function valueOf({ field, table, column, by }: ResolvedPath, { part }: Grouping): RawBuilder<unknown> {
  const over = by
    ? sql`(select ${sql.ref(`t.${column}`)} from ${sql.table(table)} t where t.id = ${sql.ref(`r.${by}`)})`
    : sql.ref(`r.${column}`)
  if (part) {
    const local = field.kind === 'datetime' ? sql`(${over} at time zone 'Asia/Seoul')` : over
    return sql`to_char(${local}, ${part === 'month' ? 'YYYY-MM' : 'YYYY'})`
  }
  return sql`nullif(${over}::text, '')`
}

type Added = { value: FieldValue; count: number; sums: number[] }

/** Merges a person's groups with and without 직급. */
function mergePersons(rows: readonly Added[], resolved: ResolvedPath | null): Added[] {
  if (resolved?.field.isPerson !== true) return [...rows]
  const byName = new Map<string, Added>()
  for (const row of rows) {
    const name = personName(String(row.value ?? ''))
    const known = byName.get(name) ?? { value: name || null, count: 0, sums: row.sums.map(() => 0) }
    known.count += row.count
    known.sums = known.sums.map((sum, at) => sum + (row.sums[at] ?? 0))
    byName.set(name, known)
  }
  return [...byName.values()]
}

/** Labels of groups: names of referenced records, and labels of choices. */
async function labelsOf(
  db: Database,
  collection: WritableCollection,
  { by, values }: { by: Grouping; values: readonly FieldValue[] },
): Promise<ReadonlyMap<FieldValue, string>> {
  const reference = referencesOf(collection.name).find(({ key }) => key === by.field)
  if (reference) {
    const { table } = writableCollection(reference.to)
    const { rows } = await sql<{ id: string; name: string }>`
      select id::text, ${sql.ref(reference.name)}::text as name from ${sql.table(table)} where id = any(${values}::uuid[])
    `.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  const choices = bookOf(collection.name).fields.find(({ key }) => key === by.field)?.choices ?? []
  return new Map(choices.map(({ value, label }) => [value, label]))
}

function inNameOrder(groups: GroupedRecords['groups'], { field }: ResolvedPath): GroupedRecords['groups'] {
  const choices = field.choices?.map(({ value }) => value)
  return groups.toSorted((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
    const byChoice = choices ? choices.indexOf(String(a.value)) - choices.indexOf(String(b.value)) : 0
    return byChoice || compareKorean(a.label, b.label)
  })
}
