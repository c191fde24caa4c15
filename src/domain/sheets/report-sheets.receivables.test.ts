import { expect, test } from 'vitest'
import { receivablesSheet } from './report-sheets.ts'

test('each age has its won and its number of cases, and everything adds up', () => {
  const createBucket = (count: number, sum: number) => ({ count, sum })
  const row = {
    business_section: '가',
    count: 3,
    sum: 600,
    ages: [createBucket(1, 100), createBucket(0, 0), createBucket(2, 500), createBucket(0, 0)],
  }
  const cells = receivablesSheet.toCells(row)
  expect(receivablesSheet.columns.map(({ header }) => header)).toEqual([
    '사업구간',
    '건수',
    '30일 이내',
    '30일 이내 건수',
    '31–60일',
    '31–60일 건수',
    '61–90일',
    '61–90일 건수',
    '90일 초과',
    '90일 초과 건수',
    '미수금',
  ])
  expect(cells).toEqual(['가', 3, 100, 1, 0, 0, 500, 2, 0, 0, 600])
  const total = receivablesSheet.total()
  total.add(cells)
  total.add(cells)
  expect(total.row()).toEqual(['합계', 6, 200, 2, 0, 0, 1000, 4, 0, 0, 1200])
})
