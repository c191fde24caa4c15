import { sql } from 'kysely'
import type { Field } from '#contract/books/field.ts'
import { requiredFault } from '#contract/books/record-schema.ts'
import { plainName } from '#domain/text/search-text.ts'
import type { Database } from '#server/db/client.ts'
import type { WritableCollection } from '#server/db/writable-collection.ts'
import { mirroredCollections } from '#contract/books/collections.ts'
import type { CellAnswer } from './read-field.ts'
import { shownText } from './read-field.ts'
import type { FieldReaders, GoodRow } from './sheet-row.ts'

/**
 * Readers of reference fields: by the name that sheets show, or by id. Names need not be unique
 * (every company has its 총무부): of several records with one name, the one that agrees with the row's
 * other references counts, e.g. a department of the row's company.
 */
export async function referenceReaders(db: Database, collection: WritableCollection): Promise<FieldReaders> {
  const fields = collection.description.fields.filter(
    (field: Field) => field.refers && collection.references[field.key],
  )
  const readers = await Promise.all(
    fields.map(async (field) => [field.key, readerOf(field, await readTargets(db, collection, field))] as const),
  )
  return Object.fromEntries(readers)
}

interface Target {
  readonly id: string
  readonly name: string
  /** The record's own references, for keys that the row has too. */
  readonly shared: Readonly<Record<string, string | null>>
}

async function readTargets(db: Database, collection: WritableCollection, field: Field): Promise<Target[]> {
  const table = collection.references[field.key] ?? ''
  const shared = sharedKeys(collection, field).map((key) => sql`${sql.lit(key)}::text, ${sql.ref(key)}`)
  const { rows } = await sql<Target>`
    select id, ${sql.ref(field.refers?.label ?? 'id')} as name, jsonb_build_object(${sql.join(shared)}) as shared
    from ${sql.table(table)}
  `.execute(db)
  return rows
}

/** Reference keys that both this record and the referenced one have. */
function sharedKeys({ references }: WritableCollection, { key: own, refers }: Field): string[] {
  const known: Readonly<Record<string, { readonly fields: readonly Field[] }>> = mirroredCollections
  const targetFields = known[refers?.collection ?? '']?.fields ?? []
  return targetFields
    .filter(({ key, kind }) => kind === 'reference' && key !== own && key in references)
    .map(({ key }) => key)
}

function readerOf(field: Field, targets: readonly Target[]): FieldReaders[string] {
  const byName = Map.groupBy(targets, ({ name }) => plainName(name))
  const byId = Map.groupBy(targets, ({ id }) => id)
  return (cell, before) => {
    const name = shownText(cell).trim()
    if (name === '') return field.required ? { message: requiredFault(field) } : { value: null }
    const found = byName.get(plainName(name)) ?? byId.get(name) ?? []
    return chosen(field, name, { found, agreeing: found.filter((target) => agrees(target, before)) })
  }
}

function chosen(
  { label }: Field,
  name: string,
  { found, agreeing }: { found: readonly Target[]; agreeing: readonly Target[] },
): CellAnswer {
  const [only, ...more] = agreeing
  if (found.length === 0) return { message: `등록되지 않은 ${label}입니다: ${name}`, isMissing: true }
  if (only === undefined) return { message: `${label}: 이 행의 다른 값과 맞지 않는 자료입니다: ${name}` }
  if (more.length > 0)
    return { message: `${label}: 이름이 같은 자료가 여럿입니다: ${name}. 이름 대신 번호를 적어 주세요.` }
  return { value: only.id }
}

function agrees({ shared }: Target, before: GoodRow['fields']): boolean {
  return Object.entries(shared).every(([key, id]) => before[key] === undefined || before[key] === id)
}
