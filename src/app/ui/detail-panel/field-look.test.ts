import { describe, expect, test } from 'vitest'
import type { AnyRecord, RecordDescription } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { buildVisibleColumns } from '#tests/support/books/from-description.ts'
import { asksAboutConflict, buildFieldLook, changeTexts, withDerivedCells } from './field-look.ts'

const description: RecordDescription = {
  name: 'cases',
  label: '사건',
  groups: { basic: '기본정보' },
  fields: [
    { key: 'owner', label: '소유자', kind: 'text', group: 'basic', maxLength: 100 },
    { key: 'address', label: '주소', kind: 'text', group: 'basic', maxLength: 300 },
    { key: 'fees', label: '보수료', kind: 'won', group: 'basic', min: 0 },
    { key: 'area', label: '면적', kind: 'number', scale: 2, group: 'basic' },
    { key: 'day', label: '등기일', kind: 'date', group: 'basic' },
    { key: 'status', label: '상태', kind: 'enum', group: 'basic', choices: [{ value: 'pending', label: '대기' }] },
    { key: 'is_paid', label: '입금', kind: 'flag', group: 'basic' },
    { key: 'group_id', label: '그룹', kind: 'reference', group: 'basic', refers: { collection: 'g', label: 'name' } },
  ],
}
const columns = buildVisibleColumns(description)
const record: AnyRecord = {
  id: 'a',
  version: 1,
  inserted_at: '',
  updated_at: '',
  owner: '홍길동',
  address: null,
  fees: 1_100_000,
  area: 84.5,
  day: '2026-11-20',
  status: 'pending',
  is_paid: true,
  group_id: 'g1',
}
const row: SourceRow = { ...createPlainRow(record), joined: { group_id: { ...record, name: '솔빛마을' } } }

function requireColumn(key: string) {
  const column = columns.find((candidate) => candidate.key === key)
  if (!column) throw new Error(`no column ${key}`)
  return column
}

test('shows money with separators, dates as they are typed, and choices by name', () => {
  const texts = columns.map((column) => [column.key, buildFieldLook(column, row, {}).text])
  expect(Object.fromEntries(texts)).toEqual({
    owner: '홍길동',
    address: '',
    fees: '1,100,000',
    area: '84.5',
    day: '2026-11-20',
    status: '대기',
    is_paid: '예',
    group_id: '솔빛마을',
  })
})

describe('a field with an unsaved change', () => {
  test('shows the new value with its cell’s mark and can be reverted', () => {
    const pending = { fees: { value: 5000, text: null, error: null, base: row } }
    expect(buildFieldLook(requireColumn('fees'), row, pending)).toMatchObject({
      text: '5,000',
      mark: 'unsaved',
      isChanged: true,
    })
    expect(changeTexts(requireColumn('fees'), row, pending)).toEqual({ old: '1,100,000', next: '5,000' })
  })

  test('shows what someone else wrote meanwhile', () => {
    const pending = { fees: { value: 5000, text: null, error: null, base: row } }
    const theirs = { ...row, record: { ...record, fees: 770_000 } }
    expect(buildFieldLook(requireColumn('fees'), theirs, pending)).toMatchObject({ text: '5,000', arrived: '770,000' })
    const emptied = { ...row, record: { ...record, fees: null } }
    expect(buildFieldLook(requireColumn('fees'), emptied, pending).arrived).toBe('(비어 있음)')
  })

  test('keeps text that is not a valid value, with the reason', () => {
    const pending = { day: { value: '2026-11-20', text: '내년쯤', error: '날짜를 확인해 주세요.', base: row } }
    expect(buildFieldLook(requireColumn('day'), row, pending)).toMatchObject({
      text: '내년쯤',
      mark: 'refused',
      message: '날짜를 확인해 주세요.',
    })
  })
})

test('does not count a value being sent as an unsaved change', () => {
  const pending = { fees: { value: 5000, text: null, error: null } }
  expect(buildFieldLook(requireColumn('fees'), row, pending)).toMatchObject({
    mark: null,
    isChanged: false,
    arrived: null,
  })
  const late = { fees: { ...pending.fees, isLate: true as const } }
  expect(buildFieldLook(requireColumn('fees'), row, late)).toMatchObject({
    mark: 'storing',
    isChanged: false,
    message: null,
  })
})

test('shows refusals and conflicts from the server as the table does', () => {
  const marked: SourceRow = {
    ...row,
    marks: {
      owner: { state: 'refused', confirmed: '홍길동', message: '소유자: 필수 항목입니다.', opId: '1' },
      fees: { state: 'conflict', confirmed: 1, theirs: 550_000, changedBy: '김온결', opId: '2' },
    },
  }
  expect(buildFieldLook(requireColumn('owner'), marked, {})).toMatchObject({
    mark: 'refused',
    message: '소유자: 필수 항목입니다.',
  })
  expect(buildFieldLook(requireColumn('fees'), marked, {}).conflict).toMatchObject({
    mine: '1,100,000',
    theirs: '550,000',
    by: '김온결',
  })
})

describe('a field that follows another', () => {
  const follows = [{ key: 'area', source: 'fees', derive: (fees: unknown) => Number(fees) / 10, note: '' }]
  const typed = { fees: { value: 500_000, text: null, error: null, base: row } }

  test('shows the derived value as soon as the other is typed, and is no change of its own', () => {
    const look = buildFieldLook(requireColumn('area'), row, withDerivedCells(typed, follows))
    expect(look).toMatchObject({ text: '50,000', mark: null, isChanged: false })
  })

  test('keeps a value typed into it', () => {
    const own = { value: 7, text: null, error: null, base: row }
    expect(withDerivedCells({ ...typed, area: own }, follows)['area']).toBe(own)
  })

  test('does not follow text that is not a valid value', () => {
    const refused = { fees: { value: 1_100_000, text: '오십만', error: '숫자', base: row } }
    expect(withDerivedCells(refused, follows)).toEqual(refused)
  })
})

test('a conflict of fields that are decided together asks once, at the first of them that is shown', () => {
  const together = ['fees', 'area'].map((key) => ({ key, label: key, theirs: 1 }))
  const lone = { state: 'conflict', confirmed: 0, theirs: 1, opId: 'op' } as const
  const mark = { ...lone, together }
  const conflicting: SourceRow = { ...row, marks: { fees: mark, area: mark, owner: lone } }
  const listAsking = (shown: typeof columns) =>
    shown.filter((column) => asksAboutConflict(column, conflicting, shown)).map(({ key }) => key)
  expect(listAsking(['owner', 'fees', 'area'].map(requireColumn))).toEqual(['owner', 'fees'])
  expect(listAsking(['area'].map(requireColumn))).toEqual(['area'])
})
