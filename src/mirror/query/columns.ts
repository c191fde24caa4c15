import type { Field, FieldValue } from '#contract/books/field.ts'
import { emptyMark, isNumeric, numberOf, storedFields, unpackColumn } from '../store/record-block.ts'
import type { RecordTable, Segment } from './record-table.ts'

/**
 * One field of every slot, packed for fast passes. Text is stored as a code per slot for its
 * distinct value, so a condition is evaluated once per distinct value instead of once per record.
 * Built on first use, then kept in step with the table.
 */
export type Column = CodedColumn | NumberColumn

export interface CodedColumn {
  readonly kind: 'coded'
  codes: Uint32Array
  /** Distinct values by code. */
  readonly values: (string | null)[]
  readonly codeOf: Map<string | null, number>
}

export interface NumberColumn {
  readonly kind: 'numbers'
  readonly isFlag: boolean
  /** NaN is empty. */
  numbers: Float64Array
}

export interface Columns {
  /** Null when the collection has no such field. */
  column(key: string): Column | null
}

export function createColumns(table: RecordTable): Columns {
  const built = new Map<string, Column>()
  const fields = new Map<string, Pick<Field, 'key' | 'kind'>>(
    storedFields(table.description).map((field) => [field.key, field]),
  )
  fields.set('id', { key: 'id', kind: 'text' })

  table.onChange({
    slotChanged(slot) {
      const record = table.displayedAt(slot)
      for (const [key, column] of built) setCell(column, slot, record?.[key] ?? null)
    },
    sizeChanged() {
      const isBlock = table.segments.at(-1)
      // Blocks are only added while a collection loads and has hardly been queried, so columns are
      // rebuilt instead of grown.
      if (isBlock && isBlock.start + isBlock.block.count === table.size()) return built.clear()
      for (const column of built.values()) makeRoom(column, table.size())
    },
  })

  return {
    column(key) {
      const known = built.get(key)
      if (known) return known
      const field = fields.get(key)
      if (!field) return null
      const column = isNumeric(field) ? buildNumbers(table, field) : buildCodes(table, field)
      for (const slot of table.replacedSlots()) setCell(column, slot, table.displayedAt(slot)?.[key] ?? null)
      built.set(key, column)
      return column
    },
  }
}

function roomFor(size: number): number {
  return Math.ceil(size * 1.2) + 256
}

function makeRoom(column: Column, size: number): void {
  if (column.kind === 'coded' && column.codes.length < size) {
    const grown = new Uint32Array(roomFor(size))
    grown.set(column.codes)
    column.codes = grown
  }
  if (column.kind === 'numbers' && column.numbers.length < size) {
    const grown = new Float64Array(roomFor(size)).fill(Number.NaN)
    grown.set(column.numbers)
    column.numbers = grown
  }
}

function setCell(column: Column, slot: number, value: FieldValue): void {
  makeRoom(column, slot + 1)
  if (column.kind === 'numbers') column.numbers[slot] = numberOf(value)
  else column.codes[slot] = codeOf(column, value === null || value === '' ? null : String(value))
}

function codeOf(column: CodedColumn, value: string | null): number {
  const known = column.codeOf.get(value)
  if (known !== undefined) return known
  const code = column.values.push(value) - 1
  column.codeOf.set(value, code)
  return code
}

function buildNumbers(table: RecordTable, field: Pick<Field, 'key' | 'kind'>): NumberColumn {
  const numbers = new Float64Array(roomFor(table.size())).fill(Number.NaN)
  for (const segment of table.segments) {
    const packed = segment.block.columns[field.key]
    if (packed?.kind === 'numbers') numbers.set(packed.numbers, segment.start)
  }
  return { kind: 'numbers', isFlag: field.kind === 'flag', numbers }
}

function buildCodes(table: RecordTable, field: Pick<Field, 'key' | 'kind'>): CodedColumn {
  const column: CodedColumn = {
    kind: 'coded',
    codes: new Uint32Array(roomFor(table.size())),
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
  const global = texts.map((text) => codeOf(column, text === emptyMark ? null : text))
  for (let index = 0; index < block.count; index++) {
    column.codes[start + index] = global[codes ? (codes[index] ?? 0) : index] ?? 0
  }
}

function addIds(column: CodedColumn, table: RecordTable, { block, start }: Segment): void {
  for (let slot = start; slot < start + block.count; slot++) column.codes[slot] = codeOf(column, table.idAt(slot))
}
