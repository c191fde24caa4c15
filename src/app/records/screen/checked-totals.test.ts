import { expect, test } from 'vitest'
import { everyRecord } from '#contract/records/query.ts'
import { describeChecked, splitChecked } from './checked-totals.tsx'

test('names the sums of the checked records, without those of nothing', () => {
  const totals = [
    { label: '보수료', sum: 1_740_000 },
    { label: '인지', sum: 0 },
  ]
  expect(describeChecked(20, totals)).toBe('선택한 20건: 보수료 1,740,000원')
  expect(describeChecked(2, [])).toBe('선택한 2건')
})

test('finds the checked records by id, or everything the list finds less the unchecked ones', () => {
  const query = { ...everyRecord, search: '가' }
  const listIds = (ids: string[]) => [{ op: 'one_of', field: 'id', values: ids }]
  const { found, excluded } = splitChecked({ kind: 'ids', ids: new Set(['a', 'b']) }, query)
  expect([found.filters, found.search, excluded.filters]).toEqual([listIds(['a', 'b']), '', listIds([])])
  const all = splitChecked({ kind: 'matching', queryKey: '', excluded: new Set(['c']) }, query)
  expect([all.found, all.excluded.filters]).toEqual([query, listIds(['c'])])
})
