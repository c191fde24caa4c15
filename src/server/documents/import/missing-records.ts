import { josa } from 'es-hangul'
import { bookOf, referencesOf, type CollectionName, type Reference } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { ImportReport } from '#contract/records/excel-import.ts'
import { idSchema } from '#contract/records/values.ts'
import { plainName } from '#domain/text/search-text.ts'
import { writableCollection, type BulkCreate, type WritableCollection } from '#server/db/writable-collection.ts'
import { readField, shownText } from './read-field.ts'
import type { FieldReaders } from './sheet-row.ts'

/** Records that a sheet names and that are not there. They are found while its rows are read, and made along with the rows where a person agreed. */
export interface MissingRecords {
  /** Those given, which note what is missing, and read a name that is agreed to as the record that will bear it. */
  readonly readers: FieldReaders
  /** For the report, once all rows are read. */
  found(): ImportReport['missing']
  /** What is to be made before these rows, each record once, with no more than its name. */
  madeFor(rows: readonly { readonly fields: Readonly<Record<string, unknown>> }[]): NonNullable<BulkCreate['along']>
}

interface Missing extends Reference {
  readonly field: Field
  /** Names by what they are looked up under, with the id that each would get. */
  readonly names: Map<string, { readonly name: string; readonly id: string }>
}

/** `agreed`: keys of references whose missing records are to be made. `idOf` answers the same id for the same key every time the same request is sent. */
export function collectMissing(
  collection: WritableCollection,
  readers: FieldReaders,
  { agreed, idOf }: { agreed: readonly string[]; idOf(key: string): string },
): MissingRecords {
  const all = referencesOf(collection.name).flatMap((reference): Missing[] => {
    const field = bookOf(reference.to).fields.find(({ key }) => key === reference.name)
    return field && readers[reference.key] ? [{ ...reference, field, names: new Map() }] : []
  })
  const noting = all.map((missing) => [missing.key, notingReader(missing, readers, { agreed, idOf })] as const)
  return {
    readers: { ...readers, ...Object.fromEntries(noting) },
    found: () =>
      all
        .filter(({ names }) => names.size > 0)
        .map(({ key, to, name, names }) => ({
          field: key,
          noun: bookOf(to).noun,
          names: [...names.values()].map((one) => one.name),
          reason: refusalToMake(to, name),
        })),
    madeFor: (rows) =>
      all.flatMap(({ key, to, name, names }) => {
        const used = new Set(rows.map(({ fields }) => fields[key]))
        const records = [...names.values()].filter(({ id }) => used.has(id))
        const made = records.map((one) => ({ id: one.id, fields: emptyBut(to, { [name]: one.name }) }))
        return made.length === 0 ? [] : [{ collection: writableCollection(to), records: made }]
      }),
  }
}

function notingReader(
  { key, to, name, field, names }: Missing,
  readers: FieldReaders,
  { agreed, idOf }: { agreed: readonly string[]; idOf(key: string): string },
): NonNullable<FieldReaders[string]> {
  const isMade = agreed.includes(key) && refusalToMake(to, name) === null
  return (cell, before, row) => {
    const answer = readers[key]?.(cell, before, row) ?? { value: null }
    if ('value' in answer || !answer.isMissing || idSchema.safeParse(shownText(cell).trim()).success) return answer
    // A name that its own book would not take is no offer.
    const read = readField(field, cell, row.today)
    if ('message' in read || typeof read.value !== 'string') return answer
    const plain = plainName(read.value)
    const noted = names.get(plain) ?? { name: read.value, id: idOf(`${key}:${plain}`) }
    names.set(plain, noted)
    return isMade ? { value: noted.id } : answer
  }
}

/** A sheet gives names only: what a record needs beside its name somebody has to say. */
function refusalToMake(to: CollectionName, name: string): string | null {
  const { noun, fields, madeBy, label } = bookOf(to)
  const needed = fields.filter(({ key, required }) => required && key !== name).map((field) => field.label)
  if (madeBy !== undefined) return `${josa(noun, '은/는')} 여기서 만들 수 없습니다.`
  if (needed.length === 0) return null
  return `${josa(noun, '은/는')} 이름 외에 ${josa(needed.join(', '), '이/가')} 필요하여 여기서 만들 수 없습니다. ${label} 화면에서 먼저 추가해 주세요.`
}

function emptyBut(to: CollectionName, values: Readonly<Record<string, string>>): Record<string, unknown> {
  return { ...Object.fromEntries(bookOf(to).fields.map(({ key }) => [key, null])), ...values }
}
