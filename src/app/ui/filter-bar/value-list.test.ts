import { expect, test } from 'vitest'
import { buildValueLines } from './value-list.tsx'

const counted = [
  { value: '제2공구', label: '제2공구', count: 9 },
  { value: null, label: '', count: 7 },
  { value: '제10공구', label: '제10공구', count: 5 },
  { value: '제1공구', label: '제1공구', count: 3 },
]

test('names are listed in natural order, an empty value last', () => {
  const lines = buildValueLines(counted, ['제3공구'], { field: 'business_section', label: '사업구간', kind: 'text' })
  expect(lines.map(({ label }) => label)).toEqual(['제1공구', '제2공구', '제3공구', '제10공구', '비어 있음'])
})

test('states are listed by frequency', () => {
  const states = ['completed', 'pending'].map((value, index) => ({ value, label: value, count: 2 - index }))
  const lines = buildValueLines(states, [], { field: 'status', label: '상태', kind: 'enum' })
  expect(lines.map(({ value }) => value)).toEqual(['completed', 'pending'])
})

test('days are listed newest first and numbers smallest first, an empty value before them', () => {
  const toCounts = (values: readonly (string | number | null)[]) =>
    values.map((value) => ({ value, label: String(value ?? ''), count: 1 }))
  const days = toCounts(['2025-07-10', null, '2026-11-02', '2025-12-23'])
  expect(buildValueLines(days, [], { field: 'day', label: '입금일', kind: 'date' }).map(({ value }) => value)).toEqual([
    null,
    '2026-11-02',
    '2025-12-23',
    '2025-07-10',
  ])
  const amounts = toCounts([30_000, 9_000, null, 100_000])
  expect(
    buildValueLines(amounts, [], { field: 'fees', label: '보수료', kind: 'won' }).map(({ value }) => value),
  ).toEqual([null, 9_000, 30_000, 100_000])
})
