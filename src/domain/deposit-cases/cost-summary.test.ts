import { expect, test } from 'vitest'
import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import { nameGroups, sumCosts, summarizeByGroup, summarizeByProject, sumProjects } from './cost-summary.ts'

function createDepositCase(fields: Partial<DepositCaseRecord>): DepositCaseRecord {
  const empty = { fees: null, fees_vat: null, proof: null, tax: null, stamp: null }
  return {
    business_section: '가',
    created_at: null,
    receipted_at: null,
    registrated_at: null,
    ...empty,
    ...fields,
  } as DepositCaseRecord
}

const rows = [
  createDepositCase({ business_section: '제10공구', fees: 100, fees_vat: 10, created_at: '2026-03-01' }),
  createDepositCase({
    business_section: '제2공구',
    fees: 200,
    fees_vat: 20,
    proof: 3,
    tax: 4,
    stamp: 5,
    created_at: '2026-03-02',
  }),
  createDepositCase({ business_section: '제10공구', tax: 7200, created_at: '2026-03-03', receipted_at: '2026-02-01' }),
  createDepositCase({ business_section: '가온천' }),
]

test('a case costs the sum of its five amounts, empty ones count as 0', () => {
  expect(rows.map(sumCosts)).toEqual([110, 232, 7200, 0])
})

test('the report has one row per project in Korean order, with sums and number of cases', () => {
  expect(summarizeByProject(rows, {})).toEqual([
    { business_section: '가온천', fees: 0, fees_vat: 0, proof: 0, tax: 0, stamp: 0, sum: 0, count: 1 },
    { business_section: '제2공구', fees: 200, fees_vat: 20, proof: 3, tax: 4, stamp: 5, sum: 232, count: 1 },
    { business_section: '제10공구', fees: 100, fees_vat: 10, proof: 0, tax: 7200, stamp: 0, sum: 7310, count: 2 },
  ])
})

test.each([
  [{ created_at_start: '2026-03-02' }, ['제2공구', '제10공구']],
  [{ created_at_start: '2026-03-02', created_at_end: '2026-03-02' }, ['제2공구']],
  [{ created_at_start: '', created_at_end: '' }, ['가온천', '제2공구', '제10공구']],
  [{ receipted_at_end: '2026-12-31' }, ['제10공구']],
  [{ created_at_end: '2026-03-02', receipted_at_start: '2026-01-01' }, []],
])('a range %j includes its first and last day and leaves out cases without that day', (range, expected) => {
  expect(summarizeByProject(rows, range).map((row) => row.business_section)).toEqual(expected)
})

test('the total row adds up the projects', () => {
  expect(sumProjects(summarizeByProject(rows, {}))).toEqual({
    fees: 300,
    fees_vat: 30,
    proof: 3,
    tax: 7204,
    stamp: 5,
    sum: 7542,
    count: 4,
  })
})

test('groups real estate by group id and shows names, keeping groups of the same name apart', () => {
  const cases = rows.map((row, index) => ({ ...row, group_id: `g${index % 2}` }))
  const sums = summarizeByGroup(cases, {})
  expect(sums.map(({ group_id: id, sum, count }) => [id, sum, count])).toEqual([
    ['g0', 7310, 2],
    ['g1', 232, 2],
  ])
  expect(nameGroups(sums.toReversed(), () => '해든마을')).toMatchObject([
    { business_section: '해든마을', group_id: 'g0', sum: 7310 },
    { business_section: '해든마을', group_id: 'g1', sum: 232 },
  ])
  expect(nameGroups(sums, (id) => (id === 'g0' ? '제10공구' : '제2공구')).map((row) => row.group_id)).toEqual([
    'g1',
    'g0',
  ])
})
