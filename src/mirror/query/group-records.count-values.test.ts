import { expect, test } from 'vitest'
import { realEstateBook, realEstateGroupBook } from '#contract/books/real-estate.ts'
import type { Filter, Query } from '#contract/records/query.ts'
import { packBlock } from '#mirror/store/record-block.ts'
import { makeCase, makeGroup, makeId } from '#tests/support/books/mirror-fixtures.ts'
import { countValues } from './group-records.ts'
import { createQueryEngine } from './query-engine.ts'

const everyRow: Query = { filters: [], search: '', sort: [] }

function createOffice() {
  const engine = createQueryEngine([realEstateBook, realEstateGroupBook])
  const groups = [
    makeGroup(1, '솔빛마을 1단지', { region: '솔빛시' }),
    makeGroup(2, '솔빛마을 2단지', { region: '솔빛시' }),
    makeGroup(3, '가람동', { region: null }),
  ]
  const cases = [
    makeCase(11, { group_id: makeId(1), purpose: '소유권이전', fees: 300 }),
    makeCase(12, { group_id: makeId(2), purpose: '소유권이전', fees: 0 }),
    makeCase(13, { group_id: makeId(2), purpose: '근저당권설정', fees: null }),
    makeCase(14, { group_id: makeId(3), purpose: '', fees: 300 }),
  ]
  engine.collection('real-estate-groups').table.addBlock(packBlock(realEstateGroupBook, groups))
  engine.collection('real-estate').table.addBlock(packBlock(realEstateBook, cases))
  return (field: string, query: Partial<Query> = {}, limit = 100) =>
    countValues(engine, 'real-estate', { query: { ...everyRow, ...query }, field, limit }).map(
      ({ value, label, count }) => [value, label, count],
    )
}

test('puts the most frequent value first, and counts all kinds of empty as one', () => {
  expect(createOffice()('purpose')).toEqual([
    ['소유권이전', '소유권이전', 2],
    [null, '', 1],
    ['근저당권설정', '근저당권설정', 1],
  ])
  expect(createOffice()('fees')).toEqual([
    [300, '300', 2],
    [null, '', 1],
    [0, '0', 1],
  ])
})

test('groups of one region are one choice, and a group is counted under its name', () => {
  expect(createOffice()('group_id.region')).toEqual([
    ['솔빛시', '솔빛시', 3],
    [null, '', 1],
  ])
  expect(createOffice()('group_id')[0]).toEqual([makeId(2), '솔빛마을 2단지', 2])
})

test('beyond the limit returns the most frequent values with their full counts', () => {
  expect(createOffice()('owner', {}, 2)).toHaveLength(2)
  expect(createOffice()('purpose', {}, 2)[0]).toEqual(['소유권이전', '소유권이전', 2])
  expect(createOffice()('purpose', {}, 2)).toHaveLength(2)
  expect(createOffice()('purpose', {}, 0)).toEqual([])
  expect(createOffice()('group_id.region', {}, 1)).toEqual([['솔빛시', '솔빛시', 3]])
})

test("applies the other filters and the search, but not the field's own filter", () => {
  const purpose = { op: 'one_of' as const, field: 'purpose', values: ['근저당권설정'] }
  const region = { op: 'equals' as const, field: 'group_id.region', value: '솔빛시' }
  expect(createOffice()('purpose', { filters: [purpose, region] }).map(([value]) => value)).toEqual([
    '소유권이전',
    '근저당권설정',
  ])
  expect(createOffice()('purpose', { search: '가람' })).toEqual([[null, '', 1]])
  expect(createOffice()('purpose', {}, 1)).toEqual([['소유권이전', '소유권이전', 2]])
  expect(createOffice()('no_such_field')).toEqual([])
})

test('a person with and without 직급 is one choice and is found by either spelling', () => {
  const engine = createQueryEngine([realEstateBook, realEstateGroupBook])
  const managers = ['문새벽', '문새벽 과장', '문새벽 차장', '김가온 과장']
  const groups = managers.map((manager, index) => makeGroup(index + 1, `제${index + 1}공구`, { manager }))
  const cases = managers.map((_, index) => makeCase(index + 11, { group_id: makeId(index + 1) }))
  engine.collection('real-estate-groups').table.addBlock(packBlock(realEstateGroupBook, groups))
  engine.collection('real-estate').table.addBlock(packBlock(realEstateBook, cases))
  const field = 'group_id.manager'
  expect(countValues(engine, 'real-estate', { query: everyRow, field, limit: 100 })).toEqual([
    { value: '문새벽', label: '문새벽', count: 3 },
    { value: '김가온', label: '김가온', count: 1 },
  ])
  const filters: Filter[] = [
    { op: 'equals', field, value: '문새벽' },
    { op: 'equals', field, value: '문새벽 과장' },
    { op: 'one_of', field, values: ['문새벽 대리'] },
    { op: 'contains', field, text: '문새벽' },
    { op: 'contains', field, text: '문새벽 과장' },
  ]
  for (const filter of filters) {
    const query = { ...everyRow, filters: [filter] }
    expect(engine.evaluate('real-estate', query), JSON.stringify(filter)).toHaveLength(3)
    expect(engine.matches('real-estate', query, engine.collection('real-estate').table.findSlot(makeId(12)))).toBe(true)
  }
})
