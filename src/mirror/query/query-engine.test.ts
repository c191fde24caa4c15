import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardUsageBook } from '#contract/books/card-usage.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { realEstateBook, realEstateGroupBook } from '#contract/books/real-estate.ts'
import type { Filter, Query, Sort } from '#contract/records/query.ts'
import { caseStates, createCaseStateAlternatives, deriveCaseState } from '#domain/real-estate/case-state.ts'
import { buildSearchText, compareKorean, compileSearch, matchesSearch } from '#domain/text/search-text.ts'
import { packBlock } from '#mirror/store/record-block.ts'
import { makeCase, makeGroup, makeId } from '#tests/support/books/mirror-fixtures.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { countValues, groupRecords } from './group-records.ts'
import { createQueryEngine } from './query-engine.ts'

/** A slow reference implementation of the same queries. */
function evaluateNaively(cases: AnyRecord[], groups: Map<string, AnyRecord>, query: Query): string[] {
  const readValue = (record: AnyRecord, path: string): FieldValue => {
    const [key = '', joined] = path.split('.')
    if (joined === undefined) return record[key] ?? null
    return groups.get(String(record[key]))?.[joined] ?? null
  }
  const texts = (record: AnyRecord) => {
    const group = groups.get(String(record['group_id']))
    const ownText = buildSearchText([record['owner'], record['owner_address'], record['purpose']].map(textOrNull))
    return group
      ? [ownText, buildSearchText([group['name'], group['trust_corporate_name']].map(textOrNull))]
      : [ownText]
  }
  const isFound = (record: AnyRecord) =>
    compileSearch(query.search).words.every((word) =>
      texts(record).some((text) => matchesSearch(text, { words: [word] })),
    )
  const meets = (record: AnyRecord) =>
    query.filters.every((filter) => meetsNaively(filter, readValue(record, filter.field)))
  return cases
    .filter((record) => isFound(record) && meets(record))
    .toSorted(
      (a, b) =>
        compareNaively(query.sort, (field) => [readValue(a, field), readValue(b, field)]) || (a.id < b.id ? -1 : 1),
    )
    .map((record) => record.id)
}

const textOrNull = (value: FieldValue | undefined) => (typeof value === 'string' ? value : null)

function meetsNaively(filter: Filter, value: FieldValue): boolean {
  if (filter.op === 'equals') return (value ?? '') === (filter.value ?? '')
  if (filter.op === 'one_of') return filter.values.some((accepted) => (accepted ?? '') === (value ?? ''))
  if (filter.op === 'none_of') return !meetsNaively({ ...filter, op: 'one_of' }, value)
  if (filter.op === 'contains') {
    return (
      compileSearch(filter.text).words.length === 0 ||
      matchesSearch(buildSearchText([textOrNull(value)]), compileSearch(filter.text))
    )
  }
  if (value === null || value === '') return false
  return (filter.from === null || value >= filter.from) && (filter.to === null || value <= filter.to)
}

function compareNaively(sort: readonly Sort[], pairOf: (field: string) => [FieldValue, FieldValue]): number {
  for (const { field, direction, empty } of sort) {
    const [a, b] = pairOf(field)
    const emptyOrder = Number(a === null || a === '') - Number(b === null || b === '')
    if (emptyOrder !== 0) return empty === 'first' ? -emptyOrder : emptyOrder
    if (a === null || b === null) continue
    const isText = field !== 'id' && !field.includes('date') && !field.endsWith('_at')
    const order =
      typeof a === 'string' && typeof b === 'string' && isText ? compareKorean(a, b) : a < b ? -1 : a > b ? 1 : 0
    if (order !== 0) return direction === 'asc' ? order : -order
  }
  return 0
}

const word = fc.constantFrom(
  '솔빛',
  '솔비',
  'ㅅㅂ',
  '소',
  'ㄱ',
  '가온',
  '(주)가온',
  '주식회사',
  '101동',
  '10',
  '1',
  'thf',
  '김가',
  'Ａb',
  'café',
  'ㅋㅋ',
  '솔ㅂ',
  'ㅄ',
  '박새',
  '',
)
const text = fc.oneof(
  fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
  fc.constant(null),
)
const day = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 1, max: 28 }).map((n) => `2026-02-${String(n).padStart(2, '0')}`),
)
const won = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 5 }).map((n) => n * 1000),
)
const groupId = fc.constantFrom(makeId(1), makeId(2), makeId(3))
const fields = fc.record({
  owner: text,
  owner_address: text,
  purpose: text,
  regi_date: day,
  fees: won,
  group_id: groupId,
})

const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    op: fc.constant('equals' as const),
    field: fc.constantFrom('owner', 'group_id', 'group_id.name'),
    value: fc.oneof(text, fc.constant(makeId(1))),
  }),
  fc.record({
    op: fc.constantFrom('one_of' as const, 'none_of' as const),
    field: fc.constantFrom('fees', 'purpose'),
    values: fc.array(fc.oneof(won, text), { maxLength: 3 }),
  }),
  fc.record({
    op: fc.constant('contains' as const),
    field: fc.constantFrom('owner', 'group_id.name', 'owner_address'),
    text: word,
  }),
  fc.record({ op: fc.constant('between' as const), field: fc.constant('regi_date'), from: day, to: day }),
  fc.record({ op: fc.constant('between' as const), field: fc.constant('fees'), from: won, to: won }),
)
const sort = fc.record({
  field: fc.constantFrom('owner', 'owner_address', 'regi_date', 'fees', 'group_id.name', 'purpose', 'id'),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  empty: fc.constantFrom('first' as const, undefined),
})
const search = fc.array(word, { maxLength: 2 }).map((words) => words.join(' '))
const query = fc.record({ filters: fc.array(filter, { maxLength: 2 }), search, sort: fc.array(sort, { maxLength: 3 }) })

interface Change {
  kind: 'confirm' | 'display' | 'undisplay'
  number: number
  fields: Record<string, FieldValue> | null
}
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('confirm' as const, 'display' as const, 'undisplay' as const),
  number: fc.integer({ min: 100, max: 130 }),
  fields: fc.option(fields, { nil: null }),
})

test('a query over packed records finds the same rows in the same order as reading each record', () => {
  fc.assert(
    fc.property(
      fc.array(fields, { minLength: 1, maxLength: 24 }),
      fc.array(fc.tuple(fc.array(change, { maxLength: 4 }), fc.array(query, { minLength: 1, maxLength: 3 })), {
        minLength: 1,
        maxLength: 4,
      }),
      (rows, rounds) => {
        const engine = createQueryEngine([realEstateBook, realEstateGroupBook])
        const groups = [
          makeGroup(1, '솔빛구간'),
          makeGroup(2, '가온 주식회사 구간', { trust_corporate_name: '㈜해든' }),
        ]
        engine.collection('real-estate-groups').table.addBlock(packBlock(realEstateGroupBook, groups))
        const { table } = engine.collection('real-estate')
        const records = rows.map((row, index) => makeCase(100 + index, row))
        const half = Math.ceil(records.length / 2)
        for (const part of [records.slice(0, half), records.slice(half)]) {
          if (part.length > 0) table.addBlock(packBlock(realEstateBook, part))
        }
        const confirmed = new Map<string, { version: number; row: AnyRecord | null }>()
        for (const record of records) confirmed.set(record.id, { version: 1, row: record })
        const displayed = new Map<string, AnyRecord | null>()
        for (const [changes, queries] of rounds) {
          for (const { kind, number, fields: next } of changes) {
            const id = makeId(number)
            if (kind === 'confirm') {
              const version = (confirmed.get(id)?.version ?? 0) + 1
              const row = next && makeCase(number, { ...next, version })
              confirmed.set(id, { version, row })
              table.confirm(id, version, row)
              // An older version that arrives late changes nothing.
              table.confirm(id, version - 1, makeCase(number, { owner: '옛것', version: version - 1 }))
            } else if (kind === 'display') {
              displayed.set(id, next && makeCase(number, next))
              table.setDisplayed(id, next && makeCase(number, next))
            } else {
              displayed.delete(id)
              table.setDisplayed(id, undefined)
            }
          }
          const ids = new Set([...confirmed.keys(), ...displayed.keys()])
          const visibleRecords = [...ids].flatMap(
            (id) => (displayed.has(id) ? displayed.get(id) : confirmed.get(id)?.row) ?? [],
          )
          for (const sampleQuery of queries) {
            const found = [...engine.evaluate('real-estate', sampleQuery)].map((slot) => table.idAt(slot))
            const expected = evaluateNaively(
              visibleRecords,
              new Map(groups.map((group) => [group.id, group])),
              sampleQuery,
            )
            expect(found).toEqual(expected)
            for (const record of visibleRecords) {
              expect(engine.matches('real-estate', sampleQuery, table.findSlot(record.id))).toBe(
                expected.includes(record.id),
              )
            }
          }
        }
      },
    ),
    { numRuns: countPropertyRuns(400) },
  )
})

test('after each key of typing or deleting, the rows equal those of a fresh query', () => {
  const keys = fc.array(
    fc.constantFrom(
      'ㅅ',
      '소',
      '솔',
      '솔ㅂ',
      '솔비',
      '솔빛',
      '솔빛 ',
      '솔빛 1',
      '솔빛 10',
      'ㅂ',
      'ㅄ',
      'ㅄ소',
      't',
      'th',
      'ths',
      'thsk',
      '주식회',
      '주식회사',
      '(',
      '(주)',
      '',
    ),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(fc.array(fields, { minLength: 5, maxLength: 40 }), keys, (rows, typed) => {
      const records = rows.map((row, index) =>
        makeCase(100 + index, { ...row, owner: index % 3 === 0 ? '소나무 주식회사' : row.owner }),
      )
      const cachedEngine = createQueryEngine([realEstateBook, realEstateGroupBook])
      cachedEngine.collection('real-estate').table.addBlock(packBlock(realEstateBook, records))
      for (const entry of typed) {
        const fresh = { filters: [], search: entry, sort: [] }
        const expected = evaluateNaively(records, new Map(), fresh)
        const { table } = cachedEngine.collection('real-estate')
        expect([...cachedEngine.evaluate('real-estate', fresh)].map((slot) => table.idAt(slot))).toEqual(expected)
      }
    }),
  )
})

function createCardEngine() {
  const engine = createQueryEngine([cardUsageBook])
  const makeUse = (index: number, pay: string | null) => ({
    id: makeId(index),
    version: 1,
    inserted_at: '',
    updated_at: '',
    created_at: '2026-11-02T01:00:00+00:00',
    store_name: '달빛국밥',
    pay,
    purpose: null,
    note: null,
    approve_num: null,
  })
  const uses = [makeUse(1, '89,000원'), makeUse(2, '7200'), makeUse(3, '-12,000'), makeUse(4, null)]
  engine.collection('card-usage').table.addBlock(packBlock(cardUsageBook, uses))
  const { table } = engine.collection('card-usage')
  return (part: Partial<Query>) =>
    [...engine.evaluate('card-usage', { filters: [], search: '', sort: [], ...part })].map(
      (slot) => table.displayedAt(slot)?.['pay'],
    )
}

test('compares a received amount as won, and leaves its text as it is', () => {
  const find = createCardEngine()
  const pay = (range: { from: number | null; to: number | null }): Filter => ({
    op: 'between',
    field: 'pay',
    ...range,
  })
  expect(find({ filters: [pay({ from: 50_000, to: null })] })).toEqual(['89,000원'])
  expect(find({ filters: [pay({ from: null, to: 0 })] })).toEqual(['-12,000'])
  expect(find({ filters: [{ op: 'equals', field: 'pay', value: 89_000 }] })).toEqual(['89,000원'])
  expect(find({ filters: [{ op: 'one_of', field: 'pay', values: ['7,200', null] }] })).toEqual(['7200', null])
  expect(find({ sort: [{ field: 'pay', direction: 'desc' }] })).toEqual(['89,000원', '7200', '-12,000', null])
})

test('finds, counts and groups card uses by the kind of their purpose, in any received text', () => {
  const engine = createQueryEngine([cardUsageBook])
  const { table } = engine.collection('card-usage')
  const purposes = ['점심', 'Lunch', '점심식대', '야근 저녁', 'dinner', '주차', '', null]
  const uses = purposes.map((purpose, index) => ({
    id: makeId(index),
    version: 1,
    inserted_at: '',
    updated_at: '',
    created_at: '2026-11-02T01:00:00+00:00',
    store_name: '달빛국밥',
    pay: '1000',
    purpose,
    note: null,
    approve_num: null,
  }))
  table.addBlock(packBlock(cardUsageBook, uses))
  const everyUse: Query = { filters: [], search: '', sort: [] }
  const find = (condition: Filter) => {
    const asked = { ...everyUse, filters: [condition] }
    const slots = [...engine.evaluate('card-usage', asked)]
    expect(
      purposes
        .keys()
        .filter((slot) => engine.matches('card-usage', asked, slot))
        .toArray(),
    ).toEqual(slots)
    return slots.map((slot) => table.displayedAt(slot)?.['purpose'])
  }
  expect(find({ op: 'equals', field: 'purpose', value: '점심' })).toEqual(['점심', 'Lunch', '점심식대'])
  expect(find({ op: 'equals', field: 'purpose', value: 'Lunch' })).toEqual(['점심', 'Lunch', '점심식대'])
  expect(find({ op: 'one_of', field: 'purpose', values: ['저녁', '기타'] })).toHaveLength(5)
  expect(find({ op: 'equals', field: 'purpose', value: null })).toEqual([])
  const counts = [
    ['기타', 3],
    ['점심', 3],
    ['저녁', 2],
  ]
  const values = countValues(engine, 'card-usage', { query: everyUse, field: 'purpose', limit: 3 })
  expect(values.map(({ value, count }) => [value, count])).toEqual(counts)
  const order = { by: 'count', direction: 'desc' } as const
  const groupQuery = { query: everyUse, by: { field: 'purpose' }, sums: ['pay'], order }
  const { groups } = groupRecords(engine, 'card-usage', { ...groupQuery, excluded: new Set() })
  expect(groups.map(({ value, sums }) => [value, ...sums])).toEqual(counts.map(([kind, n]) => [kind, Number(n) * 1000]))
})

test.each(['89000', '89,000', '국밥 89,000'])('finds an amount by %s', (typed) => {
  expect(createCardEngine()({ search: typed })).toEqual(['89,000원'])
})

test.each(caseStates.map(({ value }) => value))('finds the cases whose derived state is %s', (state) => {
  const today = '2026-11-21'
  const days = [null, '2026-11-20', today]
  const cases = days.flatMap((regi) =>
    days.flatMap((filed) => days.map((certified) => [regi, filed, certified] as const)),
  )
  const records = cases.map(([regi_date, created_at, registrated_at], index) =>
    makeCase(index + 1, { regi_date, created_at, registrated_at }),
  )
  const engine = createQueryEngine([realEstateBook, realEstateGroupBook])
  engine.collection('real-estate').table.addBlock(packBlock(realEstateBook, records))
  const alternatives = createCaseStateAlternatives(state, today).map((filters) => [...filters])
  const derived = [{ filter: { op: 'equals' as const, field: 'state', value: state }, alternatives }]
  const stateQuery: Query = { filters: [], search: '', sort: [], derived }
  const found = [...engine.evaluate('real-estate', stateQuery)].map((slot) =>
    engine.collection('real-estate').table.idAt(slot),
  )
  const expected = records.filter((record) => deriveCaseState(record, today) === state).map(({ id }) => id)
  expect(found).toEqual(expected)
  const { table } = engine.collection('real-estate')
  const matching = records.filter(({ id }) => engine.matches('real-estate', stateQuery, table.findSlot(id)))
  expect(matching.map(({ id }) => id)).toEqual(expected)
})
