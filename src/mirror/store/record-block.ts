import type { AnyRecord, Field, FieldValue, RecordDescription } from '#contract/books/field.ts'
import type { RecordColumns } from '#contract/sync/sync.ts'
import { listStoredFields, toColumns } from './record-columns.ts'
import { buildSearchTexts, type SearchTexts } from './search-texts.ts'

/**
 * About a thousand records as one IndexedDB value, sorted by id, column by column. The structured
 * clone copies one long string per column as one piece of memory, where an array of objects costs a
 * string and a property per cell, and JSON has to be parsed. Nothing has to be unpacked before the
 * first search, which runs over the long strings. Measured in Chromium on a busy machine with 2
 * cores, 100 blocks read in a fresh browser, median of four: columns 0.5 s, objects 1.1 s, JSON 1.5
 * s (the latter two without any search text yet); written: 2.6, 1.6, 3.7 s.
 */
export interface RecordBlock {
  readonly collection: string
  /** Smallest id in the block; together with the shape its key. */
  readonly first: string
  readonly count: number
  /** Ids of `idLength` characters each, ascending, without separators. */
  readonly ids: string
  readonly versions: Float64Array
  /** By field key, including `inserted_at` and `updated_at`. */
  readonly columns: Readonly<Record<string, BlockColumn>>
  readonly search: SearchTexts
}

/**
 * `numbers`: NaN is empty, flags are 0 and 1. `texts`: values joined by NUL, which no text may
 * contain. `distinct`: the same for repetitive columns (dates, references), with an index into
 * `distinct` per record.
 */
export type BlockColumn =
  | { readonly kind: 'numbers'; readonly numbers: Float64Array }
  | { readonly kind: 'texts'; readonly texts: string }
  | { readonly kind: 'distinct'; readonly distinct: string; readonly codes: Uint16Array }

const idLength = 36
const separator = '\u0000'
/** Marks an empty value; a lone surrogate, because well-formed text never equals it. */
export const emptyMark = '\uD800'

/** Packs a non-empty list of records sorted by id; see `packColumns`. */
export function packBlock(description: RecordDescription, records: readonly AnyRecord[]): RecordBlock {
  return packColumns(description, toColumns(description, records))
}

/**
 * Packs columns of at least one record, sorted by id. Throws on an id that isn't a UUID, because
 * ids are addressed by their fixed length.
 */
export function packColumns(description: RecordDescription, received: RecordColumns): RecordBlock {
  const [first] = received.id
  if (first === undefined) throw new Error('cannot pack a block without records')
  const count = received.id.length
  const columns: Record<string, BlockColumn> = {}
  for (const field of listStoredFields(description)) {
    columns[field.key] = packColumn(field, received[field.key] ?? Array.from({ length: count }, () => null))
  }
  return {
    collection: description.name,
    first,
    count,
    ids: received.id.map(checkId).join(''),
    versions: Float64Array.from(received.version),
    columns,
    search: buildSearchTexts(description, count, received),
  }
}

/**
 * The record at an index of the block, as a new object. `columns` are the block's unpacked columns,
 * see `unpackColumns`.
 */
export function readRecordInBlock(block: RecordBlock, columns: readonly UnpackedColumn[], index: number): AnyRecord {
  const record: Record<string, FieldValue> = { id: readIdInBlock(block, index), version: block.versions[index] ?? 0 }
  for (const column of columns) record[column.key] = valueInColumn(column, index)
  return record as AnyRecord
}

export function readIdInBlock(block: RecordBlock, index: number): string {
  return block.ids.slice(index * idLength, (index + 1) * idLength)
}

/** -1 when the id is not in the block. */
export function findIndexInBlock(block: RecordBlock, id: string): number {
  let low = 0
  let high = block.count - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const middleId = readIdInBlock(block, middle)
    if (middleId === id) return middle
    if (middleId < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

export interface UnpackedColumn {
  readonly key: string
  readonly isFlag: boolean
  readonly numbers: Float64Array | null
  readonly texts: readonly string[]
  readonly codes: Uint16Array | null
}

export function unpackColumns(description: RecordDescription, block: RecordBlock): UnpackedColumn[] {
  return listStoredFields(description).map((field) => unpackColumn(field, block))
}

export function unpackColumn(field: Pick<Field, 'key' | 'kind'>, block: RecordBlock): UnpackedColumn {
  const shape = { key: field.key, isFlag: field.kind === 'flag', numbers: null, texts: [], codes: null }
  const column = block.columns[field.key]
  if (!column) return { ...shape, texts: [emptyMark], codes: new Uint16Array(block.count) }
  if (column.kind === 'numbers') return { ...shape, numbers: column.numbers }
  if (column.kind === 'texts') return { ...shape, texts: column.texts.split(separator) }
  return { ...shape, texts: column.distinct.split(separator), codes: column.codes }
}

/** The values of the block's `count` records in this column. */
export function listValues(column: UnpackedColumn, count: number): FieldValue[] {
  return Array.from({ length: count }, (_, index) => valueInColumn(column, index))
}

function valueInColumn(column: UnpackedColumn, index: number): FieldValue {
  if (column.numbers) return unpackNumber(column.numbers[index], column.isFlag)
  const text = column.texts[column.codes ? (column.codes[index] ?? 0) : index] ?? emptyMark
  return text === emptyMark ? null : text
}

function packColumn(field: Pick<Field, 'kind'>, values: readonly unknown[]): BlockColumn {
  if (isNumeric(field)) return { kind: 'numbers', numbers: Float64Array.from(values, toNumber) }
  const texts = values.map(toStoredText)
  const codeByText = new Map<string, number>()
  for (const text of texts) if (!codeByText.has(text)) codeByText.set(text, codeByText.size)
  if (codeByText.size > values.length / 3) return { kind: 'texts', texts: texts.join(separator) }
  const codes = Uint16Array.from(texts, (text) => codeByText.get(text) ?? 0)
  return { kind: 'distinct', distinct: [...codeByText.keys()].join(separator), codes }
}

export function isNumeric(field: Pick<Field, 'kind'>): boolean {
  return field.kind === 'won' || field.kind === 'number' || field.kind === 'flag'
}

export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return Number.NaN
}

/** Converts a packed number back to a field value. */
export function unpackNumber(value: number | undefined, isFlag: boolean): FieldValue {
  if (isFlag) return value === 1
  return value === undefined || Number.isNaN(value) ? null : value
}

/** Empty text and null are equivalent: both are stored as null. */
function toStoredText(value: unknown): string {
  if (value == null || value === '') return emptyMark
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.includes(separator) ? text.replaceAll(separator, '') : text
}

function checkId(id: string): string {
  if (id.length !== idLength) throw new Error(`not a UUID: ${id}`)
  return id
}
