import type { Query } from '#contract/records/query.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { ValueCount } from '#contract/records/row-source.ts'
import { compareKorean } from '#domain/text/collate.ts'
import { personName } from '#domain/text/person-name.ts'
import { unpackNumber } from '../store/record-block.ts'
import type { QueryEngine } from './evaluate.ts'
import { fieldAt, referenceOf, referredRecord, viewField } from './field-view.ts'

/**
 * The choices of a filter (see `RowSource.countValues`), counted in one pass over the column's
 * codes. An unknown field has none.
 */
export function countValues(
  engine: QueryEngine,
  name: string,
  { query, field, limit }: { query: Query; field: string; limit: number },
): ValueCount[] {
  const view = viewField(engine.collections, engine.collection(name), field)
  if (!view) return []
  const others = query.filters.filter((filter) => filter.field !== field)
  const slots = engine.evaluate(name, { ...query, filters: others })
  const counts = new Map<FieldValue, number>()
  const isPerson = fieldAt(engine.collections, engine.collection(name), field)?.isPerson === true
  if (view.kind === 'numbers') {
    for (const slot of slots) addCount(counts, unpackNumber(view.numbers[slot], view.isFlag), 1)
  } else {
    const perCode = new Uint32Array(view.values.length)
    for (const slot of slots) {
      const code = view.codes[slot] ?? 0
      perCode[code] = (perCode[code] ?? 0) + 1
    }
    // Several codes may share one value, like groups of the same region or spellings of one person.
    // They are added up before any is dropped.
    const counted = isPerson || field.includes('.') ? perCode : mostFrequentCodes(perCode, limit)
    for (let code = 0; code < counted.length; code++) {
      const value = view.values[code] ?? null
      addCount(counts, isPerson && typeof value === 'string' ? personName(value) : value, counted[code] ?? 0)
    }
  }
  const labelOf = labelsOf(engine, name, field)
  return mostFrequent(counts, limit)
    .map(([value, count]) => ({ value, label: labelOf(value), count }))
    .toSorted((a, b) => b.count - a.count || compareKorean(a.label, b.label))
}

/**
 * Cuts before sorting by label: collating the owners of 100,000 cases, each of them unique, would
 * take longer than everything else.
 */
function mostFrequent(counts: ReadonlyMap<FieldValue, number>, limit: number): [FieldValue, number][] {
  const all = [...counts]
  return all.length <= limit ? all : all.toSorted((a, b) => b[1] - a[1]).slice(0, limit)
}

/**
 * The counts with rarer codes set to zero: a map of 100,000 unique addresses would take longer than
 * counting them.
 */
function mostFrequentCodes(perCode: Uint32Array, limit: number): Uint32Array {
  if (perCode.length <= limit) return perCode
  if (limit <= 0) return new Uint32Array(0)
  const floor = perCode.toSorted().at(-limit) ?? 0
  const counted = perCode.map((count) => (count > floor ? count : 0))
  let room = limit - counted.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0)
  for (let code = 0; code < perCode.length && room > 0; code++) {
    if (perCode[code] !== floor) continue
    counted[code] = floor
    room -= 1
  }
  return counted
}

function addCount(counts: Map<FieldValue, number>, value: FieldValue, count: number): void {
  if (count === 0) return
  const known = value === '' ? null : value
  counts.set(known, (counts.get(known) ?? 0) + count)
}

/**
 * How a field's value is displayed: the name of the referenced record, otherwise the text; '' when
 * empty.
 */
export function labelsOf(engine: QueryEngine, name: string, field: string): (value: FieldValue) => string {
  const collection = engine.collection(name)
  const reference = referenceOf(collection, field)
  const referred = reference === null ? undefined : engine.collections.get(reference)
  const key = collection.table.description.fields.find((each) => each.key === field)?.refers?.label ?? 'id'
  return (value) => {
    if (value === null) return ''
    if (!referred || typeof value !== 'string') return String(value)
    return String(referredRecord(referred, value)?.[key] ?? value)
  }
}
