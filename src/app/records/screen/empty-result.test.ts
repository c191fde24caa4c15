import { expect, test } from 'vitest'
import { emptyResult } from './empty-result.ts'

const reset = { label: '필터 초기화', run: () => undefined }
const range = (from: string, to: string) => ({ op: 'between' as const, field: 'regi_date', from, to })

test('a range that ends before it begins is said in place of the rows, with the way out', () => {
  const backwards = { search: '', filters: [range('2026-11-21', '2026-11-20')] }
  expect(emptyResult(backwards, reset)).toEqual({ text: '시작일이 종료일보다 늦습니다.', action: reset })
  expect(emptyResult({ search: '가', filters: [range('2026-11-20', '2026-11-21')] }, reset)).toEqual({ action: reset })
  expect(emptyResult({ search: '', filters: [] }, reset)).toBeUndefined()
})
