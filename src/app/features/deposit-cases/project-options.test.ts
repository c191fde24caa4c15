import { expect, test } from 'vitest'
import type { AnyRecord } from '#contract/books/field.ts'
import { findManager, listProjectOptions, withProjectManager } from './project-options.ts'

const masters = {
  projects: [
    record('p1', { name: '해든 우회도로', manager: 'm1' }),
    record('p2', { name: '가온 하천정비', manager: 'm2' }),
    record('p3', { name: '솔빛 공원', manager: 'unknown' }),
  ],
  managers: [record('m1', { name: '한도담' }), record('m2', { name: '문새벽' })],
}

test('offers projects by name with their managers', () => {
  expect(listProjectOptions(masters)).toEqual([
    { value: '가온 하천정비', label: '가온 하천정비', note: '문새벽' },
    { value: '솔빛 공원', label: '솔빛 공원' },
    { value: '해든 우회도로', label: '해든 우회도로', note: '한도담' },
  ])
})

test('fills an empty manager when a project is chosen, and keeps a typed one', () => {
  expect(withProjectManager({ business_section: '해든 우회도로' }, masters)).toMatchObject({
    business_manager: '한도담',
  })
  const typed = { business_section: '해든 우회도로', business_manager: '내가 적은 사람' }
  expect(withProjectManager(typed, masters)).toEqual(typed)
})

test('keeps a project that is not in the master data as typed', () => {
  const draft = { business_section: '처음 보는 구간' }
  expect(withProjectManager(draft, masters)).toBe(draft)
  expect(findManager('솔빛 공원', masters)).toBe('')
})

function record(id: string, fields: Record<string, string>): AnyRecord {
  return { id, version: 1, inserted_at: '', updated_at: '', ...fields }
}
