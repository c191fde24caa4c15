import { describe, expect, test } from 'vitest'
import type { AnyRecord, Field, RecordDescription } from '#contract/books/field.ts'
import { realEstateBook } from '#contract/books/real-estate.ts'
import { createPlainRow } from '#tests/support/books/array-row-source.ts'
import { buildVisibleColumns } from '#tests/support/books/from-description.ts'
import type { Column } from '../data-table-props.ts'
import { checkInRow, checkValue, formatCellText, formatCellValue, formatForEditing, parseEntry } from './cell-text.ts'

const today = '2026-11-20'

function makeColumn(field: Partial<Field>, override: Partial<Column> = {}): Column {
  const described: Field = { key: 'field', label: '항목', kind: 'text', group: 'basic', ...field }
  const description: RecordDescription = { name: 'x', label: 'x', groups: {}, fields: [described] }
  const [made] = buildVisibleColumns(description, { [described.key]: override })
  if (!made) throw new Error('no column')
  return made
}

const base: AnyRecord = { id: 'a', version: 1, inserted_at: '', updated_at: '' }

describe('what a cell accepts', () => {
  test.each([
    ['1,234,000원', 1_234_000],
    ['', null],
    ['38만', 380_000],
    ['1억2천', 120_000_000],
    ['=200000+50000', 250_000],
  ])('reads money typed as %j as %j', (text, value) => {
    expect(parseEntry(makeColumn({ kind: 'won', min: 0 }), text, today)).toEqual({ ok: true, value })
  })

  test('refuses text that is no amount instead of reading it as 0', () => {
    expect(parseEntry(makeColumn({ kind: 'won', min: 0 }), 'abc', today)).toEqual({
      ok: false,
      message: '금액은 250,000, 38만, 1억2천만처럼 입력해 주세요.',
    })
  })

  test('refuses money below the field’s minimum as the server would', () => {
    expect(parseEntry(makeColumn({ kind: 'won', min: 0 }), '-5', today)).toEqual({
      ok: false,
      message: '0 이상으로 입력해 주세요.',
    })
  })

  test.each(['2026-11-20', '20261120', '261120', '26.11.20', '11/20', '오늘'])(
    'reads a day typed as %s as 2026-11-20',
    (text) => {
      expect(parseEntry(makeColumn({ kind: 'date' }), text, today)).toEqual({ ok: true, value: '2026-11-20' })
    },
  )

  test('refuses a day that does not exist', () => {
    expect(parseEntry(makeColumn({ kind: 'date' }), '2026-02-30', today).ok).toBe(false)
  })

  test('trims text, reads empty text as no value, and refuses it in a required field', () => {
    expect(parseEntry(makeColumn({}), '  홍길동 ', today)).toEqual({ ok: true, value: '홍길동' })
    expect(parseEntry(makeColumn({}), '  ', today)).toEqual({ ok: true, value: null })
    const missing = { ok: false, message: '항목: 필수 항목입니다.', isMissing: true }
    expect(parseEntry(makeColumn({ required: true }), ' ', today)).toEqual(missing)
    expect(parseEntry(makeColumn({ maxLength: 2 }), '세글자', today)).toEqual({
      ok: false,
      message: '2자 이하로 입력해 주세요.',
    })
  })

  test('words a missing group differently in the entry line than in an existing row', () => {
    const [group] = realEstateBook.fields
    const emptied = parseEntry(makeColumn(group), '', today)
    expect(emptied).toMatchObject({ ok: false, message: '사업구간(그룹) 정보가 없습니다.' })
    const row = createPlainRow({ id: '1', version: 1, inserted_at: '', updated_at: '' })
    expect(checkInRow(makeColumn(group), row, emptied)).toEqual(emptied)
    expect(checkInRow(makeColumn(group), null, emptied)).toMatchObject({ message: '사업구간(그룹)을 선택하세요.' })
  })

  test('refuses a resident number with the reason, but accepts a masked one as text', () => {
    const message = '주민등록번호는 적을 수 없습니다. 900101-1******처럼 뒷자리를 가려 주세요.'
    expect(parseEntry(makeColumn({}), '홍길동 900101-1234567', today)).toEqual({ ok: false, message })
    expect(checkValue(makeColumn({}), '홍길동 900101-1234567')).toEqual({ ok: false, message })
    expect(parseEntry(makeColumn({}), '900101-1******', today).ok).toBe(true)
    expect(parseEntry(makeColumn({ kind: 'secret' }), '900101-1234567', today).ok).toBe(true)
    expect(parseEntry(makeColumn({ isMailNumber: true }), '1110101234567', today).ok).toBe(true)
    expect(parseEntry(makeColumn({ isMailNumber: true }), '900101-1234567', today).ok).toBe(false)
  })

  test('keeps leading zeros of numbers stored as text', () => {
    expect(parseEntry(makeColumn({}), '00123', today)).toEqual({ ok: true, value: '00123' })
  })

  test('reads a choice by the label of an option', () => {
    const status = makeColumn({ kind: 'enum', choices: [{ value: 'pending', label: '대기' }] })
    expect(parseEntry(status, '대기', today)).toEqual({ ok: true, value: 'pending' })
    expect(parseEntry(status, '대', today)).toEqual({ ok: false, message: '목록에 있는 값을 선택해 주세요.' })
  })

  test('rounds a number to the decimals of its field', () => {
    expect(parseEntry(makeColumn({ kind: 'number', scale: 2 }), '1,084.456', today)).toEqual({
      ok: true,
      value: 1084.46,
    })
    expect(parseEntry(makeColumn({ kind: 'number', scale: 2 }), '열', today).ok).toBe(false)
  })
})

describe('what a cell shows', () => {
  test('shows money with separators, days with dots, and empty values as nothing', () => {
    expect(formatCellValue(makeColumn({ kind: 'won' }), 1_234_000)).toBe('1,234,000')
    expect(formatCellValue(makeColumn({ kind: 'date' }), '2026-11-20')).toBe('2026.11.20')
    expect(formatCellValue(makeColumn({ kind: 'won' }), null)).toBe('')
    expect(formatCellValue(makeColumn({ kind: 'datetime' }), '2026-11-20T05:05:00Z')).toBe('2026.11.20 14:05')
  })

  test('opens an editor with plain digits and with the day as stored', () => {
    expect(formatForEditing(makeColumn({ kind: 'won' }), 1_234_000)).toBe('1234000')
    expect(formatForEditing(makeColumn({ kind: 'date' }), '2026-11-20')).toBe('2026-11-20')
  })

  test('shows the name of a referenced record, and lets a column show its fields', () => {
    const columns = buildVisibleColumns(realEstateBook, { 'group_id.office': { label: '관할등기소' } })
    const group: AnyRecord = { ...base, id: 'g', name: '솔빛마을', office: '등기국' }
    const row = { ...createPlainRow({ ...base, group_id: 'g' }), joined: { group_id: group } }
    const shown = columns.map((candidate) => [candidate.key, formatCellText(candidate, row)])
    expect(shown).toContainEqual(['group_id', '솔빛마을'])
    expect(shown).toContainEqual(['group_id.office', '등기국'])
  })

  test('puts pinned columns first and marks non-editable fields read-only', () => {
    const columns = buildVisibleColumns(realEstateBook)
    expect(columns[0]?.key).toBe('group_id')
    expect(makeColumn({ kind: 'secret' }).isEditable).toBe(false)
    expect(makeColumn({ editable: false }).isEditable).toBe(false)
    expect(makeColumn({ isFixed: true }).isEditable).toBe(false)
  })
})
