import { expect, test } from 'vitest'
import type { RecordDescription } from '#contract/books/field.ts'
import type { Column } from '../data-table-props.ts'
import { createFigureTally, figuresText } from './selection-figures.ts'
import { columnsOf } from '../../../../../tests/support/from-description.ts'

const description: RecordDescription = {
  name: 'x',
  label: '기록',
  groups: { basic: '기본' },
  fields: [
    { key: 'owner', label: '소유자', kind: 'text', group: 'basic' },
    { key: 'area', label: '면적', kind: 'number', scale: 4, group: 'basic' },
  ],
}
const [owner, area] = columnsOf(description) as readonly [Column, Column]

test('counts filled cells and sums only amounts and numbers, exactly', () => {
  const tally = createFigureTally()
  for (const value of [0.1, 0.2, null]) tally.add(area, value)
  tally.add(owner, '5')
  expect(tally.figures()).toEqual({ count: 3, sum: 0.3, average: 0.15 })
  expect(figuresText(tally.figures())).toBe('개수 3 · 합계 0.3 · 평균 0.15')
})

test('shows only the count for text', () => {
  const tally = createFigureTally()
  tally.add(owner, '가')
  expect(figuresText(tally.figures())).toBe('개수 1')
})
