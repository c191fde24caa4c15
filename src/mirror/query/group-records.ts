import type { FieldValue } from '#contract/books/field.ts'
import type { Query } from '#contract/records/query.ts'
import type { GroupedRecords, Grouping, GroupOrder, RecordGroup, ValueCount } from '#contract/records/row-source.ts'
import { parseSumKey } from '#domain/books/field-sums.ts'
import { isComparedOtherwise } from '#domain/books/field-values.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { removeJobTitle } from '#domain/text/person-name.ts'
import { compareKorean } from '#domain/text/search-text.ts'
import { unpackNumber } from '#mirror/store/record-block.ts'
import { type FieldView, findField, findReference, findReferredRecord, resolveField } from './loaded-collection.ts'
import type { QueryEngine } from './query-engine.ts'

export interface GroupQuery {
  readonly query: Query
  readonly by: Grouping
  /** Keys of the sums (domain/books/field-sums.ts). */
  readonly sums: readonly string[]
  readonly order: GroupOrder
  /** Leaves out records whose processing is stopped 처리정지. */
  readonly withoutStopped?: boolean
}

/**
 * The state of grouped records. `value` is null until the whole collection is on this device,
 * because partial sums would be wrong.
 */
export interface GroupsState {
  readonly status: 'loading' | 'ready' | 'never_fetched'
  readonly value: GroupedRecords | null
}

/**
 * Groups the results of a query by a field's value, with count and sums, in one pass over codes and
 * numbers. An unknown field has no groups. `excluded`: slots that are not counted, such as those
 * pending deletion.
 */
export function groupRecords(
  engine: QueryEngine,
  name: string,
  groupQuery: GroupQuery & { excluded: ReadonlySet<number> },
): GroupedRecords {
  const { by, order, query, excluded } = groupQuery
  const collection = engine.collection(name)
  const view = resolveField(engine.collections, collection, by.field)
  const field = findField(engine.collections, collection, by.field)
  if (!view) return { groups: [], count: 0, sums: groupQuery.sums.map(() => 0) }
  // With too many distinct names to collate, sort the query by the name field, whose order is
  // cached, and take the groups in the order of their first record.
  const direction = order.by === 'name' ? order.direction : 'asc'
  const isMany = view.kind === 'coded' && view.values.length > maxCollated
  const sort = isMany ? [{ field: getNameField(engine, name, by.field), direction }] : query.sort
  const matchingSlots = engine.evaluate(name, { ...query, sort })
  const slots = excluded.size === 0 ? matchingSlots : matchingSlots.filter((slot) => !excluded.has(slot))
  const read = field?.isPerson ? toPersonName : by.part ? createDatePart(by.part) : keepValue
  const added = sumGroups(
    slots,
    createGroupFinder(view, read),
    groupQuery.sums.map((key) => createAmountReader(engine, name, key)),
  )
  const getLabel = createLabeler(engine, name, by.field)
  const groups = added.values.map((value, index) => ({
    value,
    label: getLabel(value),
    count: added.counts[index] ?? 0,
    sums: added.sums.map((sums) => sums[index] ?? 0),
  }))
  const choices = field?.choices?.map((choice) => choice.value)
  const byName = isMany ? groups : groups.toSorted((a, b) => compareNames({ choices, direction }, a, b))
  return {
    groups: sortGroups(byName, groupQuery),
    count: slots.length,
    sums: added.sums.map((sums) => sums.reduce((total, sum) => total + sum, 0)),
  }
}

/** References are sorted by the name of the referenced record. */
function getNameField(engine: QueryEngine, name: string, path: string): string {
  const collection = engine.collection(name)
  const field = findField(engine.collections, collection, path)
  return findReference(collection, path) !== null && field?.refers ? `${path}.${field.refers.label}` : path
}

interface GroupSums {
  /** By group. */
  values: FieldValue[]
  counts: number[]
  /** By sum, then by group. */
  sums: number[][]
}

function sumGroups(
  slots: Uint32Array,
  groupAt: (slot: number, onNew: (value: FieldValue) => number) => number,
  amounts: readonly ((slot: number) => number)[],
): GroupSums {
  const added: GroupSums = { values: [], counts: [], sums: amounts.map(() => []) }
  const createGroup = (value: FieldValue) => {
    added.counts.push(0)
    for (const sums of added.sums) sums.push(0)
    return added.values.push(value) - 1
  }
  for (const slot of slots) {
    const group = groupAt(slot, createGroup)
    added.counts[group] = (added.counts[group] ?? 0) + 1
    for (let index = 0; index < amounts.length; index++) {
      const sums = added.sums[index]
      if (sums) sums[group] = (sums[group] ?? 0) + (amounts[index]?.(slot) ?? 0)
    }
  }
  return added
}

/**
 * The group of a slot. Several codes may share one value, like the days of a month; each code is
 * read once.
 */
function createGroupFinder(view: FieldView, read: (value: FieldValue) => FieldValue) {
  const groupByValue = new Map<FieldValue, number>()
  const find = (groupValue: FieldValue, createGroup: (value: FieldValue) => number): number => {
    const value = read(groupValue === '' ? null : groupValue)
    const groupIndex = groupByValue.get(value) ?? createGroup(value)
    groupByValue.set(value, groupIndex)
    return groupIndex
  }
  if (view.kind === 'numbers') {
    return (slot: number, createGroup: (value: FieldValue) => number) =>
      find(unpackNumber(view.numbers[slot], view.isFlag), createGroup)
  }
  const groupByCode = new Int32Array(view.values.length).fill(-1)
  return (slot: number, createGroup: (value: FieldValue) => number) => {
    const code = view.codes[slot] ?? 0
    const groupIndex = groupByCode[code] ?? -1
    if (groupIndex !== -1) return groupIndex
    return (groupByCode[code] = find(view.values[code] ?? null, createGroup))
  }
}

/** Reads what a record adds to the sum of this key. */
function createAmountReader(engine: QueryEngine, name: string, sumKey: string): (slot: number) => number {
  const { path, value } = parseSumKey(sumKey)
  const read = createNumberReader(engine, name, path)
  const by = findField(engine.collections, engine.collection(name), path)?.sumsBy?.key
  const kinds = by === undefined || value === null ? null : engine.collection(name).columns.column(by)
  if (kinds?.kind !== 'coded') return read
  const code = kinds.codeOf.get(value)
  return (slot) => (kinds.codes[slot] === code ? read(slot) : 0)
}

function createNumberReader(engine: QueryEngine, name: string, path: string): (slot: number) => number {
  const view = resolveField(engine.collections, engine.collection(name), path)
  if (view?.kind === 'numbers') return (slot) => view.numbers[slot] || 0
  return (slot) => Number(view?.values[view.codes[slot] ?? 0] ?? 0) || 0
}

function keepValue(value: FieldValue): FieldValue {
  return value
}

function toPersonName(value: FieldValue): FieldValue {
  return typeof value === 'string' ? removeJobTitle(value) || null : value
}

/** `2026-11` or `2026`; an instant belongs to the office's day. */
function createDatePart(part: 'month' | 'year'): (value: FieldValue) => FieldValue {
  const length = part === 'month' ? 7 : 4
  return (value) => {
    if (typeof value !== 'string') return null
    return (value.length > dayLength ? toOfficeDay(Date.parse(value)) : value).slice(0, length)
  }
}

/** Beyond this many distinct names, groups take the cached order of the list. */
const maxCollated = 5000

const dayLength = '2026-11-20'.length

/**
 * Enum values keep the order of their choices, other names are alphabetical, empty ones last.
 */
function compareNames(
  { choices, direction }: { choices: readonly string[] | undefined; direction: GroupOrder['direction'] },
  a: RecordGroup,
  b: RecordGroup,
): number {
  if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
  const findPosition = ({ value }: RecordGroup) => choices?.indexOf(String(value)) ?? 0
  const order = findPosition(a) - findPosition(b) || compareKorean(a.label, b.label)
  return direction === 'asc' ? order : -order
}

function sortGroups(groups: readonly RecordGroup[], { order, sums }: GroupQuery): readonly RecordGroup[] {
  const { by, direction } = order
  if (by === 'name') return groups
  const index = by === 'count' ? -1 : sums.indexOf(by.sumOf)
  const getFigure = (group: RecordGroup) => (by === 'count' ? group.count : (group.sums[index] ?? 0))
  const sign = direction === 'asc' ? 1 : -1
  return groups.toSorted((a, b) => (getFigure(a) - getFigure(b)) * sign)
}

/**
 * The choices of a filter (see `RowSource.countValues`), counted in one pass over the column's
 * codes. An unknown field has none.
 */
export function countValues(
  engine: QueryEngine,
  name: string,
  { query, field, limit }: { query: Query; field: string; limit: number },
): ValueCount[] {
  const view = resolveField(engine.collections, engine.collection(name), field)
  if (!view) return []
  const otherFilters = query.filters.filter((filter) => filter.field !== field)
  const slots = engine.evaluate(name, { ...query, filters: otherFilters })
  const counts = new Map<FieldValue, number>()
  const described = findField(engine.collections, engine.collection(name), field)
  const isPerson = described?.isPerson === true
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
    const isShared = isPerson || field.includes('.') || (described !== undefined && isComparedOtherwise(described))
    const counted = isShared ? perCode : mostFrequentCodes(perCode, limit)
    for (let code = 0; code < counted.length; code++) {
      const value = view.values[code] ?? null
      addCount(counts, isPerson && typeof value === 'string' ? removeJobTitle(value) : value, counted[code] ?? 0)
    }
  }
  const getLabel = createLabeler(engine, name, field)
  return mostFrequent(counts, limit)
    .map(([value, count]) => ({ value, label: getLabel(value), count }))
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
  const countedValue = value === '' ? null : value
  counts.set(countedValue, (counts.get(countedValue) ?? 0) + count)
}

/**
 * How a field's value is displayed: the name of the referenced record, otherwise the text; '' when
 * empty.
 */
function createLabeler(engine: QueryEngine, name: string, field: string): (value: FieldValue) => string {
  const collection = engine.collection(name)
  const reference = findReference(collection, field)
  const referred = reference === null ? undefined : engine.collections.get(reference)
  const key = collection.table.description.fields.find((candidate) => candidate.key === field)?.refers?.label ?? 'id'
  return (value) => {
    if (value === null) return ''
    if (!referred || typeof value !== 'string') return String(value)
    return String(findReferredRecord(referred, value)?.[key] ?? value)
  }
}
