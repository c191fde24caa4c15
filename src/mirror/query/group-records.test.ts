import { expect, test } from 'vitest'
import { depositCaseBook } from '#contract/books/deposit-cases.ts'
import { quickDeliveryBook } from '#contract/books/quick-delivery.ts'
import { realEstateBook, realEstateGroupBook } from '#contract/books/real-estate.ts'
import type { Query } from '#contract/records/query.ts'
import { packBlock } from '#mirror/store/record-block.ts'
import { makeCase, makeDepositCase, makeGroup, makeId } from '#tests/support/books/mirror-fixtures.ts'
import { type GroupQuery, groupRecords } from './group-records.ts'
import { createQueryEngine } from './query-engine.ts'

const everyRow: Query = { filters: [], search: '', sort: [] }
const byName = { by: 'name', direction: 'asc' } as const

function createOffice() {
  const engine = createQueryEngine([realEstateBook, realEstateGroupBook])
  const groups = [
    makeGroup(1, '솔빛마을 2단지', { region: '솔빛시' }),
    makeGroup(2, '솔빛마을 10단지', { region: '솔빛시' }),
    makeGroup(3, '가람동', { region: null }),
  ]
  const cases = [
    makeCase(11, { group_id: makeId(1), purpose: '소유권이전', fees: 300, fees_vat: 30, created_at: '2026-11-02' }),
    makeCase(12, { group_id: makeId(2), purpose: '소유권이전', fees: 100, fees_vat: 10, created_at: '2026-11-30' }),
    makeCase(13, {
      group_id: makeId(2),
      purpose: '근저당권설정',
      fees: null,
      fees_vat: null,
      created_at: '2026-02-01',
    }),
    makeCase(14, { group_id: makeId(3), purpose: '', fees: 50, fees_vat: 5, created_at: null }),
  ]
  engine.collection('real-estate-groups').table.addBlock(packBlock(realEstateGroupBook, groups))
  engine.collection('real-estate').table.addBlock(packBlock(realEstateBook, cases))
  const table = engine.collection('real-estate').table
  return (overrides: Partial<GroupQuery> & Pick<GroupQuery, 'by'>, excluded: readonly string[] = []) => {
    const groupQuery = { query: everyRow, sums: ['fees', 'fees_vat'], order: byName, ...overrides }
    const slots = new Set(excluded.map((id) => table.findSlot(id)))
    const { groups: found, ...total } = groupRecords(engine, 'real-estate', { ...groupQuery, excluded: slots })
    return { lines: found.map(({ value, label, count, sums }) => [value, label, count, ...sums]), ...total }
  }
}

test('gives one line per value with count and sums, and the total of the list', () => {
  expect(createOffice()({ by: { field: 'purpose' } })).toEqual({
    lines: [
      ['근저당권설정', '근저당권설정', 1, 0, 0],
      ['소유권이전', '소유권이전', 2, 400, 40],
      [null, '', 1, 50, 5],
    ],
    count: 4,
    sums: [450, 45],
  })
})

test('groups a reference by the referenced name and its fields by their value', () => {
  const listLabels = (field: string) =>
    createOffice()({ by: { field } }).lines.map(([, label, count]) => [label, count])
  expect(listLabels('group_id')).toEqual([
    ['가람동', 1],
    ['솔빛마을 2단지', 1],
    ['솔빛마을 10단지', 2],
  ])
  expect(listLabels('group_id.region')).toEqual([
    ['솔빛시', 3],
    ['', 1],
  ])
})

test('groups days by month or by year', () => {
  const listValues = (part: 'month' | 'year') =>
    createOffice()({ by: { field: 'created_at', part } }).lines.map(([value, , count]) => [value, count])
  expect(listValues('month')).toEqual([
    ['2026-02', 1],
    ['2026-11', 2],
    [null, 1],
  ])
  expect(listValues('year')).toEqual([
    ['2026', 3],
    [null, 1],
  ])
})

test('sorts groups by count or by a sum, both ways, and equal ones by name', () => {
  const listNames = (order: GroupQuery['order']) =>
    createOffice()({ by: { field: 'purpose' }, order }).lines.map(([value]) => value)
  expect(listNames({ by: 'count', direction: 'desc' })).toEqual(['소유권이전', '근저당권설정', null])
  expect(listNames({ by: { sumOf: 'fees' }, direction: 'asc' })).toEqual(['근저당권설정', null, '소유권이전'])
  expect(listNames({ by: 'name', direction: 'desc' })).toEqual(['소유권이전', '근저당권설정', null])
})

test('groups by states in their offered order, by days of the office, and by persons without 직급', () => {
  const engine = createQueryEngine([depositCaseBook])
  const cases = [
    makeDepositCase(1, { status: 'completed', business_manager: '김가온', inserted_at: '2026-10-31T16:00:00+00:00' }),
    makeDepositCase(2, {
      status: 'pending',
      business_manager: '김가온 과장',
      inserted_at: '2026-11-01T00:00:00+00:00',
    }),
  ]
  engine.collection('deposit-cases').table.addBlock(packBlock(depositCaseBook, cases))
  const listLines = (by: GroupQuery['by']) =>
    groupRecords(engine, 'deposit-cases', {
      query: everyRow,
      by,
      sums: [],
      order: byName,
      excluded: new Set(),
    }).groups.map(({ value, count }) => [value, count])
  expect(listLines({ field: 'status' })).toEqual([
    ['pending', 1],
    ['completed', 1],
  ])
  expect(listLines({ field: 'business_manager' })).toEqual([['김가온', 2]])
  expect(listLines({ field: 'inserted_at', part: 'month' })).toEqual([['2026-11', 2]])
})

test("applies search and filters, and doesn't count a record pending deletion", () => {
  const query: Query = { ...everyRow, filters: [{ op: 'equals', field: 'group_id', value: makeId(2) }] }
  expect(createOffice()({ by: { field: 'purpose' }, query }).lines).toHaveLength(2)
  expect(createOffice()({ by: { field: 'purpose' } }, [makeId(11)])).toMatchObject({ count: 3, sums: [150, 15] })
  expect(createOffice()({ by: { field: 'nothing' } })).toEqual({ lines: [], count: 0, sums: [0, 0] })
})

test('adds up only the records of a part', () => {
  const engine = createQueryEngine([quickDeliveryBook])
  const makeRecord = (index: number, status: string, amount: number | null) => ({
    id: makeId(index),
    version: 1,
    inserted_at: '',
    updated_at: '',
    created_at: '2026-11-02T01:00:00+00:00',
    status,
    amount,
  })
  const records = [
    makeRecord(1, 'delivery', 11_300),
    makeRecord(2, 'balance_add', 500_000),
    makeRecord(3, 'delivery', null),
    makeRecord(4, 'delivery', 9_000),
  ]
  engine.collection('quick-deliveries').table.addBlock(packBlock(quickDeliveryBook, records))
  const groupQuery: GroupQuery = {
    query: everyRow,
    by: { field: 'created_at', part: 'month' },
    sums: ['amount:delivery', 'amount:balance_add'],
    order: { by: { sumOf: 'amount:balance_add' }, direction: 'desc' },
  }
  expect(groupRecords(engine, 'quick-deliveries', { ...groupQuery, excluded: new Set() })).toEqual({
    groups: [{ value: '2026-11', label: '2026-11', count: 4, sums: [20_300, 500_000] }],
    count: 4,
    sums: [20_300, 500_000],
  })
})
