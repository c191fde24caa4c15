import { createHash } from 'node:crypto'
import { josa } from 'es-hangul'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { listReferences, type Reference } from '#contract/books/references.ts'
import type { ImportReport } from '#contract/records/excel-import.ts'
import { getImportOrder, type Sort } from '#contract/records/query.ts'
import { idSchema } from '#contract/records/values.ts'
import { normalizeName } from '#domain/text/search-text.ts'
import { createWritableBook, type WritableBook } from '#server/writes/writable-book.ts'
import type { BulkCreate } from '#server/writes/write-pipeline-types.ts'
import { formatCell, readField } from './read-field.ts'
import type { FieldReaders } from './sheet-row.ts'

/**
 * Records named in a sheet that do not exist. They are found while reading rows, and created with
 * the rows if the user agreed.
 */
export interface MissingRecords {
  /**
   * The given readers, extended to note missing records. An accepted name reads as the record that
   * will be created.
   */
  readonly readers: FieldReaders
  /** For the report, once all rows are read. */
  found(): ImportReport['missing']
  /** The records to create before these rows, each once, with only a name. */
  madeFor(
    rows: readonly { readonly fields: Readonly<Record<string, unknown>> }[],
  ): NonNullable<BulkCreate['referencedRecords']>
}

interface MissingReference extends Reference {
  readonly field: Field
  /** Lookup keys to names, with the id that each new record would get. */
  readonly names: Map<string, { readonly name: string; readonly id: string }>
}

/**
 * `agreed`: keys of references whose missing records are to be created. `idOf` must return the same
 * id for the same key on every repeat of the request.
 */
export function collectMissing(
  book: WritableBook,
  readers: FieldReaders,
  { agreed, idOf }: { agreed: readonly string[]; idOf(key: string): string },
): MissingRecords {
  const references = listReferences(book.name).flatMap((reference): MissingReference[] => {
    const field = getBook(reference.to).fields.find(({ key }) => key === reference.labelKey)
    return field && readers[reference.key] ? [{ ...reference, field, names: new Map() }] : []
  })
  const notingReaders = references.map(
    (missing) => [missing.key, createNotingReader(missing, readers, { agreed, idOf })] as const,
  )
  return {
    readers: { ...readers, ...Object.fromEntries(notingReaders) },
    found: () =>
      references
        .filter(({ names }) => names.size > 0)
        .map(({ key, to, labelKey, names }) => ({
          field: key,
          noun: getBook(to).noun,
          names: [...names.values()].map((record) => record.name),
          reason: findCreationObstacle(to, labelKey),
        })),
    madeFor: (rows) =>
      references.flatMap(({ key, to, labelKey, names }) => {
        const used = new Set(rows.map(({ fields }) => fields[key]))
        const records = [...names.values()].filter(({ id }) => used.has(id))
        const created = records.map((record) => ({
          id: record.id,
          fields: createEmptyFields(to, { [labelKey]: record.name }),
        }))
        return created.length === 0 ? [] : [{ book: createWritableBook(to), records: created }]
      }),
  }
}

function createNotingReader(
  { key, to, labelKey, field, names }: MissingReference,
  readers: FieldReaders,
  { agreed, idOf }: { agreed: readonly string[]; idOf(key: string): string },
): NonNullable<FieldReaders[string]> {
  const isAccepted = agreed.includes(key) && findCreationObstacle(to, labelKey) === null
  return (cell, before, row) => {
    const result = readers[key]?.(cell, before, row) ?? { value: null }
    if ('value' in result || !result.isMissing || idSchema.safeParse(formatCell(cell).trim()).success) return result
    // A name that its own book would refuse is not offered.
    const parsed = readField(field, cell, row.today)
    if ('message' in parsed || typeof parsed.value !== 'string') return result
    const plainText = normalizeName(parsed.value)
    const entry = names.get(plainText) ?? { name: parsed.value, id: idOf(`${key}:${plainText}`) }
    names.set(plainText, entry)
    return isAccepted ? { value: entry.id } : result
  }
}

/** Refuses books that need more than a name: a sheet has only the name. */
function findCreationObstacle(to: CollectionName, name: string): string | null {
  const { noun, fields, creatableBy, label } = getBook(to)
  const needed = fields.filter(({ key, required }) => required && key !== name).map((field) => field.label)
  if (creatableBy !== undefined) return `${josa(noun, '은/는')} 여기서 만들 수 없습니다.`
  if (needed.length === 0) return null
  return `${josa(noun, '은/는')} 이름 외에 ${josa(needed.join(', '), '이/가')} 필요하여 여기서 만들 수 없습니다. ${label} 화면에서 먼저 추가해 주세요.`
}

function createEmptyFields(to: CollectionName, values: Readonly<Record<string, string>>): Record<string, unknown> {
  return { ...Object.fromEntries(getBook(to).fields.map(({ key }) => [key, null])), ...values }
}

/**
 * Ids of the records an import creates. They are deterministic, so that the pipeline recognizes a
 * repeated action.
 */
export interface ActionIds {
  /**
   * The id of a row's record. In the book's default order these ids keep the order of the file,
   * where nothing else distinguishes the records.
   */
  idForRow(row: number): string
  /** The id of a record created along with the rows. */
  idForName(key: string): string
}

/**
 * UUIDv7 with the time of the action: 24 bits identify the action within its millisecond, 24 bits
 * the row, the rest is a hash. No other record has an id between the first and the last row of an
 * action.
 */
export function createActionIds(actionId: string, book: { readonly order?: readonly Sort[] }): ActionIds {
  const actHash = hashText(actionId)
  const isNewestFirst = getImportOrder(book).direction === 'desc'
  return {
    idForRow(row) {
      const position = (isNewestFirst ? maxPosition - row : row).toString(16).padStart(6, '0')
      const chance = hashText(`${actionId}:${row}`)
      return `${actionId.slice(0, 13)}-7${actHash.slice(0, 3)}-8${actHash.slice(3, 6)}-${position}${chance.slice(0, 6)}`
    },
    idForName(key) {
      const random = hashText(`${actionId}:${key}`)
      return `${actionId.slice(0, 13)}-7${random.slice(0, 3)}-9${random.slice(3, 6)}-${random.slice(6, 18)}`
    },
  }
}

const maxPosition = 0xff_ff_ff

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
