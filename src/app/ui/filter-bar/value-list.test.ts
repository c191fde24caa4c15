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
