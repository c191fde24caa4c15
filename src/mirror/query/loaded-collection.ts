import type { AnyRecord, Field, FieldValue, RecordDescription } from '#contract/books/field.ts'
import { getValueKind, isComparedOtherwise, toComparedValue } from '#domain/books/field-values.ts'
import { emptyMark, isNumeric, toNumber, unpackColumn, unpackNumber } from '#mirror/store/record-block.ts'
import { listStoredFields } from '#mirror/store/record-columns.ts'
import { createRecordTable, type RecordTable, type Segment } from './record-table.ts'

export interface LoadedCollection {
  readonly table: RecordTable
  readonly columns: Columns
}

/** All collections in memory by name; references are followed through it. */
export type LoadedCollections = ReadonlyMap<string, LoadedCollection>

export function createLoadedCollections(descriptions: readonly RecordDescription[]): LoadedCollections {
  return new Map(
    descriptions.map((description) => {
      const table = createRecordTable(description)
      return [description.name, { table, columns: createColumns(table) }]
    }),
  )
}

/**
 * One field of every slot, packed for fast passes. Text is stored as a code per slot for its
 * distinct value, so a condition is evaluated once per distinct value instead of once per record.
 * Built on first use, then kept in step with the table.
 */
export type StoredColumn = CodedColumn | NumberColumn

interface CodedColumn {
  readonly kind: 'coded'
  codes: Uint32Array
  /** Distinct values by code. */
  readonly values: (string | null)[]
  readonly codeOf: Map<string | null, number>
}

interface NumberColumn {
  readonly kind: 'numbers'
  readonly isFlag: boolean
  /** NaN is empty. */
  numbers: Float64Array
}

interface Columns {
  /** Null when the collection has no such field. */
  column(key: string): StoredColumn | null
}

function createColumns(table: RecordTable): Columns {
  const built = new Map<string, StoredColumn>()
  const fields = new Map<string, Pick<Field, 'key' | 'kind'>>(
    listStoredFields(table.description).map((field) => [field.key, field]),
  )
  fields.set('id', { key: 'id', kind: 'text' })

  table.onChange({
    slotChanged(slot) {
      const record = table.displayedAt(slot)
      for (const [key, column] of built) setCell(column, slot, record?.[key] ?? null)
    },
    sizeChanged() {
      const lastSegment = table.segments.at(-1)
      // Blocks are only added while a collection loads and has hardly been queried, so columns are
      // rebuilt instead of grown.
      if (lastSegment && lastSegment.start + lastSegment.block.count === table.size()) return built.clear()
      for (const column of built.values()) ensureCapacity(column, table.size())
    },
  })

  return {
    column(key) {
      const builtColumn = built.get(key)
      if (builtColumn) return builtColumn
      const field = fields.get(key)
      if (!field) return null
      const column = isNumeric(field) ? buildNumbers(table, field) : buildCodes(table, field)
      for (const slot of table.listReplacedSlots()) setCell(column, slot, table.displayedAt(slot)?.[key] ?? null)
      built.set(key, column)
      return column
    },
  }
}

function computeCapacity(size: number): number {
  return Math.ceil(size * 1.2) + 256
}

function ensureCapacity(column: StoredColumn, size: number): void {
  if (column.kind === 'coded' && column.codes.length < size) {
    const grown = new Uint32Array(computeCapacity(size))
    grown.set(column.codes)
    column.codes = grown
  }
  if (column.kind === 'numbers' && column.numbers.length < size) {
    const grown = new Float64Array(computeCapacity(size)).fill(Number.NaN)
    grown.set(column.numbers)
    column.numbers = grown
  }
}

function setCell(column: StoredColumn, slot: number, value: FieldValue): void {
  ensureCapacity(column, slot + 1)
  if (column.kind === 'numbers') column.numbers[slot] = toNumber(value)
  else column.codes[slot] = assignCode(column, value === null || value === '' ? null : String(value))
}

function assignCode(column: CodedColumn, value: string | null): number {
  const existingCode = column.codeOf.get(value)
  if (existingCode !== undefined) return existingCode
  const code = column.values.push(value) - 1
  column.codeOf.set(value, code)
  return code
}

function buildNumbers(table: RecordTable, field: Pick<Field, 'key' | 'kind'>): NumberColumn {
  const numbers = new Float64Array(computeCapacity(table.size())).fill(Number.NaN)
  for (const segment of table.segments) {
    const packed = segment.block.columns[field.key]
    if (packed?.kind === 'numbers') numbers.set(packed.numbers, segment.start)
  }
  return { kind: 'numbers', isFlag: field.kind === 'flag', numbers }
}

function buildCodes(table: RecordTable, field: Pick<Field, 'key' | 'kind'>): CodedColumn {
  const column: CodedColumn = {
    kind: 'coded',
    codes: new Uint32Array(computeCapacity(table.size())),
    values: [null],
    codeOf: new Map([[null, 0]]),
  }
  for (const segment of table.segments) {
    if (field.key === 'id') addIds(column, table, segment)
    else addTexts(column, field, segment)
  }
  return column
}

function addTexts(column: CodedColumn, field: Pick<Field, 'key' | 'kind'>, { block, start }: Segment): void {
  const { texts, codes } = unpackColumn(field, block)
  const global = texts.map((text) => assignCode(column, text === emptyMark ? null : text))
  for (let index = 0; index < block.count; index++) {
    column.codes[start + index] = global[codes ? (codes[index] ?? 0) : index] ?? 0
  }
}

function addIds(column: CodedColumn, table: RecordTable, { block, start }: Segment): void {
  for (let slot = start; slot < start + block.count; slot++) column.codes[slot] = assignCode(column, table.idAt(slot))
}

/**
 * The records at `slots`, read from the packed columns; read them all in one turn of the event
 * loop, because later blocks replace the columns. HAZARD: every iteration yields the same object.
 * An object per record takes ten times as long over a hundred thousand records, and sums read four
 * of thirty fields.
 */
export function* readSlots({ table, columns }: LoadedCollection, slots: Iterable<number>): Generator<AnyRecord> {
  let slot = 0
  const row = {}
  const show = (key: string, read: () => FieldValue) => Object.defineProperty(row, key, { enumerable: true, get: read })
  show('id', () => table.idAt(slot))
  show('version', () => table.confirmedVersion(table.idAt(slot)))
  for (const { key } of listStoredFields(table.description)) {
    let column: StoredColumn | null | undefined
    show(key, () => columnValueAt((column ??= columns.column(key)), slot))
  }
  for (slot of slots) yield row as AnyRecord
}

function columnValueAt(column: StoredColumn | null, slot: number): FieldValue {
  if (!column) return null
  if (column.kind === 'coded') return column.values[column.codes[slot] ?? 0] ?? null
  return unpackNumber(column.numbers[slot], column.isFlag)
}

/**
 * A field named in a query, own or `<reference>.<key>`: numbers per slot, or a code per slot with
 * the distinct values.
 */
export type FieldView = NumberColumn | { kind: 'coded'; codes: Uint32Array; values: readonly FieldValue[] }

/**
 * Null when there is no such field: a condition on it matches nothing, a sort by it changes
 * nothing.
 */
export function resolveField(
  collections: LoadedCollections,
  collection: LoadedCollection,
  path: string,
): FieldView | null {
  const [key = '', joinedKey] = path.split('.')
  const column = collection.columns.column(key)
  if (!column) return null
  const field = findField(collections, collection, path)
  if (joinedKey === undefined) return toComparedView(column, field)
  const reference = findReference(collection, key)
  if (!reference || column.kind !== 'coded') return null
  const referred = collections.get(reference)
  if (!referred) return null
  const values = column.values.map((id) => {
    const value = findReferredRecord(referred, id)?.[joinedKey] ?? null
    return field ? toComparedValue(field, value) : value
  })
  return { kind: 'coded', codes: column.codes, values }
}

function toComparedView(column: StoredColumn, field: Field | undefined): FieldView {
  if (column.kind !== 'coded' || !field || !isComparedOtherwise(field)) return column
  return { ...column, values: column.values.map((value) => toComparedValue(field, value)) }
}

/** The field's value in one record, by the same path. */
export function readValue(
  collections: LoadedCollections,
  collection: LoadedCollection,
  { record, path }: { record: AnyRecord; path: string },
): FieldValue {
  const [key = '', joinedKey] = path.split('.')
  const field = findField(collections, collection, path)
  const value = readStoredValue(collections, collection, { ownValue: record[key] ?? null, key, joinedKey })
  return field ? toComparedValue(field, value) : value
}

function readStoredValue(
  collections: LoadedCollections,
  collection: LoadedCollection,
  { ownValue, key, joinedKey }: { ownValue: FieldValue; key: string; joinedKey: string | undefined },
): FieldValue {
  if (joinedKey === undefined) return ownValue
  const reference = findReference(collection, key)
  const referred = reference ? collections.get(reference) : undefined
  return (referred && typeof ownValue === 'string' ? findReferredRecord(referred, ownValue)?.[joinedKey] : null) ?? null
}

export function resolveKind(collections: LoadedCollections, collection: LoadedCollection, path: string): Field['kind'] {
  const field = findField(collections, collection, path)
  return field ? getValueKind(field) : 'text'
}

/**
 * The description of the field at a path; undefined for keys that every record has and for unknown
 * fields.
 */
export function findField(
  collections: LoadedCollections,
  collection: LoadedCollection,
  path: string,
): Field | undefined {
  const [key = '', joinedKey] = path.split('.')
  const field = collection.table.description.fields.find((candidate) => candidate.key === key)
  if (joinedKey === undefined) return field
  const referred = field?.refers ? collections.get(field.refers.collection) : undefined
  return referred?.table.description.fields.find((candidate) => candidate.key === joinedKey)
}

export function findReference(collection: LoadedCollection, key: string): string | null {
  const field = collection.table.description.fields.find((candidate) => candidate.key === key)
  return field?.refers?.collection ?? null
}

export function findReferredRecord(referred: LoadedCollection, id: string | null): AnyRecord | null {
  const slot = id === null ? -1 : referred.table.findSlot(id)
  return slot === -1 ? null : referred.table.displayedAt(slot)
}
