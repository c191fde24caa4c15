import { expect, test } from 'vitest'
import type { RecordDescription } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { buildVisibleColumns } from '#tests/support/books/from-description.ts'
import { buildCellLook } from '../cells/table-cell.tsx'
import { buildAllColumns, narrowColumns } from './table-columns.ts'

const description: RecordDescription = {
  name: 'trial',
  label: '시험',
  groups: { basic: '기본정보' },
  fields: [
    { key: 'name', label: '이름', kind: 'text', group: 'basic' },
    { key: 'status', label: '상태', kind: 'enum', group: 'basic' },
    { key: 'memo', label: '메모', kind: 'text', group: 'basic', shown: false },
  ],
}

function readLook(status: string | null, pending = {}) {
  const record = { id: 'a', version: 1, inserted_at: '', updated_at: '', status }
  const row: SourceRow = { id: 'a', record, joined: {}, marks: {}, state: 'plain', isOutside: false }
  const [column] = buildVisibleColumns(description).filter(({ key }) => key === 'status')
  return column ? buildCellLook(column, row, pending) : null
}

test('hides a field that is not shown by default, but lets the user show it', () => {
  expect(buildVisibleColumns(description).map((column) => column.key)).toEqual(['name', 'status'])
  expect(buildAllColumns(description).map((column) => [column.key, column.isHidden])).toEqual([
    ['name', undefined],
    ['status', undefined],
    ['memo', true],
  ])
})

test('shows a generic status as 활성, 비활성, 대기중, 완료 or 취소됨 in a badge', () => {
  const badges = ['active', 'inactive', 'pending', 'completed', 'cancelled'].map((status) => readLook(status))
  expect(badges.map((badge) => badge?.text)).toEqual(['활성', '비활성', '대기중', '완료', '취소됨'])
  expect(badges.map((badge) => badge?.badge)).toEqual(['good', 'plain', 'warn', 'good', 'plain'])
  expect(readLook(null)?.badge).toBeNull()
})

test('shows a refused status as typed, without a badge', () => {
  const refused = { status: { value: 'active', text: '활동', error: '목록에 있는 값을 선택해 주세요.' } }
  expect(readLook('active', refused)).toMatchObject({ text: '활동', mark: 'refused', badge: null })
})

test('places a computed column where it asks, and leaves out one set to null', () => {
  const columns = buildAllColumns(description, { days: { label: '일수', after: 'name' }, last: {}, memo: null })
  expect(columns.map(({ key, isEditable }) => [key, isEditable])).toEqual([
    ['name', true],
    ['days', false],
    ['status', true],
    ['last', false],
  ])
})

test('on a phone shows the named columns first in their order and unfolds the others', () => {
  const columns = narrowColumns(buildAllColumns(description), { status: 60, name: 80 })
  expect(columns.map(({ key, isHidden = false }) => [key, isHidden])).toEqual([
    ['status', false],
    ['name', false],
    ['memo', true],
  ])
  expect(columns[0]?.width).toBe(60)
})
