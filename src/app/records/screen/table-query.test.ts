import { expect, test } from 'vitest'
import { describeEmpty } from './table-query.ts'

const cases = { noun: '사건' } as const
const makeRange = (from: string, to: string) => ({ op: 'between' as const, field: 'regi_date', from, to })

test('reports a range that ends before it begins', () => {
  const backwards = { search: '', filters: [makeRange('2026-11-21', '2026-11-20')] }
  expect(describeEmpty(cases, backwards)).toBe('시작일이 종료일보다 늦습니다.')
})

test('says that nothing matches, or that nothing exists yet', () => {
  const query = { search: '가', filters: [makeRange('2026-11-20', '2026-11-21')] }
  expect(describeEmpty(cases, query)).toBe('검색어와 필터에 맞는 사건이 없습니다.')
  expect(describeEmpty(cases, { search: '', filters: [] })).toBe('아직 등록된 사건이 없습니다.')
  expect(describeEmpty({ noun: '문의', creatableBy: 'visitor' }, { search: '', filters: [] })).toBe(
    '아직 받은 문의가 없습니다.',
  )
})
