import { expect, test } from 'vitest'
import { titleSheet } from './book-sheets.ts'

const names = { project_name: '제1공구', manager_name: '김가온', department_name: '보상부', company_name: '가람개발' }

test('the sheet of titles names what each belongs to, and ends with their number', () => {
  const times = { inserted_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-02T00:30:00Z' }
  const title = { id: 't1', version: 1, ...times, name: '1차 목록', status: '진행중', progress_percentage: 35 }
  expect(titleSheet.toCells({ title, names })).toEqual([
    '1차 목록',
    '제1공구',
    '김가온',
    '보상부',
    '가람개발',
    '진행중',
    35,
    null,
    46_023 + 9 / 24,
    46_024 + (9 * 60 + 30) / 1440,
    't1',
    expect.stringMatching(/^1-/),
  ])
  const total = titleSheet.total()
  total.add()
  total.add()
  expect(total.row()[0]).toBe('총 2건')
})
