import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { titleSheet } from './title-sheet.ts'

const lists = {
  titles: [],
  projects: [record('p1', { name: '제1공구', manager: 'm1' })],
  managers: [record('m1', { name: '김가온', company: 'c1', department: 'd1' })],
  departments: [record('d1', { name: '보상부', company: 'c1' })],
  companies: [record('c1', { name: '가람개발' })],
}

test('the sheet of titles names what each belongs to, and counts them at its end', () => {
  const sheet = titleSheet(lists)
  const title = record('t1', {
    name: '1차 목록',
    project: 'p1',
    status: '진행중',
    progress_percentage: 35,
    description: null,
  })
  expect(sheet.rowOf(row(title)).slice(0, 8)).toEqual([
    '1차 목록',
    '제1공구',
    '김가온',
    '보상부',
    '가람개발',
    '진행중',
    '35%',
    null,
  ])
  const total = sheet.total()
  total.add()
  total.add()
  expect(total.row()[0]).toBe('총 2건')
})

function row(given: AnyRecord): SourceRow {
  return { id: given.id, record: given, joined: {}, marks: {}, state: 'plain', isOutside: false }
}

function record(id: string, fields: Record<string, string | number | null>): AnyRecord {
  return { id, version: 1, inserted_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', ...fields }
}
