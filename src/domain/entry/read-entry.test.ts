import { expect, test } from 'vitest'
import { readFieldText } from '#app/records/form/record-draft.ts'
import { parseEntry } from '#app/ui/data-table/cells/cell-text.ts'
import { parsePasted } from '#app/ui/data-table/clipboard/plan-writes.ts'
import type { Field, FieldKind, FieldValue } from '#contract/books/field.ts'
import { readField } from '#server/documents/import/read-field.ts'
import { buildVisibleColumns } from '#tests/support/books/from-description.ts'

const today = '2026-11-21'
const id = '01932f3e-7a00-7000-8000-000000000001'

const fields = {
  text: { key: 'text', label: '소유자', kind: 'text', group: 'basic' },
  won: { key: 'won', label: '보수료', kind: 'won', group: 'basic' },
  number: { key: 'number', label: '전용면적(㎡)', kind: 'number', group: 'basic', scale: 4 },
  date: { key: 'date', label: '등기일', kind: 'date', group: 'basic' },
  datetime: { key: 'datetime', label: '일시', kind: 'datetime', group: 'basic' },
  flag: { key: 'flag', label: '계약서', kind: 'flag', group: 'basic' },
  enum: {
    key: 'enum',
    label: '상태',
    kind: 'enum',
    group: 'basic',
    choices: [
      { value: 'on_hold', label: '보류 중' },
      { value: 'done', label: '완료' },
    ],
  },
  reference: {
    key: 'reference',
    label: '그룹',
    kind: 'reference',
    group: 'basic',
    refers: { collection: 'x', label: 'name' },
  },
  secret: { key: 'secret', label: '번호', kind: 'secret', group: 'basic' },
} satisfies Record<FieldKind, Field>

const refused = Symbol('refused')
type ExpectedValue = FieldValue | typeof refused

const spellings: Record<FieldKind, readonly (readonly [string, ExpectedValue])[]> = {
  text: [
    ['  김가온 ', '김가온'],
    ['-', '-'],
    ['00127', '00127'],
    [' ', null],
  ],
  won: [
    ['3,450,000', 3_450_000],
    ['１２，５００원', 12_500],
    ['27만', 270_000],
    ['=1,200+3만', 31_200],
    ['(7,800)', -7800],
    ['△ 450', -450],
    ['9,100.00', 9100],
    ['1.3E+6', 1_300_000],
    ['8,\u200b200', 8200],
    ['-', null],
    ['₩ -', null],
    ['', null],
    ['72,50', refused],
    ['4,5,6', refused],
    ['1234,567', refused],
    ['1,2345', refused],
    ['1,234,', refused],
    ['=7,8+2', refused],
    ['2,5만', refused],
    ['7.5', refused],
    ['없음', refused],
  ],
  number: [
    ['59.94', 59.94],
    ['59.94㎡', 59.94],
    ['１２３．４ m²', 123.4],
    ['1,084.56 제곱미터', 1084.56],
    ['0.1234567', 0.1235],
    ['(2.5)', -2.5],
    ['-', null],
    ['', null],
    ['84,97', refused],
    ['1,2,3', refused],
    ['25평', refused],
    ['두 필지', refused],
  ],
  date: [
    ['2023-04-07', '2023-04-07'],
    ['2023.4.7.(금)', '2023-04-07'],
    ['2023년 4월 7일 금요일', '2023-04-07'],
    ['2023. 4. 7. 오전 9:30', '2023-04-07'],
    ['2023-04-07T18:00:00', '2023-04-07'],
    ['230407', '2023-04-07'],
    ['4/7', '2026-04-07'],
    ['0407', '2026-04-07'],
    ['4/7/2023', '2023-04-07'],
    ['어제', '2026-11-20'],
    ['-', null],
    ['', null],
    ['2023-02-29', refused],
    ['미정', refused],
  ],
  datetime: [
    ['2023-04-07 09:30', '2023-04-07T00:30:00+00:00'],
    ['2023.4.7.(금) 오후 2:05', '2023-04-07T05:05:00+00:00'],
    ['2023. 4. 7. PM 2:05:30', '2023-04-07T05:05:30+00:00'],
    ['2023-04-07T14:05', '2023-04-07T05:05:00+00:00'],
    ['2023-04-07T05:05:00Z', '2023-04-07T05:05:00+00:00'],
    ['2023년 4월 7일 14시 5분', '2023-04-07T05:05:00+00:00'],
    ['20230407140530', '2023-04-07T05:05:30+00:00'],
    ['4/7 0905', '2026-04-07T00:05:00+00:00'],
    ['2023-04-07', '2023-04-06T15:00:00+00:00'],
    ['4.7.2023', refused],
    ['-', null],
    ['', null],
    ['2023-04-07 25:00', refused],
    ['점심때', refused],
  ],
  flag: [
    ['예', true],
    ['O', true],
    ['TRUE', true],
    ['아니오', false],
    ['아니요', false],
    ['x', false],
    ['-', false],
    ['', false],
    ['글쎄', refused],
  ],
  enum: [
    ['보류 중', 'on_hold'],
    ['보류중', 'on_hold'],
    ['완\u200b료', 'done'],
    ['done', 'done'],
    ['-', null],
    ['', null],
    ['진행', refused],
  ],
  reference: [
    ['솔빛 마을', id],
    ['솔빛마을', id],
    ['솔빛마을\ufeff', id],
    ['', null],
    ['다른 마을', refused],
  ],
  secret: [[' 900101-1****** ', '900101-1******']],
}

const options: readonly { value: string; label: string }[] = [{ value: id, label: '솔빛 마을' }]
const columns = Object.values(fields).map((field: Field) => {
  const description = { name: 'x', label: 'x', groups: {}, fields: [field] }
  const override = field.kind === 'reference' ? { [field.key]: { options: () => options } } : {}
  const [column] = buildVisibleColumns(description, override)
  if (!column) throw new Error(field.key)
  return column
})

const cases = columns.flatMap((column) =>
  spellings[column.field.kind].map(([text, expected]) => ({ kind: column.field.kind, text, expected, column })),
)
const getValue = (read: object) => ('value' in read && read.value !== undefined ? read.value : refused)

test.each(cases)('a $kind of "$text" means the same typed and pasted', ({ text, expected, column }) => {
  expect(getValue(parseEntry(column, text, today))).toBe(expected)
  expect(getValue(parsePasted(column, { text }, today))).toBe(expected)
})

// An import looks references up in the database; forms offer references and other choices in a
// list.
const imported = cases.filter(({ kind }) => kind !== 'reference')
test.each(imported)('a $kind of "$text" means the same imported', ({ text, expected, column }) => {
  expect(getValue(readField(column.field, text, today))).toBe(expected)
})

const inForms = imported.filter(({ kind }) => kind !== 'enum')
test.each(inForms)('a $kind of "$text" means the same in a form', ({ text, expected, column }) => {
  expect(getValue(readFieldText(column.field, text, today))).toBe(expected)
})

test('a number or day stored by Excel means what it shows', () => {
  const read = (kind: FieldKind, cell: Parameters<typeof readField>[1]) => readField(fields[kind], cell, today)
  const day = { day: '2023-04-07', shown: '2023-04-07 14:05', time: '14:05:00' }
  expect(read('datetime', day)).toEqual({ value: '2023-04-07T05:05:00+00:00' })
  expect(read('datetime', { day: '2023-04-07', shown: '2023-04-07' })).toEqual({ value: '2023-04-06T15:00:00+00:00' })
  expect(read('datetime', 45_023.586_805_555_555)).toEqual({ value: '2023-04-07T05:05:00+00:00' })
  expect(read('date', day)).toEqual({ value: '2023-04-07' })
  expect(read('number', 59.940_000_000_1)).toEqual({ value: 59.94 })
  expect(read('number', { n: 84.97, shown: '84.97㎡' })).toEqual({ value: 84.97 })
  expect(read('won', 1e21)).toHaveProperty('message', '금액이 너무 큽니다.')
  expect(read('flag', { broken: 'TRUE' })).toEqual({ value: true })
})

test('reports a comma that does not separate thousands', () => {
  expect(readField(fields.won, '72,50', today)).toEqual({
    message: '쉼표는 천 단위마다 찍어 주세요. 250,000처럼 입력해 주세요.',
  })
  expect(readField(fields.number, '84,97', today)).toEqual({
    message: '쉼표는 천 단위마다 찍어 주세요. 1,084.56처럼 입력해 주세요.',
  })
})
