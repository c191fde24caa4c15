import { expect, test } from 'vitest'
import type { Field, FieldKind, FieldValue } from '#contract/books/field.ts'
import type { ParsedCell } from '../xlsx/sheet.ts'
import { type CellMatch, matchCell } from './interpreted-cells.ts'

const cases: readonly (readonly [CellMatch, FieldKind, ParsedCell, FieldValue])[] = [
  ['same', 'won', 1_420, 1_420],
  ['same', 'won', '1,234,000', 1_234_000],
  ['spelling', 'won', '₩1,234,000원', 1_234_000],
  ['interpreted', 'won', '1.5억', 150_000_000],
  ['interpreted', 'won', '=200000+50000', 250_000],
  ['interpreted', 'won', 33_000.000_01, 33_000],
  ['interpreted', 'number', { n: 0.85, shown: '85%' }, 85],
  ['interpreted', 'number', '85%', 85],
  ['interpreted', 'won', '-', null],
  ['same', 'date', '2026-11-20', '2026-11-20'],
  ['spelling', 'date', '2026. 11. 2.', '2026-11-02'],
  ['spelling', 'date', '20261120', '2026-11-20'],
  ['spelling', 'date', { day: '2026-11-20', shown: '11월 20일' }, '2026-11-20'],
  ['interpreted', 'date', '내일', '2026-11-21'],
  ['interpreted', 'date', "'26.11.20", '2026-11-20'],
  ['interpreted', 'date', '11/20', '2026-11-20'],
  ['interpreted', 'date', '11/20/2026', '2026-11-20'],
  ['interpreted', 'date', 46_346, '2026-11-20'],
  ['interpreted', 'date', '2026-11-20 09:30', '2026-11-20'],
  ['spelling', 'datetime', '2026.11.20 12:10:05', '2026-11-20T03:10:05Z'],
  ['spelling', 'datetime', '2026-11-20', '2026-11-19T15:00:00Z'],
  ['interpreted', 'datetime', '2026-11-20 오후 1:05', '2026-11-20T04:05:00Z'],
  ['interpreted', 'datetime', '26.11.20', '2026-11-19T15:00:00Z'],
  ['same', 'text', ' 홍길동 ', '홍길동'],
  ['spelling', 'text', '산 12-3', '산12-3'],
  ['spelling', 'text', '9,000', '9000'],
  ['interpreted', 'text', { day: '2026-10-01', shown: '10월 1일' }, '10-1'],
  ['interpreted', 'text', '0012', '12'],
  ['same', 'enum', '대기', 'pending'],
  ['interpreted', 'enum', 'wait', 'pending'],
  ['same', 'flag', '예', true],
  ['interpreted', 'flag', 'O', true],
  ['same', 'flag', '', false],
]

test.each(cases)('reports as %s a %s written %j and stored as %j', (...row) => {
  const [reading, kind, cell, value] = row
  const field: Field = { key: 'x', label: '값', kind, group: 'basic', choices: [{ value: 'pending', label: '대기' }] }
  expect(matchCell(field, cell, { value })).toBe(reading)
})

test('compares a reference by the name of its target', () => {
  const field: Field = { key: 'group_id', label: '사업구간', kind: 'reference', group: 'basic' }
  const readCell = (cell: ParsedCell) => matchCell(field, cell, { value: 'id', name: '달빛 스퀘어' })
  expect(['달빛 스퀘어', '달빛스퀘어', 'id'].map(readCell)).toEqual(['same', 'spelling', 'same'])
})
